import SZElements
import SZJSON
import SZMerge

/// Merges of lists whose elements have no known identity, held against the facts that went into them.
///
/// Every edit writes a text of its own (`t17;`), so that afterwards each can be looked for: in the result, or in the
/// report. The generator knows which element is which; the merge does not.
package struct ListFacts {
  /// An element, known by a number that no document has.
  struct Element: Equatable {
    let number: Int
    var fields: [(name: String, value: String)]

    static func == (left: Element, right: Element) -> Bool { left.text == right.text }

    var text: String {
      "{" + fields.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ",") + "}"
    }

    func value(_ name: String) -> String? { fields.first { $0.name == name }?.value }

    mutating func set(_ name: String, _ value: String) {
      if let index = fields.firstIndex(where: { $0.name == name }) {
        fields[index].value = value
      } else {
        fields.append((name, value))
      }
    }
  }

  private var generator: SeededGenerator
  private var nextText = 0
  private var nextNumber = 0

  package init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private mutating func newText() -> String {
    nextText += 1
    return "\"t\(nextText);\""
  }

  private static let letters = ["\"a\"", "\"b\"", "\"c\"", "\"d\"", "\"e\"", "\"f\"", "\"g\"", "\"h\""]

  private mutating func element(_ label: String, _ fields: Int) -> Element {
    nextNumber += 1
    var members: [(name: String, value: String)] = [("c", label)]
    for index in 0..<fields { members.append(("w\(index)", "\(1 + generator.below(3))")) }
    return Element(number: nextNumber, fields: members)
  }

  static func text(_ elements: [Element]) -> String {
    "[" + elements.map(\.text).joined(separator: ",") + "]"
  }

  package struct Outcome {
    package let text: String
    package let conflicts: Int
    package let report: String
  }

  static func merge(_ pristine: [Element], _ edited: [Element], _ current: [Element]) throws -> Outcome {
    try merge(text(pristine), text(edited), text(current))
  }

  package static func merge(_ pristine: String, _ edited: String, _ current: String) throws -> Outcome {
    let hashing = Hashing()
    let documents = try [pristine, edited, current].map {
      try Document.read(Array($0.utf8), .init(hashing: hashing))
    }
    let merger = Merger.merge(
      Three(pristine: documents[0], edited: documents[1], current: documents[2]), MergeOptions())
    return Outcome(
      text: String(decoding: merger.edits.applied(to: documents[2].bytes), as: UTF8.self),
      conflicts: merger.conflicts.count,
      report: String(decoding: ConflictReport.text(merger), as: UTF8.self))
  }

  // MARK: One side sets a field everywhere, the other inserts

  /// Whether a merge in which one side sets a field in every element and the other inserts one comes out as it must.
  package static func setsAndInserts(seed: UInt64) throws -> String? {
    var facts = ListFacts(seed: seed)
    let (count, fields) = (2 + facts.generator.below(5), 1 + facts.generator.below(3))
    let labels = ListFacts.letters.shuffled(using: &facts.generator)
    let pristine = (0..<count).map { facts.element(labels[$0], fields) }
    let value = "\(4 + facts.generator.below(2))"
    let set = pristine.map { element in
      var element = element
      element.set("w0", value)
      return element
    }
    let place = facts.generator.below(count + 1)
    let new = facts.element(labels[count], fields)
    var inserted = pristine
    inserted.insert(new, at: place)
    var wanted = set
    wanted.insert(new, at: place)
    let setsFirst = facts.generator.chance(2)
    let outcome = try setsFirst ? merge(pristine, set, inserted) : merge(pristine, inserted, set)
    if outcome.conflicts == 0, outcome.text == text(wanted) { return nil }
    return """
      seed \(seed): \(outcome.conflicts) conflicts
      p = \(text(pristine))
      e = \(text(setsFirst ? set : inserted))
      c = \(text(setsFirst ? inserted : set))
      \(outcome.text)
      """
  }

  // MARK: Devices that never touch the same fact

  /// How many edits four devices made when each edits fields of its own and inserts elements, which of them lost a conflict,
  /// and which are lost without a word.
  package static func devices(seed: UInt64) throws -> (edits: Int, overruled: [String], lost: [String]) {
    var facts = ListFacts(seed: seed)
    let count = 4 + facts.generator.below(4)
    let hasLabels = facts.generator.chance(2)
    var server = (0..<count).map { index in
      var element = facts.element(hasLabels ? letters[index] : letters[facts.generator.below(3)], 0)
      for device in 0..<4 { element.set("f\(device)", "\(facts.generator.below(3))") }
      return element
    }.map(\.text)
    var copies = [[String]](repeating: server, count: 4)
    var pristine = copies
    var edits = Set<String>()
    var replaced = Set<String>()
    var reports = ""
    for _ in 0..<6 + facts.generator.below(6) {
      let device = facts.generator.below(4)
      for _ in 0..<1 + facts.generator.below(2) {
        let text = facts.newText()
        edits.insert(text)
        if facts.generator.chance(4) {
          var element = facts.element(text, 0)
          for device in 0..<4 { element.set("f\(device)", "\(facts.generator.below(3))") }
          copies[device].insert(element.text, at: facts.generator.below(copies[device].count + 1))
        } else {
          let index = facts.generator.below(copies[device].count)
          let (element, old) = replacing("f\(device)", in: copies[device][index], by: text)
          copies[device][index] = element
          if old.hasPrefix("\"t") { replaced.insert(old) }
        }
      }
      guard facts.generator.chance(2) else { continue }
      func push(_ device: Int) throws {
        let list = { (elements: [String]) in "[" + elements.joined(separator: ",") + "]" }
        let outcome = try merge(list(pristine[device]), list(copies[device]), list(server))
        reports += outcome.report
        server = try elements(outcome.text)
        (pristine[device], copies[device]) = (server, server)
      }
      try push(device)
    }
    for device in 0..<4 {
      let list = { (elements: [String]) in "[" + elements.joined(separator: ",") + "]" }
      let outcome = try merge(list(pristine[device]), list(copies[device]), list(server))
      reports += outcome.report
      server = try elements(outcome.text)
    }
    let final = server.joined(separator: ",")
    let gone = edits.filter { !replaced.contains($0) && !final.contains($0) }.sorted()
    return (edits.count, gone.filter(reports.contains), gone.filter { !reports.contains($0) })
  }

  private static func elements(_ text: String) throws -> [String] {
    let document = try Document.read(Array(text.utf8))
    return document.elements(document.root).map { String(decoding: document.text($0), as: UTF8.self) }
  }

  private static func replacing(_ name: String, in element: String, by value: String) -> (String, String) {
    guard let document = try? Document.read(Array(element.utf8)),
      let member = document.member(document.root, named: Array(name.utf8))
    else { return (element, "") }
    let bytes = Array(element.utf8)
    let range = document.range(member.value)
    let text = bytes[..<range.lowerBound] + Array(value.utf8) + bytes[range.upperBound...]
    return (String(decoding: text, as: UTF8.self), String(decoding: bytes[range], as: UTF8.self))
  }

  // MARK: All kinds of edits

  private struct Side {
    var elements: [Element]
    /// The elements that were moved, deleted or inserted, and the fields that were set.
    var moved: Set<Int> = []
    var deleted: Set<Int> = []
    var set: Set<String> = []
  }

  /// Random edits of both sides; answers what was lost without a word, nil when nothing was.
  package static func random(seed: UInt64) throws -> String? {
    var facts = ListFacts(seed: seed)
    let (count, fields) = (2 + facts.generator.below(7), 1 + facts.generator.below(4))
    let hasLabels = !facts.generator.chance(3)
    let labels = letters.shuffled(using: &facts.generator)
    let pristine = (0..<count).map {
      facts.element(hasLabels ? labels[$0 % 8] : labels[facts.generator.below(3)], fields)
    }
    let edited = facts.side(pristine, fields)
    let current = facts.side(pristine, fields)
    let outcome = try merge(pristine, edited.elements, current.elements)
    let result = try elements(outcome.text)
    if let lost = loss(pristine, edited, current, result, outcome.report) {
      return """
        seed \(seed): \(lost)
        p = \(text(pristine))
        e = \(text(edited.elements))
        c = \(text(current.elements))
        \(outcome.text)
        \(outcome.report)
        """
    }
    return nil
  }

  private mutating func side(_ pristine: [Element], _ fields: Int) -> Side {
    var side = Side(elements: pristine)
    for _ in 0..<1 + generator.below(3) {
      let index = generator.below(side.elements.count)
      let number = side.elements[index].number
      switch generator.below(7) {
      case 0:
        var new = element(newText(), fields)
        new.set("w0", "1")
        side.elements.insert(new, at: generator.below(side.elements.count + 1))
      case 1 where side.elements.count > 1:
        side.elements.remove(at: index)
        side.deleted.insert(number)
      case 2:
        let element = side.elements.remove(at: index)
        side.elements.insert(element, at: generator.below(side.elements.count + 1))
        side.moved.insert(number)
      case 3:
        side.elements[index].set("c", newText())
        side.set.insert("\(number) c")
      default:
        let name = "w\(generator.below(fields))"
        side.elements[index].set(name, newText())
        side.set.insert("\(number) \(name)")
      }
    }
    return side
  }

  /// The first fact of one side alone that is neither in the result nor in the report.
  private static func loss(
    _ pristine: [Element], _ edited: Side, _ current: Side, _ result: [String], _ report: String
  ) -> String? {
    let final = result.joined(separator: ",")
    let known = Set(pristine.map(\.number))
    for (side, other) in [(edited, current), (current, edited)] {
      for element in side.elements {
        // What was inserted, and each field that was set, unless the other side set it, too, or took the element out.
        for field in element.fields where field.value.hasPrefix("\"t") {
          if !final.contains(field.value), !report.contains(field.value) { return "\(field.value) is lost" }
        }
      }
      // A deletion of what the other side left alone.
      for number in side.deleted where !other.moved.contains(number) {
        guard let old = pristine.first(where: { $0.number == number }) else { continue }
        // What the other side moved is another thing to it: one taken out, and one put in.
        if !other.moved.isEmpty || !side.moved.isEmpty { continue }
        let isSet = other.set.contains { $0.hasPrefix("\(number) ") }
        let wanted = min(
          side.elements.filter { $0 == old }.count, other.elements.filter { $0 == old }.count)
        if !isSet, result.filter({ $0 == old.text }).count > wanted, !report.contains(old.text) {
          return "the deletion of \(old.text) is lost"
        }
      }
      // Neighbours that one side alone made: an insertion stands behind what it was put behind.
      for (left, right) in zip(side.elements, side.elements.dropFirst()) where !known.contains(right.number) {
        guard known.contains(left.number), !touches(other, left.number) else { continue }
        guard other.elements.allSatisfy({ known.contains($0.number) }), !side.moved.contains(left.number),
          side.moved.isEmpty, other.moved.isEmpty, other.deleted.isEmpty, side.deleted.isEmpty
        else { continue }
        guard let place = result.firstIndex(of: right.text), place > 0 else { continue }
        if result[place - 1] != left.text, !report.contains(right.value("c") ?? "") {
          return "\(right.text) is not behind \(left.text)"
        }
      }
    }
    return nil
  }

  private static func touches(_ side: Side, _ number: Int) -> Bool {
    side.moved.contains(number) || side.deleted.contains(number)
      || side.set.contains { $0.hasPrefix("\(number) ") }
  }
}
