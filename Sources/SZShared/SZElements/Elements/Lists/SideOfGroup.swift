internal import SZJSON

/// What one side made of the stretch of PRISTINE that a group is about.
struct SideOfGroup {
  let range: Range<Int>
  /// The positions in PRISTINE of what it took out, and in the side of what it put there; ascending.
  let removed: [Int]
  let put: [Int]
  let hunks: ArraySlice<SequenceHunk>
  private let start: Int

  /// The hunks of one side in the stretch `pristine`; `shift` is how much longer the side is before it.
  init(_ hunks: ArraySlice<SequenceHunk>, _ pristine: Range<Int>, shift: Int) {
    self.hunks = hunks
    start = pristine.lowerBound
    removed = hunks.flatMap { Array($0.old) }
    put = hunks.flatMap { Array($0.new) }
    let end = hunks.last.map { $0.new.upperBound - $0.old.upperBound } ?? shift
    range = pristine.lowerBound + shift..<pristine.upperBound + end
  }

  /// Whether the side did nothing here.
  var isIdle: Bool { hunks.isEmpty }

  /// The element of PRISTINE that the one at `position` was; nil for one that was put there.
  func original(of position: Int) -> Int? {
    match(of: position, in: \.new, \.old, shift: start - range.lowerBound)
  }

  /// Where an element of PRISTINE is on the side; nil for one that was taken out.
  func position(of original: Int) -> Int? {
    match(of: original, in: \.old, \.new, shift: range.lowerBound - start)
  }

  /// Where an element of one version is in the other one, by what a hunk has in each; `shift` is how much further on it is in front of all.
  private func match(
    of position: Int, in own: (SequenceHunk) -> Range<Int>, _ other: (SequenceHunk) -> Range<Int>, shift: Int
  ) -> Int? {
    var shift = shift
    for hunk in hunks {
      if position < own(hunk).lowerBound { break }
      if position < own(hunk).upperBound { return nil }
      shift = other(hunk).upperBound - own(hunk).upperBound
    }
    return position + shift
  }

  /// What the side puts besides, where it removes and puts all that `other` does, in order and in its place, and more, and puts
  /// nothing that is like what `other` removes, and nothing again that stands twice in PRISTINE: of that nobody knows what stands
  /// beside it; else nil. Where both remove the same, what both put is no doubt.
  func doesMore(
    than other: SideOfGroup, _ row: ListElements, _ otherRow: ListElements, _ pristine: ListElements
  ) -> [Int]? {
    let (hashes, others) = (row.hashes, otherRow.hashes)
    var own = removed[...]
    for position in other.removed {
      own = own.drop { $0 < position }
      if own.first != position { return nil }
    }
    var rest: [Int] = []
    var wanted = other.put[...]
    for position in put {
      if let next = wanted.first, others[next] == hashes[position] {
        wanted = wanted.dropFirst()
      } else {
        rest.append(position)
      }
    }
    // What comes back may be what the other side took out, and this one another.
    let gone = HashSet(other.removed.map { pristine.hashes[$0] })
    let repeated = HashSet(removed.map { pristine.hashes[$0] }.filter { pristine.only($0) == -1 })
    let doubtful = (removed == other.removed ? rest : put).map { hashes[$0] }
    if doubtful.contains(where: { gone.contains($0) || repeated.contains($0) }) { return nil }
    let isMore = removed.count > other.removed.count || !rest.isEmpty
    return wanted.isEmpty && isMore && hasInPlace(other, row, otherRow) ? rest : nil
  }

  /// Whether what each hunk of `other` puts stands in a hunk of this side as far from one of its ends as it does there, or, where it is
  /// told by its first value, with more or with less on both sides: of `[1, 2]` the other side makes `[5, 2]`; `[5, 8]` and
  /// `[7, 5, 2, 9]` have its 5 in place, `[9, 5]` has another one. Linear in what both put.
  private func hasInPlace(_ other: SideOfGroup, _ row: ListElements, _ otherRow: ListElements) -> Bool {
    var own = hunks
    for hunk in other.hunks where !hunk.new.isEmpty {
      own = own.drop { $0.old.upperBound < hunk.old.lowerBound }
      guard let outer = own.first, outer.old.lowerBound <= hunk.old.lowerBound,
        hunk.old.upperBound <= outer.old.upperBound
      else { return false }
      let there = other.range(of: outer.old)
      let first = outer.new.lowerBound + (hunk.new.lowerBound - there.lowerBound)
      let last = outer.new.upperBound - (there.upperBound - hunk.new.upperBound) - hunk.new.count
      let places = [first, last] + (row.only(otherRow.hashes[hunk.new.lowerBound]).map { [$0] } ?? [])
      let isThere = places.contains { start in
        start >= outer.new.lowerBound && start + hunk.new.count <= outer.new.upperBound
          && (min(first, last)...max(first, last)).contains(start)
          && row.hashes[start..<start + hunk.new.count].elementsEqual(otherRow.hashes[hunk.new])
      }
      if !isThere { return false }
    }
    return true
  }

  /// What the side has in the place of a stretch of PRISTINE, with what it puts at both ends.
  private func range(of stretch: Range<Int>) -> Range<Int> {
    var (before, after) = (range.lowerBound - start, range.lowerBound - start)
    for hunk in hunks {
      let shift = hunk.new.upperBound - hunk.old.upperBound
      if hunk.old.upperBound < stretch.lowerBound { before = shift }
      if hunk.old.lowerBound <= stretch.upperBound { after = shift }
    }
    return stretch.lowerBound + before..<stretch.upperBound + after
  }
}
