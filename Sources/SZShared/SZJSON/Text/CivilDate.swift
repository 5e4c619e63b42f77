/// A day of the proleptic Gregorian calendar, which is the calendar of ISO 8601 and of .NET for all years.
public struct CivilDate: Equatable, Sendable {
  public var year: Int
  public var month: Int
  public var day: Int

  public init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day `days` after 1970-01-01, a billion years and less away (C. Neri and L. Schneider, "Euclidean affine functions and their
  /// application to calendar algorithms", 2022): years begin in March, so that the day a leap year adds is a year's last, and the
  /// divisions are by constants.
  public init(daysSince1970 days: Int) {
    // So many times 400 years more, that nothing is negative.
    let eras = 2_500_000
    let quarters = UInt64(days + 719_468 + 146_097 * eras) * 4 + 3
    let century = quarters / 146_097
    let years = (quarters % 146_097 | 3) * 2_939_745
    let dayOfYear = (years & 0xFFFF_FFFF) / 11_758_980
    let months = dayOfYear * 2141 + 197_913
    let isNextYear = dayOfYear >= 306
    day = Int((months & 0xFFFF) / 2141) + 1
    month = Int(months >> 16) - (isNextYear ? 12 : 0)
    year = Int(100 * century + years >> 32) - 400 * eras + (isNextYear ? 1 : 0)
  }

  /// The inverse of ``init(daysSince1970:)``.
  public var daysSince1970: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// Whether there is such a day.
  public var isValid: Bool {
    month >= 1 && month <= 12 && day >= 1 && day <= CivilDate.days(inMonth: month, of: year)
  }

  public static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  public static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
