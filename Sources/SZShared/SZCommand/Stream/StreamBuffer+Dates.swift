internal import SZJSON

/// Writes dates into a stream's buffer, digit by digit.
extension StreamBuffer {
  @inline(__always) private func appendPair(_ value: Int) {
    append(UInt8(truncatingIfNeeded: 0x30 &+ value / 10))
    append(UInt8(truncatingIfNeeded: 0x30 &+ value % 10))
  }

  /// A whole number in decimal.
  @inline(__always) func appendDecimal(_ value: Int) {
    if value < 0 { append(UInt8(ascii: "-")) }
    append(decimal: value.magnitude)
  }

  /// Eight digits at a time, three times at most.
  private func append(decimal value: UInt) {
    var rest = value
    if value >= 100_000_000 {
      append(decimal: value / 100_000_000)
      rest = value % 100_000_000
    }
    let digits = DateDigits.eight(rest)
    let zeros = value == rest ? min(7, digits.trailingZeroBitCount / 8) : 0
    append(lastOf: digits | 0x3030_3030_3030_3030, count: 8 - zeros)
  }

  /// `2000-01-01T01:01:01` of a wall clock.
  @inline(__always) func appendCivil(wallSeconds: Int) {
    let (days, second) = Instant.split(wallSeconds, by: 86_400)
    let date = CivilDate(daysSince1970: days)
    var text = SIMD16<UInt8>(repeating: 0)
    DateDigits.store(date.year / 100, &text, 0)
    DateDigits.store(date.year % 100, &text, 2)
    text[4] = UInt8(ascii: "-")
    DateDigits.store(date.month, &text, 5)
    text[7] = UInt8(ascii: "-")
    DateDigits.store(date.day, &text, 8)
    text[10] = UInt8(ascii: "T")
    DateDigits.store(second / 3600, &text, 11)
    text[13] = UInt8(ascii: ":")
    DateDigits.store(second / 60 % 60, &text, 14)
    append(text, count: 16)
    append(UInt8(ascii: ":"))
    appendPair(second % 60)
  }

  /// `Z` or `±hh:mm`; `-00:00` for a zone that is not known.
  @inline(__always) func appendISOZone(_ zone: Instant.Zone) {
    if zone == .utc { return append(UInt8(ascii: "Z")) }
    let minutes = appendSign(zone)
    appendPair(minutes / 60)
    append(UInt8(ascii: ":"))
    appendPair(minutes % 60)
  }

  /// The sign of an offset; answers its minutes without it.
  @inline(__always) private func appendSign(_ zone: Instant.Zone) -> Int {
    guard case .offset(let minutes) = zone, minutes >= 0 else {
      append(UInt8(ascii: "-"))
      if case .offset(let minutes) = zone { return -minutes }
      return 0
    }
    append(UInt8(ascii: "+"))
    return minutes
  }

  /// An instant as ISO 8601 has it, with three digits behind the point when there are milliseconds.
  @inline(__always) func appendISO(_ instant: Instant) {
    let shown = instant.showable
    let (seconds, milliseconds) = Instant.split(shown.milliseconds + shown.offsetMinutes * 60_000, by: 1000)
    appendCivil(wallSeconds: seconds)
    appendFraction(milliseconds)
    appendISOZone(shown.zone)
  }

  /// An instant in seconds since 1970, with three digits behind the point when there are milliseconds.
  func appendEpoch(_ instant: Instant) {
    if instant.milliseconds < 0 { append(UInt8(ascii: "-")) }
    let magnitude = abs(instant.milliseconds)
    appendDecimal(magnitude / 1000)
    appendFraction(magnitude % 1000)
  }

  @inline(__always) private func appendFraction(_ milliseconds: Int) {
    guard milliseconds > 0 else { return }
    append(UInt8(ascii: "."))
    append(UInt8(truncatingIfNeeded: 0x30 &+ milliseconds / 100))
    appendPair(milliseconds % 100)
  }

  /// `\/Date(x)\/` or `\/Date(x±hhmm)\/`, where x is `number`; with `minuteOffsets` the four digits are minutes.
  func appendDotNet(_ number: Int, _ zone: Instant.Zone, minuteOffsets: Bool) {
    append(UInt8(ascii: "\\"))
    append(UInt8(ascii: "/"))
    for byte in "Date(".utf8 { append(byte) }
    appendDecimal(number)
    if zone != .utc {
      let minutes = appendSign(zone)
      let value = minuteOffsets ? minutes : minutes / 60 * 100 + minutes % 60
      appendPair(value / 100)
      appendPair(value % 100)
    }
    append(UInt8(ascii: ")"))
    append(UInt8(ascii: "\\"))
    append(UInt8(ascii: "/"))
  }
}

/// The digits of small numbers.
enum DateDigits {
  /// The eight digits of a number below 100,000,000, each a byte, the first lowest: four by four, then two by two, then
  /// one by one, all at once. The factors are those of a division by 100 below 10,000, and by 10 below 100.
  @inline(__always) static func eight(_ value: UInt) -> UInt64 {
    let fours = UInt64(value / 10_000) | UInt64(value % 10_000) &<< 32
    let hundreds = ((fours &* 10_486) &>> 20) & 0x7F_0000_007F
    let twos = hundreds | (fours &- hundreds &* 100) &<< 16
    let tens = ((twos &* 103) &>> 10) & 0xF_000F_000F_000F
    return tens | (twos &- tens &* 10) &<< 8
  }

  /// The two digits of a number below 100.
  @inline(__always) static func store(_ value: Int, _ text: inout SIMD16<UInt8>, _ index: Int) {
    text[index] = UInt8(truncatingIfNeeded: 0x30 &+ value / 10)
    text[index + 1] = UInt8(truncatingIfNeeded: 0x30 &+ value % 10)
  }
}
