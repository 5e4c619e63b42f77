/// The characters of JSON strings, and strings made of characters.
///
/// Characters are UTF-8; a lone surrogate escape becomes the three bytes that UTF-8 would give its code point (WTF-8),
/// so that strings compare as the code units they are.
public enum JSONString {
  /// The characters of the string token in `range`, quotes included in the range.
  public static func decoded(_ bytes: ByteView, _ range: Range<Int>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    decode(bytes, range, into: &result)
    return result
  }

  /// Appends the characters of the string token in `range`.
  static func decode(_ bytes: ByteView, _ range: Range<Int>, into result: inout [UInt8]) {
    decode(bytes, range) { result.append($0) }
  }

  /// Calls `body` with each byte of the characters of the string token in `range`.
  @inline(__always) static func decode(_ bytes: ByteView, _ range: Range<Int>, _ body: (UInt8) -> Void) {
    var index = range.lowerBound + 1
    let end = range.upperBound - 1
    while index < end {
      let byte = bytes[index]
      guard byte == UInt8(ascii: "\\") else {
        body(byte)
        index += 1
        continue
      }
      let letter = bytes[index + 1]
      guard letter == UInt8(ascii: "u") else {
        body(unescaped(letter))
        index += 2
        continue
      }
      let unit = codeUnit(bytes, at: index + 2)
      index += 6
      if unit & 0xFC00 == 0xD800, index + 6 <= end, bytes[index] == UInt8(ascii: "\\"),
        bytes[index + 1] == UInt8(ascii: "u")
      {
        let low = codeUnit(bytes, at: index + 2)
        if low & 0xFC00 == 0xDC00 {
          encode(0x10000 + UInt32(unit & 0x3FF) << 10 + UInt32(low & 0x3FF), body)
          index += 6
          continue
        }
      }
      encode(UInt32(unit), body)
    }
  }

  /// Appends `characters` (UTF-8 or WTF-8) as a JSON string with the fewest escapes.
  public static func append(_ characters: some Sequence<UInt8>, quotedTo output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    for byte in characters { appendEscaped(byte, to: &output) }
    output.append(UInt8(ascii: "\""))
  }

  /// The characters (UTF-8 or WTF-8) as a JSON string that is well-formed: lone surrogates become escapes again.
  public static func token(_ characters: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    append(characters, quotedTo: &output)
    return escapingSurrogates(output)
  }

  /// The bytes, with an escape in the place of each surrogate.
  public static func escapingSurrogates(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(0xED) else { return bytes }
    var output: [UInt8] = []
    var index = 0
    while index < bytes.count {
      guard bytes[index] == 0xED, index + 2 < bytes.count, bytes[index + 1] >= 0xA0 else {
        output.append(bytes[index])
        index += 1
        continue
      }
      let unit = 0xD000 | UInt16(bytes[index + 1] & 0x3F) << 6 | UInt16(bytes[index + 2] & 0x3F)
      output += [UInt8(ascii: "\\"), UInt8(ascii: "u")]
      for shift in [12, 8, 4, 0] { output.append(ASCII.hexDigit(UInt8(unit >> UInt16(shift) & 15))) }
      index += 3
    }
    return output
  }

  public static func quoted(_ text: String) -> [UInt8] {
    var output: [UInt8] = []
    append(text.utf8, quotedTo: &output)
    return output
  }

  public static func appendEscaped(_ byte: UInt8, to output: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      output.append(UInt8(ascii: "\\"))
      output.append(byte)
    case 0x0A: output.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "n")])
    case 0x0D: output.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "r")])
    case 0x09: output.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "t")])
    case 0x00..<0x20:
      output.append(contentsOf: Array("\\u00".utf8))
      output.append(ASCII.hexDigit(byte >> 4))
      output.append(ASCII.hexDigit(byte & 15))
    default: output.append(byte)
    }
  }

  /// A name as messages show it: quoted, its end left out when it is long.
  public static func shown(_ name: String) -> String {
    String(decoding: quoted(ShortText.beginning(name)), as: UTF8.self)
  }

  private static func unescaped(_ letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: letter
    }
  }

  /// The character below 128 that the escape of six bytes at `index` spells.
  public static func asciiEscape(_ bytes: ByteView, at index: Int) -> UInt8? {
    guard bytes[index + 1] == UInt8(ascii: "u") else { return nil }
    let unit = codeUnit(bytes, at: index + 2)
    return unit < 0x80 ? UInt8(unit) : nil
  }

  public static func codeUnit(_ bytes: ByteView, at index: Int) -> UInt16 {
    var unit: UInt16 = 0
    for digit in index..<index + 4 { unit = unit << 4 | (ASCII.hexValue(bytes[digit]) ?? 0) }
    return unit
  }

  public static func append(_ scalar: UInt32, to output: inout [UInt8]) {
    encode(scalar) { output.append($0) }
  }

  /// Calls `body` with each byte that UTF-8 has for the scalar, or surrogate.
  @inline(__always) private static func encode(_ scalar: UInt32, _ body: (UInt8) -> Void) {
    guard scalar >= 0x80 else { return body(UInt8(truncatingIfNeeded: scalar)) }
    let length: UInt32 = scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4
    var shift = (length - 1) * 6
    body(UInt8(truncatingIfNeeded: 0xF00 >> length | scalar >> shift))
    while shift > 0 {
      shift -= 6
      body(UInt8(truncatingIfNeeded: 0x80 | scalar >> shift & 0x3F))
    }
  }
}
