internal import SZJSON

/// Where the columns of a table stand in a side, as the rows tell that it changed: one that has its cells in another order, no two of them
/// equal; or half of those in which no two are equal; or two others, where there is none such.
///
/// A cell that stands once in its row, before and now, tells where its column went. Where rows tell different things, a column is where
/// as many tell it as tell any other thing of it, and of what else would be there: an edited cell may equal the one that was beside it.
struct TableColumns {
  private let widths: (old: Int, new: Int)
  /// How many rows tell that a column went to a place, by both.
  private var counts: [Int: [Int: Int]] = [:]
  /// How many rows tell of a place the same, at most.
  private var most: [Int: Int] = [:]
  /// How many rows must tell it.
  private let least: Int

  /// From the cells of the rows that the side changed, and of what became of them: all of one length before, and of one now. Linear in the
  /// cells.
  init(_ rows: [(old: [UInt64], new: [UInt64])]) {
    widths = (rows.first?.old.count ?? 0, rows.first?.new.count ?? 0)
    let different = rows.filter { TableColumns.areDifferent($0.old) }
    let isShuffled = different.contains { Set($0.old) == Set($0.new) }
    least = isShuffled ? 1 : different.isEmpty ? 2 : (different.count + 1) / 2
    for row in rows {
      for (column, place) in TableColumns.singles(row.old, row.new) {
        counts[column, default: [:]][place, default: 0] += 1
      }
    }
    for places in counts.values {
      for (place, count) in places { most[place] = max(most[place] ?? 0, count) }
    }
  }

  /// Whether a column was moved past another one; or, where there are as many as before, one taken out and one put elsewhere. Those that are
  /// `kept`, as rows tell that the side did not change, were not.
  func areMoved(besides kept: Set<Int> = []) -> Bool {
    var last = 0
    for column in 0..<widths.old {
      let places = kept.contains(column) ? [column] : places(of: column).filter { !kept.contains($0) }
      if places.contains(where: { $0 < last || widths.old == widths.new && $0 != column }) { return true }
      last = max(last, places.max() ?? 0)
    }
    return false
  }

  /// Where a column may stand now.
  private func places(of column: Int) -> [Int] {
    guard let places = counts[column], let largest = places.values.max(), largest >= least else { return [] }
    return places.compactMap { $0.value == largest && most[$0.key] == largest ? $0.key : nil }
  }

  /// Whether no two cells are equal.
  static func areDifferent(_ cells: [UInt64]) -> Bool { Set(cells).count == cells.count }

  /// The values that stand once in each of two sequences, by their places, in the order of the first one.
  static func singles(_ old: [UInt64], _ new: [UInt64]) -> [(old: Int, new: Int)] {
    let places = ValuePlaces(old)
    return places.singles(in: ValuePlaces(new, after: old, places))
  }
}
