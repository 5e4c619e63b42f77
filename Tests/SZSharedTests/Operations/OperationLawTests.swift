import TestSupport
import Testing

@testable import SZJSON
@testable import SZModel
@testable import SZOperations
@testable import SZPatch

/// A change that is written as a JSON Patch or as a merge patch makes the new document, by the RFCs and by the tool.
@Suite(.limited) struct OperationLawTests {
  @Test(arguments: 0..<8) func operationsMakeTheNewDocument(part: UInt64) throws {
    for round in 0..<ChangeLawTests.rounds / 8 {
      let seed = SeededGenerator.runSeed &+ round * 8 + part
      var generator = SeededGenerator(seed: seed)
      var value = RandomValue.container(&generator, depth: 5)
      var edited = value.edited(&generator, edits: 1 + generator.below(5))
      if generator.chance(3) { (value, edited, _) = OrderLaws.documents(&generator) }
      func note(_ text: [UInt8]) -> String {
        "seed \(seed)\na = \(value.text)\nb = \(edited.text)\n\(String(decoding: text, as: UTF8.self))"
      }
      let hashing = Hashing(exactNumbers: true)
      let (a, b) = (Array(value.text.utf8), Array(edited.text.utf8))
      let old = try Document.read(a, .init(hashing: hashing))
      let new = try Document.read(b, .init(hashing: hashing))
      var options = DiffOptions()
      options.exactNumbers = true
      let change = Differ.change(from: old, to: new, options)
      let wanted = try PlainOperations(b)
      for tests in [false, true] {
        let text = JSONPatchText.text(change, from: old, tests: tests, exactNumbers: true)
        #expect(try PlainOperations(a).patched(by: PlainOperations(text)) == wanted, "\(note(text))")
        let result = try JSONPatch(Document.read(text)).apply(to: old, exactNumbers: true)
        let made = result.edits.applied(to: old.bytes)
        #expect(try result.misfits.isEmpty && PlainOperations(made) == wanted, "\(note(text + made))")
      }
      guard let text = try? MergePatch.text(from: old, to: new) else {
        #expect(value.text.contains("null") || edited.text.contains("null"))
        continue
      }
      #expect(try PlainOperations(a).merged(with: PlainOperations(text)) == wanted, "\(note(text))")
      let made = MergePatch.apply(try Document.read(text), to: old).edits.applied(to: old.bytes)
      #expect(try PlainOperations(made) == wanted, "\(note(text + made))")
    }
  }

  /// Operations of others, on documents that they may not fit, do what the RFC says or nothing.
  @Test(arguments: 0..<4) func operationsDoWhatTheyShould(part: UInt64) throws {
    for round in 0..<ChangeLawTests.rounds / 4 {
      let seed = SeededGenerator.runSeed &+ round * 4 + part
      var generator = SeededGenerator(seed: seed)
      let a = Array(RandomValue.container(&generator, depth: 4).pretty().utf8)
      let target = try Document.read(a)
      let text = Array(OperationLawTests.patch(target, &generator).utf8)
      func note(_ text: [UInt8]) -> String { String(decoding: a + [0x0A] + text, as: UTF8.self) }
      let wanted = try? PlainOperations(a).patched(by: PlainOperations(text))
      let result = try JSONPatch(Document.read(text)).apply(to: target, exactNumbers: true)
      #expect(result.misfits.isEmpty == (wanted != nil), "seed \(seed)\n\(note(text))")
      let made = result.edits.applied(to: target.bytes)
      if let wanted { #expect(try PlainOperations(made) == wanted, "seed \(seed)\n\(note(text + made))") }
    }
  }

  /// A few operations at places of a document, or beside them.
  static func patch(_ document: Document, _ generator: inout SeededGenerator) -> String {
    func pointer() -> String {
      var text = ""
      var node = document.root
      for _ in 0..<1 + generator.below(3) {
        if document.kind(node) == .object {
          let members = Array(document.members(node))
          guard !members.isEmpty, !generator.chance(5) else { return text + "/x" }
          let member = members[generator.below(members.count)]
          var step: [UInt8] = []
          PathText.appendPointerStep(document.characters(member.name), to: &step)
          text += String(decoding: step, as: UTF8.self)
          node = member.value
        } else if document.kind(node) == .array {
          let elements = Array(document.elements(node))
          let index = generator.below(elements.count + 1)
          text += generator.chance(6) ? "/-" : "/\(index)"
          guard index < elements.count else { return text }
          node = elements[index]
        } else {
          return text
        }
      }
      return text
    }
    func quoted(_ text: String) -> String { String(decoding: JSONString.quoted(text), as: UTF8.self) }
    let operations = (0..<1 + generator.below(4)).map { _ -> String in
      let action = ["add", "remove", "replace", "move", "copy", "test"][generator.below(6)]
      var (from, to) = (pointer(), pointer())
      // What RFC 6902 leaves open, or forbids: what goes into itself, and the document itself.
      if from.isEmpty || to.hasPrefix(from + "/") || to == from { from = "/y" }
      if to.isEmpty, action == "remove" { to = "/y" }
      let value = ["1", "{\"a\":[]}", "[2]", "\"s\""][generator.below(4)]
      return "{\"op\":\"\(action)\",\"path\":\(quoted(to)),\"from\":\(quoted(from)),\"value\":\(value)}"
    }
    return "[" + operations.joined(separator: ",") + "]"
  }
}
