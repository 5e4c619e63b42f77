/// The dates that serialisers write, `"\/Date(946684861000+0100)\/"`, read as words before anybody has looked for the string's end.
extension DotNetDate {
  /// Whether the string whose opening quote is at `start` begins as they do.
  @inlinable @inline(__always) public static func beginsEscaped(_ bytes: ByteView, at start: Int) -> Bool {
    bytes.word(at: start) == 0x2865_7461_442F_5C22
  }

  /// The date that the string at `start` is, which ``beginsEscaped(_:at:)``, and the index behind it. Nil for all that is not written so,
  /// dates too: without escapes, with an offset of other than four digits or one that cannot be.
  ///
  /// Reads at most 48 bytes, so the padding of a view is enough; nothing that the bytes' end cuts is taken.
  public static func readEscaped(
    _ bytes: ByteView, at start: Int, _ reading: Reading
  ) -> (found: Found, end: Int)? {
    var index = start + 8
    let isNegative = bytes[index] == UInt8(ascii: "-")
    if isNegative { index += 1 }
    let first = bytes.word(at: index) ^ Digits.zeros
    var count = Digits.count(first)
    var magnitude: UInt64
    if count < 8 {
      if count == 0 { return nil }
      magnitude = Digits.value(first &<< UInt64(64 - 8 * count))
    } else {
      let more = Digits.count(bytes.word(at: index + 8) ^ Digits.zeros)
      count += more
      magnitude = Digits.value(bytes.word(at: index + count - 8) ^ Digits.zeros)
      if more > 0 { magnitude += Digits.value(first &<< UInt64(64 - 8 * more)) * 100_000_000 }
    }
    guard magnitude <= 253_402_300_799_999 else { return nil }
    let number = isNegative ? -Int(magnitude) : Int(magnitude)
    var found = Found(instant: Instant(milliseconds: number, zone: .utc))
    index += count
    let sign = bytes[index]
    let hasOffset = sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
    if hasOffset {
      let digits = bytes.word(at: index + 1) ^ Digits.zeros
      guard Digits.count(digits) == 4 else { return nil }
      let value = Int(Digits.value(digits &<< 32))
      let minutes = reading.hasMinuteOffsets ? value : value / 100 * 60 + value % 100
      guard reading.hasMinuteOffsets || value % 100 < 60, minutes <= Instant.largestOffset else { return nil }
      let isWest = sign == UInt8(ascii: "-")
      found.instant.zone = isWest ? minutes == 0 ? .unknown : .offset(-minutes) : .offset(minutes)
      index += 5
    }
    guard UInt32(truncatingIfNeeded: bytes.word(at: index)) == 0x222F_5C29,
      let judged = judged(found, number, hasOffset: hasOffset, reading)
    else { return nil }
    return (judged, index + 4)
  }

  /// Digits, eight in a word of which the lowest stands first, each less the character for zero.
  private enum Digits {
    static let zeros: UInt64 = 0x3030_3030_3030_3030

    /// How many of them stand in front.
    @inline(__always) static func count(_ word: UInt64) -> Int {
      let others = (word & 0x7F7F_7F7F_7F7F_7F7F &+ 0x7676_7676_7676_7676 | word) & 0x8080_8080_8080_8080
      return others.trailingZeroBitCount >> 3
    }

    /// The number that all eight are: two, then four, then eight of them at a time.
    @inline(__always) static func value(_ word: UInt64) -> UInt64 {
      let twos = word &* 10 &+ word &>> 8
      let low = (twos & 0xFF_0000_00FF) &* 0xF_4240_0000_0064
      let high = (twos &>> 16 & 0xFF_0000_00FF) &* 0x2710_0000_0001
      return (low &+ high) &>> 32
    }
  }
}
