/// The dates of RFC 3339, and what of ISO 8601 .NET serialisers read and write beside them.
public enum ISODate {
  /// A date and time as written.
  public struct Reading {
    /// Seconds since 1970-01-01T00:00:00 of the wall clock.
    var wallSeconds: Int
    /// The digits behind the point; empty when there are none.
    public var fraction: Range<Int>
    /// Nil when no zone is written.
    public var zone: Instant.Zone?
    /// Whether it is written as RFC 3339 has it, zone or none.
    public var isWhole = true

    /// The seconds since 1970 in UTC, when its wall clock stands in `zone`.
    public func seconds(in zone: Instant.Zone) -> Int {
      wallSeconds - Instant(milliseconds: 0, zone: zone).offsetMinutes * 60
    }
  }

  /// Reads the characters in `range`: `2000-01-01T01:01:01`, perhaps a point and digits, and `Z`, `±hh:mm`, `±hhmm`, `±hh`
  /// or nothing. `T` and `Z` may be small. 24:00:00 is the end of its day; a leap second is refused, as it cannot be
  /// told from the second behind it once it is a number.
  ///
  /// With `isLoose` the seconds may be missing, a blank may stand for `T`, and a day alone is its beginning.
  public static func read(_ bytes: ByteView, _ range: Range<Int>, isLoose: Bool = false) -> Reading? {
    guard let date = day(bytes, range) else { return nil }
    let start = range.lowerBound
    let days = date.daysSince1970
    var index = start + 10
    if index == range.upperBound {
      return isLoose
        ? Reading(wallSeconds: days * 86_400, fraction: index..<index, zone: nil, isWhole: false) : nil
    }
    var isWhole = bytes[index] | 0x20 == UInt8(ascii: "t")
    guard range.count >= 16, isWhole || (isLoose && bytes[index] == 0x20),
      bytes[start + 13] == UInt8(ascii: ":"),
      let hour = pair(bytes, start + 11), let minute = pair(bytes, start + 14), hour <= 24, minute < 60
    else { return nil }
    index = start + 16
    var second = 0
    var fraction = index..<index
    if range.count >= 19, bytes[index] == UInt8(ascii: ":") {
      guard let written = pair(bytes, index + 1), written < 60 else { return nil }
      second = written
      index += 3
      guard let digits = self.fraction(bytes, index..<range.upperBound) else { return nil }
      fraction = digits
      index = max(index, fraction.upperBound)
    } else if isLoose {
      isWhole = false
    } else {
      return nil
    }
    if hour == 24 {
      guard minute == 0, second == 0, !fraction.contains(where: { bytes[$0] != UInt8(ascii: "0") })
      else { return nil }
    }
    var reading = Reading(
      wallSeconds: days * 86_400 + hour * 3600 + minute * 60 + second, fraction: fraction, zone: nil,
      isWhole: isWhole)
    if index < range.upperBound {
      guard let zone = zone(bytes, index..<range.upperBound) else { return nil }
      reading.zone = zone
    }
    return reading
  }

  /// The day that the first ten characters name, of the years 1 to 9999.
  @inline(__always) private static func day(_ bytes: ByteView, _ range: Range<Int>) -> CivilDate? {
    guard range.count >= 10 else { return nil }
    let start = range.lowerBound
    guard bytes[start + 4] == UInt8(ascii: "-"), bytes[start + 7] == UInt8(ascii: "-"),
      let century = pair(bytes, start), let yearOfCentury = pair(bytes, start + 2),
      let month = pair(bytes, start + 5), let day = pair(bytes, start + 8)
    else { return nil }
    let date = CivilDate(year: century * 100 + yearOfCentury, month: month, day: day)
    return date.year >= 1 && date.isValid ? date : nil
  }

  /// The digits behind a point at the front of `range`; empty when there is no point, nil when nothing stands behind it.
  private static func fraction(_ bytes: ByteView, _ range: Range<Int>) -> Range<Int>? {
    let start = range.lowerBound
    guard start < range.upperBound, bytes[start] == UInt8(ascii: ".") else { return start..<start }
    var index = start + 1
    while index < range.upperBound, ASCII.isDigit(bytes[index]) { index += 1 }
    return index > start + 1 ? start + 1..<index : nil
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
    guard bytes[start] == UInt8(ascii: "-") else { return .offset(total) }
    return total == 0 ? .unknown : .offset(-total)
  }

  /// Reads `±hh:mm`, an option's value.
  public static func zone(_ text: String) -> Instant.Zone? {
    let source = SourceBytes(Array(text.utf8))
    return source.count == 6 || source.count == 1 ? zone(source.view, 0..<source.count) : nil
  }

  /// The instant of a reading whose second since 1970 is `seconds`; nil when it is not in the years 1 to 9999 in UTC.
  ///
  /// What is finer than a millisecond is cut off towards 1970, as .NET does.
  public static func instant(
    _ reading: Reading, seconds: Int, _ zone: Instant.Zone, _ bytes: ByteView
  ) -> Instant? {
    var milliseconds = seconds * 1000
    var weight = 100
    for index in reading.fraction.prefix(3) {
      milliseconds += Int(bytes[index] &- 0x30) * weight
      weight /= 10
    }
    if milliseconds < 0, isFinerThanMilliseconds(reading, bytes) { milliseconds += 1 }
    return Instant.range.contains(milliseconds) ? Instant(milliseconds: milliseconds, zone: zone) : nil
  }

  /// Whether a reading stands for "no date": .NET's smallest date on a clock anywhere, or taken to UTC by a server anywhere; the year 100
  /// that some raise it to; or one of `sentinels`, milliseconds in UTC.
  public static func isSentinel(
    _ reading: Reading, _ instant: Instant?, _ bytes: ByteView, _ sentinels: [Int]
  ) -> Bool {
    let isSecond = !reading.fraction.contains { bytes[$0] != UInt8(ascii: "0") }
    if isSecond, reading.wallSeconds * 1000 == Instant.smallest { return true }
    guard let milliseconds = instant?.milliseconds else { return false }
    return isSecond && (milliseconds == Instant.smallest || milliseconds == Instant.smallestRaised)
      || isSecond && reading.zone == .utc && Instant.isSmallestElsewhere(milliseconds)
      || sentinels.contains(milliseconds)
  }

  /// Whether there is anything behind the milliseconds.
  public static func isFinerThanMilliseconds(_ reading: Reading, _ bytes: ByteView) -> Bool {
    reading.fraction.dropFirst(3).contains { bytes[$0] != UInt8(ascii: "0") }
  }

  @inline(__always) private static func pair(_ bytes: ByteView, _ index: Int) -> Int? {
    let (tens, ones) = (bytes[index] &- 0x30, bytes[index + 1] &- 0x30)
    return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : nil
  }
}
