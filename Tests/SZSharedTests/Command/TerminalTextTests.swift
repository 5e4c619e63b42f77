import SZCommand
import SZJSON
import TestSupport
import Testing

/// What inputs hold does not steer the terminal of whoever looks at them.
@Suite(.limited) struct TerminalTextTests {
  /// A text, and what a terminal gets to see of it.
  static let texts: [(text: String, safe: String)] = [
    ("plain, é, 日本, 😀\n\t", "plain, é, 日本, 😀\n\t"),
    ("\u{7F}\u{80}\u{9B}\u{9F}\u{A0}", #"\u007f\u0080\u009b\u009f"# + "\u{A0}"),
    ("\u{200D}\u{200E}\u{200F}\u{2010}", "\u{200D}" + #"\u200e\u200f"# + "\u{2010}"),
    ("\u{2027}\u{2028}\u{202E}\u{202F}", "\u{2027}" + #"\u2028\u202e"# + "\u{202F}"),
    ("\u{2065}\u{2066}\u{2069}\u{206A}\u{61C}", "\u{2065}" + #"\u2066\u2069"# + "\u{206A}" + #"\u061c"#),
    ("end \u{9B}", #"end \u009b"#),
  ]

  @Test(arguments: texts.indices) func showsNothingThatSteers(_ index: Int) {
    let (text, safe) = TerminalTextTests.texts[index]
    #expect(String(decoding: TerminalText.safe(Array(text.utf8)), as: UTF8.self) == safe)
  }

  @Test func escapesControlsWhereNoneIsWanted() {
    let text = Array("\u{1B}[31m\r\n\t".utf8)
    #expect(TerminalText.safe(text) == text)
    #expect(TerminalText.safe(text, escapingControls: true) == Array("\\u001b[31m\\u000d\n\t".utf8))
  }

  /// A name is part of a line, whatever is in it.
  @Test func aNameStaysOnItsLine() {
    let name = "a\nb\t.json"
    #expect(TerminalText.name(name) == "a\\u000ab\\u0009.json")
    let missing = ToolRunner.run(DiffCommand.self, [name, name], folder: "/")
    #expect(missing.errors.split(separator: "\n").count == 1)
    let unmerged = ToolRunner.run(DiffCommand.self, ["--git", name], folder: "/")
    #expect(String(decoding: unmerged.output, as: UTF8.self) == "* Unmerged path a\\u000ab\\u0009.json\n")
  }

  /// Bytes that a character's end is missing from are kept, at the very end too.
  @Test(arguments: [[0xC2], [0xE2], [0xE2, 0x80], [0xD8]] as [[UInt8]]) func cutCharacters(_ text: [UInt8]) {
    #expect(TerminalText.safe(text) == text)
  }

  /// A change on a terminal means what it means elsewhere, and shows no bidirectional mark.
  @Test func aChangeOnATerminal() throws {
    try TestFiles.withFolder { folder in
      try TestFiles.write(Array("1".utf8), folder + "/a.json")
      try TestFiles.write(Array("\"\u{202E}\u{9B}\"".utf8), folder + "/b.json")
      let io = ToolIO(input: [], folder: folder, outputIsTerminal: true)
      #expect(DiffCommand.execute(["--compact", "a.json", "b.json"], io).code == .success)
      #expect(
        String(decoding: io.output.contents, as: UTF8.self)
          == #"{"value":{"old":1,"new":"\u202e\u009b"}}"# + "\n")
    }
  }
}
