internal import SZJSON

/// What a streaming tool does with the strings of its input.
protocol StringConverter {
  /// A string longer than this many bytes may be handed over in fragments; a shorter one comes whole.
  static var longestWhole: Int { get }

  /// Whether two strings that differ may become equal.
  var mayJoin: Bool { get }

  /// Looks at a whole string token (`range` includes the quotes) and replaces what it must in `writer`.
  /// - Throws: when the string cannot be let through.
  mutating func convert(
    _ bytes: ByteView, _ range: Range<Int>, escaped: Bool, isName: Bool, _ writer: inout EditWriter
  ) throws(JSONError)

  /// Looks at the string value whose opening quote is at `start` before anybody has read it, and does with one that it knows at once what
  /// ``convert(_:_:escaped:isName:_:)`` would; answers the index behind that, or `start`, and has then asked the selector nothing.
  mutating func take<Selector: StringSelector>(
    _ bytes: ByteView, at start: Int, _ selector: inout Selector, _ writer: inout EditWriter
  ) -> Int

  /// Looks at a piece of the inside of a string that is longer than a window; it holds whole characters and escapes.
  ///
  /// Answers where the next piece must begin: the end of `range`, or less than ``longestWhole`` bytes before it when
  /// those can only be judged together with what follows.
  mutating func convertFragment(
    _ bytes: ByteView, _ range: Range<Int>, isFirst: Bool, isLast: Bool, _ writer: inout EditWriter
  ) throws(JSONError) -> Int

  /// How many places have drawn a warning, and where in this window the first of all did.
  var warning: StreamWarning { get set }
}

extension StringConverter {
  @inline(__always) mutating func take<Selector: StringSelector>(
    _ bytes: ByteView, at start: Int, _ selector: inout Selector, _ writer: inout EditWriter
  ) -> Int { start }
}

/// What a converter let through but wants to be known.
struct StreamWarning {
  var count = 0
  /// The offset of the first in the window in which it was seen; taken away when it has become a position.
  var firstOffset: Int?

  mutating func note(at offset: Int) {
    if count == 0 { firstOffset = offset }
    count += 1
  }
}
