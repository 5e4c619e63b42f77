import TestSupport
import Testing

@testable import SZCommand
@testable import SZJSON

/// The streaming editor over random documents: what no tool touches comes out as it went in, wherever it is cut.
@Suite(.limited) struct StreamEditorTests {
  /// Texts that the document reader takes pass through unchanged; places are those that a document has.
  @Test func randomDocumentsPassThrough() throws {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    for _ in 0..<200 {
      let text = randomText(&random)
      let chunk = 1 + random.below(9)
      for arguments in [[], ["--only", "$..a", "--keys"], ["--ignore", "$[1:].b", "--to", "dotnet"]] {
        let result = ToolRunner.run(JSONDateCommand.self, arguments, input: text, chunkSize: chunk)
        // That a path leads nowhere is said.
        let isQuiet = result.errors.isEmpty || result.errors.hasSuffix("': nothing stands at that path\n")
        #expect(
          result.output == text && result.code == 0 && isQuiet,
          "seed \(SeededGenerator.runSeed): \(String(decoding: text, as: UTF8.self))")
      }
    }
  }

  /// A text that is cut or damaged is refused just where the document reader refuses it.
  @Test func errorsStandWhereTheDocumentReaderSeesThem() throws {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    for _ in 0..<400 {
      var text = [UInt8(ascii: "[")] + randomText(&random) + [UInt8(ascii: "]")]
      let place = random.below(text.count)
      if random.chance(2) { text.removeSubrange(place...) } else { text[place] = UInt8(random.below(256)) }
      let source = SourceBytes(text)
      var wanted: String?
      do { _ = try Document.read(source, .init(allowsDuplicates: true)) } catch {
        // A stream goes on where a document is over, and may be empty.
        if error.reason == .trailingContent || error.reason == .empty { continue }
        let position = SourcePosition(source.view, offset: error.offset)
        wanted = "sz-jsondate: <stdin>:\(position.line):\(position.column):"
      }
      for chunk in [1, 3, 1000] {
        let result = ToolRunner.run(JSONDateCommand.self, [], input: text, chunkSize: chunk)
        let note = "seed \(SeededGenerator.runSeed): \(text)"
        if let wanted {
          #expect(result.code == 2 && result.errors.hasPrefix(wanted), "\(note) \(result.errors)")
          #expect(text.starts(with: result.output), "\(note)")
        } else {
          #expect(result.code == 0 && result.output == text, "\(note) \(result.errors)")
        }
      }
    }
  }

  /// Words do not run together, whether they meet in a window, between two, or between two files.
  @Test(arguments: [1, 2, 4, 5, 1000]) func wordsDoNotRunTogether(chunk: Int) throws {
    for (text, column) in [
      ("1\"a\"", 2), ("true[]", 5), ("null{}", 5), ("null nullnull", 10), ("truefalse", 5),
      ("12null", 3), ("1-2", 2), ("null1", 5),
    ] {
      let result = ToolRunner.run(
        JSONDateCommand.self, [], input: Array(text.utf8), chunkSize: chunk)
      #expect(
        result.errors
          == "sz-jsondate: <stdin>:1:\(column): unexpected content after the JSON value\n")
      #expect(result.output == Array(text.utf8.prefix(column - 1)) && result.code == 2)
    }
    let result = ToolRunner.run(
      JSONDateCommand.self, [], input: Array("null []\"a\"{}1 \"b\"true".utf8), chunkSize: chunk)
    #expect(result.output == Array("null []\"a\"{}1 \"b\"true".utf8) && result.code == 0)
    try TestFiles.withFolder { folder in
      try TestFiles.write(Array("null".utf8), folder + "/a")
      try TestFiles.write(Array("1".utf8), folder + "/b")
      let result = ToolRunner.run(JSONDateCommand.self, ["a", "b", "a"], folder: folder)
      #expect(String(decoding: result.output, as: UTF8.self) == "null\n1\nnull")
    }
  }

  /// Nesting costs no stack.
  @Test func aMillionLevels() {
    let text = [UInt8](repeating: 0x5B, count: 1_000_000) + [UInt8](repeating: 0x5D, count: 1_000_000)
    for arguments in [[], ["--only", "$..a"]] {
      let result = ToolRunner.run(JSONDateCommand.self, arguments, input: text)
      #expect(result.output == text && result.code == 0)
    }
  }

  private func randomText(_ random: inout SeededGenerator) -> [UInt8] {
    var text = ""
    append(&random, depth: 0, &text)
    return Array(text.utf8)
  }

  private func append(_ random: inout SeededGenerator, depth: Int, _ text: inout String) {
    let blanks = ["", " ", "\n", "\r\n", "\t", "\r", "\n        "]
    func blank() { text += blanks[random.below(blanks.count)] }
    blank()
    switch depth > 4 ? random.below(4) : random.below(7) {
    case 0: text += ["1", "-0", "1.50e+3", "12345678901234567890"][random.below(4)]
    case 1: text += ["true", "false", "null"][random.below(3)]
    case 2, 3:
      text +=
        ["\"\"", "\"é\\n\"", "\"\\ud800\"", "\"中😀 long enough to need more than one look\""][random.below(4)]
    case 4:
      text += "[]"
    case 5:
      text += "["
      for number in 0...random.below(4) {
        if number > 0 { text += "," }
        append(&random, depth: depth + 1, &text)
      }
      text += "]"
    default:
      text += "{"
      for number in 0...random.below(4) {
        if number > 0 { text += "," }
        blank()
        text += ["\"a\"", "\"b\"", "\"\\u0061\"", "\"\""][random.below(4)]
        blank()
        text += ":"
        append(&random, depth: depth + 1, &text)
      }
      text += "}"
    }
    blank()
  }
}
