/// What comes of two insertions at one place.
extension PlainListMerge {
  /// What two sides put at one place: that of one side where it has all that the other one put, in order; what both put once, and around it
  /// what one side alone put; or one behind the other where they have nothing alike. Nil where each has something else at one place
  /// beside what both put, or a value in another order, or one side only moved a value there.
  static func joined(
    _ current: [Int], _ edited: [Int], _ whole: [[Int]], apart: (_ count: Int) -> [Int]
  ) -> [Int]? {
    func haveMoved(_ values: [Int], _ side: [Int]) -> Bool {
      values.contains { place($0, whole[0]) != nil && place($0, side) != nil }
    }
    // What stands twice counts where a side has nothing else.
    func canStandApart(_ ours: [Int], _ theirs: [Int]) -> Bool {
      Set(ours).isDisjoint(with: theirs)
        || ours.contains { !whole[1].contains($0) } && theirs.contains { !whole[2].contains($0) }
    }
    if whole[0].isEmpty, missing(current, edited).count == max(current.count, edited.count) {
      return missing(current, edited)
    }
    if !haveMoved(edited, whole[1]), !haveMoved(current, whole[2]) {
      if rest(edited, of: current) != nil { return current }
      if rest(current, of: edited) != nil { return edited }
    }
    // What stands twice is like nothing.
    if Set(edited).intersection(current).allSatisfy({ isRepeated($0, whole) }) {
      let count = commonEnd(current, edited)
      return canStandApart(current.dropLast(count), edited.dropLast(count)) ? apart(count) : nil
    }
    func told(_ list: [Int], _ mark: Int) -> [Int] {
      list.enumerated().map { isRepeated($1, whole) ? -($0 * 2 + mark) : $1 }
    }
    var (gaps, next): ([(ours: [Int], theirs: [Int], end: [Int])], Pair) = ([], (0, 0))
    let alike = kept(told(current, 1), told(edited, 2))
    for pair in alike + [(current.count, edited.count)] {
      let gap = (ours: Array(current[next.old..<pair.old]), theirs: Array(edited[next.new..<pair.new]))
      let count = commonEnd(gap.ours, gap.theirs)
      gaps.append((gap.ours.dropLast(count), gap.theirs.dropLast(count), gap.ours.suffix(count)))
      next = (pair.old + 1, pair.new + 1)
    }
    var result: [Int] = []
    for (index, gap) in gaps.enumerated() {
      if index > 0 { result.append(current[alike[index - 1].old]) }
      if haveMoved(gap.ours, whole[2]) || haveMoved(gap.theirs, whole[1]) { return nil }
      if !gap.ours.isEmpty, !gap.theirs.isEmpty { return nil }
      // One value cannot stand in two orders.
      let others = gaps.filter { $0.theirs.isEmpty }.flatMap(\.ours)
      if gap.theirs.contains(where: others.contains) { return nil }
      result += gap.ours + gap.theirs + gap.end
    }
    return result
  }

  /// How many times two lists that begin alike have that at their ends, too.
  private static func commonEnd(_ one: [Int], _ other: [Int]) -> Int {
    one.first != other.first
      ? 0 : zip(one.reversed(), other.reversed()).prefix { $0 == $1 && $0 == one.first }.count
  }

  /// The first list, and what the second one has more, by count.
  private static func missing(_ current: [Int], _ edited: [Int]) -> [Int] {
    var known = current
    return current
      + edited.filter { value in
        guard let index = known.firstIndex(of: value) else { return true }
        known.remove(at: index)
        return false
      }
  }

  static func isRepeated(_ value: Int, _ whole: [[Int]]) -> Bool {
    whole.dropFirst().contains { list in list.count { $0 == value } > 1 }
  }
}
