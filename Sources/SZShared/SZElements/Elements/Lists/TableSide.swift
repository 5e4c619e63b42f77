internal import SZJSON

/// What a side made of the rows of a table.
struct TableSide {
  let table: ListTable
  let side: Party
  /// What it did to the rows.
  let hunks: [SequenceHunk]

  /// Whether the side moved a column (``TableColumns``), or has the cells of each row in another order. Linear in the cells.
  var hasMovedColumn: Bool {
    if isAllShuffled { return true }
    let columns = TableColumns(changed)
    // Where none seems to be moved, nobody looks at the rows that are as they were.
    return columns.areMoved() && columns.areMoved(besides: keptColumns(besidesNew: true))
  }

  /// Whether the side put a row, which the other one has not, or, where that moved a column and this side did not, beside such a one as it
  /// was. Linear in the rows.
  var hasPutRow: Bool {
    let (own, other) = (table.rows[side], table.rows[side.other])
    let more = ProvenAlignment.more(in: own.hashes[...], than: table.rows.pristine.hashes[...])
    lazy var isOneSided = keptColumns(besidesNew: false).count == table.widths.pristine
    return own.hashes.enumerated().contains { position, row in
      more[row, default: 0] > 0 && table.isRow(position, of: side)
        && (other.only(row) == nil || isOneSided && hasDifferentCells(position, of: side))
    }
  }

  /// The cells of the rows that the side changed, and of what it made of each: the one of those that it put which has the same cells in any
  /// order, or the most that no other one has; of a row without such a cell, the one in its place, where as many were put there.
  private var changed: [(old: [UInt64], new: [UInt64])] {
    let old = hunks.flatMap(\.old).compactMap { table.cells($0, of: .pristine) }
    let new = hunks.flatMap(\.new).compactMap { table.cells($0, of: side) }
    var contents: [UInt64: Int] = [:]
    for (row, cells) in new.enumerated().reversed() { contents[inAnyOrder(cells)] = row }
    var shared: [Int: [Int: Int]] = [:]
    for cell in TableColumns.singles(Array(old.joined()), Array(new.joined())) {
      shared[cell.old / table.widths.pristine, default: [:]][cell.new / table.widths[side], default: 0] += 1
    }
    return old.enumerated().compactMap { row, cells in
      let most = shared[row]?.max { ($0.value, $1.key) < ($1.value, $0.key) }
      let inPlace = old.count == new.count ? row : nil
      guard let place = contents[inAnyOrder(cells)] ?? most?.key ?? inPlace else { return nil }
      return (cells, new[place])
    }
  }

  /// Whether the side has the cells of each row in another order, of two at least. Linear in the cells.
  private var isAllShuffled: Bool {
    let (pristine, own) = (table.rows.pristine, table.rows[side])
    let places = pristine.hashes.indices.filter { table.isRow($0, of: .pristine) }
    return places.count > 1
      && places.allSatisfy {
        $0 < own.count && pristine.hashes[$0] != own.hashes[$0]
          && content($0, of: .pristine) == content($0, of: side)
      }
  }

  /// The columns that are where they were, as rows tell that are in none of the hunks, by the cells which stand once in them: no row in the
  /// hunks has the same cells, of PRISTINE or, where asked for, a new one.
  private func keptColumns(besidesNew: Bool) -> Set<Int> {
    var contents = Set(hunks.flatMap { $0.old.map { content($0, of: .pristine) } })
    if besidesNew { contents.formUnion(hunks.flatMap { $0.new.map { content($0, of: side) } }) }
    let starts = [0] + hunks.map(\.old.upperBound)
    let ends = hunks.map(\.old.lowerBound) + [table.rows.pristine.count]
    var columns: Set<Int> = []
    for row in zip(starts, ends).lazy.flatMap({ $0..<$1 })
    where !contents.contains(content(row, of: .pristine)) {
      let cells = table.cells(row, of: .pristine) ?? []
      columns.formUnion(TableColumns.singles(cells, cells).map(\.old))
      if columns.count == table.widths.pristine { break }
    }
    return columns
  }

  private func hasDifferentCells(_ row: Int, of version: Party) -> Bool {
    table.cells(row, of: version).map(TableColumns.areDifferent) ?? false
  }

  /// What the cells of a row mean in any order; 0 for what is no row.
  private func content(_ row: Int, of version: Party) -> UInt64 {
    table.cells(row, of: version).map(inAnyOrder) ?? 0
  }

  private func inAnyOrder(_ cells: [UInt64]) -> UInt64 { table.rows.pristine.inAnyOrder(cells) }
}
