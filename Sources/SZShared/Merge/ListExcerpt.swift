/// What of a list a trial must look at: what either side touched, all that equals it, and a few elements around. Of most lists that is
/// little, and what is between stands between them in every version.
struct ListExcerpt {
  let rows: Three<ElementRow>
  /// The hunks of whole elements, and those with elements edited in place.
  let inEdited: [SequenceHunk]
  let inCurrent: [SequenceHunk]
  let edited: [SequenceHunk]
  let current: [SequenceHunk]
  /// The positions in the whole list, for each version.
  private let positions: Three<[Int]>

  /// How many elements are kept on each side of one that was touched.
  private static let margin = 3

  /// Linear; `matching` was made of the two lists of hunks.
  init(
    _ rows: Three<ElementRow>, _ matching: ListMatching, _ inEdited: [SequenceHunk],
    _ inCurrent: [SequenceHunk]
  ) {
    let positions = ListExcerpt.positions(rows, inEdited, inCurrent)
    if positions.pristine.count * 4 > rows.pristine.count * 3 {
      self.positions = Three { Array(0..<rows[$0].count) }
      self.rows = rows
      (self.inEdited, self.inCurrent) = (inEdited, inCurrent)
      (edited, current) = (matching.edited, matching.current)
      return
    }
    func moved(_ hunks: [SequenceHunk], _ party: Conflict.Party) -> [SequenceHunk] {
      func place(_ range: Range<Int>, _ kept: [Int]) -> Range<Int> {
        Bisection.count(kept) { $0 < range.lowerBound }..<Bisection.count(kept) { $0 < range.upperBound }
      }
      return hunks.map {
        SequenceHunk(
          old: place($0.old, positions.pristine), new: place($0.new, positions[party]), isEdit: $0.isEdit)
      }
    }
    self.positions = positions
    self.rows = Three { party in
      let (row, kept) = (rows[party], positions[party])
      return ElementRow(hashes: kept.map { row.hashes[$0] }, of: row.count) { row.traits(kept[$0]) }
    }
    (self.inEdited, self.inCurrent) = (moved(inEdited, .edited), moved(inCurrent, .current))
    (edited, current) = (moved(matching.edited, .edited), moved(matching.current, .current))
  }

  /// Stretches of PRISTINE's excerpt as stretches of PRISTINE; what is between is in none.
  func whole(_ stretches: [Range<Int>]) -> [Range<Int>] {
    let kept = positions.pristine
    return stretches.flatMap { stretch in
      if stretch.isEmpty {
        let place = stretch.lowerBound < kept.count ? kept[stretch.lowerBound] : (kept.last ?? -1) + 1
        return [place..<place]
      }
      return kept[stretch].reduce(into: [Range<Int>]()) { found, position in
        if let last = found.last, last.upperBound == position {
          found[found.count - 1] = last.lowerBound..<position + 1
        } else {
          found.append(position..<position + 1)
        }
      }
    }
  }

  /// The positions that are kept.
  private static func positions(
    _ rows: Three<ElementRow>, _ inEdited: [SequenceHunk], _ inCurrent: [SequenceHunk]
  ) -> Three<[Int]> {
    let pristine = inPristine(rows, inEdited, inCurrent)
    func others(_ hunks: [SequenceHunk]) -> [Int] {
      var kept: [Int] = []
      var (next, shift) = (0, 0)
      for hunk in hunks {
        while next < pristine.count, pristine[next] < hunk.old.lowerBound {
          kept.append(pristine[next] + shift)
          next += 1
        }
        while next < pristine.count, pristine[next] < hunk.old.upperBound { next += 1 }
        kept += hunk.new
        shift = hunk.new.upperBound - hunk.old.upperBound
      }
      return kept + pristine[next...].map { $0 + shift }
    }
    return Three(pristine: pristine, edited: others(inEdited), current: others(inCurrent))
  }

  private static func inPristine(
    _ rows: Three<ElementRow>, _ inEdited: [SequenceHunk], _ inCurrent: [SequenceHunk]
  ) -> [Int] {
    let hashes = rows.pristine.hashes
    var touched = FewHashes(expected: (inEdited + inCurrent).reduce(0) { $0 + $1.old.count + $1.new.count })
    for (hunks, row) in [(inEdited, rows.edited), (inCurrent, rows.current)] {
      for hunk in hunks {
        for position in hunk.old { touched.insert(hashes[position], value: 0) }
        for position in hunk.new { touched.insert(row.hashes[position], value: 0) }
      }
    }
    var kept: [Int] = []
    // Up to where elements are kept whatever they are.
    var end = margin
    var next = (inEdited[...], inCurrent[...])
    for position in hashes.indices {
      var isTouched = touched.contains(hashes[position])
      while let hunk = next.0.first, hunk.old.lowerBound <= position {
        isTouched = true
        next.0 = next.0.dropFirst()
      }
      while let hunk = next.1.first, hunk.old.lowerBound <= position {
        isTouched = true
        next.1 = next.1.dropFirst()
      }
      if isTouched {
        kept += max((kept.last ?? -1) + 1, position - margin)..<position
        end = position + margin
      }
      if isTouched || position <= end || position + margin >= hashes.count { kept.append(position) }
    }
    return kept
  }
}
