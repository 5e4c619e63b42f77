/// A point in time as a date string has it: milliseconds in UTC, and how to show them.
public struct Instant: Equatable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  public var milliseconds: Int
  public var zone: Zone

  public enum Zone: Equatable, Sendable {
    /// Written `Z`, or in a .NET date without an offset.
    case utc
    /// Minutes east of Greenwich.
    case offset(Int)
    /// Written `-00:00`, or `-0000` in a .NET date: where the clock stood is not known (RFC 3339, 4.3).
    case unknown

    /// What a zone that is `seconds` east of Greenwich is shown as: whole minutes, and UTC where those could not be read
    /// back.
    init(nearestTo seconds: Int) {
      let minutes = (abs(seconds) + 30) / 60
      self =
        minutes > Instant.largestOffset ? .utc : .offset(seconds < 0 ? -minutes : minutes)
    }
  }

  public init(milliseconds: Int, zone: Zone) {
    self.milliseconds = milliseconds
    self.zone = zone
  }

  /// The years 1 to 9999, which both forms can spell.
  public static let range = -62_135_596_800_000...253_402_300_799_999
  /// Zones reach 14 hours to either side.
  public static let largestOffset = 14 * 60

  public var offsetMinutes: Int {
    if case .offset(let minutes) = zone { minutes } else { 0 }
  }

  /// The same instant in a zone in which its year has four digits: its own, or UTC.
  public var showable: Instant {
    let local = milliseconds + offsetMinutes * 60_000
    return Instant.range.contains(local) ? self : Instant(milliseconds: milliseconds, zone: .utc)
  }

  /// Whether this is what becomes of .NET's smallest date where a server west of UTC takes it to UTC: a quarter of an hour, or some,
  /// within the first 14 hours.
  static func isSmallestElsewhere(_ milliseconds: Int) -> Bool {
    let since = milliseconds - smallest
    return (0...14 * 3_600_000).contains(since) && since % 900_000 == 0
  }

  /// .NET's smallest date, which serialisers write for "no date".
  static let smallest = range.lowerBound
  /// The year 100, which several serialisers raise it to.
  static let smallestRaised = -59_011_459_200_000

  /// A quotient rounded down, and the rest that leaves, which is not negative.
  @inlinable @inline(__always) public static func split(_ value: Int, by divisor: Int) -> (Int, Int) {
    let quotient = value / divisor
    let rest = value - quotient * divisor
    return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
  }
}
