import TestSupport
import Testing

@testable import SZElements
@testable import SZJSON
@testable import SZMerge
@testable import SZModel

/// What a merge finds out about who stays, and where.
@Suite(.limited) struct IntegrityTests {
  /// It rises from one side's place to the move and back once, never further.
  @Test func aPlaceRises() {
    var facts = IntegrityFacts()
    /// Whether it has grown, and what it says then.
    func after(_ hasGrown: Bool) -> [Bool] {
      [hasGrown, facts.isFree(1), facts.onlyHome(of: 1) == .edited, facts.onlyHome(of: 1) == .current]
    }
    #expect(after(false) == [false, false, false, false])
    #expect(after(facts.mustStand(1, at: .current)) == [true, false, false, true])
    #expect(after(facts.mustStand(1, at: .edited)) == [false, false, false, true])
    #expect(after(facts.mayMove(1, to: .edited)) == [true, true, false, false])
    #expect(after(facts.mayMove(1, to: .edited)) == [false, true, false, false])
    #expect(after(facts.mustStand(1, at: .edited)) == [true, false, true, false])
    #expect(after(facts.mustStand(1, at: .current)) == [false, false, true, false])
    #expect(after(facts.mayMove(1, to: .current)) == [false, false, true, false])
  }

  /// What stays, and what is no edit, is counted once; of what says why one stays the first is undeleted.
  @Test func factsGrowOnce() {
    var facts = IntegrityFacts()
    let nodes = (0..<4).map { Document.Node($0) }
    #expect(facts.undelete(nodes[1], .edited) && !facts.undelete(nodes[1], .edited))
    #expect(facts.undelete(nodes[1], .current) && facts.undeleted.edited == [nodes[1]])
    for rule in [Model.Relationship.DeleteRule.deny, .noAction] {
      facts.add(.init(key: 7, side: .edited, rule: rule, opposed: nil, hasOwner: false), 7)
    }
    #expect(facts.denied.map(\.rule) == [.deny])
    func void(_ edited: [Document.Node], _ current: [Document.Node]) -> Bool {
      facts.void(Three(pristine: [], edited: Set(edited), current: Set(current)), [], [])
    }
    #expect(!void([], []))
    #expect(void([nodes[3], nodes[1]], []) && !void([nodes[1]], []) && void([], [nodes[2]]))
    #expect(facts.voided.edited == [nodes[1], nodes[3]] && facts.voided.current == [nodes[2]])
  }

  /// EDITED deletes entities of which each refers to the next one, and CURRENT adds one that refers to the first: with deny all stay,
  /// however many there are.
  @Test(arguments: [3, 64, 65, 300]) func aChainStays(count: Int) throws {
    let model = """
      {"root": "App", "entities": {
        "App": {"identity": "n", "attributes": {"n": "any"}, "relationships":
          {"items": {"destination": "E", "many": true, "deleteRule": "cascade"}}},
        "E": {"identity": "n", "attributes": {"n": "any"}, "relationships": {
          "next": {"destination": "E", "inverse": "prev"},
          "prev": {"destination": "E", "many": true, "deleteRule": "deny", "inverse": "next"}}}}}
      """
    let schema = Schema(try ModelReader.read(try Document.read(Array(model.utf8))))
    let items = (0..<count).map { #"{"n": \#($0), "next": \#($0 + 1 < count ? "\($0 + 1)" : "null")}"# }
    func text(_ items: [String]) -> [UInt8] {
      Array(#"{"n": 0, "items": [\#(items.joined(separator: ", "))]}"#.utf8)
    }
    let hashing = Hashing()
    let added = #"{"n": "x", "next": 0}"#
    let documents = Three(
      pristine: try Document.read(text(items), .init(hashing: hashing)),
      edited: try Document.read(text([]), .init(hashing: hashing)),
      current: try Document.read(text(items + [added]), .init(hashing: hashing)))
    var options = MergeOptions()
    options.schema = schema
    let entities = try MergedEntities(documents, schema)
    let result = Merger.merge(documents, options, entities)
    #expect(result.edits.isEmpty)
    #expect(result.conflicts.count == count)
  }
}
