import TestSupport
import Testing

@testable import SZShared

/// Whether what two sides did to a list contradicts itself.
@Suite(.limited) struct ListHistoryTests {
  @Test(arguments: [
    ("[1]", "[1]", "[]", true), ("[1]", "[]", "[1]", true),
    // Whichever side is looked at as the first, each has one that the other took out.
    ("[1,2]", "[1]", "[2]", true),
    ("[{\"a\":1,\"b\":2,\"c\":3}]", "[{\"a\":1,\"b\":2,\"c\":4}]", "[]", false),
    ("[{\"a\":1,\"b\":2,\"c\":3}]", "[]", "[{\"a\":1,\"b\":2,\"c\":4}]", false),
  ]) func isClear(pristine: String, edited: String, current: String, isClear: Bool) throws {
    let hashing = Hashing()
    let rows = Three(
      pristine: try ElementRow(text: pristine, hashing), edited: try ElementRow(text: edited, hashing),
      current: try ElementRow(text: current, hashing))
    let history = try #require(ListHistory(rows, rows.map { 0..<$0.count }))
    #expect(history.isClear == isClear)
  }
}
