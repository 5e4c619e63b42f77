internal import SZJSON

/// Hunks of one side or of both that meet, to be merged together.
struct HunkGroup {
  /// Where they stand in each version.
  let ranges: Three<Range<Int>>
  let edited: SideOfGroup
  let current: SideOfGroup
}

/// Finds which hunks of two sides meet.
///
/// Hunks meet where they share an element of PRISTINE, where one inserts inside the other, where both insert at one place, where they
/// touch and put an equal value, or where both put or both take out all that stands between them. Of `[a, b]`, an insertion between them
/// and a replacement of `b` only touch. Beside what was moved nothing is kept by its neighbours (``ProvenAlignment``).
enum HunkGroups {
  /// The groups in order. Linear in the elements that the hunks put.
  static func of(
    _ rows: Three<ListElements>, _ inEdited: [SequenceHunk], _ inCurrent: [SequenceHunk]
  ) -> [HunkGroup] {
    var groups: [HunkGroup] = []
    var (left, right) = (inEdited[...], inCurrent[...])
    var shifts = (edited: 0, current: 0)
    while !left.isEmpty || !right.isEmpty {
      let starts = (left, right)
      if comesFirst(left.first, right.first) { left.removeFirst() } else { right.removeFirst() }
      // Hunks of one side never touch each other, so only the last one of the other side can meet the next.
      while true {
        let (own, others) = (starts.0[..<left.startIndex].last, starts.1[..<right.startIndex].last)
        if let next = left.first, let others, meet(rows, next, others) {
          left.removeFirst()
        } else if let next = right.first, let own, meet(rows, own, next) {
          right.removeFirst()
        } else {
          break
        }
      }
      let (own, others) = (starts.0[..<left.startIndex], starts.1[..<right.startIndex])
      let span = span(own, others)
      let edited = SideOfGroup(own, span, shift: shifts.edited)
      let current = SideOfGroup(others, span, shift: shifts.current)
      shifts = (edited.range.upperBound - span.upperBound, current.range.upperBound - span.upperBound)
      groups.append(
        HunkGroup(
          ranges: Three(pristine: span, edited: edited.range, current: current.range), edited: edited,
          current: current))
    }
    return groups
  }

  /// What the hunks of a group, of which one side has one at least, are about.
  private static func span(_ own: ArraySlice<SequenceHunk>, _ others: ArraySlice<SequenceHunk>) -> Range<Int>
  {
    guard let first = own.first?.old, let last = own.last?.old else { return span(others, own) }
    guard let otherFirst = others.first?.old, let otherLast = others.last?.old else {
      return first.lowerBound..<last.upperBound
    }
    return min(first.lowerBound, otherFirst.lowerBound)..<max(last.upperBound, otherLast.upperBound)
  }

  private static func comesFirst(_ hunk: SequenceHunk?, _ other: SequenceHunk?) -> Bool {
    guard let hunk, let other else { return other == nil }
    return (hunk.old.lowerBound, hunk.old.upperBound) <= (other.old.lowerBound, other.old.upperBound)
  }

  private static func meet(_ rows: Three<ListElements>, _ inEdited: SequenceHunk, _ inCurrent: SequenceHunk)
    -> Bool
  {
    let (one, other) = (inEdited.old, inCurrent.old)
    if one.overlaps(other) || isInside(one, other) || isInside(other, one) { return true }
    if one.isEmpty, one == other { return true }
    guard one.upperBound == other.lowerBound || other.upperBound == one.lowerBound else {
      return isSameBeside(inEdited, inCurrent, rows)
    }
    return !HashSet(Array(rows.edited.hashes[inEdited.new]))
      .common(with: Array(rows.current.hashes[inCurrent.new])).isEmpty
  }

  /// Whether a side puts something inside of what the other one takes out.
  private static func isInside(_ place: Range<Int>, _ stretch: Range<Int>) -> Bool {
    place.isEmpty && stretch.lowerBound < place.lowerBound && place.lowerBound < stretch.upperBound
  }

  /// Whether both sides put, or both took out, all the values of the stretch of PRISTINE between two hunks: of `[a, b, c]` one makes
  /// `[A, b, b, c]` and the other one `[a, b, b, C]`. Linear in the stretch and in the hunks.
  private static func isSameBeside(
    _ inEdited: SequenceHunk, _ inCurrent: SequenceHunk, _ rows: Three<ListElements>
  ) -> Bool {
    let pristine = rows.pristine.hashes
    let start = min(inEdited.old.upperBound, inCurrent.old.upperBound)
    let stretch = pristine[start..<max(inEdited.old.lowerBound, inCurrent.old.lowerBound)]
    func isIn(_ values: ArraySlice<UInt64>) -> Bool {
      guard values.contains(pristine[start]) else { return false }
      let values = HashSet(Array(values))
      return stretch.allSatisfy { values.contains($0) }
    }
    return isIn(rows.edited.hashes[inEdited.new]) && isIn(rows.current.hashes[inCurrent.new])
      || isIn(pristine[inEdited.old]) && isIn(pristine[inCurrent.old])
  }
}
