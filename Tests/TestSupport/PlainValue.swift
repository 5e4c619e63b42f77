package import SZJSON

/// A JSON value as an oracle looks at it: nothing is hashed, nothing is shared, values are equal when they are spelled alike but for
/// white space and the order of members.
package final class PlainValue {
  /// The value without white space, its members by name.
  package let text: String
  /// Nil for all but objects; of members of one name the last.
  package let members: [String: PlainValue]?
  /// Nil for all but arrays.
  package let elements: [PlainValue]?

  package init(_ document: Document, _ node: Document.Node) {
    switch document.kind(node) {
    case .array:
      let elements = document.elements(node).map { PlainValue(document, $0) }
      (self.elements, members) = (elements, nil)
      text = "[" + elements.map(\.text).joined(separator: ",") + "]"
    case .object:
      var members: [String: PlainValue] = [:]
      for member in document.members(node) {
        members[String(decoding: document.characters(member.name), as: UTF8.self)] =
          PlainValue(document, member.value)
      }
      (self.members, elements) = (members, nil)
      text =
        "{" + members.sorted { $0.key < $1.key }.map { "\"\($0)\":\($1.text)" }.joined(separator: ",") + "}"
    case .string, .escapedString:
      (members, elements) = (nil, nil)
      let escaped = String(decoding: document.characters(node), as: UTF8.self)
      text = "\"\(escaped.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    default:
      (members, elements) = (nil, nil)
      text = String(decoding: document.text(node), as: UTF8.self)
    }
  }

  /// - Throws: when `text` is no JSON.
  package convenience init(_ text: [UInt8]) throws {
    let document = try Document.read(text, .init(allowsDuplicates: true))
    self.init(document, document.root)
  }

  package var isScalar: Bool { members == nil && elements == nil }

  /// How often each value is in an array.
  package static func counts(_ elements: [PlainValue]) -> [String: Int] {
    elements.reduce(into: [:]) { $0[$1.text, default: 0] += 1 }
  }

  /// How often each scalar stands at each place below a value, whatever the indexes on the way; what is empty counts as a scalar.
  package func leaves(_ place: String = "", _ counts: inout [Leaf: Int]) {
    if let members, !members.isEmpty {
      for (name, value) in members { value.leaves("\(place).\(name)", &counts) }
    } else if let elements, !elements.isEmpty {
      for value in elements { value.leaves("\(place)[]", &counts) }
    } else {
      counts[Leaf(place: place, text: text), default: 0] += 1
    }
  }

  package struct Leaf: Hashable {
    package let place: String
    package let text: String
  }

  /// Adds how often each value, at any depth, is in this one.
  package func parts(_ counts: inout [String: Int]) {
    counts[text, default: 0] += 1
    for value in members?.values.map({ $0 }) ?? elements ?? [] { value.parts(&counts) }
  }

  /// The default name whose scalars tell the elements of each of these arrays apart; nil when there is none.
  package static func key(_ arrays: [[PlainValue]]) -> String? {
    if arrays.allSatisfy(\.isEmpty) { return nil }
    return ["guid", "uuid", "id", "_id", "identity", "key", "name", "title"].first { name in
      arrays.allSatisfy { elements in
        let identities = elements.compactMap { $0.identity(name) }
        return identities.count == elements.count && Set(identities).count == identities.count
      }
    }
  }

  package func identity(_ name: String) -> String? {
    guard let value = members?[name], value.isScalar, value.text != "null" else { return nil }
    return value.text
  }
}
