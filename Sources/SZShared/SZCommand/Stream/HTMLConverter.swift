internal import SZJSON

/// What the HTML encoder and decoder have in common: they rewrite the inside of a string, and a string that has changed counts
/// once, however many pieces it comes in.
protocol HTMLConverter: StringConverter {
  /// Whether something in the string at hand has been replaced.
  var hasChanged: Bool { get set }

  /// The first byte from `start` that may need something, or `end`.
  func firstSpecial(_ bytes: ByteView, from start: Int, to end: Int) -> Int

  /// Rewrites the inside of a string, or a piece of it, or a text; answers where what comes next must begin.
  mutating func rewrite(_ bytes: ByteView, _ range: Range<Int>, isLast: Bool, _ writer: inout EditWriter)
    -> Int
}

extension HTMLConverter {
  @inline(__always) mutating func convert(
    _ bytes: ByteView, _ range: Range<Int>, escaped: Bool, isName: Bool, _ writer: inout EditWriter
  ) throws(JSONError) {
    let end = range.upperBound - 1
    let first = firstSpecial(bytes, from: range.lowerBound + 1, to: end)
    if first >= end { return }
    hasChanged = false
    _ = rewrite(bytes, first..<end, isLast: true, &writer)
    if hasChanged { writer.countChange(at: range.lowerBound) }
  }

  mutating func convertFragment(
    _ bytes: ByteView, _ range: Range<Int>, isFirst: Bool, isLast: Bool, _ writer: inout EditWriter
  ) throws(JSONError) -> Int {
    if isFirst { hasChanged = false }
    let hadChanged = hasChanged
    let end = rewrite(bytes, range, isLast: isLast, &writer)
    if hasChanged, !hadChanged { writer.countChange(at: range.lowerBound) }
    return end
  }
}
