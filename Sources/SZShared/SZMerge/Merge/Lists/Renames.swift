/// Which new members of a side are which of those of PRISTINE that it took out, under another name.
///
/// Members are positions: the new ones on the side, the old ones in PRISTINE; both ascend.
struct Renames {
  typealias Pair = (new: Int, old: Int)

  private(set) var pairs: [Pair] = []
  private var new: [Int]
  private var gone: [Int]

  init(new: [Int], gone: [Int]) { (self.new, self.gone) = (new, gone) }

  /// Pairs what holds the same, where one alone of the new and of `all` of PRISTINE does; 0 is said of what holds nothing. Linear.
  ///
  /// Of `[{"name": "lint", "run": 1}, {"name": "test", "run": 2}]` a side makes `[{"name": "test", "run": 2}, {"name": "check", "run": 1}]`:
  /// it renamed `lint`, and moved it.
  mutating func pairAlike(_ rest: (Int) -> UInt64, of all: Range<Int>, _ before: (Int) -> UInt64) {
    if new.isEmpty || gone.isEmpty { return }
    let olds = Dictionary(gone.map { (before($0), $0) }) { _, _ in -1 }
    let news = Dictionary(new.map { (rest($0), $0) }) { _, _ in -1 }
    let alike = news.filter { $0.key != 0 && $0.value >= 0 && (olds[$0.key] ?? -1) >= 0 }
    if alike.isEmpty { return }
    var counts: [UInt64: Int] = [:]
    for rest in all.lazy.map(before) where alike[rest] != nil { counts[rest, default: 0] += 1 }
    pairs = alike.compactMap { rest, member in
      guard let old = olds[rest], counts[rest] == 1 else { return nil }
      return (member, old)
    }
    let (paired, taken) = (Set(pairs.map(\.new)), Set(pairs.map(\.old)))
    new.removeAll(where: paired.contains)
    gone.removeAll(where: taken.contains)
  }

  /// Pairs what the side put in the place of what it took out (``MemberSuccessors``), where it did not move what it kept, and the other side
  /// did not move what stood there: `mayHaveMoved` says of which old ones that is not sure.
  ///
  /// `a,b,c | a,B,c | b,c,a`: B is b, so that `B,c,a` comes of it. `kept` are the positions of what the side kept, and in PRISTINE. Linear,
  /// and a logarithm for each new one.
  mutating func pairInPlace(_ kept: [(position: Int, old: Int)], mayHaveMoved: ([Pair]) -> Set<Int>) {
    if new.isEmpty || gone.isEmpty { return }
    // What was told by what it holds was kept, too.
    let kept =
      pairs.isEmpty ? kept : (kept + pairs.map { ($0.new, $0.old) }).sorted { $0.position < $1.position }
    guard zip(kept, kept.dropFirst()).allSatisfy({ $0.old < $1.old }) else { return }
    let successors = MemberSuccessors(new: new, gone: gone, kept: kept)
    let replaced = gone.filter { successors[$0] >= 0 }.map { (new: successors[$0], old: $0) }
    if replaced.isEmpty { return }
    let moved = mayHaveMoved(replaced)
    pairs += replaced.filter { !moved.contains($0.old) }
  }
}
