import TestSupport
import Testing

@testable import SZJSON

/// What goes from a document wherever it stands, by the words that stand for it: strings.
@Suite(.limited) struct NodeRemovalTests {
  /// What becomes of a text: values "remove", "clear" and "replace" do what they say, and an object that has the member "reduce" keeps that
  /// and a marker.
  private static func result(_ text: String) throws -> String {
    let document = try Document.read(Array(text.utf8))
    var removal = NodeRemoval(document, DocumentLayout(document))
    #expect(removal.isEmpty)
    var open = [document.root]
    while let node = open.popLast() {
      switch document.kind(node) {
      case .object:
        for member in document.members(node) {
          if document.string(member.name) == "reduce" {
            removal.reduce(
              node, to: NodeRemoval.Remnant(kept: [member.name], marker: Array("isDeleted".utf8)))
          }
          open.append(member.value)
        }
      case .array: open += document.elements(node)
      case .string:
        switch document.string(node) {
        case "remove": removal.remove(node)
        case "clear": removal.clear(node)
        case "replace": removal.replace(node, with: Array("[1]".utf8))
        default: continue
        }
      default: continue
      }
    }
    return String(decoding: removal.edits().applied(to: document.bytes), as: UTF8.self)
  }

  @Test(
    arguments: [
      (#"{"a": 1, "b": [2]}"#, #"{"a": 1, "b": [2]}"#),
      (#"["remove", 1, "remove", 2, "remove"]"#, "[1, 2]"),
      (#"{"a": "remove", "b": [["remove"], 1]}"#, #"{"b": [[], 1]}"#),
      (#"{"a": "clear", "b": ["clear", 1, "clear"]}"#, #"{"a": null, "b": [1]}"#),
      (#"{"a": "replace", "b": [0, "replace"]}"#, #"{"a": [1], "b": [0, [1]]}"#),
      (#"[{"reduce": 1, "a": ["remove"]}, {"a": "remove"}]"#, #"[{"reduce": 1, "isDeleted": true}, {}]"#),
      (#"[[[["clear"], "clear"], 1], {"a": {"b": "clear"}}]"#, #"[[[[]], 1], {"a": {"b": null}}]"#),
    ]) func takesOutWhatItIsTold(text: String, wanted: String) throws
  {
    #expect(try NodeRemovalTests.result(text) == wanted)
  }
}
