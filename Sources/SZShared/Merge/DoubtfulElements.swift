/// The elements of PRISTINE that nobody seems to have touched, but that equal something that was taken out or put in: which of them
/// was is in doubt.
struct DoubtfulElements {
  private let touched: HashTable
  private let hashes: [UInt64]

  /// From the hunks of both sides. Linear in them.
  init(_ rows: Three<ElementRow>, _ inEdited: [SequenceHunk], _ inCurrent: [SequenceHunk]) {
    let count = (inEdited + inCurrent).reduce(0) { $0 + $1.old.count + $1.new.count }
    var touched = HashTable(expected: count)
    for (hunks, row) in [(inEdited, rows.edited), (inCurrent, rows.current)] {
      for hunk in hunks {
        for position in hunk.old { _ = touched.insert(rows.pristine.hashes[position], value: 0) }
        for position in hunk.new { _ = touched.insert(row.hashes[position], value: 0) }
      }
    }
    self.touched = touched
    hashes = rows.pristine.hashes
  }

  /// Whether the element at `position`, which no hunk has, is in doubt.
  func isDoubtful(_ position: Int) -> Bool {
    position < hashes.count && touched.value(hashes[position]) != nil
  }

  /// Where the elements in doubt begin that stand before `position`.
  func start(before position: Int) -> Int {
    var start = position
    while start > 0, isDoubtful(start - 1) { start -= 1 }
    return start
  }
}
