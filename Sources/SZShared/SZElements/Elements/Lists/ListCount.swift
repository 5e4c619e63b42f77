internal import SZJSON

/// Whether the result of a merged list has each value as often, and each two in the order, that what both sides did comes to.
///
/// Each value stands as often as in PRISTINE plus what each side added or took: where both did the same way, between the larger and
/// the sum; one that stood at most once in all three stands at most once. A value that one side has oftener than PRISTINE and the
/// other one not at all any more is a contradiction, and so are two values that have one order on both sides and not in the result, or
/// there the one of PRISTINE although a side has the other one (``AgreedOrder``). Values in stretches that are a conflict of their own
/// do not count, unless one that stands at most once in all three stands outside of them in the result as well, or whoever wins loses
/// or doubles one (``ContestedCount``). What the list as a whole is, ``ListShape`` says.
///
/// An element that a side moved and edited counts as the one that it was (``ElementOrigins``): of `[b, c]` one side makes
/// `[c, b']` and the other one `[c, b"]`, and `[c, b", b']` has b twice. Rows of which the first value is a key in all three versions
/// have it once in the result: two sides that append `["k", 1]` and `["k", 2]` contradict each other. So do those that put two elements
/// of one identity where that is in doubt.
public struct ListCount {
  public let isContradictory: Bool

  /// Linear in the elements, but for a logarithm where they are in another order. `keys` are identities that are in doubt.
  public init(_ merge: ListMerge, keys: () -> Three<[UInt64]?>) {
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
    let result = merge.result(rows)
    if settled.common(with: result).contains(where: { isSingle($0, rows) }) { return true }
    return ListShape(merge).isContradictory || !isCountRight(merge, rows, without: settled)
      || !isOrderRight(merge, rows, result, without: settled) || hasKeyTwice(merge, keys())
      || TwinElements(merge.rows).areAny(in: merge) || TakenApart(merge).isContradictory
      || !ContestedCount(merge, rows).isRight
  }

  /// Whether a value stands at most once in each version.
  private static func isSingle(_ value: UInt64, _ rows: Three<ListElements>) -> Bool {
    Party.allCases.allSatisfy { rows[$0].only(value) != -1 }
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
    // What stands between the regions has one order everywhere. Of what one side has oftener the other one moved none, if it left all.
    lazy var changed = HashSet(merge.regions.flatMap { rows.current.hashes[$0.current] })
    let isAnyOnBoth = merge.regions.contains { region in
      rows.edited.hashes[region.edited].contains { value in
        guard let own = rows.edited.only(value), let other = rows.current.only(value) else { return false }
        return (own < 0) == (other < 0) || changed.contains(value)
      }
    }
    if !isAnyOnBoth { return true }
    let places = ValueOccurrences([result] + Party.allCases.map { rows[$0].hashes })
    var both: [AgreedOrder.Spans] = []
    var swaps = (edited: [AgreedOrder.Spans](), current: [AgreedOrder.Spans]())
    for (value, hash) in places.values.enumerated() where !settled.contains(hash) {
      let all = (0...3).map { places.places(value, in: $0) }
      let (row, pristine, edited, current) = (all[0], all[1], all[2], all[3])
      if edited.isEmpty || current.isEmpty { continue }
      add(row, edited, current, to: &both)
      add(row, pristine, edited, to: &swaps.edited)
      add(row, pristine, current, to: &swaps.current)
    }
    return AgreedOrder.isKept(both, counts: (result.count, rows.edited.count))
      && AgreedOrder.hasSwaps(swaps.edited, counts: (result.count, rows.pristine.count))
      && AgreedOrder.hasSwaps(swaps.current, counts: (result.count, rows.pristine.count))
  }

  /// Adds where a value stands in the result and in two versions, if it stands in all: the first one is the first one everywhere, and so
  /// on; where it does not stand as often, all places together.
  private static func add(
    _ row: ArraySlice<Int>, _ one: ArraySlice<Int>, _ other: ArraySlice<Int>,
    to spans: inout [AgreedOrder.Spans]
  ) {
    if row.count == one.count, row.count == other.count {
      for ((row, one), other) in zip(zip(row, one), other) {
        spans.append(AgreedOrder.Spans(inRow: row, one, other))
      }
    } else if let inRow = span(row), let inOne = span(one), let inOther = span(other) {
      spans.append(AgreedOrder.Spans(inRow: inRow, inOne, inOther))
    }
  }

  /// From the first of some places to the last; nil where there are none.
  private static func span(_ places: ArraySlice<Int>) -> ClosedRange<Int>? {
    guard let first = places.first, let last = places.last else { return nil }
    return first...last
  }
}
