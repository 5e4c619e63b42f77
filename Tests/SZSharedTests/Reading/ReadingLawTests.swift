import TestSupport
import Testing

@testable import SZFormats
@testable import SZJSON
@testable import SZModel
@testable import SZPatch

/// What the formats for reading promise.
@Suite(.limited) struct ReadingLawTests {
  @Test(arguments: 0..<8) func nothingIsHidden(part: UInt64) throws {
    for round in 0..<ChangeLawTests.rounds / 8 {
      let seed = SeededGenerator.runSeed &+ round * 8 + part
      var generator = SeededGenerator(seed: seed)
      let value = RandomValue.container(&generator, depth: 5)
      let edited = value.edited(&generator, edits: 1 + generator.below(5))
      let hashing = Hashing()
      let old = try Document.read(Array(value.pretty().utf8), .init(hashing: hashing))
      let new = try Document.read(Array(edited.pretty().utf8), .init(hashing: hashing))
      let tree = Differ.change(from: old, to: new, DiffOptions())
      let changes = ValueChanges.of(tree, from: old, to: new)
      #expect(changes.isEmpty == tree.isEmpty, "seed \(seed)")
      var styling = TextStyling()
      styling.isFull = true
      let text = String(decoding: TextFormat.text(changes, styling), as: UTF8.self)
      let note = "seed \(seed)\na = \(value.text)\nb = \(edited.text)\n\(text)"
      checkLines(text, note)
      checkValues(changes, text, note)
      try checkPlaces(changes, old, new, note)
    }
  }

  /// Never two equal lines of what goes and what comes below one heading.
  private func checkLines(_ text: String, _ note: String) {
    var gone: Set<Substring> = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("$") { gone = [] }
      // Elements have their index, which is of OLD for one and of NEW for the other.
      if line.hasPrefix("- [") || line.hasPrefix("+ [") || line.hasPrefix("-  ") || line.hasPrefix("+  ") {
        continue
      }
      if line.hasPrefix("- ") { gone.insert(line.dropFirst(2)) }
      if line.hasPrefix("+ ") { #expect(!gone.contains(line.dropFirst(2)), "\(note)") }
    }
  }

  /// A scalar that changed stands in the text, short as they are here.
  private func checkValues(_ changes: [ValueChange], _ text: String, _ note: String) {
    for value in changes.flatMap({ [$0.old, $0.new] }).compactMap({ $0 }) where !value.kind.isContainer {
      var shown = ReadableValue.text(value)
      // Strings of lines stand there line by line.
      if shown.contains(UInt8(ascii: "\\")) { continue }
      shown = TerminalText.safe(shown)
      if shown.count < 30 { #expect(text.contains(String(decoding: shown, as: UTF8.self)), "\(note)") }
    }
  }

  /// The lines of JSON say where each value stands.
  private func checkPlaces(_ changes: [ValueChange], _ old: Document, _ new: Document, _ note: String) throws
  {
    let lines = ValueLines.text(changes, from: ReadDocument(old), to: ReadDocument(new), .json)
      .split(separator: 0x0A)
    #expect(lines.count == changes.count)
    for (line, change) in zip(lines, changes) {
      let object = try Document.read(Array(line))
      func member(_ name: String) -> Document.Node? {
        object.member(object.root, named: Array(name.utf8))?.value
      }
      let isOld = change.operation == .remove
      let document = isOld ? old : new
      guard let pointer = member("pointer"), let number = member("line"), let column = member("column") else {
        continue
      }
      var node = document.root
      for step in try JSONPointer(object.characters(pointer)).steps {
        let next =
          document.kind(node) == .object
          ? document.member(node, named: step.name)?.value
          : step.index.flatMap { Array(document.elements(node)).dropFirst($0).first }
        node = try #require(next, "\(note)")
      }
      let position = SourcePosition(document.bytes, offset: document.start(node))
      #expect("\(position.line)" == Value(object, number).shown, "\(note)")
      #expect("\(position.column)" == Value(object, column).shown, "\(note)")
      if let said = member(isOld ? "old" : "new") {
        #expect(Value(document, node).isEqual(Value(object, said)), "\(note)")
      }
    }
  }

  /// What is masked stands nowhere, equal values are masked alike, and places stay those of the documents.
  @Test func masksHide() throws {
    let hashing = Hashing()
    let old = try Document.read(
      Array(#"{"a":{"key":"s3cret","n":1},"b":{"key":[1,2]},"c":3}"#.utf8), .init(hashing: hashing))
    let new = try Document.read(
      Array(#"{"a":{"key":"n3w","n":2},"b":{"key":[1.0,2]},"c":4}"#.utf8), .init(hashing: hashing))
    let paths = [try JSONPath("$..key")]
    let masks = Hashing()
    let (first, firstOffsets) = MaskedDocument.of(old, paths, masks)
    let (second, secondOffsets) = MaskedDocument.of(new, paths, masks)
    let changes = ValueChanges.of(
      Differ.change(from: first, to: second, DiffOptions()), from: first, to: second)
    let text = String(
      decoding: ValueLines.text(
        changes, from: ReadDocument(old).with(first, firstOffsets),
        to: ReadDocument(new).with(second, secondOffsets), .json), as: UTF8.self)
    #expect(!text.contains("s3cret") && !text.contains("n3w") && text.contains("masked:"))
    #expect(changes.map { String(decoding: $0.path, as: UTF8.self) }.sorted() == ["$.a.key", "$.a.n", "$.c"])
    #expect(text.contains(#""pointer":"/c","line":1,"column":50"#), "\(text)")
  }

  static let patterns: [(pattern: String, name: String, matches: Bool)] = [
    ("*", "", true), ("", "", true), ("", "a", false), ("a*", "abc", true), ("*c", "abc", true),
    ("a*c", "ac", true), ("*ab", "aab", true), ("*aab*", "aaabx", true), ("a*b*c", "axxbyyc", true),
    ("a*b*c", "axxbyy", false), ("?", "\u{E9}", true),
    ("??", "\u{E9}", false), ("x/*", "x/1", true), ("x/*", "x", false),
    ("*a*a*a*b", "aaaaaaaaaaaaaaaaaaaa", false),
  ]

  @Test(arguments: patterns) func patternsMatch(_ line: (pattern: String, name: String, matches: Bool)) throws
  {
    let path = try JSONPath("$[~'\(line.pattern)']")
    guard case .pattern(let pattern)? = path.segments.first?.selectors.first else {
      Issue.record("no pattern")
      return
    }
    #expect(pattern.matches(Array(line.name.utf8)) == line.matches)
  }
}
