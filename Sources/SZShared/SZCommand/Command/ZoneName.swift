internal import SZJSON

/// The value of `TZ`, which the C library takes for UTC without a word where it names no zone.
enum ZoneName {
  /// Whether tzset(3) will find the zone: nothing and UTC, a rule (POSIX.1-2017, 8.3), or a file of the system's.
  static func isKnown(_ value: String, _ io: ToolIO) -> Bool {
    let name = value.hasPrefix(":") ? String(value.dropFirst()) : value
    if ["", "UTC", "GMT"].contains(name) || isRule(Array(name.utf8)) { return true }
    let folder = io.variable("TZDIR") ?? "/usr/share/zoneinfo"
    return FileState(path: name.hasPrefix("/") ? name : folder + "/" + name)?.isRegular ?? false
  }

  /// Whether this begins as a rule does, such as `CET-1CEST,M3.5.0,M10.5.0/3`: a name of three letters or more, and an offset.
  private static func isRule(_ text: [UInt8]) -> Bool {
    var index = 0
    if text.first == UInt8(ascii: "<") {
      guard let end = text.firstIndex(of: UInt8(ascii: ">")), end >= 4 else { return false }
      index = end + 1
    } else {
      while index < text.count, (text[index] | 0x20) &- 0x61 < 26 { index += 1 }
      if index < 3 { return false }
    }
    if index < text.count, text[index] == UInt8(ascii: "+") || text[index] == UInt8(ascii: "-") { index += 1 }
    return index < text.count && ASCII.isDigit(text[index])
  }
}
