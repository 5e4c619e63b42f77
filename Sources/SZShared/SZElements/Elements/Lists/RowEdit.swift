internal import SZJSON

/// What became of the cells of a row of a table, as far as their values prove it (``ProvenAlignment``).
struct RowEdit {
  private let hunks: [SequenceHunk]
  private let cells: (old: [UInt64], new: [UInt64])

  /// From the hashes of the cells before and after. O(n log n).
  init(_ old: [UInt64], _ new: [UInt64]) {
    self.init(old, new, ProvenAlignment.hunks(old, new))
  }

  /// The same where the hunks between them are known.
  init(_ old: [UInt64], _ new: [UInt64], _ hunks: [SequenceHunk]) {
    (self.hunks, cells) = (hunks, (old, new))
  }

  /// Whether there are more or fewer cells.
  var hasOtherWidth: Bool { cells.old.count != cells.new.count }

  /// Whether cells were only put, or taken out, and it is known which ones: that tells what became of the columns.
  var showsColumns: Bool { hunks.allSatisfy(\.isPure) }

  /// Whether the row is as long as before, but cells between two that are kept are more or fewer, as where they count up.
  private var isShifted: Bool { !hasOtherWidth && hunks.contains { $0.old.count != $0.new.count } }

  /// Whether a cell may have come to another column: where it is shifted; where it is longer or shorter, and a cell in it was edited, too, or
  /// one came to another column than in the row that `shows` what became of the columns, or there is none; or where the other side added or
  /// took out a column, too, and a new cell equals the one beside it. Linear in the cells.
  ///
  /// Of the row `Mon 8 12` became `Mon 12 16`: the end of the day is no beginning, although 12 stands there.
  func isDoubtful(_ shows: RowEdit?, besides other: RowEdit) -> Bool {
    if !hasOtherWidth { return isShifted }
    guard let shows, hunks.allSatisfy(isOneInTheOther) else { return true }
    return zip(columns, shows.columns).contains { $0 != $1 && $0 != RowEdit.gone }
      || other.hasOtherWidth && !showsColumns
  }

  /// In place of a column: the cell is gone, or nobody knows whether it is.
  private static let gone = -1

  /// In which column each cell stands now.
  private var columns: [Int] {
    var columns: [Int] = []
    var shift = 0
    for hunk in hunks {
      columns += (columns.count..<hunk.old.lowerBound).map { $0 + shift }
      columns += hunk.old.map { _ in RowEdit.gone }
      shift = hunk.new.upperBound - hunk.old.upperBound
    }
    return columns + (columns.count..<cells.old.count).map { $0 + shift }
  }

  /// Whether all that stood there stands there, or the other way round: of `0 1` became `0 0 1`, and no cell was edited.
  private func isOneInTheOther(_ hunk: SequenceHunk) -> Bool {
    let both = [Array(cells.old[hunk.old]), Array(cells.new[hunk.new])].sorted { $0.count < $1.count }
    var found = 0
    for cell in both[1] where found < both[0].count && both[0][found] == cell { found += 1 }
    return found == both[0].count
  }
}
