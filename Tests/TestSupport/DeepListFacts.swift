import SZShared

/// Merges of lists of lists whose elements have no identity and are often equal, held against what went into them.
///
/// Every edit writes a text of its own (`t17;`): afterwards it is in the result or in the report, and no more often than a side has it.
package struct DeepListFacts {
  /// What happens to lists, by how it may come out.
  package enum Kinds: Sendable {
    /// Elements are edited and put in.
    case additions
    /// They are also taken out, put in twice, swapped and moved.
    case all
  }

  /// What one merge came to, with the documents.
  package struct Outcome {
    /// Why the merge is wrong.
    package var fault: String?
    /// Which edits lost a conflict.
    package var overruled: String?
  }

  private var generator: SeededGenerator
  private var nextText = 0

  /// One merge of two edits of a list that is up to `depth` lists deep.
  package static func check(seed: UInt64, depth: Int, _ kinds: Kinds) throws -> Outcome {
    var facts = DeepListFacts(generator: SeededGenerator(seed: seed))
    let pristine = facts.list(depth)
    let sides = (facts.edited(pristine, kinds, field: "v"), facts.edited(pristine, kinds, field: "w"))
    return try facts.outcome(pristine, sides.0, sides.1, "seed \(seed)")
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

  private mutating func edited(_ value: RandomValue, _ kinds: Kinds, field: String) -> RandomValue {
    var value = value
    for _ in 0..<1 + generator.below(3) { value = step(value, kinds, field) }
    return value
  }

  /// One edit of a list, or of one in it.
  private mutating func step(_ value: RandomValue, _ kinds: Kinds, _ field: String) -> RandomValue {
    guard case .array(var elements) = value else { return value }
    let index = elements.isEmpty ? 0 : generator.below(elements.count)
    if !elements.isEmpty, !generator.chance(3), case .object(var members) = elements[index],
      let inner = members.firstIndex(where: { $0.0 == "l" })
    {
      members[inner].1 = step(members[inner].1, kinds, field)
      elements[index] = .object(members)
      return .array(elements)
    }
    let kind = generator.below(kinds == .all ? 8 : 4)
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

  private func outcome(
    _ pristine: RandomValue, _ edited: RandomValue, _ current: RandomValue, _ note: String
  ) throws -> Outcome {
    let merge = try ListFacts.merge(pristine.text, edited.text, current.text)
    func described(_ reason: String) -> String {
      "\(note): \(reason)\np = \(pristine.text)\ne = \(edited.text)\nc = \(current.text)\n\(merge.text)\n\(merge.report)"
    }
    let again = try ListFacts.merge(pristine.text, edited.text, merge.text)
    if again.text != merge.text { return Outcome(fault: described("a second push makes \(again.text)")) }
    let counts = [merge.text, edited.text, current.text, merge.report].map(DeepListFacts.texts)
    var overruled: [String] = []
    for (text, count) in counts[1].merging(counts[2], uniquingKeysWith: max) {
      let there = counts[0][text] ?? 0
      if there > count { return Outcome(fault: described("\(text) is there \(there) times")) }
      if there == 0, counts[3][text] == nil { return Outcome(fault: described("\(text) is lost")) }
      if there == 0 { overruled.append(text) }
    }
    return Outcome(overruled: overruled.isEmpty ? nil : described("overruled: \(overruled.sorted())"))
  }

  /// How often each text of an edit stands in a JSON text.
  private static func texts(_ text: String) -> [String: Int] {
    text.split(separator: "\"").filter { $0.first == "t" && $0.last == ";" }
      .reduce(into: [:]) { $0[String($1), default: 0] += 1 }
  }
}
