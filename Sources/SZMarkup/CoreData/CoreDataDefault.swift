internal import SZCommand
internal import SZJSON
internal import SZModel

/// The default of an attribute, as a JSON value.
enum CoreDataDefault {
  /// Seconds from 1970 to 2001, where Core Data begins to count.
  private static let referenceDate: Int64 = 978_307_200

  /// A default that is no value of the attribute's type, as it is written. Xcode accepts it.
  struct Mismatch: Error {
    let text: String
  }

  /// The value that `element` declares for an attribute of type `kind`; nil without one.
  static func value(_ element: XMLTree.Element, _ kind: Model.Attribute.Kind) throws(Mismatch) -> Value? {
    if kind == .date {
      guard let text = element.attribute("defaultDateTimeInterval") else { return nil }
      guard let date = iso(secondsSinceReferenceDate: text) else { throw Mismatch(text: text) }
      return Value(jsonString: Array(date.utf8))
    }
    guard let text = element.attribute("defaultValueString") else { return nil }
    switch kind {
    case .boolean:
      guard ["YES", "NO", "1", "0", "true", "false"].contains(text) else { throw Mismatch(text: text) }
      return JSONWriter.value { $0.append(["YES", "1", "true"].contains(text)) }
    case .integer, .decimal, .double:
      guard let document = try? Document.read(Array(text.utf8)), document.kind(document.root) == .number
      else { throw Mismatch(text: text) }
      return Value(document, document.root)
    default: return Value(jsonString: Array(text.utf8))
    }
  }

  /// A date in ISO 8601, of whole seconds or milliseconds.
  private static func iso(secondsSinceReferenceDate text: String) -> String? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let seconds = parts.first.flatMap({ Int64($0) }) else { return nil }
    var milliseconds: Int64 = 0
    if parts.count > 1 {
      let digits = parts[1].prefix(3) + String(repeating: "0", count: max(0, 3 - parts[1].count))
      guard parts[1].allSatisfy({ $0.isASCII && $0.isNumber }), let value = Int64(digits) else { return nil }
      milliseconds = text.hasPrefix("-") ? -value : value
    }
    let (sum, overflow) = seconds.addingReportingOverflow(referenceDate)
    let (scaled, scaledOverflow) = sum.multipliedReportingOverflow(by: 1000)
    if overflow || scaledOverflow { return nil }
    return isoText(milliseconds: scaled + milliseconds)
  }

  private static func isoText(milliseconds: Int64) -> String? {
    let day = Int((milliseconds >= 0 ? milliseconds : milliseconds - 86_399_999) / 86_400_000)
    let rest = Int(milliseconds) - day * 86_400_000
    let date = CivilDate(daysSince1970: day)
    guard date.year >= 1, date.year <= 9999 else { return nil }
    func digits(_ value: Int, _ count: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let time = rest / 1000
    return digits(date.year, 4) + "-" + digits(date.month, 2) + "-" + digits(date.day, 2) + "T"
      + digits(time / 3600, 2) + ":" + digits(time / 60 % 60, 2) + ":" + digits(time % 60, 2)
      + (rest % 1000 == 0 ? "" : "." + digits(rest % 1000, 3)) + "Z"
  }
}
