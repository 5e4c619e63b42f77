#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The system's zone rules, which `TZ` or /etc/localtime choose.
enum LocalZone {
  /// Reads the rules; localtime_r(3) need not.
  static func prepare() { tzset() }

  /// The offset in minutes that holds at an instant. Offsets with seconds, of before the railways, are rounded.
  static func offset(atMilliseconds milliseconds: Int) -> Int {
    var time = time_t(Instant.split(milliseconds, by: 1000).0)
    var parts = unsafe tm()
    guard unsafe localtime_r(&time, &parts) != nil else { return 0 }
    return unsafe minutes(ofSeconds: Int(parts.tm_gmtoff))
  }

  /// The offset in minutes that holds when clocks show `wallSeconds` since 1970.
  ///
  /// A time that clocks show twice, or never, is what mktime(3) makes of it.
  static func offset(atWallSeconds wallSeconds: Int) -> Int {
    let (days, second) = Instant.split(wallSeconds, by: 86_400)
    let date = CivilDate(daysSince1970: days)
    var parts = unsafe tm()
    unsafe parts.tm_year = Int32(date.year - 1900)
    unsafe parts.tm_mon = Int32(date.month - 1)
    unsafe parts.tm_mday = Int32(date.day)
    unsafe parts.tm_hour = Int32(second / 3600)
    unsafe parts.tm_min = Int32(second / 60 % 60)
    unsafe parts.tm_sec = Int32(second % 60)
    unsafe parts.tm_isdst = -1
    unsafe parts.tm_wday = -1
    _ = unsafe mktime(&parts)
    // The weekday is set on success only; -1 is also a time.
    return unsafe parts.tm_wday < 0 ? 0 : minutes(ofSeconds: Int(parts.tm_gmtoff))
  }

  private static func minutes(ofSeconds seconds: Int) -> Int {
    let rounded = (abs(seconds) + 30) / 60
    return seconds < 0 ? -rounded : rounded
  }
}
