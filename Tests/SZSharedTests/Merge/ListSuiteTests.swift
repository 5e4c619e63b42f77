import Foundation
import SZCommand
import TestSupport
import Testing

/// Merges of arrays without a declared identity, with the result or the kinds of conflict that others worked out by the rules.
@Suite(.limited) struct ListSuiteTests {
  static let file = TestFiles.suites.map { $0 + "/lists/cases.jsonl" }

  @Test(.enabled(if: file.map(TestFiles.exists) ?? false, "set SZ_SUITES to the folder of the suites"))
  func mergesAreAsListed() throws {
    let lines = try TestFiles.read(try #require(ListSuiteTests.file)).split(separator: 0x0A)
    #expect(!lines.isEmpty)
    for line in lines {
      let row = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
      let why = row["why"] as? String ?? ""
      let merge = try ListFacts.merge(
        try text(row["pristine"]), try text(row["edited"]), try text(row["current"]))
      let report = try JSONSerialization.jsonObject(with: Data(merge.report.utf8)) as? [[String: Any]] ?? []
      let kinds = Set(report.compactMap { $0["kind"] as? String })
      if let allowed = row["conflict"] as? [String] {
        #expect(!kinds.isEmpty && kinds.isSubset(of: allowed), "\(why): \(merge.text) \(kinds)")
      } else {
        #expect(kinds.isEmpty, "\(why): \(kinds)")
        #expect(
          try PlainValue(Array(merge.text.utf8)).text == PlainValue(Array(try text(row["merged"]).utf8)).text,
          "\(why)")
      }
    }
  }

  private func text(_ value: Any?) throws -> String {
    let value = try #require(value)
    return String(
      decoding: try JSONSerialization.data(withJSONObject: value, options: [.sortedKeys]), as: UTF8.self)
  }
}
