internal import SZJSON

/// Rows of a table: two or more arrays, all of one length, which is more than one in PRISTINE.
extension ListShape {
  /// Whether each version has such rows, but the result is no such table: it has longer and shorter ones; or a cell of a row that both
  /// edited may have come to another column (``RowEdit``); or one side moved a column, and the other one put or edited a row. Linear in
  /// the rows, and in the text of those that a side edited.
  var hasTornRows: Bool {
    guard let before = width(of: rows.pristine), before > 1, let edited = width(of: rows.edited),
      let current = width(of: rows.current)
    else { return false }
    if hasMovedColumn(rows.edited, besides: rows.current)
      || hasMovedColumn(rows.current, besides: rows.edited)
    {
      return true
    }
    // What became of the first row on each side: asked for where both edited one.
    lazy var first = [rows.edited, rows.current].map { RowEdit(rows.pristine.children(0), $0.children(0)) }
    let widths = merge.steps.compactMap { step -> Int? in
      switch step {
      case .run: current
      case .take, .edit: edited
      case .merge(let atPristine, let atEdited, let atCurrent):
        mergedWidth(Three(pristine: atPristine, edited: atEdited, current: atCurrent), first: first)
      case .conflict: nil
      }
    }
    return widths.contains { $0 != widths[0] || $0 == 0 }
  }

  /// Whether a side has a row of different cells in another order, and none as it was but with equal cells, and the other side put one.
  private func hasMovedColumn(_ side: ListElements, besides other: ListElements) -> Bool {
    let pristine = rows.pristine
    func isKept(_ row: Int) -> Bool { side.only(pristine.hashes[row]) != nil }
    func hasDifferentCells(_ row: Int) -> Bool {
      let cells = pristine.children(row)
      return Set(cells).count == cells.count
    }
    let gone = pristine.hashes.indices.filter { !isKept($0) && hasDifferentCells($0) }
    let cells = Set(gone.map { pristine.children($0).reduce(0, &+) })
    var left: [UInt64: Int] = [:]
    for row in cells.isEmpty ? [] : pristine.hashes { left[row, default: 0] += 1 }
    func isPut(_ row: UInt64) -> Bool {
      left[row, default: 0] -= 1
      return left[row, default: 0] < 0 && side.only(row) == nil
    }
    return !cells.isEmpty && other.hashes.contains(where: isPut)
      && side.hashes.indices.contains { cells.contains(side.children($0).reduce(0, &+)) }
      && !pristine.hashes.indices.contains { isKept($0) && hasDifferentCells($0) }
  }

  private func width(of elements: ListElements) -> Int? {
    let (document, nodes) = (elements.document, elements.nodes)
    guard nodes.count > 1, nodes.allSatisfy({ document.kind($0) == .array }) else { return nil }
    let width = document.count(of: nodes[0])
    return nodes.allSatisfy { document.count(of: $0) == width } ? width : nil
  }

  /// How long a row becomes that both sides edited; nil where that is a conflict, or another merge. 0 where a cell may have come to
  /// another column.
  private func mergedWidth(_ at: Three<Int>, first: [RowEdit]) -> Int? {
    let cells = Three { side in Array(rows[side].document.elements(rows[side].nodes[at[side]])) }
    func row(_ side: Party, of pristine: ListElements?) -> ListElements {
      let document = rows[side].document
      return ListElements(
        document, cells[side], hashes: cells[side].map { document.hash($0) }, of: pristine)
    }
    let pristine = row(.pristine, of: nil)
    let (edited, current) = (row(.edited, of: pristine), row(.current, of: pristine))
    if [pristine, edited, current].contains(where: { $0.nodes.indices.contains(where: $0.isContainer) }) {
      return nil
    }
    let merge = ListMerge(Three(pristine: pristine, edited: edited, current: current))
    if merge.size.hasConflicts { return nil }
    let own = RowEdit(merge.inEdited, from: pristine.count, to: edited.count)
    let other = RowEdit(merge.inCurrent, from: pristine.count, to: current.count)
    return own.isDoubtful(first: first[0], besides: other) || other.isDoubtful(first: first[1], besides: own)
      ? 0 : merge.size.settled
  }
}
