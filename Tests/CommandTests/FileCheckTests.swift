import Foundation
import TestSupport
import Testing

/// What the real tools do to files, and in git: scripts that print what is wrong.
@Suite(.limited) struct FileCheckTests {
  /// Of the real merges a few; `make git-merges` makes all of them.
  @Test(arguments: [
    "file-checks", "git-checks", "git-config-checks", "git-diff-checks", "git-merge-checks", "git-merges",
    "sync-checks",
  ]) func allIsWell(script: String)
    throws
  {
    let tool = try #require(TestFiles.executable("sz-patch"), "the tool was not built beside the tests")
    let process = Process()
    let errors = Pipe()
    process.executableURL = URL(fileURLWithPath: TestFiles.packageRoot + "/Scripts/" + script)
    var environment = ProcessInfo.processInfo.environment
    environment["SZ_BIN"] = URL(fileURLWithPath: tool).deletingLastPathComponent().path
    environment["SZ_SUITES"] = TestFiles.suites ?? "none"
    environment["SZ_MERGES"] = environment["SZ_MERGES"] ?? "1"
    process.environment = environment
    process.standardError = errors
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
  }
}
