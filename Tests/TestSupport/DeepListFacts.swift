import SZCommand

/// Merges of lists of lists whose elements have no identity and are often equal, held against what went into them.
///
/// Every edit writes a text of its own (`t17;`): afterwards it is in the result or in the report, and no more often than a side has it.
package struct DeepListFacts {
  private var generator: SeededGenerator
  private var nextText = 0

  /// Why one merge of two edits of a list is wrong, nil when it is not. The list is up to `depth` lists deep.
  package static func check(seed: UInt64, depth: Int) throws -> String? {
    var facts = DeepListFacts(generator: SeededGenerator(seed: seed))
    let pristine = facts.list(depth)
    let sides = (facts.edited(pristine, field: "v"), facts.edited(pristine, field: "w"))
    return try facts.fault(pristine, sides.0, sides.1, "seed \(seed)")
  }

  private init(generator: SeededGenerator) { self.generator = generator }

  // MARK: Documents

  private mutating func list(_ depth: Int) -> RandomValue {
    let count = 1 + generator.below(depth == 0 ? 4 : 3)
    return .array((0..<count).map { _ in element(depth) })
  }

  private mutating func element(_ depth: Int) -> RandomValue {
    var members: [(String, RandomValue)] = [
      ("c", .scalar(["\"a\"", "\"b\"", "\"d\""][generator.below(3)])),
      ("v", .scalar("\(generator.below(2))")),
      ("w", .scalar("\(generator.below(2))")), ("x", .scalar("\(generator.below(2))")),
    ]
    if depth > 0 { members.append(("l", list(depth - 1))) }
    return .object(members)
  }

  private mutating func newText() -> RandomValue {
    nextText += 1
    return .scalar("\"t\(nextText);\"")
  }

  // MARK: Edits

  private mutating func edited(_ value: RandomValue, field: String) -> RandomValue {
    var value = value
    for _ in 0..<1 + generator.below(3) { value = step(value, field) }
    return value
  }

  /// One edit of a list, or of one in it.
  private mutating func step(_ value: RandomValue, _ field: String) -> RandomValue {
    guard case .array(var elements) = value else { return value }
    let index = elements.isEmpty ? 0 : generator.below(elements.count)
    if !elements.isEmpty, !generator.chance(3), case .object(var members) = elements[index],
      let inner = members.firstIndex(where: { $0.0 == "l" })
    {
      members[inner].1 = step(members[inner].1, field)
      elements[index] = .object(members)
      return .array(elements)
    }
    let kind = generator.below(8)
    if kind == 0 || elements.isEmpty {
      guard case .object(var members) = element(0) else { return value }
      members[0].1 = newText()
      elements.insert(.object(members), at: generator.below(elements.count + 1))
      return .array(elements)
    }
    switch kind {
    case 4: elements.remove(at: index)
    case 5: elements.insert(elements[index], at: generator.below(elements.count + 1))
    case 6: elements.swapAt(index, (index + 1) % elements.count)
    case 7: elements.insert(elements.remove(at: index), at: generator.below(elements.count + 1))
    default:
      guard case .object(var members) = elements[index],
        let member = members.firstIndex(where: { $0.0 == field })
      else { return value }
      members[member].1 = newText()
      elements[index] = .object(members)
    }
    return .array(elements)
  }

  // MARK: What must hold

  private func fault(
    _ pristine: RandomValue, _ edited: RandomValue, _ current: RandomValue, _ note: String
  ) throws -> String? {
    let merge = try ListFacts.merge(pristine.text, edited.text, current.text)
    func described(_ reason: String) -> String {
      "\(note): \(reason)\np = \(pristine.text)\ne = \(edited.text)\nc = \(current.text)\n\(merge.text)\n\(merge.report)"
    }
    let counts = [merge.text, edited.text, current.text, merge.report].map(DeepListFacts.texts)
    for (text, count) in counts[1].merging(counts[2], uniquingKeysWith: max) {
      let there = counts[0][text] ?? 0
      if there > count, counts[3][text] == nil { return described("\(text) is there \(there) times") }
      if there == 0, counts[3][text] == nil { return described("\(text) is lost") }
    }
    return nil
  }

  /// How often each text of an edit stands in a JSON text.
  private static func texts(_ text: String) -> [String: Int] {
    text.split(separator: "\"").filter { $0.first == "t" && $0.last == ";" }
      .reduce(into: [:]) { $0[String($1), default: 0] += 1 }
  }
}
