/// Two sequences that run alongside each other, with few and small gaps, as two versions of a document do.
///
/// Such gaps are found by walking through both at once, and nothing but what is in the gaps is put into a table. It is certain to be
/// the answer when nothing in a gap is anywhere in the other sequence: then no alignment keeps more. Of long sequences it is taken
/// without that, for so few and small gaps hardly can be fewer.
enum SequencesAlongside {
  /// How far apart the two may be behind a gap, and how many elements must be equal there.
  private static let reach = 8
  private static let anchor = 4
  /// How many elements may be edited in a row, or nearly so, where as many stand in their place.
  private static let inPlace = 64
  /// From so many elements on sequences are long.
  private static let long = 1024

  /// The gaps that ``SequenceAlignment`` would find; nil when only it can tell. Linear, and cheap when that comes to nothing.
  /// `count` is how long the sequences are, together, out of which these were taken, nil
  /// where they are whole.
  static func gaps(_ old: [UInt64], _ new: [UInt64], of count: Int? = nil) -> [SequenceAlignment.Gap]? {
    var gaps: [SequenceAlignment.Gap] = []
    var (i, j) = (0, 0)
    // What a search would cost is more than this.
    var budget = (count ?? old.count + new.count) / 16 + 4
    while true {
      while i < old.count, j < new.count, old[i] == new[j] {
        i += 1
        j += 1
      }
      if i == old.count, j == new.count { break }
      guard let (oldEnd, newEnd) = end(old, i, new, j) else { return nil }
      add(i..<oldEnd, old, j..<newEnd, new, to: &gaps)
      budget -= oldEnd - i + newEnd - j
      if budget < 0 { return nil }
      (i, j) = (oldEnd, newEnd)
    }
    return min(old.count, new.count) >= long || isApart(gaps, old, new) ? gaps : nil
  }

  /// Adds a gap, without what is in both sides of it.
  private static func add(
    _ inOld: Range<Int>, _ old: [UInt64], _ inNew: Range<Int>, _ new: [UInt64],
    to gaps: inout [SequenceAlignment.Gap]
  ) {
    if inOld.isEmpty || inNew.isEmpty || inOld.count == 1 && inNew.count == 1 {
      gaps.append(.init(old: inOld, new: inNew))
      return
    }
    for gap in SequenceAlignment.searched(Array(old[inOld]), Array(new[inNew])) {
      gaps.append(
        .init(
          old: inOld.lowerBound + gap.old.lowerBound..<inOld.lowerBound + gap.old.upperBound,
          new: inNew.lowerBound + gap.new.lowerBound..<inNew.lowerBound + gap.new.upperBound))
    }
  }

  /// Where both go on alike behind a gap that begins here, the nearest such place.
  private static func end(_ old: [UInt64], _ i: Int, _ new: [UInt64], _ j: Int) -> (old: Int, new: Int)? {
    for distance in 1...2 * reach {
      // As many on both sides first.
      for step in 0...distance {
        let left = distance / 2 + (step & 1 == 0 ? -step / 2 : (step + 1) / 2)
        let (x, y) = (i + left, j + distance - left)
        if left < 0 || left > distance || x > old.count || y > new.count { continue }
        if goOnAlike(old, x, new, y) { return (x, y) }
      }
    }
    for distance in reach + 1...inPlace where i + distance <= old.count && j + distance <= new.count {
      if goOnAlike(old, i + distance, new, j + distance) { return (i + distance, j + distance) }
    }
    return nil
  }

  private static func goOnAlike(_ old: [UInt64], _ i: Int, _ new: [UInt64], _ j: Int) -> Bool {
    let count = min(anchor, old.count - i)
    if count < anchor, old.count - i != new.count - j { return false }
    if new.count - j < count { return false }
    for offset in 0..<count where old[i + offset] != new[j + offset] { return false }
    return true
  }

  /// Whether nothing that is in a gap of one sequence is in the other.
  private static func isApart(_ gaps: [SequenceAlignment.Gap], _ old: [UInt64], _ new: [UInt64]) -> Bool {
    if gaps.isEmpty { return true }
    var inGaps = FewHashes(expected: gaps.reduce(0) { $0 + $1.old.count + $1.new.count })
    for gap in gaps {
      for position in gap.old { inGaps.insert(old[position], value: 0) }
    }
    for gap in gaps {
      for position in gap.new where inGaps.insert(new[position], value: 1) == 0 { return false }
    }
    // What is kept is the same in both.
    var next = 0
    for gap in gaps {
      for position in next..<gap.old.lowerBound where inGaps.contains(old[position]) { return false }
      next = gap.old.upperBound
    }
    for position in next..<old.count where inGaps.contains(old[position]) { return false }
    return true
  }
}
