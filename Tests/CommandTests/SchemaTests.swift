import SZJSON
import SZModel
import SZPatch
import TestSupport
import Testing

/// What the tools write is as the schemas in `Schemas` say.
@Suite(.limited) struct SchemaTests {
  static func schema(_ name: String) throws -> JSONSchema {
    try JSONSchema(TestFiles.read(TestFiles.packageRoot + "/Schemas/\(name).schema.json"))
  }

  /// The cases in which a tool writes a report into a file, and that file.
  static func reports(of tool: String) -> [(CaseFile.Case, String)] {
    CaseTests.cases.flatMap { written in
      let words = written.line.split(separator: " ").map(String.init)
      return words.indices.dropLast().filter { words[$0] == "--report" && words[0] == tool }
        .map { (written, words[$0 + 1]) }
    }
  }

  static let mergeReports = reports(of: "sz-merge")
  static let patchReports = reports(of: "sz-patch")

  /// The cases that print a change, in the form that sz-patch reads.
  static let changes = CaseTests.cases.filter { written in
    let words = written.line.split(separator: " ")
    let others = ["--format", "-f ", "--git", "--print-model"]
    let isChange =
      words.first == "sz-diff" && !others.contains { written.line.contains($0) }
      || words.contains("--as-change")
    return isChange && !written.line.contains("|") && written.output.first == UInt8(ascii: "{")
  }

  @Test func everySchemaIsOne() throws {
    let files = TestFiles.list(TestFiles.packageRoot + "/Schemas", suffix: ".schema.json")
    #expect(files.count == 4)
    for file in files { _ = try JSONSchema(TestFiles.read(file)) }
  }

  @Test(arguments: mergeReports) func reportsOfMerges(_ written: CaseFile.Case, _ file: String) throws {
    try SchemaTests.check(written, file, "merge-report")
  }

  @Test(arguments: patchReports) func reportsOfPatches(_ written: CaseFile.Case, _ file: String) throws {
    try SchemaTests.check(written, file, "patch-report")
  }

  private static func check(_ written: CaseFile.Case, _ file: String, _ schema: String) throws {
    let text = file == "-" ? written.output : written.after.first(where: { $0.name == file })?.text
    guard let text, written.code != 2, !written.line.contains("|") else { return }
    // A value of a document may have a member twice, and a report shows it.
    let report = try Document.read(text, .init(allowsDuplicates: true))
    let mistake = try SchemaTests.schema(schema).mistake(in: report)
    #expect(mistake == nil, "\(written.name)")
  }

  @Test(arguments: changes) func changesOfCases(_ written: CaseFile.Case) throws {
    let schema = try SchemaTests.schema("change")
    // Sets of lines have a change a line.
    let isOfLines = written.line.contains("--lines") || written.line.contains("--shard")
    for text in isOfLines ? written.output.split(separator: 0x0A).map(Array.init) : [written.output] {
      let mistake = try schema.mistake(in: Document.read(text))
      #expect(mistake == nil, "\(written.name)\n\(String(decoding: text, as: UTF8.self))")
    }
  }

  @Test func thereAreSuchCases() {
    #expect(SchemaTests.mergeReports.count > 50)
    #expect(SchemaTests.patchReports.count > 5)
    #expect(SchemaTests.changes.count > 80)
  }

  @Test(arguments: 0..<200) func randomChanges(_ round: UInt64) throws {
    let schema = try SchemaTests.schema("change")
    let seed = SeededGenerator.runSeed &+ round
    var generator = SeededGenerator(seed: seed)
    let old = RandomValue.random(&generator, depth: 5)
    let new =
      generator.chance(10) ? .random(&generator) : old.edited(&generator, edits: 1 + generator.below(6))
    let hashing = Hashing()
    let documents = try [old, new].map { try Document.read(Array($0.text.utf8), .init(hashing: hashing)) }
    for isFull in [false, true] {
      var options = DiffOptions()
      options.fullOld = isFull
      let text = ChangeWriter.text(Differ.change(from: documents[0], to: documents[1], options))
      let mistake = try schema.mistake(in: Document.read(text))
      #expect(mistake == nil, "seed \(seed)\n\(String(decoding: text, as: UTF8.self))")
    }
  }

  @Test func randomPatchReports() throws {
    let schema = try SchemaTests.schema("patch-report")
    var count = 0
    for round in 0..<SeededGenerator.rounds(400) {
      let seed = SeededGenerator.runSeed &+ round
      var generator = SeededGenerator(seed: seed)
      let old = RandomValue.container(&generator, depth: 4)
      let versions = [old, old.edited(&generator, edits: 3), old.edited(&generator, edits: 3)]
      let hashing = Hashing()
      let documents = try versions.map { try Document.read(Array($0.text.utf8), .init(hashing: hashing)) }
      let change = Differ.change(from: documents[0], to: documents[1], DiffOptions())
      let misfits = Patcher.apply(change, to: documents[2], PatchOptions()).misfits
      var writer = JSONWriter()
      writer.beginArray()
      for misfit in misfits { misfit.write(to: &writer) }
      writer.endArray()
      let mistake = try schema.mistake(in: Document.read(writer.text))
      #expect(mistake == nil, "seed \(seed)\n\(String(decoding: writer.text, as: UTF8.self))")
      count += misfits.count
    }
    #expect(count > 0)
  }

  // MARK: The validator

  /// A schema, a value that is as it says, and values that are not.
  static let rules: [(schema: String, right: [String], wrong: [String])] = [
    (#"{"type":"integer","minimum":1}"#, ["1", "20"], ["0", "1.5", "\"1\"", "null"]),
    (#"{"type":["string","null"]}"#, ["\"\"", "null"], ["1", "[]", "{}"]),
    (#"{"const":{"a":[1]}}"#, [#"{"a":[1.0]}"#], [#"{"a":[1,2]}"#, "{}"]),
    (#"{"enum":["a",null]}"#, ["\"a\"", "null"], ["\"b\"", "false"]),
    (
      #"{"type":"array","items":{"type":"number"},"minItems":1,"maxItems":2}"#, ["[1]", "[1,2]"],
      ["[]", "[1,2,3]", "[null]"]
    ),
    (
      #"{"properties":{"a":{"type":"null"}},"required":["a"],"additionalProperties":false}"#,
      [#"{"a":null}"#], ["{}", #"{"a":1}"#, #"{"a":null,"b":1}"#]
    ),
    (
      #"{"patternProperties":{"^x-":true},"additionalProperties":{"type":"boolean"}}"#,
      [#"{"x-a":1,"b":true}"#], [#"{"b":1}"#]
    ),
    (#"{"properties":{"a":false}}"#, ["{}", "1"], [#"{"a":1}"#]),
    (#"{"minProperties":1,"maxProperties":1}"#, [#"{"a":1}"#], ["{}", #"{"a":1,"b":1}"#]),
    (#"{"dependentRequired":{"a":["b"]}}"#, ["{}", #"{"a":1,"b":1}"#], [#"{"a":1}"#]),
    (#"{"pattern":"^/|^$"}"#, ["\"/a\"", "\"\"", "1"], ["\"a\""]),
    (#"{"anyOf":[{"type":"null"},{"const":1}]}"#, ["null", "1"], ["2"]),
    (#"{"oneOf":[{"type":"number"},{"const":1}]}"#, ["2"], ["1", "null"]),
    (#"{"allOf":[{"type":"number"},{"minimum":3}]}"#, ["3"], ["2", "null"]),
    (#"{"not":{"type":"null"}}"#, ["1"], ["null"]),
    (
      #"{"if":{"type":"number"},"then":{"minimum":3},"else":{"type":"null"}}"#, ["3", "null"], ["2", "true"]
    ),
    (
      ##"{"$ref":"#/$defs/a","$defs":{"a":{"items":{"$ref":"#/$defs/a"},"type":"array"}}}"##,
      ["[]", "[[],[[]]]"], ["[1]", "{}"]
    ),
  ]

  @Test(arguments: rules.indices) func validates(_ number: Int) throws {
    let rule = SchemaTests.rules[number]
    let schema = try JSONSchema(Array(rule.schema.utf8))
    for text in rule.right {
      #expect(try schema.mistake(in: Document.read(Array(text.utf8))) == nil, "\(text)")
    }
    for text in rule.wrong {
      #expect(try schema.mistake(in: Document.read(Array(text.utf8))) != nil, "\(text)")
    }
  }

  @Test(arguments: [
    #"{"minLength":1}"#, #"{"items":{"uniqueItems":true}}"#, #"{"$ref":"other.json"}"#,
    ##"{"$ref":"#/$defs/a"}"##,
    #"{"anyOf":[{"format":"date"}]}"#, #"{"$defs":{"a":{"prefixItems":[]}}}"#, "[]", #"{"pattern":"("}"#,
  ]) func refusesWhatItDoesNotKnow(_ text: String) {
    #expect(throws: (any Error).self) { try JSONSchema(Array(text.utf8)) }
  }
}
