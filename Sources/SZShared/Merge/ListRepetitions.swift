/// Elements that a side touched and that are anywhere else in the documents, other than as their own counterparts.
struct ListRepetitions {
  /// For each stretch whether there is one in it.
  private(set) var isIn: [Bool]
  /// The positions in PRISTINE of elements that nobody touched and that equal one, ascending.
  private(set) var others: [Int] = []

  /// Linear. The hunks are those of whole elements; each is in one of the stretches.
  init(
    _ rows: Three<ElementRow>, _ stretches: [ListMatching.Stretch], _ inEdited: [SequenceHunk],
    _ inCurrent: [SequenceHunk]
  ) {
    isIn = [Bool](repeating: false, count: stretches.count)
    // The elements that were touched, each with the first stretch that it is in.
    var holders = FewHashes(expected: (inEdited + inCurrent).reduce(0) { $0 + $1.old.count + $1.new.count })
    var isTouched = [Bool](repeating: false, count: rows.pristine.count)
    for (hunks, row) in [(inEdited, rows.edited), (inCurrent, rows.current)] {
      var number = 0
      for hunk in hunks {
        while stretches[number].ranges.pristine.upperBound < hunk.old.lowerBound { number += 1 }
        for position in hunk.new { add(row.hashes[position], number, &holders) }
        for position in hunk.old where !isTouched[position] {
          isTouched[position] = true
          add(rows.pristine.hashes[position], number, &holders)
        }
      }
    }
    for (position, hash) in rows.pristine.hashes.enumerated() where !isTouched[position] {
      guard let holder = holders.value(hash) else { continue }
      isIn[holder] = true
      others.append(position)
    }
  }

  private mutating func add(_ hash: UInt64, _ stretch: Int, _ holders: inout FewHashes) {
    guard let holder = holders.insert(hash, value: stretch) else { return }
    isIn[holder] = true
    isIn[stretch] = true
  }
}
