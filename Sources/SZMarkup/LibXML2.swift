internal import CLibXML2

/// libxml2's `htmlEncodeEntities`, made total.
///
/// The C function answers 0 also when the output is full and when the input ends inside a character; what tells
/// those apart is how much it consumed. Here the output is always large enough for at least one character, and the
/// input is well-formed UTF-8 and cut between characters, so every call consumes something, and the loop ends after at
/// most as many calls as there are characters.
public enum LibXML2 {
  /// Which quotes it encodes.
  public enum Quote: Int32, Sendable {
    case double = 34
    case single = 39
    /// Not 0, which would stand for the character NUL.
    case none = -1
  }

  /// The longest text that a character becomes: `&thetasym;` and `&#1114111;` have ten bytes.
  private static let longestAnswer = 16
  /// How many bytes are handed over at once; lengths are `int`.
  private static let chunk = 1 << 14

  /// Well-formed UTF-8 as `htmlEncodeEntities` encodes it; nil when it refuses some of it, which it does not.
  public static func encoded(_ text: [UInt8], quote: Quote) -> [UInt8]? {
    var result: [UInt8] = []
    var room = 4 * min(text.count, chunk) + longestAnswer
    var start = 0
    while start < text.count {
      let end = characterBoundary(text, before: min(start + chunk, text.count))
      guard end > start else { return nil }
      let (consumed, produced) = call(text[start..<end], quote, room: room)
      guard let produced, consumed > 0 else { return nil }
      result += produced
      // When not all of the piece fitted, the next call has more room; six bytes for each of input are always enough.
      if consumed < end - start { room = min(2 * room, 6 * chunk + longestAnswer) }
      start += consumed
    }
    return result
  }

  /// What one character becomes.
  public static func answer(_ scalar: UInt32, quote: Quote) -> [UInt8]? {
    guard let scalar = Unicode.Scalar(scalar) else { return nil }
    return encoded(Array(String(Character(scalar)).utf8), quote: quote)
  }

  /// The end of the last whole character that ends at or before `limit`.
  private static func characterBoundary(_ text: [UInt8], before limit: Int) -> Int {
    var end = limit
    while end > 0, end < text.count, text[end] & 0xC0 == 0x80 { end -= 1 }
    return end
  }

  private static func call(
    _ piece: ArraySlice<UInt8>, _ quote: Quote, room: Int
  ) -> (consumed: Int, produced: [UInt8]?) {
    var inputLength = Int32(piece.count)
    var status: Int32 = 0
    let produced = unsafe [UInt8](unsafeUninitializedCapacity: room) { target, count in
      var outputLength = Int32(room)
      unsafe piece.withUnsafeBufferPointer { source in
        status = unsafe htmlEncodeEntities(
          target.baseAddress, &outputLength, source.baseAddress, &inputLength, quote.rawValue)
      }
      count = Int(outputLength)
    }
    return (Int(inputLength), status == 0 ? produced : nil)
  }
}
