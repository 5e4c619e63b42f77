import SZCommand
import TestSupport
import Testing

/// Which tool a program of several is.
@Suite(.limited) struct ProgramTests {
  static let program = Program(
    ["sz-diff", "sz-patch", "coredata-model"].map { NamedTool($0) { _ in } },
    otherwise: NamedTool("none") { _ in })

  @Test(arguments: [
    ("sz-diff", ["a", "b"], "sz-diff", ["a", "b"]),
    ("/usr/local/bin/sz-patch", ["--check"], "sz-patch", ["--check"]),
    ("./sz-diff-1.2", [], "sz-diff", []),
    ("sz-diff.1", [], "sz-diff", []),
    ("sz-diff2", ["patch"], "sz-diff", ["patch"]),
    ("sz-diff-old", ["patch", "x"], "sz-patch", ["x"]),
    ("sz-diff-", ["patch"], "sz-patch", []),
    ("sz-differ", [], "none", []),
    ("sz", ["diff", "a", "b"], "sz-diff", ["a", "b"]),
    ("sz", ["sz-diff", "--help"], "sz-diff", ["--help"]),
    ("sz", ["coredata-model", "m.xml"], "coredata-model", ["m.xml"]),
    ("sz", ["dif"], "none", ["dif"]),
    ("sz", ["--help"], "none", ["--help"]),
    ("sz", [], "none", []),
    ("", ["patch"], "sz-patch", []),
    ("dir/", ["patch"], "sz-patch", []),
  ])
  func choosesByNameThenByFirstWord(_ path: String, _ words: [String], _ tool: String, _ rest: [String]) {
    let choice = Self.program.choice(path, words)
    #expect(choice.tool.name == tool)
    #expect(choice.words == rest)
  }

  @Test(arguments: [
    (["--help"], 0, "usage: sz [OPTION]... TOOL [ARGUMENT]...\n", ""),
    (["--version"], 0, "sz (sz) \(CommandSpec.version)\n", ""),
    ([], 2, "", "sz: missing operands TOOL [ARGUMENT]...\nTry 'sz --help' for more information.\n"),
    (
      ["dif", "--color"], 2, "",
      "sz: no tool 'dif'; there are diff, patch, merge, jsondate\nTry 'sz --help' for more information.\n"
    ),
  ])
  func saysWhichToolsThereAre(_ words: [String], _ code: Int32, _ output: String, _ errors: String) {
    let result = ToolRunner.run(ProgramCommand.self, words)
    #expect(result.code == code)
    #expect(String(decoding: result.output, as: UTF8.self).hasPrefix(output))
    #expect(result.errors == errors)
  }
}
