import SZJSON
import TestSupport
import Testing

/// Where edits of one place stand among each other.
@Suite(.limited) struct SourceEditsTests {
  /// The pieces of `ab` with its edits, marks as `#`.
  private func shown(_ edits: SourceEdits) throws -> String {
    let document = try Document.read(Array("\"ab\"".utf8))
    var text = ""
    edits.forEach(in: 1..<3) { piece in
      switch piece {
      case .bytes(let bytes): text += String(decoding: bytes, as: UTF8.self)
      case .source(let range): text += String(decoding: document.bytes.array(range), as: UTF8.self)
      case .mark: text += "#"
      case .edited: text += "?"
      }
    }
    return text
  }

  @Test(arguments: [true, false]) func whatIsInsertedStandsOutsideOfMarks(isEarlier: Bool) throws {
    var edits = SourceEdits()
    func insert() {
      edits.replace(1..<1, with: Array("<".utf8))
      edits.replace(3..<3, with: Array(">".utf8))
    }
    if isEarlier { insert() }
    edits.surround(1..<3, with: 1)
    if !isEarlier { insert() }
    #expect(try shown(edits) == "<#ab#>")
  }
}
