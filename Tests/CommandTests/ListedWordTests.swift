import Foundation
import TestSupport
import Testing

@testable import SZJSON
@testable import SZMerge
@testable import SZModel
@testable import SZPatch

/// The words that a type lists are those that manuals and schemas list.
@Suite(.limited) struct ListedWordTests {
  struct List: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let words: [String]
    /// Where the manual marks each of them up as a word to be written.
    let pages: [String]
    /// The schemas in which one `enum` has these and no others.
    let schemas: [String]
  }

  static let lists = [
    List(
      testDescription: "kinds of conflict", words: Conflict.Kind.allCases.map(\.rawValue),
      pages: ["sz-merge.1", "sz-merge-report.5"], schemas: ["merge-report"]),
    List(
      testDescription: "operations of sz-patch", words: Misfit.Operation.allCases.map(\.rawValue),
      pages: ["sz-patch.1"], schemas: ["patch-report"]),
    List(
      testDescription: "consequences of deletions", words: Consequence.Kind.allCases.map(\.rawValue),
      pages: ["sz-patch.1"], schemas: ["patch-report"]),
    List(
      testDescription: "value policies", words: ValuePolicy.allCases.map(\.rawValue),
      pages: ["sz-merge.1", "sz-model.5"], schemas: ["model"]),
    List(
      testDescription: "delete rules", words: Model.Relationship.DeleteRule.allCases.map(\.rawValue),
      pages: ["sz-patch.1", "sz-model.5"], schemas: ["model"]),
  ]

  @Test(arguments: lists) func manualsNameThem(_ list: List) throws {
    for page in list.pages {
      let text = String(decoding: try TestFiles.read(TestFiles.packageRoot + "/man/" + page), as: UTF8.self)
      // In a table the cell that is marked up.
      let lines = text.split(separator: "\n").map { line in
        line.hasPrefix(".It ")
          ? line.range(of: " Ta Li ").map { ".Li " + line[$0.upperBound...] } ?? String(line) : String(line)
      }
      let marked = lines.filter { line in
        [".Li", ".It Li", ".Cm", ".It Cm", ".Pq"].contains { line.hasPrefix($0 + " ") }
          || line.contains(" / \"")
      }
      let words = Set(marked.flatMap { $0.split { " ,()\"".contains($0) }.map(String.init) })
      for word in list.words { #expect(words.contains(word), "\(word) in \(page)") }
    }
  }

  @Test(arguments: lists) func schemasListThem(_ list: List) throws {
    for name in list.schemas {
      let schema = try Document.read(
        TestFiles.read(TestFiles.packageRoot + "/Schemas/\(name).schema.json"))
      var found: [Set<String>] = []
      var work = [schema.root]
      while let node = work.popLast() {
        if schema.kind(node) == .array { work += Array(schema.elements(node)) }
        guard schema.kind(node) == .object else { continue }
        for member in schema.members(node) {
          work.append(member.value)
          if schema.string(member.name) == "enum" {
            found.append(
              Set(schema.elements(member.value).filter { schema.kind($0) == .string }.map(schema.string)))
          }
        }
      }
      #expect(found.contains(Set(list.words)), "\(name)")
    }
  }

  /// What a report of a merge says of rules has a pattern of its own.
  @Test func reportsNameRules() throws {
    let schema = try SchemaTests.schema("merge-report")
    var rules = ["policy=none"]
    rules += ValuePolicy.allCases.map { "policy=" + $0.rawValue }
    rules += Model.Relationship.DeleteRule.allCases.map { "deleteRule=" + $0.rawValue }
    rules += MergeOptions.DeletePolicy.allCases.map { "deletes=" + $0.rawValue }
    for rule in rules {
      let report = """
        [{"kind":"edit/edit","path":"$","pointers":{"pristine":"","edited":"","current":"","merged":""},"line":1,\
        "column":1,"pristine":1,"edited":2,"current":3,"state":"settled","rule":"\(rule)","resolution":"edited"}]
        """
      let mistake = try schema.mistake(in: Document.read(Array(report.utf8)))
      #expect((mistake == nil) == (rule != "policy=none"), "\(rule)")
    }
  }
}
