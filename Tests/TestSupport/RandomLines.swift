/// Random sets of entities, and what becomes of them in another version: what laws of lines are tested on.
package struct RandomLines {
  /// The entities by their identities, and the order in which they stand.
  package var entities: [Int: RandomValue] = [:]
  package var order: [Int] = []

  package static func random(_ generator: inout SeededGenerator) -> RandomLines {
    var lines = RandomLines()
    for id in 0..<generator.below(14) where !generator.chance(6) { lines.add(id, &generator) }
    lines.order.shuffle(using: &generator)
    return lines
  }

  private mutating func add(_ id: Int, _ generator: inout SeededGenerator) {
    entities[id] = RandomValue.object(&generator, 2)
    order.append(id)
  }

  /// Another version: some edited, some gone, some that are new; in the same order, or in another one.
  package func edited(_ generator: inout SeededGenerator, created: Int) -> RandomLines {
    var result = self
    for id in order {
      switch generator.below(6) {
      case 0: result.entities[id] = entities[id]?.edited(&generator, edits: 1 + generator.below(3))
      case 1:
        result.entities[id] = nil
        result.order.removeAll { $0 == id }
      default: break
      }
    }
    for number in 0..<generator.below(4) { result.add(created + number, &generator) }
    if generator.chance(2) { result.order.shuffle(using: &generator) }
    return result
  }

  /// The text of an identity: half of them are numbers, which may be spelt in several ways.
  private static func identity(_ id: Int, _ generator: inout SeededGenerator) -> String {
    if id % 2 == 0 { return ["\(id)", "\(id).0", "\(id)e0"][generator.below(3)] }
    return ["\"k\(id)\"", "\"\\u006b\(id)\""][generator.below(2)]
  }

  /// One entity. An edit may have made of it what is no object; its members stand in one then.
  private func text(_ id: Int, _ generator: inout SeededGenerator) -> String {
    let identity = "\"id\":" + RandomLines.identity(id, &generator)
    guard let value = entities[id] else { return "{\(identity)}" }
    guard case .object(let members) = value else { return "{\(identity),\"v\":\(value.text)}" }
    let own = members.filter { $0.0 != "id" && $0.0 != "guid" }
    return RandomValue.object(own).text == "{}"
      ? "{\(identity)}" : "{\(identity)," + RandomValue.object(own).text.dropFirst()
  }

  /// The entities as texts, in their order.
  package func texts(_ generator: inout SeededGenerator) -> [String] {
    order.map { id in text(id, &generator) }
  }

  /// NDJSON, with blank lines, spaces and other line ends here and there.
  package static func ndjson(_ texts: [String], _ generator: inout SeededGenerator) -> [UInt8] {
    var result = generator.chance(8) ? "\u{FEFF}" : ""
    for (number, text) in texts.enumerated() {
      if generator.chance(8) { result += ["\n", "  \n", "\r\n"][generator.below(3)] }
      result += generator.chance(8) ? "  " + text : text
      if number + 1 == texts.count, generator.chance(3) { continue }
      result += generator.chance(6) ? "\r\n" : "\n"
    }
    return Array(result.utf8)
  }
}
