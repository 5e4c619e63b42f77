import SZCommand
import SZElements
import SZJSON
import SZMerge
import SZModel
import SZPatch
import TestSupport
import Testing

/// With `--comments`: comments are layout, they stay where they are, and nothing that is done makes a text that cannot be read.
@Suite(.limited) struct CommentLawTests {
  static let options = Document.ReadOptions(hashing: Hashing(), allowsComments: true)

  private struct Broken: Error, CustomStringConvertible {
    let description: String
  }

  private func read(_ text: [UInt8], _ what: String, _ note: String) throws -> Document {
    do { return try Document.read(text, CommentLawTests.options) } catch {
      throw Broken(description: "\(what) (\(note)): \(error)\n\(String(decoding: text, as: UTF8.self))")
    }
  }

  @Test(arguments: 0..<4) func changesLaw(part: UInt64) throws {
    for round in 0..<ChangeLawTests.rounds / 8 {
      let seed = SeededGenerator.runSeed &+ round * 4 + part
      var generator = SeededGenerator(seed: seed)
      let value = RandomValue.random(&generator, depth: 4)
      let edited = value.edited(&generator, edits: 1 + generator.below(5))
      let chance = 2 + generator.below(6)
      let commented = CommentedText(value, &generator, chance: chance)
      let a = commented.bytes
      let b = generator.chance(2) ? Array(edited.text.utf8) : CommentedText(edited, &generator).bytes
      let note = "seed \(seed), a = \(commented.text)\nb = \(String(decoding: b, as: UTF8.self))"
      let (old, new) = (try read(a, "a", note), try read(b, "b", note))
      let plain = try Document.read(Array(value.text.utf8), CommentLawTests.options)
      #expect(
        old.isEqual(old.root, plain, plain.root) && old.hash(old.root) == plain.hash(plain.root), "\(note)")
      #expect(Differ.change(from: old, to: plain, DiffOptions()).isEmpty, "\(note)")

      let text = ChangeWriter.text(Differ.change(from: old, to: new, DiffOptions()))
      var change = try ChangeReader.read(try Document.read(text))
      let empty = Patcher.apply(
        try ChangeReader.read(try Document.read(Array("{}".utf8))), to: old, PatchOptions())
      #expect(empty.edits.applied(to: old.bytes) == a, "\(note)")
      for policy in [PatchOptions.Policy.reject, .force] {
        let patcher = Patcher.apply(change, to: old, .init(policy: policy))
        #expect(patcher.misfits.isEmpty, "\(note)")
        let result = patcher.edits.applied(to: old.bytes)
        let patched = try read(result, "patch(a, diff(a, b))", note)
        #expect(
          patched.isEqual(patched.root, new, new.root), "\(String(decoding: result, as: UTF8.self))\n\(note)")
        // Every comment of the result is one of a, and none is there twice.
        let numbers = CommentedText.numbers(result)
        #expect(
          Set(numbers).count == numbers.count && (numbers.last ?? 0) < max(1, commented.count),
          "\(String(decoding: result, as: UTF8.self))\n\(note)")
      }
      change.reverse()
      let back = Patcher.apply(change, to: new, .init(policy: .reject))
      let restored = try read(back.edits.applied(to: new.bytes), "patch(b, reverse)", note)
      #expect(restored.isEqual(restored.root, old, old.root), "\(note)")
    }
  }

  /// Laying out and sorting keep every comment, and the value; doing so once more changes nothing.
  @Test(arguments: 0..<4) func layoutLaw(part: UInt64) throws {
    for round in 0..<ChangeLawTests.rounds / 32 {
      let seed = SeededGenerator.runSeed &+ round * 4 + part
      var generator = SeededGenerator(seed: seed)
      let value = RandomValue.random(&generator, depth: 4)
      let commented = CommentedText(value, &generator, chance: 2 + generator.below(6))
      let a = try read(commented.bytes, "a", "seed \(seed)")
      try TestFiles.withFolder { folder in
        try TestFiles.write(commented.bytes, folder + "/a.json")
        for layout in [
          ["--indent", "2"], ["--tab"], ["--compact"], ["--sort-keys"], ["--sort-keys", "--compact"],
        ] {
          func laidOut(_ file: String) -> [UInt8] {
            let arguments = ["--comments"] + layout + [file]
            return ToolRunner.run(PatchCommand.self, arguments, input: Array("{}".utf8), folder: folder)
              .output
          }
          let result = laidOut("a.json")
          let note = "\(layout), seed \(seed)\n\(commented.text)\n\(String(decoding: result, as: UTF8.self))"
          let document = try read(result, "\(layout)", note)
          #expect(document.isEqual(document.root, a, a.root), "\(note)")
          #expect(CommentedText.numbers(result) == Array(0..<commented.count), "\(note)")
          try TestFiles.write(result, folder + "/b.json")
          // On one line, what belonged to the brackets belongs to a member from the second time on.
          let second = laidOut("b.json")
          try TestFiles.write(second, folder + "/b.json")
          let last = layout.contains("--compact") ? second : result
          #expect(laidOut("b.json") == last, "\(note)\n\(String(decoding: second, as: UTF8.self))")
        }
      }
    }
  }

  /// A stream keeps its comments wherever it is cut.
  @Test(arguments: 0..<4) func streamsLaw(part: UInt64) throws {
    for round in 0..<ChangeLawTests.rounds / 80 {
      let seed = SeededGenerator.runSeed &+ round * 4 + part
      var generator = SeededGenerator(seed: seed)
      let texts = (0..<3).map { _ in
        CommentedText(RandomValue.container(&generator, depth: 3), &generator).text
      }
      let input = Array(texts.joined(separator: " ").utf8)
      for chunk in [1, 2, 7, 1000] {
        for arguments in [["--comments"], ["--comments", "--only", "$..a"]] {
          let result = ToolRunner.run(
            JSONDateCommand.self, arguments, input: input, chunkSize: chunk, windowSize: 16)
          // That the path leads nowhere is said.
          let isQuiet = result.errors.isEmpty || result.errors.hasSuffix("': nothing stands at that path\n")
          #expect(
            result.output == input && result.code == 0 && isQuiet,
            "seed \(seed) \(result.errors)\n\(texts)")
        }
      }
    }
  }

  /// A text with comments that is read by its reference is read as it is alone.
  @Test(arguments: 0..<4) func referenceLaw(part: UInt64) throws {
    for round in 0..<ChangeLawTests.rounds / 16 {
      let seed = SeededGenerator.runSeed &+ round * 4 + part
      var generator = SeededGenerator(seed: seed)
      let value = RandomValue.container(&generator, depth: 4)
      let first = CommentedText(value, &generator, chance: 4).bytes
      var second = first
      if generator.chance(2) {
        second = CommentedText(value.edited(&generator, edits: 2), &generator, chance: 9).bytes
      }
      if generator.chance(3), !second.isEmpty { second[generator.below(second.count)] = 0x2F }
      let reference = try read(first, "reference", "seed \(seed)")
      let source = SourceBytes(second)
      let alone = try? Document.read(source, CommentLawTests.options)
      let paired = try? Document.read(source, CommentLawTests.options, reference: reference)
      let note = "seed \(seed)\n\(String(decoding: second, as: UTF8.self))"
      #expect((alone == nil) == (paired == nil), "\(note)")
      guard let alone, let paired else { continue }
      #expect(alone.isEqual(alone.root, paired, paired.root), "\(note)")
      #expect(
        alone.hash(alone.root) == paired.hash(paired.root)
          && alone.range(alone.root) == paired.range(paired.root), "\(note)")
      #expect(!alone.isRelaxed || paired.isRelaxed, "\(note)")
    }
  }

  /// A merge of texts with comments makes the value that it makes of them without, and keeps what CURRENT says where nothing
  /// was edited.
  @Test(arguments: 0..<4) func mergesLaw(part: UInt64) throws {
    for round in 0..<ChangeLawTests.rounds / 32 {
      let seed = SeededGenerator.runSeed &+ round * 4 + part
      var generator = SeededGenerator(seed: seed)
      let value = RandomValue.container(&generator, depth: 4)
      let versions = [value] + (0..<2).map { _ in value.edited(&generator, edits: 1 + generator.below(3)) }
      let texts = versions.map { CommentedText($0, &generator, chance: 4).bytes }
      let note =
        "seed \(seed)\n" + texts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n====\n")
      let options = CommentLawTests.options
      let plain = try versions.map { try Document.read(Array($0.text.utf8), options) }
      let documents = try texts.map { try read($0, "a version", note) }
      func merged(_ documents: [Document]) throws -> Document {
        let merger = Merger.merge(
          Three(pristine: documents[0], edited: documents[1], current: documents[2]), MergeOptions())
        return try read(merger.edits.applied(to: documents[2].bytes), "the merge", note)
      }
      let (result, wanted) = (try merged(documents), try merged(plain))
      #expect(
        result.isEqual(result.root, wanted, wanted.root),
        "\(String(decoding: result.bytes.array(0..<result.bytes.count), as: UTF8.self))\n\(note)")
      // A comment between two children that EDITED alone changed is taken.
      if let comment = texts[0].firstRange(of: Array("c0;".utf8)) {
        var text = texts[0]
        text.replaceSubrange(comment, with: Array("c0 changed;".utf8))
        let commented = try read(text, "a changed comment", note)
        let taken = try merged([documents[0], commented, documents[0]])
        let result = taken.bytes.array(0..<taken.bytes.count)
        #expect(result == text, "\(String(decoding: result, as: UTF8.self))\n\(note)")
        let other = try merged([documents[0], commented, documents[2]])
        #expect(other.isEqual(other.root, documents[2], documents[2].root), "\(note)")
      }
      let same = try merged([documents[0], documents[0], documents[2]])
      #expect(same.bytes.array(0..<same.bytes.count) == texts[2], "\(note)")
    }
  }
}
