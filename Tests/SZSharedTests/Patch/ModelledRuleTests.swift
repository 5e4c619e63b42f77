import TestSupport
import Testing

@testable import SZJSON
@testable import SZModel
@testable import SZPatch

/// Delete rules and moves under a model, on their own.
@Suite(.limited) struct ModelledRuleTests {
  /// A is deleted, which was `gone`, of a document that is `rest` then; `inverse` is the rule for those that refer to it, `own` the one for
  /// what it refers to.
  @Test(
    arguments: [
      ("nullify", "nullify", #"{"id":"A"}"#, #"[{"id":"D","of":"A"}]"#, "nullify D.of"),
      (
        "cascade", "nullify", #"{"id":"A"}"#, #"[{"id":"D","of":"A"},{"id":"F","of":"D"}]"#,
        "cascade D, cascade F"
      ),
      ("deny", "nullify", #"{"id":"A"}"#, #"[{"id":"D","of":"A"}]"#, "denied D.of"),
      ("noAction", "nullify", #"{"id":"A"}"#, #"[{"id":"D","of":"A"}]"#, "dangling D.of"),
      ("deny", "nullify", #"{"id":"A"}"#, #"[{"id":"D","of":"B"},{"id":"B"}]"#, ""),
      ("nullify", "nullify", #"{"id":"A","of":"B"}"#, #"[{"id":"B"}]"#, ""),
      ("nullify", "noAction", #"{"id":"A","of":"B"}"#, #"[{"id":"B"}]"#, ""),
      (
        "nullify", "cascade", #"{"id":"A","of":"B"}"#, #"[{"id":"B","of":"C"},{"id":"C"}]"#,
        "cascade B, cascade C"
      ),
      ("nullify", "deny", #"{"id":"A","of":"B"}"#, #"[{"id":"B"}]"#, "denied B.of"),
      // What goes as well denies nothing, and is not cleared.
      ("deny", "cascade", #"{"id":"A","of":"B"}"#, #"[{"id":"B","of":"A"}]"#, "cascade B"),
      ("nullify", "cascade", #"{"id":"A","of":"B"}"#, #"[{"id":"B","of":"A"}]"#, "cascade B"),
      // Each is come to once.
      (
        "cascade", "cascade", #"{"id":"A","of":"B"}"#, #"[{"id":"B","of":"A"},{"id":"C","of":"B"}]"#,
        "cascade B, cascade C"
      ),
    ]) func deleteRules(inverse: String, own: String, gone: String, rest: String, wanted: String) throws
  {
    let schema = try ModelledRuleTests.schema(
      """
      {"root": {"entity": "E", "ordered": false}, "entities": {"E": {"identity": "id", "attributes": {"id": "string"},
        "relationships": {"of": {"destination": "E", "inverse": "by", "deleteRule": "\(own)"},
          "by": {"destination": "E", "many": true, "inverse": "of", "deleteRule": "\(inverse)"}}}}}
      """)
    let hashing = Hashing()
    let before = try ModelledRuleTests.index("[\(gone)]", schema, hashing)
    let index = try ModelledRuleTests.index(rest, schema, hashing)
    let entry = before.index.entries[EntityIndex.Position(0)]
    let identity = try #require(
      schema.identity(before.index.document, entry.node, of: schema[entry.entity], hashing))
    let rules = DeleteRules(
      [.init(item: .root, identity: identity, node: entry.node, entity: entry.entity)], in: index.index,
      root: index.root, before: before.index.document)
    func id(_ node: Document.Node) -> String {
      let document = index.index.document
      return document.member(node, named: Array("id".utf8)).map { document.string($0.value) } ?? "?"
    }
    let effects = rules.effects.map { effect in
      "\(effect.kind) \(id(effect.node))\(effect.reference == nil ? "" : "." + effect.member)"
    }
    let refusals = rules.refusals.map { "\($0.reason) \(id($0.holder)).\($0.member)" }
    #expect((effects + refusals).joined(separator: ", ") == wanted)
  }

  /// A comes from the root into B: what of that fits a target.
  @Test(
    arguments: [
      (#"[{"id":"A"},{"id":"B"}]"#, "fits"), (#"[{"id":"B","lists":[{"id":"A"}]}]"#, "is elsewhere"),
      (#"[{"id":"B"}]"#, "is not there"), (#"[{"id":"A","lists":[{"id":"B"}]}]"#, "is a ring"),
      (#"[{"id":"A","lists":[{"id":"C","lists":[{"id":"B"}]}]}]"#, "is a ring"),
      (#"[{"id":"A"},{"id":"C","lists":[{"id":"B"}]}]"#, "fits"),
    ]) func moves(target: String, wanted: String) throws
  {
    let schema = try ModelledRuleTests.schema(
      """
      {"root": {"entity": "L", "ordered": false}, "entities": {"L": {"identity": "id", "attributes": {"id": "string"},
        "relationships": {"lists": {"destination": "L", "many": true, "deleteRule": "cascade"}}}}}
      """)
    let change = #"""
      [{"entityName": "L", "id": "A", "to": "$[id=\"B\"].lists"},
        {"entityName": "L", "id": "B", "relationships": {"lists": [{"entityName": "L", "id": "A", "from": "$"}]}}]
      """#
    let tree = try ChangeReader.read(try Document.read(Array(change.utf8)))
    let plan = MovePlan(tree, try ModelledRuleTests.index(target, schema, Hashing()).index)
    let move = try #require(plan.moves.first)
    #expect(plan.moves.count == 1 && move.departure != nil && plan[move.arrival]?.arrival == move.arrival)
    let found =
      move.fits
      ? "fits" : move.isRing ? "is a ring" : move.position == nil ? "is not there" : "is elsewhere"
    #expect(found == wanted)
  }

  private static func schema(_ model: String) throws -> Schema {
    Schema(try ModelReader.read(try Document.read(Array(model.utf8))))
  }

  private static func index(_ text: String, _ schema: Schema, _ hashing: Hashing) throws -> (
    index: EntityIndex, root: Rules.Declared?
  ) {
    let document = try Document.read(Array(text.utf8), .init(hashing: hashing))
    let root = try RootChoice(schema, [document]).declared(document, schema)
    return (try EntityScan.index(document, schema, hashing, root: root), root)
  }
}
