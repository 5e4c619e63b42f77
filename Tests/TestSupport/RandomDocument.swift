package import SZJSON

/// Random JSON values and random edits of them: what laws are tested on.
///
/// They lean to what is hard: repeated and moved elements, keyed and unkeyed arrays, numbers of one value and many texts,
/// escapes, empty containers, changes of type.
package indirect enum RandomValue: Equatable, Sendable {
  /// A scalar's text.
  case scalar(String)
  case array([RandomValue])
  case object([(String, RandomValue)])

  package static func == (left: RandomValue, right: RandomValue) -> Bool { left.text == right.text }

  package var text: String {
    switch self {
    case .scalar(let text): text
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\"\($0.0)\":" + $0.1.text }.joined(separator: ",") + "}"
    }
  }

  /// The text over several lines.
  package func pretty(_ margin: String = "") -> String {
    let inner = margin + "  "
    switch self {
    case .array(let elements) where !elements.isEmpty:
      return "[\n" + elements.map { inner + $0.pretty(inner) }.joined(separator: ",\n") + "\n" + margin + "]"
    case .object(let members) where !members.isEmpty:
      return "{\n" + members.map { inner + "\"\($0.0)\": " + $0.1.pretty(inner) }.joined(separator: ",\n")
        + "\n" + margin
        + "}"
    default: return text
    }
  }

  package static func random(_ generator: inout SeededGenerator, depth: Int = 4) -> RandomValue {
    let kind = depth == 0 ? 0 : generator.below(8)
    switch kind {
    case 0, 1, 2: return scalar(&generator)
    case 3:
      return .array((0..<generator.below(7)).map { _ in scalar(&generator) })
    case 4:
      return .array((0..<generator.below(5)).map { _ in random(&generator, depth: depth - 1) })
    case 5: return keyed(&generator, depth)
    default: return object(&generator, depth)
    }
  }

  /// A value that is an object or an array.
  package static func container(_ generator: inout SeededGenerator, depth: Int) -> RandomValue {
    while true {
      let value = random(&generator, depth: depth)
      switch value {
      case .scalar: continue
      case .array, .object: return value
      }
    }
  }

  static let names = [
    "a", "b", "c", "id", "name", "old", "new", "value", "elements", "x y", "é", "\\u00e9t", "order", "",
  ]

  package static func object(_ generator: inout SeededGenerator, _ depth: Int) -> RandomValue {
    var members: [(String, RandomValue)] = []
    for name in names.shuffled(using: &generator).prefix(generator.below(6)) {
      members.append((name, random(&generator, depth: depth - 1)))
    }
    return .object(members)
  }

  package static func keyed(_ generator: inout SeededGenerator, _ depth: Int) -> RandomValue {
    let key = ["id", "guid", "name"][generator.below(3)]
    let count = generator.below(7)
    return .array(
      (0..<12).shuffled(using: &generator).prefix(count).map { number in
        var members = [(key, scalar("\(number)", &generator))]
        for name in ["a", "b", "c"] where generator.chance(2) {
          members.append((name, random(&generator, depth: depth - 1)))
        }
        return .object(members.shuffled(using: &generator))
      })
  }

  private static func scalar(_ number: String, _ generator: inout SeededGenerator) -> RandomValue {
    .scalar(generator.chance(2) ? number : "\"k\(number)\"")
  }

  static func scalar(_ generator: inout SeededGenerator) -> RandomValue {
    let texts = [
      "0", "-0", "1", "1.0", "1e0", "10", "1e1", "0.1e2", "2", "3", "1.10", "1e400", "-1E-400",
      "12345678901234567890", "12345678901234567891", "123456789012345678901234567890.5", "true", "false",
      "null", "\"\"",
      "\"a\"", "\"b\"", "\"\\u0061\"", "\"\\/\"", "\"/\"", "\"é\"", "\"\\u00e9\"", "\"\\ud83d\\ude00\"",
      "\"😀\"", "\"\\ud83d\"",
      "\"\\u0000\"", "\"a\\nb\"", "{}", "[]",
    ]
    return .scalar(texts[generator.below(texts.count)])
  }

  /// The value with other names for its members, both as JSON writes them.
  package func renamed(_ names: [String: String]) -> RandomValue {
    switch self {
    case .scalar: self
    case .array(let elements): .array(elements.map { $0.renamed(names) })
    case .object(let members):
      .object(members.map { (names[$0.0] ?? $0.0, $0.1.renamed(names)) })
    }
  }

  /// The value with the members of its objects in another order.
  package func shuffled(_ generator: inout SeededGenerator) -> RandomValue {
    switch self {
    case .scalar: self
    case .array(let elements): .array(elements.map { $0.shuffled(&generator) })
    case .object(let members):
      .object(members.map { ($0.0, $0.1.shuffled(&generator)) }.shuffled(using: &generator))
    }
  }

  /// The value with a few random edits somewhere in it.
  package func edited(_ generator: inout SeededGenerator, edits: Int) -> RandomValue {
    (0..<edits).reduce(self) { value, _ in value.editedOnce(&generator) }
  }

  private func editedOnce(_ generator: inout SeededGenerator) -> RandomValue {
    switch self {
    case .scalar:
      return generator.chance(4) ? .random(&generator, depth: 2) : .scalar(&generator)
    case .array(var elements):
      if elements.isEmpty { return .array([.random(&generator, depth: 2)]) }
      let index = generator.below(elements.count)
      switch generator.below(8) {
      case 0: elements.remove(at: index)
      case 1: elements.insert(.random(&generator, depth: 2), at: index)
      case 2: elements.insert(elements[index], at: generator.below(elements.count + 1))
      case 3: elements.insert(elements.remove(at: index), at: generator.below(elements.count + 1))
      case 4: elements.shuffle(using: &generator)
      default: elements[index] = elements[index].editedInside(&generator)
      }
      return .array(elements)
    case .object(var members):
      if members.isEmpty { return .object([("a", .scalar(&generator))]) }
      let index = generator.below(members.count)
      switch generator.below(6) {
      case 0: members.remove(at: index)
      case 1:
        let name = RandomValue.names[generator.below(RandomValue.names.count)]
        if !members.contains(where: { $0.0 == name }) {
          members.append((name, .random(&generator, depth: 2)))
        }
      case 2: members.shuffle(using: &generator)
      default: members[index].1 = members[index].1.editedInside(&generator)
      }
      return .object(members)
    }
  }

  /// The value as a part of another one, which may become a value of another kind: wrapped, unwrapped or replaced.
  private func editedInside(_ generator: inout SeededGenerator) -> RandomValue {
    guard generator.chance(8) else { return editedOnce(&generator) }
    switch (self, generator.below(3)) {
    case (.array(let elements), 0) where !elements.isEmpty: return elements[0]
    case (.object(let members), 0) where !members.isEmpty: return members[0].1
    case (_, 1): return generator.chance(2) ? .array([self]) : .object([("a", self)])
    default: return .scalar(&generator)
    }
  }

  /// The value of a node, for editing it at random.
  package init(_ document: Document, _ node: Document.Node) {
    switch document.kind(node) {
    case .array: self = .array(document.elements(node).map { RandomValue(document, $0) })
    case .object:
      self = .object(
        document.members(node).map { member in
          let name = document.text(member.name).dropFirst().dropLast()
          return (String(decoding: name, as: UTF8.self), RandomValue(document, member.value))
        })
    default: self = .scalar(String(decoding: document.text(node), as: UTF8.self))
    }
  }
}
