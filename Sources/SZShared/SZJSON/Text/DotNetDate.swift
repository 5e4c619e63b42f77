/// The dates of .NET serialisers: `/Date(` milliseconds, perhaps an offset, `)/`.
public enum DotNetDate {
  /// What has been done with the offset of a number that is not milliseconds in UTC.
  public enum WallClock: String, Sendable, CaseIterable {
    /// It was taken off the number, so it is added to find the instant.
    case add
    /// It was added, which makes the number what a clock there shows, so it is taken off.
    case subtract
  }

  /// Which dialect is read.
  public struct Reading: Sendable {
    /// What moment.js takes: the slash in front may be missing, letters of any case, and nothing behind the number matters.
    /// An offset may have a colon.
    public var isLenient = false
    /// Offsets are minutes, one to four digits, as OData has them.
    public var hasMinuteOffsets = false
    /// Nil when the number is what it should be, milliseconds in UTC.
    public var wallClock: WallClock?
    /// Numbers that stand for "no date" beside those that serialisers write for it.
    public var sentinels: [Int] = []

    public init(
      isLenient: Bool = false, hasMinuteOffsets: Bool = false, wallClock: WallClock? = nil
    ) {
      self.isLenient = isLenient
      self.hasMinuteOffsets = hasMinuteOffsets
      self.wallClock = wallClock
    }

    /// The same dialect without what only moment.js takes.
    public var exact: Reading {
      var reading = self
      reading.isLenient = false
      return reading
    }

    /// The milliseconds that lead from a number with this offset to its instant.
    @inline(__always) public func shift(_ offsetMinutes: Int) -> Int {
      switch wallClock {
      case nil: 0
      case .add: offsetMinutes * 60_000
      case .subtract: -offsetMinutes * 60_000
      }
    }
  }

  /// A date that was found.
  public struct Found: Equatable, Sendable {
    /// Of the years 1 to 9999, but perhaps for what stands for "no date".
    public var instant: Instant
    /// Whether the offset cannot be one (beyond 14 hours, 60 minutes or more), so that the instant is shown in UTC.
    public var hasBadOffset = false
    /// Whether this is what serialisers write for "no date": .NET's smallest one, in UTC or on the clocks of its zone, or
    /// the year 100.
    public var isSentinel = false
  }

  /// Reads the characters in `range`, the whole of which must be a date; `hasLastSlash` is false when the range ends
  /// before a slash that the caller has seen.
  @inline(__always) public static func read(
    _ bytes: ByteView, _ range: Range<Int>, hasLastSlash: Bool = true, _ reading: Reading
  ) -> Found? {
    var index = range.lowerBound
    let end = range.upperBound
    if index < end, bytes[index] == UInt8(ascii: "/") {
      index += 1
    } else if !reading.isLenient {
      return nil
    }
    guard end - index >= 6 else { return nil }
    // "Date(" as five bytes, the first lowest; or "date(" after its letters were made small.
    let word = bytes.word(at: index) & 0xFF_FFFF_FFFF
    guard word == 0x28_6574_6144 || (reading.isLenient && word | 0x2020_2020 == 0x28_6574_6164) else {
      return nil
    }
    index += 5
    let isNegative = bytes[index] == UInt8(ascii: "-")
    if isNegative { index += 1 }
    let first = index
    var magnitude: UInt64 = 0
    while index < end, ASCII.isDigit(bytes[index]), index - first < 20 {
      magnitude = magnitude &* 10 &+ UInt64(bytes[index] &- 0x30)
      index += 1
    }
    // Nineteen digits fit 64 bits; the range is known before anything is negated, added or multiplied.
    guard index > first, index - first <= 19, magnitude <= 253_402_300_799_999 else { return nil }
    let number = isNegative ? -Int(magnitude) : Int(magnitude)
    return behindNumber(number, bytes, index..<end, hasLastSlash, reading)
  }

  /// Reads an offset and the end, which are the rest of the date.
  @inline(__always) private static func behindNumber(
    _ number: Int, _ bytes: ByteView, _ rest: Range<Int>, _ hasLastSlash: Bool, _ reading: Reading
  ) -> Found? {
    var index = rest.lowerBound
    let end = rest.upperBound
    var found = Found(instant: Instant(milliseconds: number, zone: .utc))
    var hasOffset = false
    if index < end, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") {
      let offset = offset(bytes, index + 1, end, reading)
      if offset.end > index {
        hasOffset = true
        found.hasBadOffset = offset.minutes > Instant.largestOffset
        if !found.hasBadOffset {
          let isNegative = bytes[index] == UInt8(ascii: "-")
          found.instant.zone =
            isNegative ? offset.minutes == 0 ? .unknown : .offset(-offset.minutes) : .offset(offset.minutes)
        }
        index = offset.end
      }
    }
    if !reading.isLenient {
      guard end - index == (hasLastSlash ? 2 : 1), bytes[index] == UInt8(ascii: ")"),
        !hasLastSlash || bytes[index + 1] == UInt8(ascii: "/")
      else { return nil }
    }
    return judged(found, number, hasOffset: hasOffset, reading)
  }

  /// What was found with its instant, if that can be shown or stands for "no date".
  @inline(__always) static func judged(
    _ read: Found, _ number: Int, hasOffset: Bool, _ reading: Reading
  ) -> Found? {
    var found = read
    let minutes = found.instant.offsetMinutes
    found.instant.milliseconds += reading.shift(minutes)
    let wall = found.instant.milliseconds + minutes * 60_000
    found.isSentinel =
      number == Instant.smallest || number == Instant.smallestRaised || wall == Instant.smallest
      || !hasOffset && Instant.isSmallestElsewhere(number) || reading.sentinels.contains(number)
    return found.isSentinel || Instant.range.contains(found.instant.milliseconds) ? found : nil
  }

  /// Reads the digits behind an offset's sign; answers the end 0 when they are none, and too many minutes when they
  /// cannot be an offset.
  @inline(__always) private static func offset(
    _ bytes: ByteView, _ start: Int, _ end: Int, _ reading: Reading
  ) -> (minutes: Int, end: Int) {
    var index = start
    var number = 0
    while index < end, index - start < 5, ASCII.isDigit(bytes[index]) {
      number = number * 10 + Int(bytes[index] &- 0x30)
      index += 1
    }
    let count = index - start
    if reading.isLenient, count == 2, index < end, bytes[index] == UInt8(ascii: ":") {
      guard index + 2 < end, ASCII.isDigit(bytes[index + 1]), ASCII.isDigit(bytes[index + 2]) else {
        return (0, 0)
      }
      let minutes = Int(bytes[index + 1] &- 0x30) * 10 + Int(bytes[index + 2] &- 0x30)
      return (minutes > 59 ? Int.max : number * 60 + minutes, index + 3)
    }
    if reading.hasMinuteOffsets { return count >= 1 && count <= 4 ? (number, index) : (0, 0) }
    if count == 2 { return (number * 60, index) }
    guard count == 4 else { return (0, 0) }
    return (number % 100 > 59 ? Int.max : number / 100 * 60 + number % 100, index)
  }
}
