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
    var run = begin(room: 24)
    let seconds = run.append(civil: wallSeconds)
    run.append(seconds, count: 3)
    end(run)
  }

  /// `Z` or `±hh:mm`; `-00:00` for a zone that is not known.
  @inline(__always) func appendISOZone(_ zone: Instant.Zone) {
    if zone == .utc { return append(UInt8(ascii: "Z")) }
    var run = begin(room: 8)
    run.append(DateDigits.offset(zone), count: 6)
    end(run)
  }

  /// An instant as ISO 8601 has it, with three digits behind the point when there are milliseconds.
  @inline(__always) func appendISO(_ instant: Instant) {
    let shown = instant.showable
    let (seconds, milliseconds) = Instant.split(shown.milliseconds + shown.offsetMinutes * 60_000, by: 1000)
    var run = begin(room: 40)
    var rest = run.append(civil: seconds)
    var count = 3
    if milliseconds > 0 {
      let digits = DateDigits.pairs(milliseconds / 100, milliseconds % 100, 0, 0) &>> 8 & 0xFF_FFFF
      rest |= UInt64(UInt8(ascii: ".")) &<< 24 | digits &<< 32
      count = 7
    }
    if shown.zone == .utc {
      rest |= UInt64(UInt8(ascii: "Z")) &<< UInt64(8 * count)
      run.append(rest, count: count + 1)
    } else {
      run.append(rest, count: count)
      run.append(DateDigits.offset(shown.zone), count: 6)
    }
    end(run)
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
      let (sign, minutes) = DateDigits.parts(zone)
      append(sign)
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

  /// The two digits of each of four numbers below 100, as characters, the first lowest.
  @inline(__always) static func pairs(_ first: Int, _ second: Int, _ third: Int, _ fourth: Int) -> UInt64 {
    let twos =
      UInt64(truncatingIfNeeded: first) | UInt64(truncatingIfNeeded: second) &<< 16
      | UInt64(truncatingIfNeeded: third) &<< 32 | UInt64(truncatingIfNeeded: fourth) &<< 48
    let tens = ((twos &* 103) &>> 10) & 0xF_000F_000F_000F
    return tens | (twos &- tens &* 10) &<< 8 | 0x3030_3030_3030_3030
  }

  /// The sign of a zone that is not UTC, and its minutes without it; minus and none for one that is not known.
  @inline(__always) static func parts(_ zone: Instant.Zone) -> (sign: UInt8, minutes: Int) {
    guard case .offset(let offset) = zone else { return (UInt8(ascii: "-"), 0) }
    return (offset < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"), abs(offset))
  }

  /// `±hh:mm`, six bytes, of such a zone.
  @inline(__always) static func offset(_ zone: Instant.Zone) -> UInt64 {
    let (sign, minutes) = parts(zone)
    let digits = pairs(minutes / 60, minutes % 60, 0, 0)
    return UInt64(sign) | (digits & 0xFFFF) &<< 8 | 0x3A &<< 24 | (digits &>> 16 & 0xFFFF) &<< 32
  }
}

extension StreamBuffer.Run {
  /// Appends `2000-01-01T01:01` of a wall clock, and answers the `:01` that is left, three bytes of which the lowest stands first.
  @inline(__always) mutating func append(civil wallSeconds: Int) -> UInt64 {
    let (days, second) = Instant.split(wallSeconds, by: 86_400)
    let date = CivilDate(daysSince1970: days)
    let day = DateDigits.pairs(date.year / 100, date.year % 100, date.month, date.day)
    let time = DateDigits.pairs(second / 3600, second / 60 % 60, second % 60, 0)
    // The hyphens, the T and the colons.
    append(day & 0xFFFF_FFFF | (day &>> 32 & 0xFFFF) &<< 40 | 0x2D00_002D &<< 32, count: 8)
    append(
      day &>> 48 | (time & 0xFFFF) &<< 24 | (time &>> 16 & 0xFFFF) &<< 48 | 0x3A00_0054 &<< 16, count: 8)
    return 0x3A | (time &>> 32 & 0xFFFF) &<< 8
  }
}
