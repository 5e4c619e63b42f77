/// The bytes of texts that are part of the program.
enum StaticText {
  /// The bytes of `text`. Its pointer is good for as long as the program runs, and for the bytes that are counted.
  static func bytes(_ text: StaticString) -> [UInt8] {
    text.withUTF8Buffer { unsafe [UInt8]($0) }
  }
}
