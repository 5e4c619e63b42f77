/// Compares pieces of a text with pieces of another that is much like it.
///
/// Pieces are asked for in the order of the text, outer before inner. How far the two texts agree from where they were last
/// compared is remembered, so that what lies inside a piece is not compared again: nesting costs nothing. Looking
/// elsewhere has an allowance, so that all comparisons together stay linear.
struct ReferenceText {
  private let bytes: ByteView
  private let others: ByteView
  /// The distance from a place in the other text to the same place in this one.
  private var shift = 0
  /// The places between which the texts are known to agree.
  private var equal = 0..<0
  /// Whether they differ behind that.
  private var endsInDifference = false
  /// What may still be spent on looking elsewhere.
  private var budget: Int

  init(_ bytes: ByteView, _ others: ByteView) {
    self.bytes = bytes
    self.others = others
    budget = bytes.count / 32 + 1024
  }

  var hasBudget: Bool { budget > 0 }

  /// Whether `range` of the other text stands at `offset`.
  mutating func isEqual(at offset: Int, _ range: Range<Int>) -> Bool {
    let end = offset + range.count
    guard end <= bytes.count else { return false }
    if offset - range.lowerBound != shift || offset < equal.lowerBound || offset > equal.upperBound
      || offset == equal.upperBound && endsInDifference
    {
      shift = offset - range.lowerBound
      equal = offset..<offset
      endsInDifference = false
    }
    if end <= equal.upperBound { return true }
    if endsInDifference { return false }
    // What comes behind is likely to be asked for next: as far as they have agreed so far, up to a page.
    let known = equal.upperBound
    let ahead = min(known - equal.lowerBound, 4096)
    let limit = min(end + ahead, bytes.count, others.count + shift)
    let count = bytes.equalCount(at: known, others, at: known - shift, limit: limit - known)
    equal = equal.lowerBound..<known + count
    endsInDifference = equal.upperBound < limit
    return equal.upperBound >= end
  }

  /// The same, as a guess that is likely to be wrong.
  mutating func startsEqual(at offset: Int, _ range: Range<Int>) -> Bool {
    budget -= 1
    let end = offset + range.count
    guard end <= bytes.count, bytes.word(at: offset) == others.word(at: range.lowerBound),
      range.count < 8 || bytes.word(at: end - 8) == others.word(at: range.upperBound - 8)
    else { return false }
    budget -= range.count / 16
    guard bytes.equals(offset..<end, others, range) else { return false }
    shift = offset - range.lowerBound
    equal = offset..<end
    endsInDifference = false
    return true
  }

  mutating func isEqualName(_ range: Range<Int>, _ other: Range<Int>) -> Bool {
    budget -= 1
    return bytes.equals(range, others, other)
  }

  /// Whether the two texts run alongside each other, by eight samples: each stands in the other text at the same distance from
  /// its beginning, or from its end, or in proportion, or as far off as the sample before it, since what comes and goes in a text adds
  /// up. Costs a fiftieth of reading the text where it is not so.
  static func isLikely(_ bytes: ByteView, _ others: ByteView) -> Bool {
    let (length, samples) = (64, 8)
    guard min(bytes.count, others.count) >= length else { return true }
    let slack = min(1 << 17, bytes.count / 256 + 16)
    var misses = 0
    var shift = 0
    for sample in 0..<samples {
      let offset = (bytes.count - length) / samples * sample
      let places = [
        offset + shift, offset, others.count - bytes.count + offset,
        Int(Double(offset) / Double(bytes.count) * Double(others.count)),
      ]
      let range = offset..<offset + length
      if let place = places.lazy.compactMap({ place(of: bytes, range, in: others, near: $0, slack) }).first {
        shift = place - offset
      } else {
        misses += 1
        if misses == samples / 2 { return false }
      }
    }
    return true
  }

  /// Where a piece of a text stands in the other one. Looks from `place` outwards: most edits do not shift a text far.
  private static func place(
    of bytes: ByteView, _ range: Range<Int>, in others: ByteView, near place: Int, _ slack: Int
  ) -> Int? {
    let (first, second) = (bytes.word(at: range.lowerBound), bytes.word(at: range.lowerBound + 8))
    let last = others.count - range.count
    func stands(at index: Int) -> Bool {
      index >= 0 && index <= last && others.word(at: index) == first && others.word(at: index + 8) == second
        && bytes.equals(range, others, index..<index + range.count)
    }
    for distance in 0...slack {
      if stands(at: place + distance) { return place + distance }
      if stands(at: place - distance) { return place - distance }
    }
    return nil
  }
}
