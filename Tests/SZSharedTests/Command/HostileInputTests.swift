import SZCommand
import SZJSON
import SZModel
import SZPatch
import TestSupport
import Testing

/// Whatever the input, nothing traps, and what is refused is refused at a place in the input.
@Suite(.limited) struct HostileInputTests {
  static let rounds = SeededGenerator.rounds(4000)

  @Test(arguments: 0..<8) func damagedTextLaw(part: UInt64) throws {
    for round in 0..<HostileInputTests.rounds / 8 {
      let seed = SeededGenerator.runSeed &+ round * 8 + part
      var generator = SeededGenerator(seed: seed)
      let value = RandomValue.random(&generator)
      var text = Array((generator.chance(2) ? value.pretty() : value.text).utf8)
      for _ in 0..<1 + generator.below(3) {
        let place = generator.below(text.count + 1)
        switch generator.below(4) {
        case 0: text.insert(UInt8(generator.below(256)), at: place)
        case 1: text.insert(Array("{}[],:\"\\0-.eEtfn \n".utf8)[generator.below(18)], at: place)
        case 2: text.removeSubrange(min(place, text.count)..<min(text.count, place + generator.below(4)))
        default: if place < text.count { text[place] ^= 1 << UInt8(generator.below(8)) }
        }
      }
      do {
        let document = try Document.read(text, .init(hashing: Hashing()))
        #expect(SourceEdits().applied(to: document.bytes) == text, "seed \(seed)")
        #expect(document.isEqual(document.root, try Document.read(text), document.root), "seed \(seed)")
      } catch {
        #expect((0...text.count).contains(error.offset), "seed \(seed)")
        let result = ToolRunner.run(
          DiffCommand.self, ["-", TestFiles.packageRoot + "/Examples/old.json"], input: text)
        #expect(
          result.code == 2 && result.output.isEmpty && result.errors.hasPrefix("sz-diff: <stdin>:"),
          "seed \(seed)")
      }
    }
  }

  /// A change that was edited at random is refused, does not fit, or fits; the result is JSON either way.
  @Test(arguments: 0..<8) func damagedChangeLaw(part: UInt64) throws {
    for round in 0..<HostileInputTests.rounds / 8 {
      let seed = SeededGenerator.runSeed &+ round * 8 + part
      var generator = SeededGenerator(seed: seed)
      let value = RandomValue.random(&generator, depth: 4)
      let hashing = Hashing()
      let old = try Document.read(Array(value.pretty().utf8), .init(hashing: hashing))
      let new = try Document.read(
        Array(value.edited(&generator, edits: 3).text.utf8), .init(hashing: hashing))
      let text = ChangeWriter.text(Differ.change(from: old, to: new, DiffOptions()))
      let written = try Document.read(text)
      let damaged = RandomValue(written, written.root).edited(&generator, edits: generator.below(3))
      guard var change = try? ChangeReader.read(try Document.read(Array(damaged.text.utf8))) else { continue }
      if generator.chance(2) { change.reverse() }
      let other = try Document.read(Array(value.edited(&generator, edits: generator.below(4)).pretty().utf8))
      for policy in [PatchOptions.Policy.reject, .force] {
        let patcher = Patcher.apply(change, to: other, .init(policy: policy))
        let result = patcher.edits.applied(to: other.bytes)
        #expect(
          throws: Never.self, "seed \(seed) \(damaged.text)\n\(String(decoding: result, as: UTF8.self))"
        ) {
          try Document.read(result)
        }
        let rejects = Rejects.text(change, rejected: patcher.rejected)
        #expect(throws: Never.self, "seed \(seed) \(String(decoding: rejects, as: UTF8.self))") {
          try ChangeReader.read(try Document.read(rejects))
        }
      }
    }
  }
}
