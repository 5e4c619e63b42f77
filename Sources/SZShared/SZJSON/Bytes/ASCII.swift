/// Characters of ASCII, as bytes.
public enum ASCII {
  @inline(__always) public static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// The value of a hexadecimal digit.
  @inline(__always) public static func hexValue(_ byte: UInt8) -> UInt16? {
    if isDigit(byte) { return UInt16(byte &- 0x30) }
    let lower = byte | 0x20
    return lower &- 0x61 < 6 ? UInt16(lower &- 0x57) : nil
  }

  /// The lower-case hexadecimal digit of a value below 16.
  public static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
