/// Which elements of two versions of a sequence are the same, as far as their values prove it.
///
/// Kept are the values that stand once in each version and that every longest chain of these has; and between two of them, and at
/// the ends, the equal neighbours walking down from the upper one and up from the lower one, save pairs that the other walk
/// contradicts. Of these none is kept where one of them stands there again, unpaired, in one of the versions, or something that was
/// moved. A hunk is a run of elements that are not kept, with what stands for it.
///
/// Example: of `a b c` and `b c a` the only longest chain is `b c`; `a` went and came. Of `a a` and `a` nothing is kept: either
/// may have gone. Of `b s` and `b n s c s` only `b` is kept: which `s` it was nothing proves. Of `a s b c s` and `c s b a s` only `b`
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
    var hunks: [SequenceHunk] = []
    var (oldNext, newNext) = (0, 0)
    /// Whether one of the values between two that are kept stands once in each version.
    func hasMoved(_ values: ArraySlice<UInt64>) -> Bool {
      values.contains { (oldPlaces.only($0) ?? -1) != -1 && (newPlaces.only($0) ?? -1) != -1 }
    }
    func add(until oldEnd: Int, _ newEnd: Int) {
      if oldNext < oldEnd || newNext < newEnd {
        hunks.append(SequenceHunk(old: oldNext..<oldEnd, new: newNext..<newEnd))
      }
      (oldNext, newNext) = (oldEnd + 1, newEnd + 1)
    }
    func addAll(until oldEnd: Int, _ newEnd: Int) {
      if oldNext < oldEnd, newNext < newEnd {
        let pairs = neighbours(old, oldNext..<oldEnd, new, newNext..<newEnd)
        if pairs.isEmpty || hasMoved(old[oldNext..<oldEnd]) || hasMoved(new[newNext..<newEnd]) {
          return add(until: oldEnd, newEnd)
        }
        for pair in pairs { add(until: pair.old, pair.new) }
      }
      add(until: oldEnd, newEnd)
    }
    for anchor in anchors(oldPlaces.singles(in: newPlaces)) { addAll(until: anchor.old, anchor.new) }
    addAll(until: old.count, new.count)
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

  /// The equal neighbours of what encloses two stretches; none where an equal one of one of them stands there unpaired.
  private static func neighbours(
    _ old: [UInt64], _ oldRange: Range<Int>, _ new: [UInt64], _ newRange: Range<Int>
  ) -> [(old: Int, new: Int)] {
    let pairs = walked(old, oldRange, new, newRange)
    if pairs.isEmpty || pairs.count == oldRange.count && pairs.count == newRange.count { return pairs }
    let (inOld, inNew) = (Set(pairs.map(\.old)), Set(pairs.map(\.new)))
    let rest = HashSet(
      oldRange.filter { !inOld.contains($0) }.map { old[$0] }
        + newRange.filter { !inNew.contains($0) }.map { new[$0] })
    return pairs.contains { rest.contains(old[$0.old]) } ? [] : pairs
  }

  /// The equal neighbours of what encloses two stretches, from both ends, that do not contradict each other; ascending.
  private static func walked(
    _ old: [UInt64], _ oldRange: Range<Int>, _ new: [UInt64], _ newRange: Range<Int>
  ) -> [(old: Int, new: Int)] {
    let most = min(oldRange.count, newRange.count)
    var down = 0
    while down < most, old[oldRange.lowerBound + down] == new[newRange.lowerBound + down] { down += 1 }
    var up = 0
    while up < most, old[oldRange.upperBound - 1 - up] == new[newRange.upperBound - 1 - up] { up += 1 }
    if oldRange.count == newRange.count, down == most {
      return (0..<most).map { (oldRange.lowerBound + $0, newRange.lowerBound + $0) }
    }
    // Both walks pair each element of one side at most once: two pairs contradict each other where they have one element in
    // common, of either side. Between stretches of the same length they are the same pairs.
    let isSame = oldRange.count == newRange.count
    let upper = (oldRange.upperBound - up, newRange.upperBound - up)
    let lower = (oldRange.lowerBound + down, newRange.lowerBound + down)
    var pairs: [(old: Int, new: Int)] = []
    for offset in 0..<down {
      let pair = (oldRange.lowerBound + offset, newRange.lowerBound + offset)
      if isSame || pair.0 < upper.0 && pair.1 < upper.1 { pairs.append(pair) }
    }
    for offset in (0..<up).reversed() {
      let pair = (oldRange.upperBound - 1 - offset, newRange.upperBound - 1 - offset)
      if isSame ? pair.0 >= lower.0 : pair.0 >= lower.0 && pair.1 >= lower.1 { pairs.append(pair) }
    }
    return pairs
  }
}
