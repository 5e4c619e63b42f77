import SZMarkup
import TestSupport
import Testing

@testable import SZJSON

/// What is read many bytes at a time is read as it is one by one.
@Suite(.limited) struct FastPathTests {
  private static let pieces = [
    "a", "é", "ß", "中", "\u{800}", "\u{FFFF}", "😀", "\u{10FFFF}", "\u{D7FF}", "\u{E000}", "\u{7FF}",
    "Größe, naïve señor ",
    "plain text that is longer than sixteen bytes and than three times as many ", "\\n", "\\\"", " ",
  ].map { Array($0.utf8) }

  /// Strings are taken just when they are UTF-8, and refused at the first byte of the first character that is none.
  @Test func stringsAreUTF8OrNot() {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    for _ in 0..<4000 {
      var text = [UInt8](repeating: 0x20, count: random.below(4)) + [0x22]
      for _ in 0..<random.below(14) { text += FastPathTests.pieces[random.below(FastPathTests.pieces.count)] }
      text += [0x22]
      if random.chance(2) {
        let place = text.count - 1 - random.below(min(text.count - 1, 20))
        let bytes: [UInt8] = [
          0x80, 0xBF, 0xC0, 0xC1, 0xC2, 0xE0, 0xED, 0xF0, 0xF4, 0xF5, 0xFF, 0xA0, 0x90, 0x8F,
        ]
        if place > 5 { text[place - 1] = bytes[random.below(bytes.count)] }
      }
      let isValid = String(validating: text, as: UTF8.self) != nil
      var reason: JSONError.Reason?
      var offset = 0
      do { _ = try Document.read(text) } catch {
        reason = error.reason
        offset = error.offset
      }
      let note = "seed \(SeededGenerator.runSeed), \(text)"
      // A byte that is changed may have been a part of an escape.
      if reason != .invalidEscape, reason != .invalidUnicodeEscape {
        #expect((reason == .invalidUTF8) == !isValid, "\(note)")
      }
      if reason == .invalidUTF8 {
        #expect(String(validating: text[..<offset], as: UTF8.self) != nil, "\(note)")
        let source = SourceBytes(text)
        let length = withExtendedLifetime(source) { UTF8Check.length(source.view, at: offset) }
        #expect(length == 0, "\(note)")
      }
    }
  }

  private func decode(_ text: String, _ arguments: [String]) -> [UInt8] {
    ToolRunner.run(HTMLEncodeCommand.self, ["--decode"] + arguments, input: Array(text.utf8)).output
  }

  /// References found by the word that they are mean what the reader says, which has to read those with an escape in them.
  @Test(arguments: [[], ["--html5"], ["--html5", "--attribute"]])
  func quickReferencesMeanTheSame(arguments: [String]) {
    var names: [String] = []
    HTMLReferences.all.forEach { name, _ in names.append(String(decoding: name, as: UTF8.self)) }
    #expect(names.count > 2000)
    let numbers =
      Array(0...0x2FF) + [0x7FF, 0x800, 0xD7FF, 0xD800, 0xDFFF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF, 0x110000]
      + [999_999, 9_999_999, 99_999_999]
    let all = names + numbers.map { "#\($0)" } + ["#0000065", "#00000065", "#", "#x41", "", "amp&lt", "Amp"]
    let quick = decode("[" + all.map { "\"a&\($0);b\"" }.joined(separator: ",") + "]", arguments)
    let slow = decode("[" + all.map { "\"a&\($0)\\u003bb\"" }.joined(separator: ",") + "]", arguments)
    // What is no reference keeps its escape.
    let plain = String(decoding: slow, as: UTF8.self).replacing("\\u003b", with: ";")
    #expect(String(decoding: quick, as: UTF8.self) == plain)
  }
}
