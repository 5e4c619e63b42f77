/// What both sides did to a list whose elements have no known identity: which elements are gone, which are new, and which
/// were edited in place.
///
/// Equal elements are matched first, each side against PRISTINE, and both sides against each other. What both have and
/// PRISTINE has not is one thing that both made, so it came from the same element on both sides or from none; only the rest
/// is matched by likeness, each side against PRISTINE. So an edit in place and an insertion beside it are told apart: what
/// was inserted stands in the other side's list, too, once it has been merged.
struct ListMatching {
  /// The hunks of EDITED and of CURRENT against PRISTINE.
  private(set) var edited: [SequenceHunk] = []
  private(set) var current: [SequenceHunk] = []
  /// Where a side changed something: all that was matched together, with an element that nobody touched between two of them.
  private(set) var stretches: [Stretch] = []
  /// Whether both sides changed one stretch, and not in the same way.
  private(set) var isContended = false

  /// Whether the history of every stretch was found, nothing in it contradicts itself, and no element seems to have moved.
  private(set) var isClear = true

  private var histories: [ListHistory.Column] = []
  /// The hunks of EDITED in stretches that both sides changed alike.
  private var alike: [SequenceHunk] = []
  let rows: Three<ElementRow>

  struct Stretch {
    let ranges: Three<Range<Int>>
    let isContended: Bool
  }

  /// Matches three versions. Linear but for a logarithm, whatever is in them.
  init(_ rows: Three<ElementRow>) {
    self.init(
      rows, ListMatching.hunks(rows.pristine, rows.edited), ListMatching.hunks(rows.pristine, rows.current))
  }

  /// Matches three versions whose equal elements have been matched before.
  init(_ rows: Three<ElementRow>, _ inEdited: [SequenceHunk], _ inCurrent: [SequenceHunk]) {
    self.rows = rows
    stretches = match(
      inEdited[...], inCurrent[...], behind: (0, 0), DoubtfulElements(rows, inEdited, inCurrent))
    isContended = stretches.contains(where: \.isContended)
    if isContended, isClear { isClear = !hasMoves }
  }

  /// Matches stretch by stretch, each with the elements beside it that are in doubt; where that is too long for a history, without them.
  /// `shifts` are how much longer each side is than PRISTINE before the hunks. Answers the stretches.
  private mutating func match(
    _ inEdited: ArraySlice<SequenceHunk>, _ inCurrent: ArraySlice<SequenceHunk>, behind shifts: (Int, Int),
    _ doubtful: DoubtfulElements?
  ) -> [Stretch] {
    var stretches: [Stretch] = []
    var (left, right, shifts) = (inEdited, inCurrent, shifts)
    while let first = SequenceHunk.start(left.first, right.first) {
      let start = doubtful?.start(before: first) ?? first
      var end = first
      var (own, others): ([SequenceHunk], [SequenceHunk]) = ([], [])
      while true {
        if let next = left.first, next.old.lowerBound <= end {
          end = max(end, next.old.upperBound)
          own.append(next)
          left = left.dropFirst()
        } else if let next = right.first, next.old.lowerBound <= end {
          end = max(end, next.old.upperBound)
          others.append(next)
          right = right.dropFirst()
        } else if doubtful?.isDoubtful(end) ?? false {
          end += 1
        } else {
          break
        }
      }
      let starts = shifts
      if let last = own.last { shifts.0 = last.new.upperBound - last.old.upperBound }
      if let last = others.last { shifts.1 = last.new.upperBound - last.old.upperBound }
      let ranges = Three(
        pristine: start..<end, edited: start + starts.0..<end + shifts.0,
        current: start + starts.1..<end + shifts.1)
      let isContended: Bool
      if doubtful != nil, ListHistory.isTooLong(ranges) {
        let found = (edited.count, current.count)
        isContended = match(own[...], others[...], behind: starts, nil).contains(where: \.isContended)
        // What is left beside the pairs may be a pure insertion now.
        edited[found.0...] =
          HunkSliding.slid(Array(edited[found.0...]), rows.pristine.hashes, rows.edited.hashes)[...]
        current[found.1...] =
          HunkSliding.slid(
            Array(current[found.1...]), rows.pristine.hashes, rows.current.hashes)[...]
      } else {
        isContended = add(own, others, ranges)
      }
      stretches.append(Stretch(ranges: ranges, isContended: isContended))
    }
    return stretches
  }

  /// Whether a side has elsewhere what it takes out or edits, or what the other side made, or both have something much like what
  /// both took out.
  private var hasMoves: Bool {
    let sides = [(edited, rows.edited), (current, rows.current)]
    for (hunks, row) in sides {
      var gone = FewHashes(expected: hunks.reduce(0) { $0 + $1.old.count })
      for hunk in hunks { for position in hunk.old { gone.insert(rows.pristine.hashes[position], value: 0) } }
      if hunks.contains(where: { $0.new.contains { gone.contains(row.hashes[$0]) } }) { return true }
    }
    if isExchanged { return true }
    let news = histories.filter { $0.pristine == nil && ($0.edited == nil || $0.current == nil) }
    if news.isEmpty { return false }
    let goneInBoth =
      histories.filter { $0.edited == nil && $0.current == nil }.compactMap(\.pristine)
      + alike.flatMap { hunk in
        let kept = Set(pairs(hunk, rows.edited, fixed: [], without: []).map(\.old))
        return hunk.old.filter { !kept.contains($0) }
      }
    return isAnyLike(
      goneInBoth,
      news.compactMap { column in
        column.edited.map { rows.edited.traits($0) } ?? column.current.map { rows.current.traits($0) }
      })
  }

  /// Whether something that a side takes out is much like something that the other puts in: once both are joined, it may seem to have
  /// moved there.
  func mayMove(outOf party: Conflict.Party) -> Bool {
    let isEdited = party == .edited
    let (own, others, row) = isEdited ? (edited, current, rows.current) : (current, edited, rows.edited)
    let gone = own.lazy.filter { !$0.isEdit }.flatMap(\.old)
    let news = others.lazy.filter { !$0.isEdit }.flatMap(\.new)
    return isAnyLike(Array(gone), news.map { row.traits($0) })
  }

  /// Whether an element of PRISTINE is much like one of `news`, or there are too many to know.
  private func isAnyLike(_ gone: [Int], _ news: [ElementTraits]) -> Bool {
    if gone.count * news.count > SimilarityAlignment.allPairs { return true }
    return gone.contains { old in
      let traits = rows.pristine.traits(old)
      return news.contains { traits.likeness(to: $0) >= SimilarityAlignment.threshold }
    }
  }

  /// Whether both sides have an element that PRISTINE has not, and it is not taken as one: they have it at different places, or it
  /// came from different elements.
  private var isExchanged: Bool {
    var news = FewHashes(expected: edited.reduce(0) { $0 + $1.new.count })
    for hunk in edited { for position in hunk.new { news.insert(rows.edited.hashes[position], value: 0) } }
    let both = Set(
      current.lazy.flatMap { $0.new.lazy.map { rows.current.hashes[$0] } }.filter { news.contains($0) })
    if both.isEmpty { return false }
    let found = histories.compactMap { column in
      column.edited.flatMap { own in
        column.current.flatMap {
          rows.edited.hashes[own] == rows.current.hashes[$0] ? rows.edited.hashes[own] : nil
        }
      }
    }
    return !both.isSubset(of: found)
  }

  /// The hunks between PRISTINE and another version by whole elements alone.
  static func hunks(_ pristine: ElementRow, _ other: ElementRow) -> [SequenceHunk] {
    HunkSliding.slid(
      SequenceAlignment.gaps(pristine.hashes, other.hashes, of: pristine.whole + other.whole)
        .map { SequenceHunk(old: $0.old, new: $0.new) },
      pristine.hashes, other.hashes)
  }

  /// Adds the hunks of a stretch that ends, on both sides, where an element is that nobody touched; answers whether it is contended.
  private mutating func add(
    _ own: [SequenceHunk], _ others: [SequenceHunk], _ ranges: Three<Range<Int>>
  ) -> Bool {
    if rows.edited.hashes[ranges.edited].elementsEqual(rows.current.hashes[ranges.current]) {
      // The same in both, and found in the same way.
      let shift = ranges.current.lowerBound - ranges.edited.lowerBound
      edited += own
      current += own.map {
        SequenceHunk(old: $0.old, new: $0.new.lowerBound + shift..<$0.new.upperBound + shift)
      }
      if isClear { alike += own }
      for hunk in own where isClear {
        histories += hunk.new.map { ListHistory.Column(pristine: nil, edited: $0, current: $0 + shift) }
      }
      return false
    }
    let isContended = !own.isEmpty && !others.isEmpty
    if addOne(ranges) { return isContended }
    if let history = ListHistory(rows, ranges) {
      if isClear {
        isClear = history.isClear
        histories += history.columns
      }
      edited += history.hunks(.edited)
      current += history.hunks(.current)
      return isContended
    }
    if isContended { isClear = false }
    let (matched, opposite) = matched(own, others)
    edited += matched
    current += opposite
    return isContended
  }

  /// Adds a stretch of one element in each version, as its history would be; false where only that can tell.
  private mutating func addOne(_ ranges: Three<Range<Int>>) -> Bool {
    guard ranges.pristine.count == 1, ranges.edited.count == 1, ranges.current.count == 1 else {
      return false
    }
    let positions = ranges.map(\.lowerBound)
    guard let (one, isClear) = ElementCosts.only(rows, positions) else { return false }
    let isEdited = (
      rows.pristine.hashes[positions.pristine] != rows.edited.hashes[positions.edited],
      rows.pristine.hashes[positions.pristine] != rows.current.hashes[positions.current]
    )
    if self.isClear {
      self.isClear = isClear
      histories += columns(positions, isOne: one, isEdited.0)
    }
    if isEdited.0 { edited.append(SequenceHunk(old: ranges.pristine, new: ranges.edited, isEdit: one)) }
    if isEdited.1 { current.append(SequenceHunk(old: ranges.pristine, new: ranges.current, isEdit: one)) }
    return true
  }

  /// The columns of three elements that are one, or of which one side put its own in the place of the one before.
  private func columns(_ positions: Three<Int>, isOne: Bool, _ isEdited: Bool) -> [ListHistory.Column] {
    let (pristine, edited, current) = (positions.pristine, positions.edited, positions.current)
    if isOne { return [.init(pristine: pristine, edited: edited, current: current)] }
    return isEdited
      ? [
        .init(pristine: nil, edited: edited, current: nil),
        .init(pristine: pristine, edited: nil, current: current),
      ]
      : [
        .init(pristine: nil, edited: nil, current: current),
        .init(pristine: pristine, edited: edited, current: nil),
      ]
  }
}
