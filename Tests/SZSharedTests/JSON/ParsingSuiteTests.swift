import SZCommand
import SZJSON
import TestSupport
import Testing

/// The JSON parsing suite (JSONTestSuite), where it is at hand: `y_` files are accepted, `n_` files refused, and of the `i_`
/// files those that the manual names. What is accepted comes through a patch byte for byte.
@Suite(.limited) struct ParsingSuiteTests {
  static let folder = TestFiles.suites.map { $0 + "/json-parsing" }
  static let files = folder.map { TestFiles.list($0, suffix: ".json") } ?? []

  /// Files that RFC 8259 leaves to the reader and that we refuse: what is no UTF-8.
  static func isRefused(_ name: String) -> Bool {
    if name.hasPrefix("n_") { return true }
    guard name.hasPrefix("i_") else { return false }
    return [
      "i_string_UTF-16LE_with_BOM", "i_string_UTF-8_invalid_sequence", "i_string_UTF8_surrogate_U+D800",
      "i_string_invalid_utf-8", "i_string_iso_latin_1", "i_string_lone_utf8_continuation_byte",
      "i_string_not_in_unicode_range", "i_string_overlong_sequence_2_bytes",
      "i_string_overlong_sequence_6_bytes",
      "i_string_overlong_sequence_6_bytes_null", "i_string_truncated-utf-8", "i_string_utf16BE_no_BOM",
      "i_string_utf16LE_no_BOM",
    ].contains { name.hasPrefix($0) }
  }

  @Test(.enabled(if: folder != nil, "set SZ_SUITES to the folder of the suites"))
  func everyFileComesOutRight() throws {
    #expect(ParsingSuiteTests.files.count > 300)
    for path in ParsingSuiteTests.files {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      let text = try TestFiles.read(path)
      let isTransform = path.contains("test_transform")
      let duplicates = Document.ReadOptions(allowsDuplicates: true)
      let document = try? Document.read(text, duplicates)
      if !isTransform {
        #expect((document == nil) == ParsingSuiteTests.isRefused(name), "\(name)")
      }
      guard document != nil else {
        let result = ToolRunner.run(DiffCommand.self, [path, path])
        #expect(
          result.code == 2 && result.output.isEmpty && result.errors.hasPrefix("sz-diff: \(path):"), "\(name)"
        )
        continue
      }
      let same = ToolRunner.run(DiffCommand.self, ["--allow-duplicate-keys", path, path])
      #expect(same == .init(output: Array("{}\n".utf8), errors: "", code: 0), "\(name)")
      let patched = ToolRunner.run(
        PatchCommand.self, ["--allow-duplicate-keys", path], input: Array("{}".utf8))
      #expect(patched == .init(output: text, errors: "", code: 0), "\(name)")
    }
  }
}
