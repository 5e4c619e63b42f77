/// Well-formed UTF-8, RFC 3629 section 4: no overlong forms, no surrogates, nothing above U+10FFFF.
public enum UTF8Check {
  /// The length of the well-formed multi-byte sequence at `index`, or 0.
  @inline(__always) static func length(_ bytes: ByteView, at index: Int) -> Int {
    let lead = bytes[index]
    let second = bytes[index + 1]
    switch lead {
    case 0xC2...0xDF:
      return isContinuation(second) ? 2 : 0
    case 0xE0...0xEF:
      guard isContinuation(second), isContinuation(bytes[index + 2]) else { return 0 }
      if lead == 0xE0, second < 0xA0 { return 0 }
      if lead == 0xED, second > 0x9F { return 0 }
      return 3
    case 0xF0...0xF4:
      guard isContinuation(second), isContinuation(bytes[index + 2]), isContinuation(bytes[index + 3]) else {
        return 0
      }
      if lead == 0xF0, second < 0x90 { return 0 }
      if lead == 0xF4, second > 0x8F { return 0 }
      return 4
    default:
      return 0
    }
  }

  /// The length that `lead` announces; 1 for a byte that can start nothing.
  @inline(__always) static func expectedLength(_ lead: UInt8) -> Int {
    switch lead {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }

  @inline(__always) public static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
