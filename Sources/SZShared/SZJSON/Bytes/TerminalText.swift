/// Text that a terminal shows as it is written: characters that would steer it, or turn the direction of writing, become
/// escapes such as `\u202e`.
///
/// Those are the control characters, U+007F to U+009F, the marks of direction, and the two separators U+2028 and U+2029. In a
/// JSON text that is made for reading they stand in strings only, where the escape means the same.
public enum TerminalText {
  /// The text without characters that steer a terminal. Those below U+0020 stay unless `escapingControls` is set; line feeds
  /// and tabs stay unless `escapingLines` is, too. With `escapingControls` it is a message, in which bytes of a name that are not UTF-8
  /// (``SystemText``) become escapes such as `\xff`. Linear.
  public static func safe(
    _ text: [UInt8], escapingControls: Bool = false, escapingLines: Bool = false
  ) -> [UInt8] {
    func width(at index: Int) -> Int {
      let byte = text[index]
      if byte == 0x09 || byte == 0x0A { return escapingLines ? 1 : 0 }
      if byte < 0x20 { return escapingControls ? 1 : 0 }
      if byte == 0xF4, escapingControls { return SystemText.isByte(text[index...].prefix(4)) ? 4 : 0 }
      return TerminalText.width(text, index)
    }
    guard let first = text.indices.first(where: { width(at: $0) > 0 }) else { return text }
    var result = Array(text[..<first])
    var index = first
    while index < text.count {
      let width = width(at: index)
      if width == 0 {
        result.append(text[index])
        index += 1
        continue
      }
      if width == 4 {
        let byte = SystemText.byte(text[index + 2], text[index + 3])
        result += [
          UInt8(ascii: "\\"), UInt8(ascii: "x"), ASCII.hexDigit(byte >> 4), ASCII.hexDigit(byte & 15),
        ]
        index += width
        continue
      }
      let scalar =
        switch width {
        case 1: UInt32(text[index])
        case 2: UInt32(text[index] & 0x1F) << 6 | UInt32(text[index + 1] & 0x3F)
        default: 0x2000 | UInt32(text[index + 1] & 0x3F) << 6 | UInt32(text[index + 2] & 0x3F)
        }
      result += [UInt8(ascii: "\\"), UInt8(ascii: "u")]
      for shift in [12, 8, 4, 0] { result.append(ASCII.hexDigit(UInt8(scalar >> UInt32(shift) & 15))) }
      index += width
    }
    return result
  }

  /// A name that stands in a line: its line feeds and tabs become escapes, too.
  public static func name(_ name: String) -> String {
    String(decoding: safe(Array(name.utf8), escapingControls: true, escapingLines: true), as: UTF8.self)
  }

  /// How many bytes the character at `index`, at U+0020 or above, has that a terminal must not see; 0 for all others.
  private static func width(_ text: [UInt8], _ index: Int) -> Int {
    let byte = text[index]
    switch byte {
    case 0x7F: return 1
    case 0xC2: return index + 1 < text.count && text[index + 1] < 0xA0 ? 2 : 0
    // U+061C.
    case 0xD8: return index + 1 < text.count && text[index + 1] == 0x9C ? 2 : 0
    case 0xE2:
      guard index + 2 < text.count else { return 0 }
      switch (text[index + 1], text[index + 2]) {
      // U+200E, U+200F, U+2028 to U+202E, U+2066 to U+2069.
      case (0x80, 0x8E...0x8F), (0x80, 0xA8...0xAE), (0x81, 0xA6...0xA9): return 3
      default: return 0
      }
    default: return 0
    }
  }
}
