internal import SZModel
import TestSupport
import Testing

@testable import SZCommand
@testable import SZElements
@testable import SZJSON
@testable import SZMerge
@testable import SZPatch

/// The laws of merging by identities that lie deeper, and real lists that have such identities.
@Suite(.limited) struct DeepIdentityMergeTests {
  @Test(arguments: 0..<4) func mergeLaws(part: UInt64) throws {
    for round in 0..<MergeLawTests.rounds / 4 {
      let seed = SeededGenerator.runSeed &+ round * 4 + part
      var generator = SeededGenerator(seed: seed)
      var options = MergeOptions()
      var keys = DiffOptions()
      try KeyOption.apply(["kind+metadata.namespace?+metadata.name"], to: &keys)
      options.names = keys.names
      let pristine = try DeepIdentityTests.distinct(
        (0..<generator.below(7)).map { _ in DeepIdentityTests.entity(&generator) }, keys.names.named[0])
      func version() throws -> [UInt8] {
        let elements = try DeepIdentityTests.distinct(
          DeepIdentityTests.edited(pristine, &generator), keys.names.named[0])
        return Array("[\(elements.map(\.text).joined(separator: ","))]".utf8)
      }
      let hashing = Hashing()
      func read(_ text: [UInt8]) throws -> Document { try Document.read(text, .init(hashing: hashing)) }
      let p = try read(Array("[\(pristine.map(\.text).joined(separator: ","))]".utf8))
      let (e, c) = (try read(try version()), try read(try version()))
      func merged(_ p: Document, _ e: Document, _ c: Document) throws -> Document {
        try read(Merger.merge(Three(pristine: p, edited: e, current: c), options).edits.applied(to: c.bytes))
      }
      func isEqual(_ left: Document, _ right: Document) -> Bool { left.isEqual(left.root, right, right.root) }
      func text(_ document: Document) -> String {
        String(decoding: document.bytes.array(0..<document.bytes.count), as: UTF8.self)
      }
      func elements(_ document: Document) -> [UInt64] {
        document.elements(document.root).map { document.hash($0) }
      }
      let note = "seed \(seed)\np = \(text(p))\ne = \(text(e))\nc = \(text(c))"
      #expect(isEqual(try merged(p, p, c), c), "merge(p, p, c) = c: \(note)")
      #expect(isEqual(try merged(p, e, p), e), "merge(p, e, p) = e: \(note)")
      #expect(isEqual(try merged(p, e, e), e), "merge(p, e, e) = e: \(note)")
      let once = try merged(p, e, c)
      let conflicts = Merger.merge(Three(pristine: p, edited: e, current: c), options).conflicts
      if try [p, e, c].contains(where: { try MergeLaws.hasRepeats(Array(text($0).utf8)) }) { continue }
      let again = try merged(p, e, once)
      // What stays although CURRENT deleted it, and CURRENT renamed what stood beside it, may be ordered otherwise (sz-merge(1), CAVEATS).
      let hasStayed = conflicts.contains { $0.id.kind == .editDelete }
      #expect(
        isEqual(again, once) || hasStayed && Set(elements(again)) == Set(elements(once)),
        "a second time: \(note)\nonce = \(text(once))")
    }
  }

  /// Lists as a cluster gives them, beside random edits of them.
  @Test(.enabled(if: TestFiles.suites != nil, "set SZ_SUITES to the folder of the suites"))
  func lawsOnClusterLists() throws {
    let folder = try #require(TestFiles.suites) + "/reading/kubernetes/"
    let (a, b) = (try TestFiles.read(folder + "old.json"), try TestFiles.read(folder + "new.json"))
    var options = DiffOptions()
    try KeyOption.apply(["$.items=kind+metadata.namespace?+metadata.name"], to: &options)
    try ChangeLaws.check(a, b, options, note: "kubernetes")
    let (old, new) = (try Document.read(a), try Document.read(b))
    let versions = [RandomValue(old, old.root), RandomValue(new, new.root)]
    for round in 0..<ChangeLawTests.rounds / 20 {
      let seed = SeededGenerator.runSeed &+ round
      var generator = SeededGenerator(seed: seed)
      let from = versions[generator.below(2)]
      let to = versions[generator.below(2)].edited(&generator, edits: 1 + generator.below(20))
      try ChangeLaws.check(Array(from.text.utf8), Array(to.text.utf8), options, note: "seed \(seed)")
      try ChangeLaws.check(
        Array(to.text.utf8), Array(from.pretty().utf8), options, note: "seed \(seed), back")
    }
  }
}
