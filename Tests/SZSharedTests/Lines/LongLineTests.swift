import SZJSON
import TestSupport
import Testing

@testable import SZLines

/// Lines that are too long to be read as documents.
@Suite(.limited) struct LongLineTests {
  @Test func isRefusedBeforeItIsCopied() throws {
    let long = 70_000_000
    let text = SourceBytes(count: long) { unsafe $0.initializeMemory(as: UInt8.self, repeating: 0x20) }
    let line = LineSet.Line(position: 0, range: 0..<long)
    let lines = try LineSet(lines: text)
    #expect(throws: LineError.self) { try lines.text(of: line, input: 0, longest: { long - 1 }) }
    #expect(try lines.text(of: line, input: 0, longest: { long }).count == long)
    let short = LineSet.Line(position: 0, range: 0..<10)
    #expect(try lines.text(of: short, input: 0, longest: { 0 }).count == 10)
  }
}
