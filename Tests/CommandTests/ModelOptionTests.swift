import SZCommand
internal import SZJSON
import SZMarkup
import SZModel
import TestSupport
import Testing

/// A tool that only reads the model that it is given, so that what every tool does with these options is tested once.
private enum ModelTool: Tool {
  static let spec = CommandSpec(
    name: "sz-test",
    operands: CommandSpec.Operands("", count: 0...1),
    options: ModelOptions.all,
    help: CommandSpec.Help(
      summary: "",
      details: "",
      exitCodes: []))

  static func run(_ arguments: ParsedArguments, _ io: ToolIO) throws(Failure) -> ExitCode {
    guard let model = try ModelInput.read(arguments, io, spec) else { return .no }
    let roots = model.possibleRoots.map { model[$0].name }.joined(separator: " ")
    let choices = model.choices.map { "\($0.isIncluded ? "+" : "-")\(model[$0.entity].name).\($0.property)" }
    let text = ModelWriter.text(model) + Array("\n\(roots)\n\(choices.joined(separator: " "))\n".utf8)
    do { try io.output.write(text) } catch { throw .file("<stdout>", error) }
    return .success
  }
}

@Suite(.limited) struct ModelOptionTests {
  private static let model = """
    {"entities": {
      "Person": {"identity": "guid", "attributes": {"guid": "string", "age": "integer"},
        "relationships": {"dog": {"destination": "Dog", "deleteRule": "cascade", "inverse": "owner"}}},
      "Employee": {"parent": "Person"},
      "Pet": {"abstract": true, "attributes": {"chip": "uuid"}},
      "Dog": {"parent": "Pet", "relationships": {"owner": {"destination": "Person", "inverse": "dog"}}}
    }}
    """

  private func run(_ arguments: [String], _ files: [String: String]) throws -> (
    lines: [String], errors: String, code: Int32
  ) {
    try TestFiles.withFolder { folder in
      for (name, text) in files { try TestFiles.write(Array(text.utf8), folder + "/" + name) }
      let io = ToolIO(input: [], folder: folder)
      io.coreDataAnswer = { CoreDataProgram.answer($0) }
      let code = ModelTool.execute(arguments, io).code.rawValue
      let lines = String(decoding: io.output.contents, as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false)
      let errors = String(decoding: io.errors.contents, as: UTF8.self).replacing(folder + "/", with: "")
      return (lines.map(String.init), errors, code)
    }
  }

  static let mistakes: [(arguments: [String], errors: String)] = [
    (["--model", "none"], "sz-test: none: no such file or directory\n"),
    (["--root", "A"], "sz-test: '--root' needs --model PATH\nTry 'sz-test --help' for more information.\n"),
    (
      ["--mapped-names"],
      "sz-test: '--mapped-names' needs --model PATH\nTry 'sz-test --help' for more information.\n"
    ),
    (
      ["--model", "m", "--root", "Persn"],
      "sz-test: option '--root' cannot be 'Persn'; it takes an entity of the model, which 'Persn' is not; did you mean 'Person'?\nTry 'sz-test --help' for more information.\n"
    ),
    (
      ["--model", "m", "--include", "Dog.ownr"],
      "sz-test: option '--include' cannot be 'Dog.ownr'; it takes a relationship of 'Dog', which 'ownr' is not; did you mean 'owner'?\nTry 'sz-test --help' for more information.\n"
    ),
    (
      ["--model", "m", "--include", "Person.age"],
      "sz-test: option '--include' cannot be 'Person.age'; it takes a relationship of 'Person', which 'age' is not\nTry 'sz-test --help' for more information.\n"
    ),
    (
      ["--model", "m", "--exclude", "Employee.guid"],
      "sz-test: option '--exclude' cannot be 'Employee.guid'; it takes no property that identifies 'Employee'\nTry 'sz-test --help' for more information.\n"
    ),
    (
      ["--model", "m", "--exclude", "Dog"],
      "sz-test: option '--exclude' cannot be 'Dog'; it takes ENTITY.PROPERTY\nTry 'sz-test --help' for more information.\n"
    ),
    (
      ["--model", "m", "--identity", "Dog"],
      "sz-test: option '--identity' cannot be 'Dog'; it takes ENTITY=NAME, or ENTITY=NAME,NAME\nTry 'sz-test --help' for more information.\n"
    ),
    (
      ["--model", "m", "--identity", "Dog=name"],
      "sz-test: m:6:10: identity 'name' is no attribute of 'Dog'\n"
    ),
    (
      ["--model", "bad.json"],
      "sz-test: bad.json:1:24: an entity has no member 'identiy'; did you mean 'identity'?\n"
    ),
    (["--model", "bad.xml"], "sz-test: bad.xml:2:1: entity needs 'name'\n"),
    (["--print-model", "x"], "sz-test: extra operand 'x'\nTry 'sz-test --help' for more information.\n"),
  ]

  @Test(arguments: mistakes) func mistakeIsTold(arguments: [String], errors: String) throws {
    let files = [
      "m": ModelOptionTests.model, "bad.json": #"{"entities": {"A": {   "identiy": "x"}}}"#,
      "bad.xml": "<model>\n<entity/></model>",
    ]
    let result = try run(arguments, files)
    #expect(result.errors == errors)
    #expect(result.code == 2)
  }

  @Test func optionsAreTaken() throws {
    let arguments = [
      "--model", "m", "--root", "people=Person", "--root", "pets=Pet", "--include", "Dog.owner", "--exclude",
      "Employee.age", "--identity", "Dog=chip", "--print-model",
    ]
    let result = try run(arguments, ["m": ModelOptionTests.model])
    #expect(result.code == 0 && result.errors.isEmpty)
    #expect(
      result.lines[0].hasPrefix(#"{"root":{"tables":{"people":"Person","pets":"Pet"}},"entities":{"Dog":"#))
    // The attribute is Pet's, so the identity is, too.
    #expect(result.lines[0].contains(#""Pet":{"abstract":true,"identity":"chip","#))
    #expect(result.lines[2] == "+Dog.owner -Employee.age")
  }

  /// Which entities a document can be.
  @Test(arguments: [
    (ModelOptionTests.model, "Person"),
    (#"{"entities":{"A":{},"B":{}}}"#, "A B"),
    (#"{"entities":{"A":{"relationships":{"r":{"destination":"A","deleteRule":"cascade"}}}}}"#, "A"),
    (
      #"{"entities":{"A":{"relationships":{"r":{"destination":"B","deleteRule":"cascade"}}},"B":{"relationships":{"r":{"destination":"A","deleteRule":"cascade"}}}}}"#,
      ""
    ),
    (
      #"{"entities":{"A":{"abstract":true},"B":{"parent":"A"},"C":{"parent":"A","relationships":{"r":{"destination":"B","deleteRule":"cascade"}}}}}"#,
      "C"
    ),
  ]) func rootsArePossible(model: String, roots: String) throws {
    #expect(try run(["--model", "m"], ["m": model]).lines[1] == roots)
  }

  @Test func coreDataModelIsTold() throws {
    let xml =
      #"<model><entity name="A"><attribute name="order" attributeType="String"/><userInfo><entry key="id" value="order"/></userInfo></entity></model>"#
    let result = try run(["--model", "m"], ["m": xml])
    #expect(result.lines[0] == #"{"entities":{"A":{"attributes":{"order":"string"}}}}"#)
    #expect(
      result.errors
        == "sz-test: m: entity 'A' has no identity: 'order' is a word that changes use themselves; --identity A=NAME names another one, --identity \"A=['order']\" means this one\n"
    )
  }
}
