internal import SZJSON

/// Hunks of one side or of both that meet, to be merged together.
struct HunkGroup {
  /// Where they stand in each version.
  let ranges: Three<Range<Int>>
  let edited: SideOfGroup
  let current: SideOfGroup
}

/// What one side made of the stretch of PRISTINE that a group is about.
struct SideOfGroup {
  let range: Range<Int>
  /// The positions in PRISTINE of what it took out, and in the side of what it put there; ascending.
  let removed: [Int]
  let put: [Int]
  let hunks: ArraySlice<SequenceHunk>
  private let start: Int

  /// The hunks of one side in the stretch `pristine`; `shift` is how much longer the side is before it.
  init(_ hunks: ArraySlice<SequenceHunk>, _ pristine: Range<Int>, shift: Int) {
    self.hunks = hunks
    start = pristine.lowerBound
    removed = hunks.flatMap { Array($0.old) }
    put = hunks.flatMap { Array($0.new) }
    let end = hunks.last.map { $0.new.upperBound - $0.old.upperBound } ?? shift
    range = pristine.lowerBound + shift..<pristine.upperBound + end
  }

  /// Whether the side did nothing here.
  var isIdle: Bool { hunks.isEmpty }

  /// The element of PRISTINE that the one at `position` was; nil for one that was put there.
  func original(of position: Int) -> Int? {
    var shift = range.lowerBound - start
    for hunk in hunks {
      if position < hunk.new.lowerBound { break }
      if position < hunk.new.upperBound { return nil }
      shift = hunk.new.upperBound - hunk.old.upperBound
    }
    return position - shift
  }

  /// Where an element of PRISTINE is on the side; nil for one that was taken out.
  func position(of original: Int) -> Int? {
    var shift = range.lowerBound - start
    for hunk in hunks {
      if original < hunk.old.lowerBound { break }
      if original < hunk.old.upperBound { return nil }
      shift = hunk.new.upperBound - hunk.old.upperBound
    }
    return original + shift
  }

  /// What the side puts besides, where it removes and puts all that `other` does, in order and in its place, and more, and puts
  /// nothing that is like what `other` removes, and nothing again that stands twice in PRISTINE: of that nobody knows what stands
  /// beside it; else nil.
  func doesMore(
    than other: SideOfGroup, _ row: ListElements, _ otherRow: ListElements, _ pristine: ListElements
  ) -> [Int]? {
    let (hashes, others) = (row.hashes, otherRow.hashes)
    // What comes back may be what the other side took out, and this one another.
    let gone = HashSet(other.removed.map { pristine.hashes[$0] })
    if put.contains(where: { gone.contains(hashes[$0]) }) { return nil }
    let repeated = HashSet(removed.map { pristine.hashes[$0] }.filter { pristine.only($0) == -1 })
    if put.contains(where: { repeated.contains(hashes[$0]) }) { return nil }
    var own = removed[...]
    for position in other.removed {
      own = own.drop { $0 < position }
      if own.first != position { return nil }
    }
    var rest: [Int] = []
    var wanted = other.put[...]
    for position in put {
      if let next = wanted.first, others[next] == hashes[position] {
        wanted = wanted.dropFirst()
      } else {
        rest.append(position)
      }
    }
    let isMore = removed.count > other.removed.count || !rest.isEmpty
    return wanted.isEmpty && isMore && hasInPlace(other, row, otherRow) ? rest : nil
  }

  /// Whether what each hunk of `other` puts stands in a hunk of this side as far from one of its ends as it does there, or, where it is
  /// told by its first value, with more or with less on both sides: of `[1, 2]` the other side makes `[5, 2]`; `[5, 8]` and
  /// `[7, 5, 2, 9]` have its 5 in place, `[9, 5]` has another one. Linear in what both put.
  private func hasInPlace(_ other: SideOfGroup, _ row: ListElements, _ otherRow: ListElements) -> Bool {
    var own = hunks
    for hunk in other.hunks where !hunk.new.isEmpty {
      own = own.drop { $0.old.upperBound < hunk.old.lowerBound }
      guard let outer = own.first, outer.old.lowerBound <= hunk.old.lowerBound,
        hunk.old.upperBound <= outer.old.upperBound
      else { return false }
      let there = other.range(of: outer.old)
      let first = outer.new.lowerBound + (hunk.new.lowerBound - there.lowerBound)
      let last = outer.new.upperBound - (there.upperBound - hunk.new.upperBound) - hunk.new.count
      let places = [first, last] + (row.only(otherRow.hashes[hunk.new.lowerBound]).map { [$0] } ?? [])
      let isThere = places.contains { start in
        start >= outer.new.lowerBound && start + hunk.new.count <= outer.new.upperBound
          && (min(first, last)...max(first, last)).contains(start)
          && row.hashes[start..<start + hunk.new.count].elementsEqual(otherRow.hashes[hunk.new])
      }
      if !isThere { return false }
    }
    return true
  }

  /// What the side has in the place of a stretch of PRISTINE, with what it puts at both ends.
  private func range(of stretch: Range<Int>) -> Range<Int> {
    var (before, after) = (range.lowerBound - start, range.lowerBound - start)
    for hunk in hunks {
      let shift = hunk.new.upperBound - hunk.old.upperBound
      if hunk.old.upperBound < stretch.lowerBound { before = shift }
      if hunk.old.lowerBound <= stretch.upperBound { after = shift }
    }
    return stretch.lowerBound + before..<stretch.upperBound + after
  }
}

/// Finds which hunks of two sides meet.
///
/// Hunks meet where they share an element of PRISTINE, where one inserts inside the other, where both insert at one place, where they
/// touch and put an equal value, where both put or both take out all that stands between them, where one inserts between what the other
/// one moved and what stands several times, or where one takes such a value out beside what the other one moved and replaced. Of `[a, b]`,
/// an insertion between them and a replacement of `b` only touch.
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
    if one.overlaps(other) || one.isEmpty && other.isEmpty && one == other { return true }
    if one.isEmpty, other.lowerBound < one.lowerBound, one.lowerBound < other.upperBound { return true }
    if other.isEmpty, one.lowerBound < other.lowerBound, other.lowerBound < one.upperBound { return true }
    guard one.upperBound == other.lowerBound || other.upperBound == one.lowerBound else {
      return isSameBeside(inEdited, inCurrent, rows)
    }
    if isOfEither(inEdited, inCurrent, rows.pristine, rows.current) { return true }
    if isOfEither(inCurrent, inEdited, rows.pristine, rows.edited) { return true }
    let put = HashSet(Array(rows.edited.hashes[inEdited.new]))
    return rows.current.hashes[inCurrent.new].contains { put.contains($0) }
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

  /// Whether something was put between an element that the other side, `row`, moved, and one that stands several times in PRISTINE,
  /// such as a separator: it may belong to either. Or whether such a one was taken out beside an element for which the other side has
  /// another one now: nobody knows which two it is to separate no more.
  private static func isOfEither(
    _ hunk: SequenceHunk, _ other: SequenceHunk, _ pristine: ListElements, _ row: ListElements
  ) -> Bool {
    let isBehind = other.old.upperBound == hunk.old.lowerBound
    let place = isBehind ? hunk.old.lowerBound : hunk.old.upperBound
    let (moved, kept) = isBehind ? (place - 1, place) : (place, place - 1)
    guard hunk.old.isEmpty || hunk.new.isEmpty, !other.old.isEmpty, pristine.hashes.indices.contains(kept),
      pristine.only(pristine.hashes[kept]) == -1, pristine.place(of: moved, in: row) != nil
    else { return false }
    return hunk.old.isEmpty || !other.new.isEmpty
  }
}
