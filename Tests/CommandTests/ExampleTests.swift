import Foundation
import SZCommand
import TestSupport
import Testing

/// What README shows of the examples is what the tools print.
@Suite(.limited) struct ExampleTests {
  @Test func entitiesAreAsShown() throws {
    let text = String(decoding: try TestFiles.read(TestFiles.packageRoot + "/README.md"), as: UTF8.self)
    var commands = 0
    for block in text.components(separatedBy: "```console\n$ sz-diff --model ").dropFirst() {
      let shown = block.components(separatedBy: "\n```")[0]
      let lines = shown.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      let result = try ToolRunner.run(
        line: "sz-diff --model " + lines[0], folder: TestFiles.packageRoot)
      #expect(result.code == 0, "\(result.errors)")
      #expect(result.errors + String(decoding: result.output, as: UTF8.self) == lines[1] + "\n")
      commands += 1
    }
    #expect(commands == 5)
  }
}
