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

  /// `Z` or `±hh:mm`.
  @inline(__always) func appendISOZone(_ zone: Instant.Zone) {
    guard case .offset(let minutes) = zone else { return append(UInt8(ascii: "Z")) }
    append(minutes < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
    appendPair(abs(minutes) / 60)
    append(UInt8(ascii: ":"))
    appendPair(abs(minutes) % 60)
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

  /// `\/Date(x)\/` or `\/Date(x±hhmm)\/`; with `minuteOffsets` the four digits are minutes.
  func appendDotNet(_ instant: Instant, minuteOffsets: Bool) {
    append(UInt8(ascii: "\\"))
    append(UInt8(ascii: "/"))
    for byte in "Date(".utf8 { append(byte) }
    appendDecimal(instant.milliseconds)
    if case .offset(let minutes) = instant.zone {
      append(minutes < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
      let value = minuteOffsets ? abs(minutes) : abs(minutes) / 60 * 100 + abs(minutes) % 60
      appendPair(value / 100)
      appendPair(value % 100)
    }
    append(UInt8(ascii: ")"))
    append(UInt8(ascii: "\\"))
    append(UInt8(ascii: "/"))
  }
}

/// The two digits of numbers below 100.
enum DateDigits {
  @inline(__always) static func store(_ value: Int, _ text: inout SIMD16<UInt8>, _ index: Int) {
    text[index] = UInt8(truncatingIfNeeded: 0x30 &+ value / 10)
    text[index + 1] = UInt8(truncatingIfNeeded: 0x30 &+ value % 10)
  }
}
