/// Merges lists of plain values by the rules for lists without identity, written so that they can be read: every pair is tried, nothing is
/// hashed or kept. What `sz-merge` does fast must come to the same.
package enum PlainListMerge {
  /// What a side did to a stretch of PRISTINE.
  private struct Hunk {
    let old: Range<Int>
    let new: Range<Int>
    var inserts: Bool { old.isEmpty }
  }

  typealias Pair = (old: Int, new: Int)

  /// The result; nil for a conflict.
  package static func merge(_ pristine: [Int], _ edited: [Int], _ current: [Int]) -> [Int]? {
    let sides = [(edited, hunks(pristine, edited)), (current, hunks(pristine, current))]
    var result: [Int] = []
    var next = 0
    for group in groups(sides[0].1, sides[1].1, [pristine, edited, current]) {
      let all = group[0] + group[1]
      guard let first = all.map(\.old.lowerBound).min(), let last = all.map(\.old.upperBound).max() else {
        continue
      }
      result += pristine[next..<first]
      next = last
      let texts = (0...1).map { side in region(group[side], sides[side].0, pristine, first..<last) }
      let whole = [pristine, edited, current]
      guard let merged = merged(Array(pristine[first..<last]), texts, group, sides.map(\.0), whole) else {
        return nil
      }
      result += merged
    }
    result += pristine[next...]
    if !isPoint(pristine, [edited, current], result) || mayBeInPlace(pristine, sides) { return nil }
    return isCounted(pristine, edited, current, result) ? result : nil
  }

  // MARK: What each side did

  private static func hunks(_ old: [Int], _ new: [Int]) -> [Hunk] {
    var hunks: [Hunk] = []
    var next: Pair = (0, 0)
    for pair in kept(old, new) + [(old.count, new.count)] {
      if next.old < pair.old || next.new < pair.new {
        hunks.append(Hunk(old: next.old..<pair.old, new: next.new..<pair.new))
      }
      next = (pair.old + 1, pair.new + 1)
    }
    return hunks
  }

  /// Whether a value stands more than once, and a side took out what stands on one side of a stretch and put on its other side what the other
  /// side made of the stretch: then each may have edited that in place.
  private static func mayBeInPlace(_ pristine: [Int], _ sides: [([Int], [Hunk])]) -> Bool {
    if Set(pristine).count == pristine.count { return false }
    return [(sides[0], sides[1]), (sides[1], sides[0])].contains { own, other in
      other.1.contains { edit in
        if edit.inserts || edit.old.count != edit.new.count { return false }
        let beside = own.1.filter {
          $0.old.upperBound >= edit.old.lowerBound && $0.old.lowerBound <= edit.old.upperBound
        }
        let front = beside.filter { $0.old.upperBound == edit.old.lowerBound }
        let back = beside.filter { $0.old.lowerBound == edit.old.upperBound }
        if beside.count != 2 || front.count != 1 || back.count != 1 { return false }
        return [(front[0], back[0]), (back[0], front[0])].contains { taken, grown in
          !taken.inserts && grown.old.count < grown.new.count
            && !Set(own.0[grown.new]).isDisjoint(with: other.0[edit.new])
        }
      }
    }
  }

  // MARK: What meets

  private static func meet(_ one: Hunk, _ other: Hunk, _ whole: [[Int]]) -> Bool {
    let (edited, current) = (whole[1], whole[2])
    func isInside(_ place: Int, _ range: Range<Int>) -> Bool {
      range.lowerBound < place && place < range.upperBound
    }
    if one.old.overlaps(other.old) { return true }
    if one.inserts, isInside(one.old.lowerBound, other.old) || other.old == one.old { return true }
    if other.inserts, isInside(other.old.lowerBound, one.old) { return true }
    let touch = one.old.upperBound == other.old.lowerBound || other.old.upperBound == one.old.lowerBound
    if touch { return !Set(edited[one.new]).isDisjoint(with: current[other.new]) }
    // Both put, or took out, all that stands between them.
    let between = Set(
      whole[0][
        min(one.old.upperBound, other.old.upperBound)..<max(one.old.lowerBound, other.old.lowerBound)])
    return between.isSubset(of: edited[one.new]) && between.isSubset(of: current[other.new])
      || between.isSubset(of: whole[0][one.old]) && between.isSubset(of: whole[0][other.old])
  }

  /// The hunks that meet each other, directly or by others: those of EDITED and those of CURRENT.
  private static func groups(
    _ edits: [Hunk], _ others: [Hunk], _ whole: [[Int]]
  ) -> [[[Hunk]]] {
    var groups: [[[Hunk]]] = edits.map { [[$0], []] }
    for other in others {
      let meeting = groups.indices.filter { index in
        groups[index][0].contains { meet($0, other, whole) }
      }
      let joined = meeting.reduce(into: [[], [other]]) { all, index in
        all[0] += groups[index][0]
        all[1] += groups[index][1]
      }
      for index in meeting.reversed() { groups.remove(at: index) }
      groups.append(joined)
    }
    func start(_ group: [[Hunk]]) -> (Int, Int) {
      let all = group[0] + group[1]
      return (all.map(\.old.lowerBound).min() ?? 0, all.map(\.old.upperBound).max() ?? 0)
    }
    return groups.sorted { start($0) < start($1) }
  }

  /// What a side has for a stretch of PRISTINE.
  private static func region(_ hunks: [Hunk], _ side: [Int], _ pristine: [Int], _ range: Range<Int>) -> [Int]
  {
    var elements: [Int] = []
    var next = range.lowerBound
    for hunk in hunks.sorted(by: { $0.old.lowerBound < $1.old.lowerBound }) {
      elements += pristine[next..<hunk.old.lowerBound] + side[hunk.new]
      next = hunk.old.upperBound
    }
    return elements + pristine[next..<range.upperBound]
  }

  // MARK: The five rules

  private static func merged(
    _ pristine: [Int], _ texts: [[Int]], _ group: [[Hunk]], _ sides: [[Int]], _ whole: [[Int]]
  ) -> [Int]? {
    let (edited, current) = (texts[0], texts[1])
    if group[0].isEmpty || edited == current { return current }
    if group[1].isEmpty { return edited }
    if pristine.isEmpty {
      let (own, others) = (group[0][0].new, group[1][0].new)
      return joined(current, edited, whole) { count in
        let end = Array(current.suffix(count))
        let (current, edited) = (Array(current.dropLast(count)), Array(edited.dropLast(count)))
        let own = own.dropLast(count)
        // What a side only moved stands as the other side has it; of two that each moved here one, and that they have in opposite
        // orders, one side swapped them.
        func isSwapped(_ value: Int, behind: Bool, _ other: Int) -> Bool {
          guard let from = place(value, whole[0]), let otherFrom = place(other, whole[0]) else {
            return false
          }
          return behind ? otherFrom > from : otherFrom < from
        }
        let before = current.filter { value in
          place(value, whole[2]) != nil && (place(value, whole[1]).map { $0 < own.lowerBound } ?? false)
        }
        let behind = edited.filter { value in
          place(value, whole[1]) != nil && (place(value, whole[2]).map { $0 >= others.upperBound } ?? false)
        }
        var first = moved(edited, whole[1], in: whole[2]) { value, there in
          there < others.lowerBound && !before.contains { isSwapped(value, behind: true, $0) }
        }
        var last = moved(current.reversed(), whole[2], in: whole[1]) { value, there in
          there >= own.upperBound && !behind.contains { isSwapped(value, behind: false, $0) }
        }
        // What was put beside that goes with it.
        func isPut(_ value: Int) -> Bool { place(value, whole[1]) == nil || place(value, whole[2]) == nil }
        let new = edited.dropFirst(first.count).prefix(while: isPut)
        let others = current.reversed().dropFirst(last.count).prefix(while: isPut)
        if !first.isEmpty { first += new }
        if !last.isEmpty { last += others }
        return first + current.dropLast(last.count) + edited.dropFirst(first.count) + last.reversed() + end
      }
    }
    let gone = group.map { Set($0.flatMap { Array($0.old) }) }
    let put = zip(group, sides).map { hunks, side in
      hunks.sorted { $0.old.lowerBound < $1.old.lowerBound }.flatMap { side[$0.new] }
    }
    for (more, less) in [(0, 1), (1, 0)]
    where gone[less].isSubset(of: gone[more]) {
      guard let rest = rest(put[less], of: put[more]),
        isInPlace(group[less], sides[less], group[more], sides[more])
      else { continue }
      let doubtful = gone[less] == gone[more] ? rest : put[more]
      // What comes back is perhaps what the other side took out.
      if doubtful.contains(where: { value in gone[less].contains { whole[0][$0] == value } }) { continue }
      // What stands twice and comes back may be either.
      if doubtful.contains(where: { value in
        place(value, whole[0]) == nil && gone[more].contains { whole[0][$0] == value }
      }) {
        continue
      }
      // What one side may have exchanged and the other took out.
      let isNew = rest.contains { value in !gone[more].contains { whole[0][$0] == value } }
      let isGone = group[less].contains { hunk in
        hunk.new.count < hunk.old.count
          || sides[less][hunk.new].count { !whole[0].contains($0) }
            < hunk.old.count { !sides[less].contains(whole[0][$0]) }
      }
      return isNew && isGone ? nil : texts[more]
    }
    return oneByOne([pristine, edited, current], whole)
  }

  /// The first of some values that a side only moved from where the other one has them, with the repeated ones that follow them.
  private static func moved(
    _ values: [Int], _ side: [Int], in other: [Int], where isThere: (Int, Int) -> Bool
  ) -> [Int] {
    var moved: [Int] = []
    for value in values {
      if place(value, side) != nil, let there = place(value, other) {
        if !isThere(value, there) { break }
      } else if moved.isEmpty || !isRepeated(value, [[], side, other]) || !other.contains(value) {
        break
      }
      moved.append(value)
    }
    return moved
  }

  /// Whether what the one side put stands in a hunk of the other as far from one of its ends as on the one side, or, where its first value
  /// tells it, with more on both sides.
  private static func isInPlace(_ less: [Hunk], _ lessSide: [Int], _ more: [Hunk], _ moreSide: [Int]) -> Bool
  {
    for hunk in less where !hunk.new.isEmpty {
      func holds(_ outer: Hunk, _ inner: Hunk) -> Bool {
        outer.old.lowerBound <= inner.old.lowerBound && inner.old.upperBound <= outer.old.upperBound
      }
      guard let outer = more.first(where: { holds($0, hunk) }) else { return false }
      let inner = less.filter { holds(outer, $0) }
      let front =
        inner.filter { $0.old.lowerBound < hunk.old.lowerBound }.reduce(
          hunk.old.lowerBound - outer.old.lowerBound
        ) {
          $0 + $1.new.count - $1.old.count
        }
      let back =
        inner.filter { $0.old.upperBound > hunk.old.upperBound }.reduce(
          outer.old.upperBound - hunk.old.upperBound
        ) {
          $0 + $1.new.count - $1.old.count
        }
      let first = outer.new.lowerBound + front
      let last = outer.new.upperBound - back - hunk.new.count
      let told = place(lessSide[hunk.new.lowerBound], moreSide).map { [$0] } ?? []
      let isThere = ([first, last] + told).contains { start in
        let end = start + hunk.new.count
        return start >= outer.new.lowerBound && end <= outer.new.upperBound
          && (min(first, last)...max(first, last)).contains(start)
          && Array(moreSide[start..<end]) == Array(lessSide[hunk.new])
      }
      if !isThere { return false }
    }
    return true
  }

  /// What is in `whole` besides `part`; nil where that is not in it in order.
  static func rest(_ part: [Int], of whole: [Int]) -> [Int]? {
    var (wanted, rest) = (part[...], [Int]())
    for value in whole {
      if value == wanted.first { wanted.removeFirst() } else { rest.append(value) }
    }
    return wanted.isEmpty ? rest : nil
  }

  /// Where a value stands that stands once.
  static func place(_ value: Int, _ list: [Int]) -> Int? {
    list.count { $0 == value } == 1 ? list.firstIndex(of: value) : nil
  }

  /// Stretches of the three lists, of which `whole` is what they are parts of.
  private static func oneByOne(_ stretches: [[Int]], _ whole: [[Int]]) -> [Int]? {
    let (pristine, edited, current) = (stretches[0], stretches[1], stretches[2])
    let isSingle = zip(stretches, whole).allSatisfy { stretch, list in
      stretch.count == pristine.count && stretch.allSatisfy { value in list.count { $0 == value } == 1 }
    }
    if !isSingle { return nil }
    func haveMoved(_ one: [Int], _ other: [Int]) -> Bool {
      one.indices.contains { index in other.firstIndex(of: one[index]).map { $0 != index } ?? false }
    }
    if haveMoved(edited, pristine) || haveMoved(current, pristine) || haveMoved(edited, current) {
      return nil
    }
    var result: [Int] = []
    for (index, old) in pristine.enumerated() {
      let (ours, theirs) = (current[index], edited[index])
      if ours != old, theirs != old, ours != theirs { return nil }
      result.append(theirs == old ? ours : theirs)
    }
    return result
  }
}
