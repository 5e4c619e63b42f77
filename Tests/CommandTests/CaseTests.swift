import SZCommand
import TestSupport
import Testing

/// The case files: every command line does exactly what its case says.
@Suite(.limited) struct CaseTests {
  static let folder = TestFiles.packageRoot + "/Tests/CommandTests/Cases"
  static let cases = TestFiles.list(folder, suffix: ".cases").flatMap { path in
    (try? CaseFile(path))?.cases ?? []
  }

  @Test func everyCaseFileIsRead() throws {
    for path in TestFiles.list(CaseTests.folder, suffix: ".cases") {
      #expect(!(try CaseFile(path).cases.isEmpty), "\(path)")
    }
    #expect(!CaseTests.cases.isEmpty)
  }

  @Test(arguments: cases) func behaves(_ expected: CaseFile.Case) throws {
    try TestFiles.withFolder { folder in
      for file in expected.files { try TestFiles.write(file.text, folder + "/" + file.name) }
      let result = try ToolRunner.run(line: expected.line, folder: folder)
      let wanted = ToolRunner.Result(
        output: expected.output, errors: String(decoding: expected.errors, as: UTF8.self), code: expected.code
      )
      let place = SourceLocation(
        fileID: "CommandTests/" + (expected.place.file.split(separator: "/").last.map(String.init) ?? ""),
        filePath: TestFiles.packageRoot + "/" + expected.place.file, line: expected.place.line, column: 1)
      #expect(
        result == wanted, "\(expected.name)\n$ \(expected.line)\n\(CaseFile.transcript(result))",
        sourceLocation: place)
      for file in expected.after {
        let path = folder + "/" + file.name
        let text = TestFiles.exists(path) ? try TestFiles.read(path) : nil
        #expect(
          text == file.text,
          "\(expected.name): \(file.name)\n\(text.map { String(decoding: $0, as: UTF8.self) } ?? "absent")",
          sourceLocation: place)
      }
    }
  }
}
