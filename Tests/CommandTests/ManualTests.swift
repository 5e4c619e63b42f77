import Foundation
import SZElements
import SZJSON
import SZMerge
import TestSupport
import Testing

@testable import SZCommand

/// The help and the manual say the same.
@Suite(.limited) struct ManualTests {
  static let names = ToolRunner.tools.map { $0.spec.name }

  /// How the man page heads an option.
  static func head(_ option: Option) -> String {
    let short = option.short.map { "Fl \($0) , " } ?? ""
    return switch option.argument {
    case .none: ".It \(short)Fl -\(option.long)"
    case .required(let name, _): ".It \(short)Fl -\(option.long) Ns = Ns Ar \(name)"
    case .optional(let name, _): ".It \(short)Fl -\(option.long) Ns Op = Ns Ar \(name)"
    }
  }

  @Test(arguments: names) func optionsAreTheSame(name: String) throws {
    let tool = try #require(ToolRunner.tool(name))
    let page = String(decoding: try TestFiles.read(TestFiles.packageRoot + "/man/\(name).1"), as: UTF8.self)
    let heads = page.split(separator: "\n").map(String.init).filter { $0.hasPrefix(".It Fl") }
    #expect(Set(heads) == Set(tool.spec.options.map(ManualTests.head)))
    for option in tool.spec.options where !option.values.isEmpty {
      for value in option.values {
        let isNamed = page.contains("\n.Cm \(value)") || page.contains("\n.It Cm \(value)\n")
        #expect(isNamed, "\(option.long) \(value)")
      }
    }
  }

  /// Behind `--git` an option is refused, or the manual says that it can stand there.
  @Test func optionsBehindGitAreToldApart() throws {
    let page = String(decoding: try TestFiles.read(TestFiles.packageRoot + "/man/sz-git.7"), as: UTF8.self)
    let end = try #require(page.range(of: "can stand behind\n.Fl -git\n"))
    let start = try #require(page[..<end.lowerBound].range(of: ".Ss ", options: .backwards))
    let words = Set(
      page[start.upperBound..<end.lowerBound].split { " \n,".contains($0) }.map(String.init))
    let others = ["git", "git-attempt", "git-config", "global", "merge-only", "remove", "help", "version"]
    for option in MergeCommand.spec.options where !others.contains(option.long) {
      let isOfModel = (ModelOptions.all.map(\.long) + ["dangling"]).contains(option.long)
      let isNamed = words.contains("-" + option.long) || isOfModel
      let isRefused = GitMerge.refused.contains { $0.long == option.long }
      #expect(isNamed != isRefused || option.long == "print-model", "\(option.long)")
    }
  }

  @Test(arguments: names) func helpNamesEveryOption(name: String) throws {
    let tool = try #require(ToolRunner.tool(name))
    let result = ToolRunner.run(tool, ["--help"])
    #expect(result.code == 0 && result.errors.isEmpty)
    let help = String(decoding: result.output, as: UTF8.self)
    for option in tool.spec.options { #expect(help.contains("--" + option.long)) }
    for line in help.split(separator: "\n") { #expect(line.count < 80, "\(line)") }
    #expect(ToolRunner.run(tool, ["-V"]).output == Array("\(name) (sz) \(CommandSpec.version)\n".utf8))
  }

  /// What sz-lists(7) shows: lines of three versions, and behind each the result, or the kind of the conflict.
  @Test func listsAreMergedAsShown() throws {
    let page = String(decoding: try TestFiles.read(TestFiles.packageRoot + "/man/sz-lists.7"), as: UTF8.self)
    let lines = page.replacing("\\e\n  ", with: " ").split(separator: "\n").map(String.init)
    let shown = zip(lines, lines.dropFirst()).filter { $0.0.contains(" | ") }
    #expect(shown.count > 15)
    let hashing = Hashing()
    for (versions, wanted) in shown {
      let documents = try versions.split(separator: " | ").map {
        try Document.read(Array($0.utf8), .init(hashing: hashing))
      }
      try #require(documents.count == 3, "\(versions)")
      let merge = Merger.merge(
        Three(pristine: documents[0], edited: documents[1], current: documents[2]), MergeOptions())
      let text = String(decoding: merge.edits.applied(to: documents[2].bytes), as: UTF8.self)
      let result = merge.conflicts.first?.kind.rawValue ?? text
      #expect(result.filter { $0 != " " } == wanted.filter { $0 != " " }, "\(versions)")
    }
  }
}
