internal import SZJSON

/// The rows of a table in the three versions of a list: of more than half of the elements arrays of one length, which is more than one in a
/// version; and several in a version. Where PRISTINE is empty, those that both sides put. What else is in the list, as a title, is no row.
struct ListTable {
  let rows: Three<ListElements>
  /// How many columns each version has; 0 where PRISTINE is empty.
  let widths: Three<Int>

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

  /// Whether the result is no such table: it has longer and shorter rows, or not the columns that one side alone put; or a cell of a row
  /// that both edited may have come to another column (``RowEdit``); or one side moved a column, and the other one put or edited a row.
  /// Linear in the elements, and in the text of those that a side edited.
  func isTorn(by merge: ListMerge) -> Bool {
    let edited = TableSide(table: self, side: .edited, hunks: merge.inEdited)
    let current = TableSide(table: self, side: .current, hunks: merge.inCurrent)
    if current.hasPutRow && edited.hasMovedColumn || edited.hasPutRow && current.hasMovedColumn {
      return true
    }
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
    let before = widths.pristine
    // The columns that one side alone put are in the result, those that it alone took out are not.
    let expected =
      widths.edited == before ? widths.current : widths.current == before ? widths.edited : results.first
    return results.contains { $0 != expected || $0 == 0 }
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
  func cells(_ position: Int, of side: Party) -> [UInt64]? {
    isRow(position, of: side) ? rows[side].children(position) : nil
  }

  func isRow(_ position: Int, of side: Party) -> Bool {
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
