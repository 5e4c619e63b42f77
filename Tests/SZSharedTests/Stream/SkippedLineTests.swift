import TestSupport
import Testing

@testable import SZCommand

/// `--skip-invalid`: each line is converted whole or not at all, wherever the input is cut.
@Suite(.limited) struct SkippedLineTests {
  private static let lines: [(line: String, converted: String?)] = [
    (#"{"at":"/Date(0)/"}"#, #"{"at":"1970-01-01T00:00:00Z"}"#), ("", ""), ("  \t", "  \t"),
    (#"["/Date(0)/" "/Date(0)/"]"#, nil), (#"["/Date(0)/",{"a":["/Date(0)/""#, nil),
    (#""/Date(0)/"#, nil),
    (#"12 "/Date(0)/" true"#, #"12 "1970-01-01T00:00:00Z" true"#), ("]", nil),
    ("2026-11-21 up", nil), ("tru", nil),
    (#"{"a":"/Date(0)/"}\#r"#, #"{"a":"1970-01-01T00:00:00Z"}\#r"#), (#""\u12"#, nil), ("{", nil),
    ("}", nil),
  ]

  @Test func linesAreConvertedWholeOrNotAtAll() {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    for _ in 0..<100 {
      var (input, wanted, skipped) = ("", "", 0)
      let count = 1 + random.below(12)
      for number in 0..<count {
        var (line, converted) = Self.lines[random.below(Self.lines.count)]
        if random.chance(4) {
          // Longer than the window: a string, or a run of elements with a date before them.
          let long =
            random.chance(2)
            ? "\"" + String(repeating: "\\u0041x", count: 700) + "\""
            : "[\"/Date(0)/\"" + String(repeating: ",\"/Date(0)/\"", count: 600) + "]"
          if converted != nil { converted = converted.map { $0 + " " } }
          line = long + " " + line
          converted = converted.map {
            long.replacing("/Date(0)/", with: "1970-01-01T00:00:00Z") + " " + $0.dropLast()
          }
        }
        let end = number + 1 < count || random.chance(2) ? "\n" : ""
        input += line + end
        wanted += (converted ?? line) + end
        if converted == nil { skipped += 1 }
      }
      for chunk in [1, 7, 4096, 1 << 20] {
        let result = ToolRunner.run(
          JSONDateCommand.self, ["--skip-invalid"], input: Array(input.utf8), chunkSize: chunk,
          windowSize: 2048)
        let note = "seed \(SeededGenerator.runSeed), pieces of \(chunk): \(input)"
        #expect(String(decoding: result.output, as: UTF8.self) == wanted, "\(note)")
        #expect(result.code == (skipped > 0 ? 1 : 0), "\(note)")
        let words = skipped == 1 ? "; 1 line is" : "; \(skipped) lines are"
        #expect(
          skipped == 0 ? result.errors.isEmpty : result.errors.contains(words),
          "\(note) \(result.errors)")
      }
    }
  }

  /// Of a string with a mistake nothing is written, however long it is and however it comes.
  @Test(arguments: [1, 100, 4096, 1 << 20]) func nothingOfABrokenStringIsWritten(chunk: Int) {
    for length in [10, 3000, 9000, 3_000_000] where chunk > 1 || length < 10_000 {
      let string = String(repeating: "<b>", count: length / 3)
      for (text, offset) in [
        ("[1,\"\(string)\\x\"]", length / 3 * 3), ("[1,\"\(string)", length / 3 * 3),
      ] {
        let result = ToolRunner.run(
          ToolRunner.tool("sz-htmlenc") ?? JSONDateCommand.self, [], input: Array(text.utf8),
          chunkSize: chunk,
          windowSize: 4096)
        #expect(result.output == Array("[1,".utf8) && result.code == 2, "\(length) \(offset)")
      }
    }
  }

  /// A token that comes byte by byte is not looked at from its beginning each time.
  @Test func longTokensComeByteByByte() {
    for token in [
      "\"" + String(repeating: "\\u0041", count: 20_000) + "\"",
      String(repeating: "7", count: 120_000),
    ] {
      let text = Array((token + "\n").utf8)
      let result = ToolRunner.run(JSONDateCommand.self, [], input: text, chunkSize: 1)
      #expect(result.output == text && result.code == 0)
    }
  }
}
