internal import SZJSON

/// Which new members of a side are which of those of PRISTINE that it took out, under another name.
///
/// Members are positions: the new ones on the side, the old ones in PRISTINE; both ascend.
struct Renames {
  typealias Pair = (new: Int, old: Int)

  private(set) var pairs: [Pair] = []
  private var new: [Int]
  private var gone: [Int]
  /// What the side kept, by the positions there, which ascend, and in PRISTINE.
  private let kept: [(position: Int, old: Int)]
  /// The positions in PRISTINE.
  private let all: Range<Int>

  init(new: [Int], gone: [Int], kept: [(position: Int, old: Int)], of all: Range<Int>) {
    (self.new, self.gone, self.kept, self.all) = (new, gone, kept, all)
  }

  /// Pairs what holds the same anywhere, then what stands in the place of another one. `rest` and `before` are what a member of the side
  /// and one of PRISTINE hold besides their identities, as one hash (``ElementRests``).
  mutating func pair(
    _ rest: (Int) -> UInt64, _ before: (Int) -> UInt64, mayHaveMoved: ([Pair]) -> Set<Int>
  ) {
    pairAlike(rest, before)
    pairInPlace(rest, before, mayHaveMoved: mayHaveMoved)
  }

  /// Pairs what holds the same, where one alone of the new and of all of PRISTINE does, and what the side kept and did not move stands
  /// before and behind the new one as it did around the old one; 0 is said of what holds nothing. Linear, but for a logarithm where the
  /// side moved any, and one for each new one.
  ///
  /// Of `[{"name": "lint", "run": 1}, {"name": "test", "run": 2}]` a side makes
  /// `[{"name": "check", "run": 1}, {"name": "test", "run": 2}]`: it renamed `lint`. Of
  /// `[{"name": "test", "run": 2}, {"name": "check", "run": 1}]` nobody knows.
  private mutating func pairAlike(_ rest: (Int) -> UInt64, _ before: (Int) -> UInt64) {
    if new.isEmpty || gone.isEmpty { return }
    let olds = Dictionary(gone.map { (before($0), $0) }) { _, _ in -1 }
    let news = Dictionary(new.map { (rest($0), $0) }) { _, _ in -1 }
    let alike = news.filter { $0.key != 0 && $0.value >= 0 && (olds[$0.key] ?? -1) >= 0 }
    if alike.isEmpty { return }
    var counts: [UInt64: Int] = [:]
    for rest in all.lazy.map(before) where alike[rest] != nil { counts[rest, default: 0] += 1 }
    let moved = AbsentElements.mayHaveMoved(kept.map(\.old), count: all.count)
    let inPlace = kept.filter { !moved.contains($0.old) }
    pairs = alike.compactMap { rest, member in
      guard let old = olds[rest], counts[rest] == 1, Renames.isBetween(member, old, inPlace) else {
        return nil
      }
      return (member, old)
    }
    let (paired, taken) = (Set(pairs.map(\.new)), Set(pairs.map(\.old)))
    new.removeAll(where: paired.contains)
    gone.removeAll(where: taken.contains)
  }

  /// Whether the kept ones next to a new one on the side are before and behind an old one in PRISTINE.
  private static func isBetween(_ member: Int, _ old: Int, _ kept: [(position: Int, old: Int)]) -> Bool {
    let next = Bisection.count(kept) { $0.position < member }
    return (next == 0 || kept[next - 1].old < old) && (next == kept.count || old < kept[next].old)
  }

  /// Pairs what the side put in the place of what it took out, where it did not move what it kept: first what alone there holds the
  /// same, then as many as were taken out (``MemberSuccessors``). Where the other side may have moved what stood there, which
  /// `mayHaveMoved` says, nobody knows.
  ///
  /// `a,b,c | a,B,c | b,c,a`: B is b, so that `B,c,a` comes of it. Linear, and a logarithm for each new one.
  private mutating func pairInPlace(
    _ rest: (Int) -> UInt64, _ before: (Int) -> UInt64, mayHaveMoved: ([Pair]) -> Set<Int>
  ) {
    if new.isEmpty || gone.isEmpty { return }
    // What was told by what it holds was kept, too.
    guard let kept = Renames.ascending(kept, pairs) else { return }
    let alike = alikeInPlace(rest, before, kept)
    guard let known = Renames.ascending(kept, alike) else { return }
    let (found, taken) = (Set(alike.map(\.new)), Set(alike.map(\.old)))
    let successors = MemberSuccessors(
      new: new.filter { !found.contains($0) }, gone: gone.filter { !taken.contains($0) }, kept: known)
    let replaced = alike + gone.filter { successors[$0] >= 0 }.map { (new: successors[$0], old: $0) }
    if replaced.isEmpty { return }
    let moved = mayHaveMoved(replaced)
    pairs += replaced.filter { !moved.contains($0.old) }
  }

  /// What is kept, with some pairs; nil where that is not in the order of PRISTINE.
  private static func ascending(
    _ kept: [(position: Int, old: Int)], _ pairs: [Pair]
  ) -> [(position: Int, old: Int)]? {
    let all = pairs.isEmpty ? kept : (kept + pairs.map { ($0.new, $0.old) }).sorted { $0.0 < $1.0 }
    return zip(all, all.dropFirst()).allSatisfy { $0.old < $1.old } ? all : nil
  }

  /// The new ones that hold the same as one of the old ones that stood between the same kept ones, where no other one there does.
  ///
  /// Of the columns `[{"name": "age", "type": "int"}, {"name": "mail", "type": "text"}]` a side makes
  /// `[{"name": "email", "type": "text"}]`.
  private func alikeInPlace(
    _ rest: (Int) -> UInt64, _ before: (Int) -> UInt64, _ kept: [(position: Int, old: Int)]
  ) -> [Pair] {
    struct Place: Hashable {
      let stretch: Int
      let rest: UInt64
    }
    let olds = Dictionary(
      gone.map { old in
        (Place(stretch: Bisection.count(kept) { $0.old < old }, rest: before(old)), old)
      }
    ) { _, _ in -1 }
    let news = Dictionary(
      new.map { new in
        (Place(stretch: Bisection.count(kept) { $0.position < new }, rest: rest(new)), new)
      }
    ) { _, _ in -1 }
    return news.compactMap { place, new in
      guard place.rest != 0, new >= 0, let old = olds[place], old >= 0 else { return nil }
      return (new, old)
    }
  }
}
