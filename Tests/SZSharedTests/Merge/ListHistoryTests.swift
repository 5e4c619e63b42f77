import TestSupport
import Testing

@testable import SZShared

/// Whether what two sides did to a list contradicts itself.
@Suite(.limited) struct ListHistoryTests {
  @Test(arguments: [
    ("[1]", "[1]", "[]", true), ("[1]", "[]", "[1]", true),
    ("[{\"a\":1,\"b\":2,\"c\":3}]", "[{\"a\":1,\"b\":2,\"c\":4}]", "[]", false),
    ("[{\"a\":1,\"b\":2,\"c\":3}]", "[]", "[{\"a\":1,\"b\":2,\"c\":4}]", false),
  ]) func isClear(pristine: String, edited: String, current: String, isClear: Bool) throws {
    let hashing = Hashing()
    func row(_ text: String) throws -> ElementRow {
      let document = try Document.read(Array(text.utf8), .init(hashing: hashing))
      return ElementRow(document, Array(document.elements(document.root)))
    }
    let rows = Three(pristine: try row(pristine), edited: try row(edited), current: try row(current))
    let history = try #require(ListHistory(rows, rows.map { 0..<$0.count }))
    #expect(history.isClear == isClear)
  }
}
