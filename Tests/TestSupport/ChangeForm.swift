package import SZJSON

/// A form of a JSON value that is the same text for equal values; of a change, also whatever the order in which it names the
/// entities of one to-many.
package enum ChangeForm {
  /// The form of a change, or with `isChange` false that of any value.
  package static func text(_ value: Value, isChange: Bool = true) -> String {
    let document = value.document
    switch value.kind {
    case .object:
      let members = document.members(value.node).map { member in
        (document.string(member.name), Value(document, member.value))
      }
      return "{"
        + members.sorted { $0.0 < $1.0 }.map { name, value in
          "\(name.debugDescription):" + self.member(name, value, isChange: isChange)
        }.joined(separator: ",") + "}"
    case .array:
      let elements = document.elements(value.node).map { text(Value(document, $0), isChange: isChange) }
      return "[" + (isChange ? elements.sorted() : elements).joined(separator: ",") + "]"
    case .number:
      return number(String(decoding: document.text(value.node), as: UTF8.self))
    case .string, .escapedString: return document.string(value.node).debugDescription
    default: return String(decoding: document.text(value.node), as: UTF8.self)
    }
  }

  private static func member(_ name: String, _ value: Value, isChange: Bool) -> String {
    guard isChange else { return text(value, isChange: false) }
    switch name {
    case "members": return text(value)
    case "relationships" where value.kind == .object:
      return "{"
        + value.document.members(value.node).map { member in
          (value.document.string(member.name), text(Value(value.document, member.value)))
        }.sorted { $0.0 < $1.0 }.map { "\($0.0.debugDescription):\($0.1)" }.joined(separator: ",") + "}"
    default: return text(value, isChange: false)
    }
  }

  /// Plain decimals without zeros at their end.
  private static func number(_ text: String) -> String {
    guard text.contains("."), !text.lowercased().contains("e") else { return text }
    var digits = Substring(text)
    while digits.hasSuffix("0") { digits.removeLast() }
    if digits.hasSuffix(".") { digits.removeLast() }
    return String(digits)
  }
}
