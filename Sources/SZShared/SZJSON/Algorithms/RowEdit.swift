/// What became of the cells of a row of a table, as far as their values prove it (``ProvenAlignment``).
public struct RowEdit {
  private let hunks: [SequenceHunk]
  private let widths: (old: Int, new: Int)

  /// From the hashes of the cells before and after. O(n log n).
  public init(_ old: [UInt64], _ new: [UInt64]) {
    self.init(ProvenAlignment.hunks(old, new), from: old.count, to: new.count)
  }

  /// From the hunks between the cells before and after, and how many these are.
  public init(_ hunks: [SequenceHunk], from old: Int, to new: Int) {
    (self.hunks, widths) = (hunks, (old, new))
  }

  /// Whether a cell may have come to another column: where the row is as long as before, and cells between two that are kept are more or
  /// fewer, as where they count up; where one stands in another column than in the `first` row; or where the other side added or took out
  /// a column, too, and a cell beside a new one was edited, or equals it. Linear in the cells.
  ///
  /// Of the row `Mon 8 12` became `Mon 12 16`: the end of the day is no beginning, although 12 stands there.
  public func isDoubtful(first: RowEdit, besides other: RowEdit) -> Bool {
    if widths.old == widths.new { return hunks.contains { $0.old.count != $0.new.count } }
    if zip(columns, first.columns).contains(where: { $0 != $1 && $0 >= 0 && $1 >= 0 }) { return true }
    return other.widths.old != other.widths.new
      && hunks.contains { $0.old.count != $0.new.count && !$0.old.isEmpty && !$0.new.isEmpty }
  }

  /// In which column each cell stands now; -1 for one that is gone.
  private var columns: [Int] {
    var columns: [Int] = []
    var shift = 0
    for hunk in hunks {
      while columns.count < hunk.old.lowerBound { columns.append(columns.count + shift) }
      columns += hunk.old.map { _ in -1 }
      shift = hunk.new.upperBound - hunk.old.upperBound
    }
    while columns.count < widths.old { columns.append(columns.count + shift) }
    return columns
  }
}
