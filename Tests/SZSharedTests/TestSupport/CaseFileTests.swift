import TestSupport
import Testing

/// A case file is read as the head of `CaseFile` says.
@Suite(.limited) struct CaseFileTests {
  private static func read(_ text: String) throws -> [CaseFile.Case] {
    try TestFiles.withFolder { folder in
      try TestFiles.write(Array(text.utf8), folder + "/some.cases")
      return try CaseFile(folder + "/some.cases").cases
    }
  }

  @Test func textAsAbove() throws {
    let cases = try CaseFileTests.read(
      """
      === first
      $ sz-diff a b
      --- a (no newline)
      {"a":
      1}
      --- b
      2

      === second, which has no a
      $ sz-diff b b
      --- b
      3
      --- after b (no newline)
      4

      === third
      $ sz-diff a b
      --- b (as above)
      --- a (as above)
      --- stdout
      5

      === fourth
      $ sz-diff a a
      --- a (as above)

      """)
    let files = cases.map { $0.files.map { "\($0.name): " + String(decoding: $0.text, as: UTF8.self) } }
    #expect(
      files == [
        ["a: {\"a\":\n1}", "b: 2\n"], ["b: 3\n"], ["b: 3\n", "a: {\"a\":\n1}"], ["a: {\"a\":\n1}"],
      ])
    #expect(cases[2].output == Array("5\n".utf8))
  }

  static let mistakes = [
    "=== first\n$ true\n--- a (as above)\n",
    // The text above is that of another file, or of the same case.
    "=== first\n$ true\n--- b\n1\n=== second\n$ true\n--- a (as above)\n",
    "=== first\n$ true\n--- a\n1\n--- a (as above)\n",
    // What comes out is said by each case itself.
    "=== first\n$ true\n--- stdout\n1\n=== second\n$ true\n--- stdout (as above)\n",
    "=== first\n$ true\n--- a\n1\n=== second\n$ true\n--- a (as above)\n2\n",
  ]

  @Test(arguments: mistakes) func nothingStandsAbove(_ text: String) {
    #expect(throws: TestFiles.Failure.self) { try CaseFileTests.read(text) }
  }
}
