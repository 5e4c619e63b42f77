/// What comes of two insertions at one place.
extension PlainListMerge {
  /// What two sides put at one place, with something alike: that once, around it what each put; nil where both have two values in opposite
  /// orders, or one only moved a value there.
  static func joined(_ current: [Int], _ edited: [Int], _ whole: [[Int]]) -> [Int]? {
    func haveMoved(_ values: [Int], _ side: [Int]) -> Bool {
      values.contains { place($0, whole[0]) != nil && place($0, side) != nil }
    }
    // What one side put in order, and more, stands.
    if !haveMoved(edited, whole[1]), !haveMoved(current, whole[2]) {
      if rest(edited, of: current) != nil { return current }
      if rest(current, of: edited) != nil { return edited }
    }
    let alike = kept(current, edited)
    func others(_ list: [Int], _ kept: [Int]) -> [Int] {
      list.indices.filter { !kept.contains($0) }.map { list[$0] }
    }
    let (left, right) = (others(current, alike.map(\.old)), others(edited, alike.map(\.new)))
    let gaps = gaps(alike, current, edited, whole)
    for (index, gap) in gaps.enumerated() {
      // Each has a value of its own behind one that both put.
      if index > 0, !gap.ours.isEmpty, !gap.theirs.isEmpty, !isRepeated(current[alike[index - 1].old], whole)
      {
        return nil
      }
      for value in gap.theirs where left.contains(value) {
        if !isRepeated(value, whole) { return nil }
        // What stands twice goes with what a side alone put beside it.
        if gap.isWhole { continue }
        let (ours, theirs) = (Array(gap.ours), Array(gap.theirs))
        let isNested = rest(ours, of: theirs) != nil || rest(theirs, of: ours) != nil
        if ours.contains(value), !isNested { return nil }
        for (other, gap) in gaps.enumerated() where other != index && !gap.isWhole {
          if gap.ours.contains(value) { return nil }
        }
      }
    }
    if haveMoved(right, whole[1]) || haveMoved(left, whole[2]) { return nil }
    return around(widened(alike, current, edited, whole), current, edited, whole)
  }

  /// What both put alike, and around it what else each put, the first list's first.
  private typealias Gap = (ours: ArraySlice<Int>, theirs: ArraySlice<Int>, isWhole: Bool)

  private static func gaps(_ alike: [Pair], _ current: [Int], _ edited: [Int], _ whole: [[Int]]) -> [Gap] {
    var (gaps, next): ([Gap], Pair) = ([], (0, 0))
    for pair in alike + [(current.count, edited.count)] {
      let (ours, theirs) = (current[next.old..<pair.old], edited[next.new..<pair.new])
      let isWhole =
        (theirs.isEmpty || hasOwn(theirs, whole[1], whole[2]))
        && (ours.isEmpty || hasOwn(ours, whole[2], whole[1]))
      gaps.append((ours, theirs, isWhole))
      next = (pair.old + 1, pair.new + 1)
    }
    return gaps
  }

  static func around(_ alike: [Pair], _ current: [Int], _ edited: [Int], _ whole: [[Int]]) -> [Int] {
    let gaps = gaps(alike, current, edited, whole)
    func belongs(_ value: Int, _ gap: Gap) -> Bool { gap.isWhole && isRepeated(value, whole) }
    let counted = gaps.flatMap { gap in gap.ours.filter { !belongs($0, gap) } }
    var known = Dictionary(grouping: counted) { $0 }.mapValues(\.count)
    var result: [Int] = []
    for (index, gap) in gaps.enumerated() {
      result += gap.ours
      for value in gap.theirs {
        if !belongs(value, gap), known[value, default: 0] > 0 {
          known[value, default: 0] -= 1
        } else {
          result.append(value)
        }
      }
      if index < alike.count { result.append(current[alike[index].old]) }
    }
    return result
  }

  static func isRepeated(_ value: Int, _ whole: [[Int]]) -> Bool {
    whole.dropFirst().contains { list in list.count { $0 == value } > 1 }
  }

  /// Whether a side has a value here that it has once, and the other one does not.
  private static func hasOwn(_ values: ArraySlice<Int>, _ side: [Int], _ other: [Int]) -> Bool {
    values.contains { place($0, side) != nil && !other.contains($0) }
  }

  /// What both put alike, without the repeated values before a gap in which each side has something of its own, or else those behind it.
  private static func widened(_ alike: [Pair], _ current: [Int], _ edited: [Int], _ whole: [[Int]]) -> [Pair]
  {
    var (alike, index) = (alike, 0)
    while index <= alike.count {
      let start = index > 0 ? (alike[index - 1].old + 1, alike[index - 1].new + 1) : (0, 0)
      let end: Pair = index < alike.count ? alike[index] : (current.count, edited.count)
      let (ours, theirs) = (current[start.0..<end.old], edited[start.1..<end.new])
      if hasOwn(theirs, whole[1], whole[2]), hasOwn(ours, whole[2], whole[1]) {
        var removed = 0
        var gap = (start.0, start.1)
        while index > 0, alike[index - 1] == (gap.0 - 1, gap.1 - 1), isRepeated(current[gap.0 - 1], whole) {
          index -= 1
          alike.remove(at: index)
          gap = (gap.0 - 1, gap.1 - 1)
          removed += 1
        }
        var (place, other) = end
        while removed == 0, index < alike.count, alike[index] == (place, other),
          isRepeated(current[place], whole)
        {
          alike.remove(at: index)
          (place, other) = (place + 1, other + 1)
        }
      }
      index += 1
    }
    return alike
  }
}
