/// Bytes as text: base64 (RFC 4648), with the alphabet for URLs or without, and hexadecimal digits.
enum BinaryText {
  /// The bytes that `characters` stand for; nil when they are none in this format. Base64 is read in both alphabets, with its
  /// padding or without, and with line breaks, whichever of the two the format is. Linear.
  static func bytes(_ characters: [UInt8], _ format: Model.BinaryFormat) -> [UInt8]? {
    format == .hex ? hexadecimal(characters) ?? base64(characters) : base64(characters)
  }

  static func hexadecimal(_ characters: [UInt8]) -> [UInt8]? {
    guard characters.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.count / 2)
    for index in stride(from: 0, to: characters.count, by: 2) {
      guard let high = hexDigit(characters[index]), let low = hexDigit(characters[index + 1]) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static func base64(_ characters: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.count / 4 * 3)
    var (word, count, padding): (UInt32, Int, Int) = (0, 0, 0)
    for byte in characters {
      if byte == 0x0A || byte == 0x0D { continue }
      if byte == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      guard padding == 0, let digit = sextet(byte) else { return nil }
      word = word << 6 | UInt32(digit)
      count += 1
      if count == 4 {
        bytes += [
          UInt8(truncatingIfNeeded: word >> 16), UInt8(truncatingIfNeeded: word >> 8),
          UInt8(truncatingIfNeeded: word),
        ]
        (word, count) = (0, 0)
      }
    }
    // Padding fills up to four, or is left out; what stands behind the last whole byte is nothing.
    guard count != 1, padding == 0 || (count + padding) == 4 else { return nil }
    if count == 2 {
      guard word & 0xF == 0 else { return nil }
      bytes.append(UInt8(truncatingIfNeeded: word >> 4))
    } else if count == 3 {
      guard word & 3 == 0 else { return nil }
      bytes += [UInt8(truncatingIfNeeded: word >> 10), UInt8(truncatingIfNeeded: word >> 2)]
    }
    return bytes
  }

  private static func sextet(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
