internal import SZJSON

/// Whether the result of a merged list has each value as often, and each two in the order, that what both sides did comes to.
///
/// Each value stands as often as in PRISTINE plus what each side added or took: where both did the same way, between the larger and
/// the sum; one that stood at most once in all three stands at most once. A value that one side has oftener than PRISTINE and the
/// other one not at all any more is a contradiction, and so are two values that have one order on both sides and not in the result, or
/// there the one of PRISTINE although a side has the other one (``AgreedOrder``). Values in stretches that are a conflict of their own
/// do not count, unless one that stands at most once in all three stands outside of them in the result as well, or whoever wins loses
/// or doubles one (``ContestedCount``).
///
/// Numbers, booleans and null of which all three have as many stay as many: of the hours `["Mon", 9, 12]` one side makes `["Mon", 8, 9]`
/// and the other one `["Mon", 8, 12]`, and `["Mon", 8]` is none. Where all three have nothing else, and as many, and a side put a number
/// that PRISTINE does not have, the result is that of each place: of `[1, 0, 2]`, `[2, 0, 0]` and `[1, 0, 3]` comes no `[3, 0, 0]`.
///
/// An element that a side moved and edited counts as the one that it was (``ElementOrigins``): of `[b, c]` one side makes
/// `[c, b']` and the other one `[c, b"]`, and `[c, b", b']` has b twice. Rows of which the first value is a key in all three versions
/// have it once in the result: two sides that append `["k", 1]` and `["k", 2]` contradict each other. So do those that put two elements
/// of one identity where that is in doubt.
struct ListCount {
  let isContradictory: Bool

  /// Linear in the elements, but for a logarithm where they are in another order. `keys` are identities that are in doubt.
  init(_ merge: ListMerge, keys: () -> Three<[UInt64]?>) {
    // What one side alone did contradicts nothing.
    isContradictory =
      !merge.inEdited.isEmpty && !merge.inCurrent.isEmpty
      && ListCount.isContradictory(merge, ListCount.countedRows(merge), keys)
  }

  /// The versions, in which an element that a side moved and edited has the hash of the one that it was.
  private static func countedRows(_ merge: ListMerge) -> Three<ListElements> {
    let rows = merge.rows
    func put(_ row: ListElements, _ hunks: [SequenceHunk]) -> HashSet {
      HashSet(hunks.flatMap { row.hashes[$0.new] })
    }
    let edited = ElementOrigins(
      rows.pristine, rows.edited, merge.inEdited, besides: put(rows.current, merge.inCurrent))
    let current = ElementOrigins(
      rows.pristine, rows.current, merge.inCurrent, besides: put(rows.edited, merge.inEdited))
    return Three(
      pristine: rows.pristine,
      edited: edited.isTrivial ? rows.edited : rows.edited.counting(as: edited.hashes),
      current: current.isTrivial ? rows.current : rows.current.counting(as: current.hashes))
  }

  private static func isContradictory(
    _ merge: ListMerge, _ rows: Three<ListElements>, _ keys: () -> Three<[UInt64]?>
  ) -> Bool {
    let settled = HashSet(merge.settled(rows, conflicts: true))
    let result = result(merge, rows)
    if settled.common(with: result).contains(where: { isSingle($0, rows) }) { return true }
    return hasLostLiterals(merge) || hasLostPlaces(merge) || hasGrown(merge) || isPutBesideAll(merge)
      || !isCountRight(merge, rows, without: settled)
      || !isOrderRight(merge, rows, result, without: settled) || hasKeyTwice(merge, keys())
      || TwinElements(merge.rows).areAny(in: merge)
      || !ContestedCount(merge, rows).isRight
  }

  /// What stands in the result outside of the stretches of their own.
  private static func result(_ merge: ListMerge, _ rows: Three<ListElements>) -> [UInt64] {
    var result: [UInt64] = []
    for step in merge.steps {
      switch step {
      case .run(let range): result += rows.current.hashes[range]
      case .take(let position), .edit(_, let position, _): result.append(rows.edited.hashes[position])
      case .merge, .conflict: break
      }
    }
    return result
  }

  /// Whether a value stands at most once in each version.
  private static func isSingle(_ value: UInt64, _ rows: Three<ListElements>) -> Bool {
    Party.allCases.allSatisfy { rows[$0].only(value) != -1 }
  }

  /// Whether there are more or fewer numbers, booleans and null in the result, although all versions have as many.
  private static func hasLostLiterals(_ merge: ListMerge) -> Bool {
    let rows = merge.rows
    let counts = Three { side in
      merge.regions.reduce(0) { $0 + rows[side].literals($1[side]) }
    }
    if counts.edited != counts.pristine || counts.current != counts.pristine { return false }
    let result = merge.steps.reduce(0) { count, step in
      switch step {
      case .run(let range): count + rows.current.literals(range)
      case .take(let position), .edit(_, let position, _):
        count + rows.edited.literals(position..<position + 1)
      case .conflict(_, _, let edited, _): count + rows.edited.literals(edited)
      case .merge: count
      }
    }
    return result != rows.current.literals(0..<rows.current.count)
  }

  /// Whether all versions have as many elements, but the result has more, as each side put another object or array where both took one out:
  /// that they may have moved and edited.
  private static func hasGrown(_ merge: ListMerge) -> Bool {
    let rows = merge.rows
    let count = rows.pristine.count
    if rows.edited.count != count || rows.current.count != count { return false }
    let size = merge.steps.reduce(0) { size, step in
      switch step {
      case .run(let range): size + range.count
      case .take, .edit, .merge: size + 1
      case .conflict: size
      }
    }
    /// Whether the sides changed an object or array of one version that the other two do not have.
    func isAny(_ side: Party, besides others: Party...) -> Bool {
      merge.regions.contains { region in
        region[side].contains { position in
          rows[side].isContainer(position)
            && others.allSatisfy { rows[$0].only(rows[side].hashes[position]) == nil }
        }
      }
    }
    return size > count && isAny(.pristine, besides: .edited, .current)
      && isAny(.edited, besides: .pristine, .current) && isAny(.current, besides: .pristine, .edited)
  }

  /// Whether one side put all of several elements into an object or array, and the other one put something beside them: that may belong
  /// there, too. Of `[[0, 0], [4, 0]]` one side makes `[[[0, 0], [4, 0]]]`, and the other one `[[0, 0], [4, 0], [9, 9]]`.
  private static func isPutBesideAll(_ merge: ListMerge) -> Bool {
    let pristine = merge.rows.pristine
    if pristine.count < 2 { return false }
    // What has it, too, has taken that over, and put its own beside it.
    func hasAllInOne(_ side: ListElements, _ hunks: [SequenceHunk], besides other: ListElements) -> Bool {
      guard hunks.count == 1, hunks[0].old.count == pristine.count else { return false }
      return hunks[0].new.contains { position in
        guard side.isContainer(position), other.only(side.hashes[position]) == nil else { return false }
        let children = HashSet(side.children(position))
        return pristine.hashes.allSatisfy { children.contains($0) }
      }
    }
    func hasPut(_ hunks: [SequenceHunk]) -> Bool { hunks.contains { !$0.new.isEmpty } }
    let (edited, current) = (merge.rows.edited, merge.rows.current)
    return hasAllInOne(edited, merge.inEdited, besides: current) && hasPut(merge.inCurrent)
      || hasAllInOne(current, merge.inCurrent, besides: edited) && hasPut(merge.inEdited)
  }

  /// Whether the result is another one than that of each place for itself, where all versions have as many numbers, booleans and null, and
  /// nothing else, and a side put a new one.
  private static func hasLostPlaces(_ merge: ListMerge) -> Bool {
    let rows = merge.rows
    let count = rows.pristine.count
    let isPoint = Party.allCases.allSatisfy {
      rows[$0].count == count && (0..<count).allSatisfy(rows[$0].isLiteral)
    }
    if !isPoint { return false }
    let isAnyNew = [rows.edited, rows.current].contains { row in
      row.hashes.contains { rows.pristine.only($0) == nil }
    }
    if !isAnyNew { return false }
    let result = result(merge, rows)
    if result.count != count { return false }
    return result.indices.contains { place in
      let (own, other) = (rows.edited.hashes[place], rows.current.hashes[place])
      let before = rows.pristine.hashes[place]
      if own != before, other != before, own != other { return true }
      return result[place] != (own == before ? other : own)
    }
  }

  /// Whether two rows of the result have one key although no two of a version have.
  private static func hasKeyTwice(_ merge: ListMerge, _ keys: Three<[UInt64]?>) -> Bool {
    let keys = Three { keys[$0] ?? merge.rows[$0].firstValues }
    guard merge.rows.pristine.count > 1, let inPristine = keys.pristine, let inEdited = keys.edited,
      let inCurrent = keys.current
    else { return false }
    var seen = FewHashes(expected: inCurrent.count)
    func isNew(_ key: UInt64) -> Bool { key == 0 || seen.insert(key, value: 0) == nil }
    return merge.steps.contains { step in
      switch step {
      case .run(let range): !range.allSatisfy { isNew(inCurrent[$0]) }
      case .take(let position), .edit(_, let position, _): !isNew(inEdited[position])
      case .merge(let pristine, let edited, let current):
        !isNew(inEdited[edited] == inPristine[pristine] ? inCurrent[current] : inEdited[edited])
      case .conflict: false
      }
    }
  }

  private static func isCountRight(
    _ merge: ListMerge, _ rows: Three<ListElements>, without settled: HashSet
  ) -> Bool {
    let changed = merge.regions.lazy.flatMap { region in
      Party.allCases.lazy.flatMap { rows[$0].hashes[region[$0]] }
    }
    let expected = merge.regions.reduce(0) { $0 + $1.edited.count + $1.current.count }
    let counts = ValueCounts(of: changed, expected: expected, without: settled, merge, rows)
    let before = counts.before
    return counts.after(merge, winner: nil).enumerated().allSatisfy { value, count in
      JointCount(before.map { $0[value] }).allows(count)
    }
  }

  private static func isOrderRight(
    _ merge: ListMerge, _ rows: Three<ListElements>, _ result: [UInt64], without settled: HashSet
  ) -> Bool {
    // What stands between the regions has one order everywhere.
    let isAnyOnBoth = merge.regions.contains { region in
      rows.edited.hashes[region.edited].contains { value in
        guard let own = rows.edited.only(value), let other = rows.current.only(value) else { return false }
        return (own < 0) == (other < 0)
      }
    }
    if !isAnyOnBoth { return true }
    let places = ValueOccurrences([result] + Party.allCases.map { rows[$0].hashes })
    var both: [AgreedOrder.Spans] = []
    var swaps = (edited: [AgreedOrder.Spans](), current: [AgreedOrder.Spans]())
    for (value, hash) in places.values.enumerated() where !settled.contains(hash) {
      let all = (0...3).map { places.places(value, in: $0) }
      let (row, pristine, edited, current) = (all[0], all[1], all[2], all[3])
      guard let inEdited = span(edited), let inCurrent = span(current), let inRow = span(row) else {
        continue
      }
      if edited.count != row.count || current.count != row.count {
        both.append(AgreedOrder.Spans(inRow: inRow, inEdited, inCurrent))
        continue
      }
      // The first one is the first one everywhere, and so on.
      for ((row, edited), current) in zip(zip(row, edited), current) {
        both.append(AgreedOrder.Spans(inRow: row, edited, current))
      }
      if pristine.count != row.count { continue }
      for ((row, edited), (current, pristine)) in zip(zip(row, edited), zip(current, pristine)) {
        swaps.edited.append(AgreedOrder.Spans(inRow: row, pristine, edited))
        swaps.current.append(AgreedOrder.Spans(inRow: row, pristine, current))
      }
    }
    return AgreedOrder.isKept(both, counts: (result.count, rows.edited.count))
      && AgreedOrder.hasSwaps(swaps.edited, counts: (result.count, rows.pristine.count))
      && AgreedOrder.hasSwaps(swaps.current, counts: (result.count, rows.pristine.count))
  }

  /// From the first of some places to the last; nil where there are none.
  private static func span(_ places: ArraySlice<Int>) -> ClosedRange<Int>? {
    guard let first = places.first, let last = places.last else { return nil }
    return first...last
  }
}
