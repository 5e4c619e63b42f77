/// A point in time as a date string has it: milliseconds in UTC, and how to show them.
package struct Instant: Equatable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  package var milliseconds: Int
  package var zone: Zone

  package enum Zone: Equatable, Sendable {
    /// Written `Z`, or in a .NET date without an offset.
    case utc
    /// Minutes east of Greenwich.
    case offset(Int)
  }

  package init(milliseconds: Int, zone: Zone) {
    self.milliseconds = milliseconds
    self.zone = zone
  }

  /// The years 1 to 9999, which both forms can spell.
  package static let range = -62_135_596_800_000...253_402_300_799_999
  /// Zones reach 14 hours to either side.
  package static let largestOffset = 14 * 60

  package var offsetMinutes: Int {
    if case .offset(let minutes) = zone { minutes } else { 0 }
  }

  /// The same instant in a zone in which its year has four digits: its own, or UTC.
  package var showable: Instant {
    let local = milliseconds + offsetMinutes * 60_000
    return Instant.range.contains(local) ? self : Instant(milliseconds: milliseconds, zone: .utc)
  }

  /// What serialisers write for "no date": .NET's smallest one, and the year 100 that several of them raise it to.
  package static func isSentinel(_ milliseconds: Int) -> Bool {
    milliseconds == -62_135_596_800_000 || milliseconds == -59_011_459_200_000
  }

  /// A quotient rounded down, and the rest that leaves, which is not negative.
  @inline(__always) package static func split(_ value: Int, by divisor: Int) -> (Int, Int) {
    let quotient = value / divisor
    let rest = value - quotient * divisor
    return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
  }
}
