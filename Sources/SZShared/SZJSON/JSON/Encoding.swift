/// What the first bytes say about the encoding.
public enum Encoding {
  /// Where the text begins: behind a UTF-8 byte order mark when there is one.
  /// - Throws: `.utf16` or `.utf32` when the bytes are plainly one of those.
  public static func check(_ bytes: ByteView) throws(JSONError) -> Int {
    let four = (bytes[0], bytes[1], bytes[2], bytes[3])
    if start(bytes) > 0 { return start(bytes) }
    guard bytes.count >= 2 else { return 0 }
    if bytes.count >= 4 {
      if four == (0xFF, 0xFE, 0, 0) || four == (0, 0, 0xFE, 0xFF) { throw JSONError(.utf32, at: 0) }
      if four.0 == 0, four.1 == 0, four.2 == 0, four.3 != 0 { throw JSONError(.utf32, at: 0) }
      if four.0 != 0, four.1 == 0, four.2 == 0, four.3 == 0 { throw JSONError(.utf32, at: 0) }
    }
    if (four.0 == 0xFF && four.1 == 0xFE) || (four.0 == 0xFE && four.1 == 0xFF) {
      throw JSONError(.utf16, at: 0)
    }
    if (four.0 == 0) != (four.1 == 0) { throw JSONError(.utf16, at: 0) }
    return 0
  }

  /// Where UTF-8 begins: behind a byte order mark when there is one.
  public static func start(_ bytes: ByteView) -> Int {
    bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
  }
}
