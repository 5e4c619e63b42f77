public import SZJSON

/// Values as people read them: JSON on one line, with characters where the source has escapes.
public enum ReadableValue {
  /// The value on one line. Control characters and lone surrogates stay escapes. Linear.
  public static func text(_ value: Value) -> [UInt8] {
    var compact: [UInt8] = []
    value.appendCompact(to: &compact)
    return compact.contains(UInt8(ascii: "\\")) ? unescaped(compact) : compact
  }

  /// A string of characters, UTF-8 or WTF-8, in quotes.
  public static func quoted(_ characters: some Sequence<UInt8>) -> [UInt8] {
    JSONString.token(Array(characters))
  }

  /// A JSON text with characters for the escapes that need not be. A reverse solidus stands in strings only.
  private static func unescaped(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      guard text[index] == UInt8(ascii: "\\") else {
        result.append(text[index])
        index += 1
        continue
      }
      switch text[index + 1] {
      case UInt8(ascii: "/"):
        result.append(UInt8(ascii: "/"))
        index += 2
      case UInt8(ascii: "u"):
        var unit = codeUnit(text, index + 2)
        var length = 6
        if unit & 0xFC00 == 0xD800, index + 12 <= text.count, text[index + 6] == UInt8(ascii: "\\"),
          text[index + 7] == UInt8(ascii: "u")
        {
          let low = codeUnit(text, index + 8)
          if low & 0xFC00 == 0xDC00 {
            unit = 0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF)
            length = 12
          }
        }
        if unit < 0x80 {
          JSONString.appendEscaped(UInt8(unit), to: &result)
        } else if unit & 0xFFFF_F800 == 0xD800 {
          result += text[index..<index + length]
        } else {
          JSONString.append(unit, to: &result)
        }
        index += length
      default:
        result += text[index..<index + 2]
        index += 2
      }
    }
    return result
  }

  private static func codeUnit(_ text: [UInt8], _ start: Int) -> UInt32 {
    var unit: UInt32 = 0
    for byte in text[start..<start + 4] { unit = unit << 4 | UInt32(ASCII.hexValue(byte) ?? 0) }
    return unit
  }

  /// How many characters UTF-8 has.
  public static func count(_ text: some Sequence<UInt8>) -> Int {
    text.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
  }
}
