internal import SZJSON

/// The rows of a table in the three versions of a list: of more than half of the elements arrays of one length, which is more than one in a
/// version; and several in a version. Where PRISTINE is empty, those that both sides put. What else is in the list, as a title, is no row.
struct ListTable {
  private let rows: Three<ListElements>
  /// How many columns each version has; 0 where PRISTINE is empty.
  private let widths: Three<Int>

  /// Nil where the versions are no table. Linear in the elements.
  init?(_ rows: Three<ListElements>) {
    guard let edited = ListTable.width(rows.edited), let current = ListTable.width(rows.current),
      let before = rows.pristine.count == 0 ? 0 : ListTable.width(rows.pristine)
    else { return nil }
    self.rows = rows
    widths = Three(pristine: before, edited: edited, current: current)
    let areSeveral = before == 0 || Party.allCases.contains { rows[$0].count > 1 }
    if !areSeveral || (before == 0 ? min(edited, current) : max(before, edited, current)) < 2 { return nil }
  }

  /// Whether the result is no such table: it has longer and shorter rows; or a cell of a row that both edited may have come to another
  /// column (``RowEdit``); or one side moved a column, and the other one put or edited a row. Linear in the elements, and in the text of
  /// those that a side edited.
  func isTorn(by merge: ListMerge) -> Bool {
    let hunks = Three(pristine: [], edited: merge.inEdited, current: merge.inCurrent)
    if hasMovedColumn(.edited, hunks) || hasMovedColumn(.current, hunks) { return true }
    // Asked for where both edited a row.
    lazy var shown = [shown(by: .edited), shown(by: .current)]
    let results = merge.steps.compactMap { step -> Int? in
      switch step {
      case .run(let range): range.contains { isRow($0, of: .current) } ? widths.current : nil
      case .take(let position), .edit(_, let position, _): isRow(position, of: .edited) ? widths.edited : nil
      case .merge(let atPristine, let atEdited, let atCurrent):
        width(of: Three(pristine: atPristine, edited: atEdited, current: atCurrent), shown)
      case .conflict: nil
      }
    }
    return results.contains { $0 != results[0] || $0 == 0 }
  }

  /// How long more than half of the elements are, which are arrays.
  private static func width(_ elements: ListElements) -> Int? {
    let (document, nodes) = (elements.document, elements.nodes)
    var counts: [Int: Int] = [:]
    for node in nodes where document.kind(node) == .array {
      counts[document.count(of: node), default: 0] += 1
    }
    return counts.first { $0.value * 2 > nodes.count }?.key
  }

  /// The cells of an element of a version; nil where it is no row.
  private func cells(_ position: Int, of side: Party) -> [UInt64]? {
    isRow(position, of: side) ? rows[side].children(position) : nil
  }

  private func isRow(_ position: Int, of side: Party) -> Bool {
    let (document, node) = (rows[side].document, rows[side].nodes[position])
    return document.kind(node) == .array && document.count(of: node) == widths[side]
  }

  /// The first two rows in which a side only put cells, or took some out: they tell what became of the columns.
  private func shown(by side: Party) -> [(row: Int, edit: RowEdit)] {
    Array(
      (0..<min(rows.pristine.count, rows[side].count)).lazy.compactMap { edit($0, by: side) }
        .filter(\.edit.showsColumns).prefix(2))
  }

  /// What became of the row at a place.
  private func edit(_ position: Int, by side: Party) -> (row: Int, edit: RowEdit)? {
    guard let before = cells(position, of: .pristine), let now = cells(position, of: side) else { return nil }
    return (position, RowEdit(before, now))
  }

  /// Whether a side has a new row of the different cells of one in another order, or those of the first row in other columns, and none as
  /// it was but with equal cells; or each row in another order, where all have equal cells; and the other side put a row, which the side
  /// has not, or beside such a one as it was. Linear in the rows.
  private func hasMovedColumn(_ side: Party, _ hunks: Three<[SequenceHunk]>) -> Bool {
    // The first one is mostly as it was, and answers that.
    if hasKept(hunks[side], besidesNewOf: side) { return false }
    let (pristine, own, other) = (rows.pristine, rows[side], rows[side.other])
    let different = pristine.hashes.indices.filter { hasDifferentCells($0, of: .pristine) }
    let more = ProvenAlignment.more(in: other.hashes[...], than: pristine.hashes[...])
    let isOneSided = hasKept(hunks[side.other])
    let putsRow = other.hashes.enumerated().contains { position, row in
      more[row, default: 0] > 0 && isRow(position, of: side.other)
        && (own.only(row) == nil || isOneSided && hasDifferentCells(position, of: side.other))
    }
    if !putsRow { return false }
    if different.isEmpty { return isAllShuffled(by: side) }
    func isNew(_ position: Int) -> Bool { pristine.only(own.hashes[position]) == nil }
    let sums = Set(different.map { sum($0, of: .pristine) })
    if own.hashes.indices.contains(where: { isNew($0) && sums.contains(sum($0, of: side)) }) { return true }
    let first = (0..<min(pristine.count, own.count)).first { isRow($0, of: .pristine) }
    guard let first, isNew(first) else { return false }
    return edit(first, by: side)?.edit.isShifted ?? false
  }

  /// Whether a side has the cells of each row in another order, of two at least. Linear in the cells.
  private func isAllShuffled(by side: Party) -> Bool {
    let (pristine, own) = (rows.pristine, rows[side])
    let places = pristine.hashes.indices.filter { isRow($0, of: .pristine) }
    return places.count > 1
      && places.allSatisfy {
        $0 < own.count && pristine.hashes[$0] != own.hashes[$0] && sum($0, of: .pristine) == sum($0, of: side)
      }
  }

  private func hasDifferentCells(_ row: Int, of side: Party) -> Bool {
    cells(row, of: side).map { Set($0).count == $0.count } ?? false
  }

  /// What the cells of a row come to in any order; 0 for what is no row.
  private func sum(_ row: Int, of side: Party) -> UInt64 { cells(row, of: side)?.reduce(0, &+) ?? 0 }

  /// Whether a row of different cells is in none of some hunks, nor has one in them the same cells, one of PRISTINE or a new one of `side`.
  private func hasKept(_ hunks: [SequenceHunk], besidesNewOf side: Party? = nil) -> Bool {
    var changed = Set(hunks.flatMap { $0.old.map { sum($0, of: .pristine) } })
    if let side { changed.formUnion(hunks.flatMap { $0.new.map { sum($0, of: side) } }) }
    var next = 0
    return (hunks.map(\.old) + [rows.pristine.count..<rows.pristine.count]).contains { old in
      defer { next = old.upperBound }
      return (next..<old.lowerBound).contains {
        hasDifferentCells($0, of: .pristine) && !changed.contains(sum($0, of: .pristine))
      }
    }
  }

  /// How long a row becomes that both sides edited; nil where that is a conflict, or another merge. 0 where a cell may have come to
  /// another column.
  private func width(of at: Three<Int>, _ shown: [[(row: Int, edit: RowEdit)]]) -> Int? {
    if !Party.allCases.allSatisfy({ isRow(at[$0], of: $0) }) { return nil }
    func row(_ side: Party, of pristine: ListElements?) -> ListElements {
      let document = rows[side].document
      let cells = Array(document.elements(rows[side].nodes[at[side]]))
      return ListElements(document, cells, hashes: cells.map { document.hash($0) }, of: pristine)
    }
    let pristine = row(.pristine, of: nil)
    let (edited, current) = (row(.edited, of: pristine), row(.current, of: pristine))
    let merge = ListMerge(Three(pristine: pristine, edited: edited, current: current))
    if merge.size.hasConflicts { return nil }
    let edits = [
      RowEdit(pristine.hashes, edited.hashes, merge.inEdited),
      RowEdit(pristine.hashes, current.hashes, merge.inCurrent),
    ]
    let isDoubtful = [0, 1].contains { side in
      let shows = shown[side].first { $0.row != at.pristine }
      return edits[side].isDoubtful(shows?.edit, besides: edits[1 - side])
    }
    return isDoubtful ? 0 : merge.size.settled
  }
}
