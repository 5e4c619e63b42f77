internal import SZJSON

/// A date as it is written: its instant, exactly, and the zone that it is shown in. Milliseconds have three digits, as sz-jsondate
/// writes them.
struct WrittenDate {
  let date: TypedDate
  let zone: Instant.Zone
  let isDotNet: Bool

  /// Reads a date of RFC 3339 with its zone, or one of a .NET serialiser; nil when the characters are none.
  init?(_ characters: [UInt8]) {
    guard let date = TypedDate(characters) else { return nil }
    let source = SourceBytes(characters)
    let whole = 0..<characters.count
    let found = withExtendedLifetime(source) { () -> (Instant.Zone, Bool)? in
      if let reading = ISODate.read(source.view, whole) { return reading.zone.map { ($0, false) } }
      return DotNetDate.read(source.view, whole, DotNetDate.Reading()).map { ($0.instant.zone, true) }
    }
    guard let found else { return nil }
    self.init(date: date, zone: found.0, isDotNet: found.1)
  }

  private init(date: TypedDate, zone: Instant.Zone, isDotNet: Bool) {
    self.date = date
    self.zone = zone
    self.isDotNet = isDotNet
  }

  /// That, or a number that `format` makes a date.
  init?(_ value: Value, _ format: Model.DateFormat?) {
    if value.kind.isString {
      self.init(value.document.characters(value.node))
      return
    }
    guard value.kind == .number, let format,
      let date = TypedDate(DecimalNumber(value.document.bytes, value.document.range(value.node)), format)
    else { return nil }
    self.init(date: date, zone: .utc, isDotNet: false)
  }

  /// The JSON text of the date in a spelling of dates; nil where that cannot hold it exactly.
  func text(_ representation: Representation) -> [UInt8]? {
    switch representation {
    case .iso: return isoText
    case .dotNet(let isEscaped): return dotNetText(isEscaped: isEscaped)
    case .epoch: return WrittenDate.number(date.seconds, date.fraction, digits: 3)
    case .epochMilliseconds:
      var (milliseconds, overflow) = date.seconds.multipliedReportingOverflow(by: 1000)
      if overflow { return nil }
      for (place, weight) in [100, 10, 1].enumerated() where place < date.fraction.count {
        milliseconds += Int(date.fraction[place] &- 0x30) * weight
      }
      return WrittenDate.number(milliseconds, Array(date.fraction.dropFirst(3)))
    case .reference:
      let (seconds, overflow) = date.seconds.subtractingReportingOverflow(TypedDate.reference)
      return overflow ? nil : WrittenDate.number(seconds, date.fraction)
    case .base64, .base64url, .hex: return nil
    }
  }

  private var offsetMinutes: Int { Instant(milliseconds: 0, zone: zone).offsetMinutes }

  private var isoText: [UInt8]? {
    let wall = date.seconds + offsetMinutes * 60
    guard (Instant.range.lowerBound / 1000...Instant.range.upperBound / 1000).contains(wall) else {
      return nil
    }
    let (days, second) = Instant.split(wall, by: 86_400)
    let day = CivilDate(daysSince1970: days)
    var text = "\"\(padded(day.year, 4))-\(padded(day.month))-\(padded(day.day))T"
    text += "\(padded(second / 3600)):\(padded(second / 60 % 60)):\(padded(second % 60))"
    if !date.fraction.isEmpty {
      let zeros = String(repeating: "0", count: max(0, 3 - date.fraction.count))
      text += "." + String(decoding: date.fraction, as: UTF8.self) + zeros
    }
    switch zone {
    case .utc: text += "Z"
    case .unknown: text += "-00:00"
    case .offset(let minutes):
      text += "\(minutes < 0 ? "-" : "+")\(padded(abs(minutes) / 60)):\(padded(abs(minutes) % 60))"
    }
    return Array((text + "\"").utf8)
  }

  private func dotNetText(isEscaped: Bool) -> [UInt8]? {
    guard date.fraction.count <= 3, Instant.range.contains(date.seconds &* 1000),
      abs(date.seconds) < Int.max / 1000
    else { return nil }
    var milliseconds = date.seconds * 1000
    for (place, weight) in [100, 10, 1].enumerated() where place < date.fraction.count {
      milliseconds += Int(date.fraction[place] &- 0x30) * weight
    }
    var offset = ""
    switch zone {
    case .utc: break
    case .unknown: offset = "-0000"
    case .offset(let minutes):
      offset = "\(minutes < 0 ? "-" : "+")\(padded(abs(minutes) / 60))\(padded(abs(minutes) % 60))"
    }
    let slash = isEscaped ? "\\/" : "/"
    return Array("\"\(slash)Date(\(milliseconds)\(offset))\(slash)\"".utf8)
  }

  private func padded(_ number: Int, _ count: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }

  /// A number with so many whole units, and the digits of the rest of one, which counts upwards: at least `digits` where there are any.
  private static func number(_ whole: Int, _ fraction: [UInt8], digits: Int = 0) -> [UInt8] {
    if fraction.isEmpty { return Array(String(whole).utf8) }
    let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: max(0, digits - fraction.count))
    if whole >= 0 { return Array("\(whole).".utf8) + fraction + zeros }
    // Below zero: one unit nearer to it, and what is missing to the next one.
    var rest = fraction.map { UInt8(ascii: "9") - $0 + UInt8(ascii: "0") }
    // The last digit is not 0, so nothing is carried.
    rest[rest.count - 1] += 1
    return Array("-\(-(whole + 1)).".utf8) + rest + zeros
  }
}
