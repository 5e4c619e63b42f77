/// The dates of RFC 3339, and what of ISO 8601 .NET serialisers read and write beside them.
package enum ISODate {
  /// A date and time as written.
  struct Reading {
    /// Seconds since 1970-01-01T00:00:00 of the wall clock.
    var wallSeconds: Int
    /// The digits behind the point; empty when there are none.
    var fraction: Range<Int>
    /// Nil when no zone is written.
    var zone: Instant.Zone?
  }

  /// Reads the characters in `range`: `2000-01-01T01:01:01`, perhaps a point and digits, and `Z`, `±hh:mm`, `±hhmm`, `±hh`
  /// or nothing. `T` and `Z` may be small. 24:00:00 is the end of its day; a leap second is refused, as it cannot be
  /// told from the second behind it once it is a number.
  static func read(_ bytes: ByteView, _ range: Range<Int>) -> Reading? {
    guard range.count >= 19 else { return nil }
    let start = range.lowerBound
    guard bytes[start + 4] == UInt8(ascii: "-"), bytes[start + 7] == UInt8(ascii: "-"),
      bytes[start + 10] | 0x20 == UInt8(ascii: "t"), bytes[start + 13] == UInt8(ascii: ":"),
      bytes[start + 16] == UInt8(ascii: ":")
    else { return nil }
    guard let century = pair(bytes, start), let yearOfCentury = pair(bytes, start + 2),
      let month = pair(bytes, start + 5), let day = pair(bytes, start + 8),
      let hour = pair(bytes, start + 11),
      let minute = pair(bytes, start + 14), let second = pair(bytes, start + 17)
    else { return nil }
    let date = CivilDate(year: century * 100 + yearOfCentury, month: month, day: day)
    guard date.year >= 1, date.isValid, minute < 60, second < 60 else { return nil }
    guard hour < 24 || (hour == 24 && minute == 0 && second == 0) else { return nil }
    var index = start + 19
    var fraction = index..<index
    if index < range.upperBound, bytes[index] == UInt8(ascii: ".") {
      index += 1
      let first = index
      while index < range.upperBound, Lexer.isDigit(bytes[index]) { index += 1 }
      guard index > first else { return nil }
      fraction = first..<index
      if hour == 24, fraction.contains(where: { bytes[$0] != UInt8(ascii: "0") }) { return nil }
    }
    var reading = Reading(
      wallSeconds: date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second, fraction: fraction,
      zone: nil)
    if index < range.upperBound {
      guard let zone = zone(bytes, index..<range.upperBound) else { return nil }
      reading.zone = zone
    }
    return reading
  }

  private static func zone(_ bytes: ByteView, _ range: Range<Int>) -> Instant.Zone? {
    let start = range.lowerBound
    if bytes[start] | 0x20 == UInt8(ascii: "z") { return range.count == 1 ? .utc : nil }
    guard bytes[start] == UInt8(ascii: "+") || bytes[start] == UInt8(ascii: "-") else { return nil }
    guard range.count >= 3, let hours = pair(bytes, start + 1) else { return nil }
    var minutes: Int? = 0
    switch range.count {
    case 3: break
    case 5: minutes = pair(bytes, start + 3)
    case 6: minutes = bytes[start + 3] == UInt8(ascii: ":") ? pair(bytes, start + 4) : nil
    default: return nil
    }
    guard let minutes, minutes < 60, hours * 60 + minutes <= Instant.largestOffset else { return nil }
    let total = hours * 60 + minutes
    return .offset(bytes[start] == UInt8(ascii: "-") ? -total : total)
  }

  /// Reads `±hh:mm`, an option's value.
  package static func zone(_ text: String) -> Instant.Zone? {
    let source = SourceBytes(Array(text.utf8))
    return source.count == 6 || source.count == 1 ? zone(source.view, 0..<source.count) : nil
  }

  /// The instant of a reading; nil when it is not in the years 1 to 9999 in UTC.
  ///
  /// What is finer than a millisecond is cut off towards 1970, as .NET does.
  static func instant(_ reading: Reading, _ zone: Instant.Zone, _ bytes: ByteView) -> Instant? {
    var instant = Instant(milliseconds: 0, zone: zone)
    var milliseconds = (reading.wallSeconds - instant.offsetMinutes * 60) * 1000
    var weight = 100
    var hasMore = false
    for index in reading.fraction {
      let digit = Int(bytes[index] &- 0x30)
      milliseconds += digit * weight
      if weight == 0, digit != 0 { hasMore = true }
      weight /= 10
    }
    if hasMore, milliseconds < 0 { milliseconds += 1 }
    guard Instant.range.contains(milliseconds) else { return nil }
    instant.milliseconds = milliseconds
    return instant
  }

  @inline(__always) private static func pair(_ bytes: ByteView, _ index: Int) -> Int? {
    let (tens, ones) = (bytes[index] &- 0x30, bytes[index + 1] &- 0x30)
    return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : nil
  }
}
