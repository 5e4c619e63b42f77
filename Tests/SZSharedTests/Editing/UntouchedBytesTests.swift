import SZCommand
import SZJSON
import SZPatch
import TestSupport
import Testing

/// What a change does not name keeps its bytes, and its layout does not matter.
@Suite(.limited) struct UntouchedBytesTests {
  /// A change that was made for `a` and is applied to a `c` that differs elsewhere.
  @Test(arguments: 0..<200) func bytesElsewhereLaw(number: UInt64) throws {
    let seed = SeededGenerator.runSeed &+ number
    var generator = SeededGenerator(seed: seed)
    // Three members: one is edited, one differs in the target, one is of the target alone.
    let edited = RandomValue.random(&generator, depth: 3)
    let after = edited.edited(&generator, edits: 2)
    let elsewhere = RandomValue.random(&generator, depth: 3)
    let a = "{\"edited\": \(edited.pretty()), \"elsewhere\": \(elsewhere.text)}"
    let b = "{\"elsewhere\": \(elsewhere.pretty()), \"edited\": \(after.text)}"
    let head =
      "\n{ \"own\" :\t[ 1.10,\"\\/\" ] ,\r\n \"elsewhere\" : \(RandomValue.random(&generator).pretty("   "))  , \"edited\" : "
    let tail = "  }\r\n\n"
    let hashing = Hashing()
    let change = Differ.change(
      from: try Document.read(Array(a.utf8), .init(hashing: hashing)),
      to: try Document.read(Array(b.utf8), .init(hashing: hashing)), DiffOptions())
    let target = try Document.read(Array((head + edited.pretty("  ") + tail).utf8))
    let patcher = Patcher.apply(change, to: target, .init(policy: .reject))
    #expect(patcher.misfits.isEmpty, "seed \(seed)")
    let result = String(decoding: patcher.edits.applied(to: target.bytes), as: UTF8.self)
    #expect(
      result.utf8.starts(with: head.utf8) && result.utf8.reversed().starts(with: tail.utf8.reversed()),
      "seed \(seed)\n\(result)")
    let middle = try Document.read(Array(result.utf8.dropFirst(head.utf8.count).dropLast(tail.utf8.count)))
    let wanted = try Document.read(Array(after.text.utf8))
    #expect(middle.isEqual(middle.root, wanted, wanted.root), "seed \(seed)\n\(result)")
  }

  /// The diff of a document and its reformatted copy with shuffled members is `{}`, and sorting the members makes the
  /// copies equal in every byte.
  @Test(arguments: 0..<200) func layoutLaw(number: UInt64) throws {
    let seed = SeededGenerator.runSeed &+ number
    var generator = SeededGenerator(seed: seed)
    let value = RandomValue.random(&generator, depth: 5)
    let a = Array(value.text.utf8)
    let b = Array(value.shuffled(&generator).pretty().utf8)
    try TestFiles.withFolder { folder in
      try TestFiles.write(a, folder + "/a.json")
      try TestFiles.write(b, folder + "/b.json")
      let same = ToolRunner.run(DiffCommand.self, ["a.json", "b.json"], folder: folder)
      #expect(same == .init(output: Array("{}\n".utf8), errors: "", code: 0), "seed \(seed)")
      let sorted = ["a.json", "b.json"].map { name in
        ToolRunner.run(
          PatchCommand.self, ["--sort-keys", "--compact", name], input: Array("{}".utf8), folder: folder)
      }
      #expect(sorted[0].code == 0 && sorted[0] == sorted[1], "seed \(seed)")
    }
  }
}
