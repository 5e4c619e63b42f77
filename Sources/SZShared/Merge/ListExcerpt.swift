/// What of a list a trial must look at: the stretches in which a second merge might take one element for another, all that equals
/// something in them, and a few elements around. Of most lists that is little.
///
/// What one side alone did, to elements that are nowhere else, a second merge finds as it is. Such a stretch is left out in all three
/// versions, so that between what is kept there is nothing, or the same in every version.
struct ListExcerpt {
  let rows: Three<ElementRow>
  /// The hunks of whole elements, and those with elements edited in place.
  let inEdited: [SequenceHunk]
  let inCurrent: [SequenceHunk]
  let edited: [SequenceHunk]
  let current: [SequenceHunk]
  /// The positions in the whole list, for each version.
  private let positions: Three<[Int]>
  /// The sides that did something which was left out.
  private let leftOut: Set<Conflict.Party>

  /// How many elements are kept on each side of one that is looked at.
  private static let margin = 3

  /// Nil when there is nothing to look at. Linear; `matching` was made of the two lists of hunks.
  init?(
    _ rows: Three<ElementRow>, _ matching: ListMatching, _ inEdited: [SequenceHunk],
    _ inCurrent: [SequenceHunk]
  ) {
    let stretches = matching.stretches
    let kept = ListExcerpt.kept(rows, stretches, inEdited, inCurrent)
    if kept.isEmpty { return nil }
    if kept.reduce(0, { $0 + $1.count }) * 4 > rows.pristine.count * 3 {
      positions = rows.map { Array(0..<$0.count) }
      self.rows = rows
      (self.inEdited, self.inCurrent) = (inEdited, inCurrent)
      (edited, current) = (matching.edited, matching.current)
      leftOut = []
      return
    }
    let positions = ListExcerpt.positions(kept, stretches)
    func moved(_ hunks: [SequenceHunk], _ party: Conflict.Party) -> [SequenceHunk] {
      func place(_ range: Range<Int>, _ kept: [Int]) -> Range<Int> {
        Bisection.count(kept) { $0 < range.lowerBound }..<Bisection.count(kept) { $0 < range.upperBound }
      }
      var rest = kept[...]
      return hunks.compactMap { hunk in
        while let first = rest.first, first.upperBound < hunk.old.lowerBound { rest = rest.dropFirst() }
        guard let first = rest.first, first.lowerBound <= hunk.old.lowerBound else { return nil }
        return SequenceHunk(
          old: place(hunk.old, positions.pristine), new: place(hunk.new, positions[party]),
          isEdit: hunk.isEdit)
      }
    }
    self.positions = positions
    self.rows = Three { party in
      let (row, kept) = (rows[party], positions[party])
      return ElementRow(hashes: kept.map { row.hashes[$0] }, of: row.count) { row.traits(kept[$0]) }
    }
    (self.inEdited, self.inCurrent) = (moved(inEdited, .edited), moved(inCurrent, .current))
    (edited, current) = (moved(matching.edited, .edited), moved(matching.current, .current))
    leftOut = Set(
      (self.inEdited.count < inEdited.count ? [.edited] : [])
        + (self.inCurrent.count < inCurrent.count ? [.current] : []))
  }

  /// Whether all that a side did is here.
  func hasAll(of party: Conflict.Party) -> Bool { !leftOut.contains(party) }

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

  /// The positions in each version of what of PRISTINE is kept, with the stretches in it.
  private static func positions(_ kept: [Range<Int>], _ stretches: [ListMatching.Stretch]) -> Three<[Int]> {
    var positions = Three(pristine: Array(kept.joined()), edited: [Int](), current: [Int]())
    for party in [Conflict.Party.edited, .current] {
      var rest = stretches[...]
      // How much longer the version is than PRISTINE so far.
      var shift = 0
      func pass(_ isPassed: (Range<Int>) -> Bool) {
        while let ranges = rest.first?.ranges, isPassed(ranges.pristine) {
          shift = ranges[party].upperBound - ranges.pristine.upperBound
          rest = rest.dropFirst()
        }
      }
      for range in kept {
        pass { $0.upperBound < range.lowerBound }
        let start = range.lowerBound + shift
        pass { $0.upperBound <= range.upperBound }
        positions[party] += start..<range.upperBound + shift
      }
    }
    return positions
  }

  /// What of PRISTINE is kept, ascending and apart; no stretch is kept in part.
  private static func kept(
    _ rows: Three<ElementRow>, _ stretches: [ListMatching.Stretch], _ inEdited: [SequenceHunk],
    _ inCurrent: [SequenceHunk]
  ) -> [Range<Int>] {
    let repetitions = ListRepetitions(rows, stretches, inEdited, inCurrent)
    var seeds: [Range<Int>] = []
    var others: [Range<Int>] = []
    for (number, stretch) in stretches.enumerated() {
      let range = stretch.ranges.pristine
      if stretch.isContended || repetitions.isIn[number] { seeds.append(range) } else { others.append(range) }
    }
    seeds += repetitions.others.map { $0..<$0 + 1 }
    let kept = ListTrial.joined(
      seeds.map { max($0.lowerBound - margin, 0)..<$0.upperBound + margin }, count: rows.pristine.count)
    var next = 0
    let met = others.filter { other in
      while next < kept.count, kept[next].upperBound < other.lowerBound { next += 1 }
      return next < kept.count && kept[next].lowerBound <= other.upperBound
    }
    return ListTrial.joined(kept + met, count: rows.pristine.count)
  }
}
