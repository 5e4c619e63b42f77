#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The system's zone rules, which `TZ` or /etc/localtime choose.
///
/// Offsets of before the railways have seconds. They count in full where an instant is made; a zone that is shown has whole
/// minutes.
public enum LocalZone {
  /// Reads the rules; localtime_r(3) need not.
  public static func prepare() { tzset() }

  /// The zone in which an instant is shown.
  static func zone(atMilliseconds milliseconds: Int) -> Instant.Zone {
    var time = time_t(Instant.split(milliseconds, by: 1000).0)
    var parts = unsafe tm()
    guard unsafe localtime_r(&time, &parts) != nil else { return .utc }
    return unsafe Instant.Zone(nearestTo: Int(parts.tm_gmtoff))
  }

  /// The seconds since 1970 when clocks show `wallSeconds` since 1970, and the zone in which that instant is shown.
  ///
  /// A time that clocks show twice, or never, is what mktime(3) makes of it.
  static func instant(atWallSeconds wallSeconds: Int) -> (seconds: Int, zone: Instant.Zone) {
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
    let seconds = unsafe mktime(&parts)
    // The weekday is set on success only; -1 is also a time.
    guard unsafe parts.tm_wday >= 0 else { return (wallSeconds, .utc) }
    return unsafe (Int(seconds), Instant.Zone(nearestTo: Int(parts.tm_gmtoff)))
  }
}
