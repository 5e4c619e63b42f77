import TestSupport
import Testing

@testable import SZJSON

@Suite(.limited) struct SystemTextTests {
  /// Law: every name finds back to its bytes, and no two become one.
  @Test func namesFindBack() {
    var generator = SeededGenerator(seed: SeededGenerator.runSeed)
    var seen: [[UInt8]: String] = [:]
    // What is UTF-8, what is cut, overlong, a surrogate, beyond Unicode, or one of the characters that stand for bytes.
    let parts: [[UInt8]] = [
      Array("a/é".utf8), [0xFF], [0xC3], [0xE2, 0x82], [0xC0, 0xAF], [0xED, 0xA0, 0x80],
      [0xF5, 0x80, 0x80, 0x80],
      [0xF4, 0x8F, 0x9E, 0x80], [0xF4, 0x8F, 0x9F, 0xBF], [0xF4, 0x8F, 0x9F], [0xF4], Array("\u{1F600}".utf8),
      Array("\u{10F77F}".utf8), Array("\u{301}".utf8), [0x80],
    ]
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...4, using: &generator)).flatMap { _ in
        parts.randomElement(using: &generator) ?? []
      }
      let text = String(system: bytes)
      #expect(text.systemBytes == bytes)
      #expect(text.systemName.dropLast().map { UInt8(bitPattern: $0) } == bytes)
      seen[bytes] = text
    }
    #expect(Set(seen.values.map { Array($0.utf8) }).count == seen.count)
  }

  @Test func whatIsTextStaysText() {
    #expect(String(system: Array("naïve/\u{1F600}".utf8)) == "naïve/\u{1F600}")
    #expect("naïve".isUTF8)
    #expect(!String(system: [0x61, 0xE9]).isUTF8)
    #expect(!String(system: [0xF4, 0x8F, 0x9E, 0x80]).isUTF8)
  }

  @Test func messagesSayTheBytes() {
    #expect(TerminalText.name(String(system: [0x61, 0x80, 0xFF, 0x0A])) == "a\\x80\\xff\\u000a")
    #expect(TerminalText.name(String(system: [0xF4, 0x8F, 0x9E])) == "\\xf4\\x8f\\x9e")
    #expect(TerminalText.name("\u{10F77F}\u{10F800}") == "\u{10F77F}\u{10F800}")
  }
}
