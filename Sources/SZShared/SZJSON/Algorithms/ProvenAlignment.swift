/// Which elements of two versions of a sequence are the same, as far as their values prove it.
///
/// Kept are the values that stand once in each version and that every longest chain of these has; and between two of them, and at
/// the ends, the equal neighbours walking down from the upper one and up from the lower one, save pairs that the other walk
/// contradicts. Of these nothing is kept where something was moved between the two: they may have gone with it. Nor is, between more and
/// fewer elements, what a walk found if one version has more of half of it there: it may be the copy that came, or went. A hunk is a run of
/// elements that are not kept, with what stands for it.
///
/// Example: of `a b c` and `b c a` the only longest chain is `b c`; `a` went and came. Of `a a` and `a` nothing is kept: either
/// may have gone. Of `b s t` and `b n s t c s t` only `b` is: which `s t` it was nothing proves. Of `a s b c s` and `c s b a s` only `b`
/// is: the `s` may have gone with what was moved.
public enum ProvenAlignment {
  /// The hunks in order; between two of them at least one element is kept. O(n log n).
  public static func hunks(_ old: [UInt64], _ new: [UInt64]) -> [SequenceHunk] {
    let places = ValuePlaces(old)
    return hunks(old, places, new, ValuePlaces(new, after: old, places))
  }

  /// The same where it is known where the values stand; those of `new` were looked for after those of `old`.
  public static func hunks(
    _ old: [UInt64], _ oldPlaces: ValuePlaces, _ new: [UInt64], _ newPlaces: ValuePlaces
  ) -> [SequenceHunk] {
    /// What is left of a stretch between two that are kept without the neighbours that are kept in it.
    func withoutNeighbours(_ stretch: SequenceHunk) -> SequenceHunk {
      let (oldValues, newValues) = (old[stretch.old], new[stretch.new])
      let (down, up) = neighbours(oldValues, newValues)
      if down + up == 0 { return stretch }
      let rests = [oldValues.dropFirst(down).dropLast(up), newValues.dropFirst(down).dropLast(up)]
      let hasMoved = rests.contains { $0.contains { oldPlaces.hasOne($0) && newPlaces.hasOne($0) } }
      // Between as many on both sides nothing is shifted.
      let more = rests[0].count == rests[1].count ? [:] : more(in: rests[1], than: rests[0])
      func kept(_ walk: ArraySlice<UInt64>) -> Int { hasMoved || isHalf(of: walk, in: more) ? 0 : walk.count }
      let (above, below) = (kept(oldValues.prefix(down)), kept(oldValues.suffix(up)))
      return SequenceHunk(
        old: stretch.old.dropFirst(above).dropLast(below), new: stretch.new.dropFirst(above).dropLast(below))
    }
    var hunks: [SequenceHunk] = []
    var (oldStart, newStart) = (0, 0)
    for end in anchors(oldPlaces.singles(in: newPlaces)) + [(old.count, new.count)] {
      let stretch = SequenceHunk(old: oldStart..<end.old, new: newStart..<end.new)
      (oldStart, newStart) = (end.old + 1, end.new + 1)
      if stretch.old.isEmpty && stretch.new.isEmpty { continue }
      let hunk = withoutNeighbours(stretch)
      if !hunk.old.isEmpty || !hunk.new.isEmpty { hunks.append(hunk) }
    }
    return hunks
  }

  /// Those of the values that stand once in each that every longest chain of them has.
  private static func anchors(_ chain: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
    if zip(chain, chain.dropFirst()).allSatisfy({ $0.new < $1.new }) { return chain }
    // How long the longest chain is that ends with each, and that begins with each.
    let lengths = (lengths(chain.map(\.new)), lengths(chain.reversed().map { -$0.new }))
    let longest = lengths.0.max() ?? 0
    let isOnOne = chain.indices.map { lengths.0[$0] + lengths.1[chain.count - 1 - $0] == longest + 1 }
    var holders = [Int](repeating: 0, count: longest + 1)
    for index in chain.indices where isOnOne[index] { holders[lengths.0[index]] += 1 }
    return chain.indices.filter { isOnOne[$0] && holders[lengths.0[$0]] == 1 }.map { chain[$0] }
  }

  /// For each value how long the longest rising chain is that ends with it (Fredman, "On computing the length of longest
  /// increasing subsequences", 1975).
  private static func lengths(_ values: [Int]) -> [Int] {
    var tails: [Int] = []
    return values.map { value in
      let length = Bisection.count(tails) { $0 < value }
      if length == tails.count { tails.append(value) } else { tails[length] = value }
      return length + 1
    }
  }

  /// How many more of each value there are in one stretch than in another one; below zero, how many fewer.
  public static func more(in one: ArraySlice<UInt64>, than other: ArraySlice<UInt64>) -> [UInt64: Int] {
    var more: [UInt64: Int] = [:]
    for value in one { more[value, default: 0] += 1 }
    for value in other { more[value, default: 0] -= 1 }
    return more
  }

  /// Whether there are more, or fewer, of half of some values, each as often as it stands among them.
  private static func isHalf(of values: ArraySlice<UInt64>, in more: [UInt64: Int]) -> Bool {
    [1, -1].contains { sign in
      var left = more
      let found = values.count { value in
        guard let count = left[value], count * sign > 0 else { return false }
        left[value] = count - sign
        return true
      }
      return found * 2 >= values.count
    }
  }

  /// How many equal neighbours two stretches have from their beginning and from their end, without those that contradict each other.
  private static func neighbours(_ old: ArraySlice<UInt64>, _ new: ArraySlice<UInt64>) -> (down: Int, up: Int)
  {
    let most = min(old.count, new.count)
    var (down, up) = (0, 0)
    while down < most, old[old.startIndex + down] == new[new.startIndex + down] { down += 1 }
    if down == old.count, down == new.count { return (down, 0) }
    while up < most, old[old.endIndex - 1 - up] == new[new.endIndex - 1 - up] { up += 1 }
    // Each walk pairs an element at most once: pairs of the two contradict each other where they have an element in common.
    return (max(0, min(down, most - up)), max(0, min(up, most - down)))
  }
}
