/// The dates of .NET serialisers: `/Date(` milliseconds, perhaps an offset, `)/`.
package enum DotNetDate {
  /// Which dialect is read.
  package struct Reading: Sendable {
    /// What moment.js takes: the slash in front may be missing, letters of any case, and nothing behind the number matters.
    package var isLenient = false
    /// Offsets are minutes, one to four digits, as OData has them.
    package var hasMinuteOffsets = false
    /// The offset is part of the instant: it is added to the number.
    package var isWallClock = false

    package init(isLenient: Bool = false, hasMinuteOffsets: Bool = false, isWallClock: Bool = false) {
      self.isLenient = isLenient
      self.hasMinuteOffsets = hasMinuteOffsets
      self.isWallClock = isWallClock
    }
  }

  /// Why some characters are no date.
  package enum Outcome: Equatable, Sendable {
    case date(Instant)
    /// The offset cannot be one (beyond 14 hours, 60 minutes or more), so the instant is shown in UTC.
    case dateWithBadOffset(Instant)
    case noDate
  }

  /// Reads the characters in `range`, the whole of which must be a date; `hasLastSlash` is false when the range ends
  /// before a slash that the caller has seen.
  @inline(__always) static func read(
    _ bytes: ByteView, _ range: Range<Int>, hasLastSlash: Bool = true, _ reading: Reading
  ) -> Outcome {
    var index = range.lowerBound
    let end = range.upperBound
    if index < end, bytes[index] == UInt8(ascii: "/") {
      index += 1
    } else if !reading.isLenient {
      return .noDate
    }
    guard end - index >= 6 else { return .noDate }
    // "Date(" as five bytes, the first lowest; or "date(" after its letters were made small.
    let word = bytes.word(at: index) & 0xFF_FFFF_FFFF
    guard word == 0x28_6574_6144 || (reading.isLenient && word | 0x2020_2020 == 0x28_6574_6164) else {
      return .noDate
    }
    index += 5
    let isNegative = bytes[index] == UInt8(ascii: "-")
    if isNegative { index += 1 }
    let first = index
    var magnitude: UInt64 = 0
    while index < end, Lexer.isDigit(bytes[index]), index - first < 20 {
      magnitude = magnitude &* 10 &+ UInt64(bytes[index] &- 0x30)
      index += 1
    }
    // Nineteen digits fit 64 bits; the range is known before anything is negated, added or multiplied.
    guard index > first, index - first <= 19, magnitude <= 253_402_300_799_999 else { return .noDate }
    let milliseconds = isNegative ? -Int(magnitude) : Int(magnitude)
    return behindNumber(bytes, index, end, hasLastSlash, milliseconds, reading)
  }

  /// Reads an offset and the end.
  @inline(__always) private static func behindNumber(
    _ bytes: ByteView, _ start: Int, _ end: Int, _ hasLastSlash: Bool, _ milliseconds: Int, _ reading: Reading
  ) -> Outcome {
    var index = start
    var zone: Instant.Zone = .utc
    var isBad = false
    if index < end, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") {
      var digits = index + 1
      var number = 0
      while digits < end, digits - index < 6, Lexer.isDigit(bytes[digits]) {
        number = number * 10 + Int(bytes[digits] &- 0x30)
        digits += 1
      }
      let count = digits - index - 1
      if reading.hasMinuteOffsets ? count >= 1 && count <= 4 : count == 2 || count == 4 {
        let (hours, minutes) = count == 2 ? (number, 0) : (number / 100, number % 100)
        let total = reading.hasMinuteOffsets ? number : hours * 60 + minutes
        isBad = total > Instant.largestOffset || (!reading.hasMinuteOffsets && minutes > 59)
        if !isBad { zone = .offset(bytes[index] == UInt8(ascii: "-") ? -total : total) }
        index = digits
      }
    }
    if !reading.isLenient {
      guard end - index == (hasLastSlash ? 2 : 1), bytes[index] == UInt8(ascii: ")"),
        !hasLastSlash || bytes[index + 1] == UInt8(ascii: "/")
      else { return .noDate }
    }
    var instant = Instant(milliseconds: milliseconds, zone: zone)
    if reading.isWallClock { instant.milliseconds += instant.offsetMinutes * 60_000 }
    guard Instant.range.contains(instant.milliseconds) else { return .noDate }
    return isBad ? .dateWithBadOffset(instant) : .date(instant)
  }
}
