import TestSupport
import Testing

@testable import SZJSON
@testable import SZModel
@testable import SZOperations
@testable import SZPatch

/// Two changes joined do what both do, one after the other; where that cannot be said they are not joined.
@Suite(.limited) struct CompositionLawTests {
  @Test(arguments: 0..<8) func compositionsDoBoth(part: UInt64) throws {
    var joined = 0
    for round in 0..<ChangeLawTests.rounds / 8 {
      let seed = SeededGenerator.runSeed &+ round * 8 + part
      var generator = SeededGenerator(seed: seed)
      let hashing = Hashing()
      func read(_ value: RandomValue) throws -> Document {
        try Document.read(Array(value.text.utf8), .init(hashing: hashing))
      }
      let first =
        generator.chance(2)
        ? RandomValue.object([
          ("k", RandomValue.keyed(&generator, 3)), ("o", RandomValue.object(&generator, 3)),
        ])
        : RandomValue.container(&generator, depth: 4)
      let second = first.edited(&generator, edits: 1 + generator.below(3))
      let third = second.edited(&generator, edits: 1 + generator.below(3))
      let (a, b, c) = (try read(first), try read(second), try read(third))
      let x = Differ.change(from: a, to: b, DiffOptions())
      let y = Differ.change(from: b, to: c, DiffOptions())
      // As they are when they come out of files.
      let changes = try [x, y].map { try ChangeReader.read(Document.read(ChangeWriter.text($0))) }
      let composed: ChangeTree
      do { composed = try ChangeComposition.of(changes[0], changes[1]) } catch {
        if case .conflict = error {
          Issue.record("conflict, seed \(seed)\na = \(first.text)\nb = \(second.text)\nc = \(third.text)")
        }
        continue
      }
      joined += 1
      let text = ChangeWriter.text(composed)
      let note =
        "seed \(seed)\na = \(first.text)\nb = \(second.text)\nc = \(third.text)\n\(String(decoding: text, as: UTF8.self))"
      let change = try ChangeReader.read(Document.read(text))
      let result = Patcher.apply(change, to: a, PatchOptions())
      #expect(result.misfits.isEmpty, "\(note)")
      let made = result.base.edited(by: result.edits, hashing: hashing)
      #expect(
        made.isEqual(made.root, c, c.root),
        "\(note)\n\(String(decoding: made.bytes.array(0..<made.bytes.count), as: UTF8.self))")
    }
    #expect(joined > 0)
  }
}
