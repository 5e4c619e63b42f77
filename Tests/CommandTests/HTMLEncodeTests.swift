import SZJSON
import SZMarkup
import TestSupport
import Testing

/// `sz-htmlenc` against libxml2 itself, over all characters and at all places where a stream can be cut.
@Suite(.limited) struct HTMLEncodeTests {
  private static let everyScalar = Array(
    String(String.UnicodeScalarView((0...0x10FFFF).compactMap { Unicode.Scalar(UInt32($0)) })).utf8)

  private func run(_ arguments: [String], _ input: [UInt8], chunk: Int = .max, window: Int = 1 << 18)
    -> [UInt8]
  {
    let result = ToolRunner.run(
      HTMLEncodeCommand.self, arguments, input: input, chunkSize: chunk, windowSize: window)
    #expect(result.code == 0 && result.errors == "", "\(result.errors)")
    return result.output
  }

  /// Byte for byte what libxml2 makes of the whole text in one call, for each kind of quote.
  @Test(arguments: [LibXML2.Quote.double, .single, .none])
  func everyScalarIsEncodedAsLibXML2Does(quote: LibXML2.Quote) throws {
    // The kind of quote matters to what is ASCII alone; one run over all characters is enough.
    let text =
      quote == .double ? HTMLEncodeTests.everyScalar : Array(HTMLEncodeTests.everyScalar.prefix(0x20000))
    let wanted = try #require(LibXML2.encoded(text, quote: quote))
    let name = quote == .double ? "double" : quote == .single ? "single" : "none"
    #expect(run(["--raw", "--quote", name], text) == wanted)
    guard quote == .double else { return }
    // As one JSON string, longer than any window; the characters JSON must escape come back escaped.
    let output = run(["--quote", name], JSONString.quoted(String(decoding: text, as: UTF8.self)))
    #expect(output == JSONString.quoted(String(decoding: wanted, as: UTF8.self)))
    // And the way back.
    #expect(run(["--raw", "--decode"], wanted) == text)
    #expect(run(["--raw", "--decode"], run(["--raw", "--numeric"], text)) == text)
  }

  private static let pieces = [
    "a", "&", "<", ">", "\"", "'", "é", "中", "😀", "&amp;", "&#38;", "&#x26;", "&eacute;", "&eacute",
    "&notit;", "&not", "\\",
    "\n", "\u{0}", "\u{FFFE}", "plain text that is long enough to need more than one look", "&#", "&x;", ";",
    "#",
    "&lang;", "&rang;", "&#128;", "&NotEqualTilde;", "&#x110000;", "&#55296;",
  ]

  /// Random strings give the same whatever the chunks and the window.
  @Test(arguments: [
    [], ["--minimal"], ["--numeric", "--quote", "both"], ["--no-double"], ["--decode"],
    ["--decode", "--html5"], ["--decode", "--html5", "--attribute"],
    ["--quote", "single"],
  ])
  func cutsMakeNoDifference(arguments: [String]) throws {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    for _ in 0..<25 {
      var text = ""
      for _ in 0..<random.below(30) {
        text += HTMLEncodeTests.pieces[random.below(HTMLEncodeTests.pieces.count)]
      }
      let token = EscapedString.token(text) { random.chance(5) }
      let whole = run(arguments, token)
      let raw = run(arguments + ["--raw"], Array(text.utf8))
      for chunk in 1...max(1, token.count) where chunk < 40 || chunk % 7 == 0 {
        #expect(run(arguments, token, chunk: chunk) == whole, "seed \(SeededGenerator.runSeed), \(text)")
        #expect(
          run(arguments + ["--raw"], Array(text.utf8), chunk: chunk) == raw,
          "seed \(SeededGenerator.runSeed), \(text)")
      }
      // The text is the same by either way in.
      let document = try Document.read(whole)
      #expect(document.characters(document.root) == raw, "seed \(SeededGenerator.runSeed), \(text)")
    }
  }

  /// A string that is longer than the window is cut at all sorts of places.
  @Test(arguments: [
    [], ["--no-double"], ["--decode"], ["--decode", "--html5"], ["--decode", "--html5", "--attribute"],
  ])
  func longStringsGiveTheSame(arguments: [String]) throws {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    var text = ""
    for _ in 0..<2500 { text += HTMLEncodeTests.pieces[random.below(HTMLEncodeTests.pieces.count)] }
    let token = Array("[\"x\",".utf8) + EscapedString.token(text) { random.chance(5) } + Array(",1]".utf8)
    let whole = run(arguments, token)
    // As many as the longest piece has bytes, and some more.
    for window in 4096...4144 {
      #expect(
        run(arguments, token, window: window) == whole, "seed \(SeededGenerator.runSeed), window \(window)")
    }
  }

  /// Decoding is the inverse of encoding, whatever the options.
  @Test(arguments: [
    [], ["--minimal"], ["--numeric"], ["--quote", "both"], ["--quote", "single"], ["--quote", "none"],
    ["--html5"], ["--html5", "--quote", "both"],
  ])
  func decodingInvertsEncoding(options: [String]) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    for _ in 0..<300 {
      var text = ""
      for _ in 0..<random.below(12) {
        text += HTMLEncodeTests.pieces[random.below(HTMLEncodeTests.pieces.count)]
      }
      let bytes = Array(text.utf8)
      #expect(
        run(["--raw", "--decode"], run(["--raw"] + options, bytes)) == bytes,
        "seed \(SeededGenerator.runSeed)")
    }
  }

  /// What is encoded for HTML 5 is read there as it was, but for the C1 controls.
  @Test func everyScalarSurvivesHTML5() {
    let scalars = (0...0x10FFFF).compactMap { Unicode.Scalar(UInt32($0)) }.filter {
      !(0x80...0x9F).contains($0.value)
    }
    let text = Array(String(String.UnicodeScalarView(scalars)).utf8)
    #expect(run(["--raw", "--decode", "--html5"], run(["--raw", "--html5"], text)) == text)
    let angle = Array("\u{2329}".utf8)
    #expect(run(["--raw", "--decode", "--html5"], run(["--raw"], angle)) == Array("\u{27E8}".utf8))
  }

  /// A name that is longer than the buffer, and one that is converted after it.
  @Test func longNamesAreKnownToo() {
    let long = String(repeating: "&lt;", count: 60_000)
    let input = Array("{\"\(long)\":1,\"\(long)&\":2,\"\(long)&amp;\":3}".utf8)
    let result = ToolRunner.run(
      HTMLEncodeCommand.self, ["--decode", "--keys"], input: input, windowSize: 1 << 20)
    let short = String(repeating: "<", count: 60_000)
    #expect(result.code == 2 && result.output == Array("{\"\(short)\":1,\"\(short)&\":2,".utf8))
  }

  /// The rules of the HTML standard for text, beyond the table.
  @Test(arguments: [
    ("&amp", "&"), ("&ampx;", "&x;"), ("&notit;", "¬it;"), ("&notin;", "∉"), ("&#128;", "€"), ("&#x80", "€"),
    ("&#129;", "\u{81}"), ("&#0;", "\u{FFFD}"), ("&#xD800;", "\u{FFFD}"),
    ("&#99999999999999999999;", "\u{FFFD}"),
    ("&#65", "A"), ("&#65x", "Ax"), ("&#;", "&#;"), ("&#x;", "&#x;"), ("&#xg", "&#xg"), ("&;", "&;"),
    ("&bogus;", "&bogus;"),
    ("&NotEqualTilde;", "≂̸"), ("&lang;", "⟨"), ("&Amp;", "&Amp;"), ("&AMP", "&"), ("&apos;", "'"),
    ("&amp;lt;", "&lt;"),
    ("&fjlig;", "fj"), ("&CounterClockwiseContourIntegral;", "∳"), ("a&b", "a&b"), ("&", "&"),
    ("&lt\0\0;x", "<\0\0;x"),
  ])
  func standardDecodes(input: String, output: String) {
    #expect(
      String(decoding: run(["--raw", "--decode", "--html5"], Array(input.utf8)), as: UTF8.self) == output)
  }

  /// What is not exactly a reference of HTML 4 is let through by the plain inverse.
  @Test(arguments: [
    ("&amp", "&amp"), ("&notin;", "∉"), ("&#128;", "\u{80}"), ("&#xD800;", "&#xD800;"),
    ("&#x110000;", "&#x110000;"),
    ("&lang;", "\u{2329}"), ("&NotEqualTilde;", "&NotEqualTilde;"), ("&apos;", "'"), ("&#X41;", "A"),
    ("&eacute;", "é"), ("&lt\0;", "&lt\0;"), ("&\0;", "&\0;"), ("&#3\0;", "&#3\0;"),
  ])
  func exactDecodes(input: String, output: String) {
    #expect(String(decoding: run(["--raw", "--decode"], Array(input.utf8)), as: UTF8.self) == output)
  }
}
