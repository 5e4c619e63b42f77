import TestSupport
import Testing

@testable import SZJSON
@testable import SZModel
@testable import SZPatch

/// What --force promises: a forced change is made once, and what it does not name stays.
@Suite(.limited) struct ForceLawTests {
  @Test(arguments: 0..<4) func forceIsRepeatable(part: UInt64) throws {
    var tried = 0
    for round in 0..<ChangeLawTests.rounds / 8 {
      let seed = SeededGenerator.runSeed &+ round * 4 + part
      var generator = SeededGenerator(seed: seed)
      let value = RandomValue.container(&generator, depth: 5)
      let a = Array(value.text.utf8)
      let b = Array(value.edited(&generator, edits: 1 + generator.below(5)).text.utf8)
      let third = value.edited(&generator, edits: 1 + generator.below(5))
      let c = Array((generator.chance(2) ? third.pretty() : third.text).utf8)
      let hashing = Hashing()
      let (old, new) = (
        try Document.read(a, .init(hashing: hashing)), try Document.read(b, .init(hashing: hashing))
      )
      var tree = Differ.change(from: old, to: new, DiffOptions())
      if generator.chance(3) { tree.reverse() }
      // Lists find their places by a rule of their own.
      if tree.indices.contains(where: { tree[$0].isList }) { continue }
      tried += 1
      let target = try Document.read(c)
      let first = Patcher.apply(tree, to: target, .init(policy: .force))
      let made = try Document.read(first.edits.applied(to: target.bytes))
      let second = Patcher.apply(tree, to: made, .init(policy: .force))
      #expect(
        second.edits.isEmpty,
        "seed \(seed)\nchange = \(String(decoding: ChangeWriter.text(tree), as: UTF8.self))\nc = \(String(decoding: c, as: UTF8.self))\nonce = \(String(decoding: first.edits.applied(to: target.bytes), as: UTF8.self))\ntwice = \(String(decoding: second.edits.applied(to: made.bytes), as: UTF8.self))"
      )
    }
    #expect(tried > 0)
  }
}

extension ChangeTree.Item {
  fileprivate var isList: Bool { if case .list = self { true } else { false } }
}
