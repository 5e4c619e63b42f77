import Foundation
import SZCommand
import SZJSON
import TestSupport
import Testing

/// The known answers for models, where they are at hand: what `sz-diff` prints and refuses, with each model in both spellings.
@Suite(.limited) struct ModelSuiteTests {
  static let folder = TestFiles.suites.map { $0 + "/model/cases" }
  static let cases =
    folder.map { folder in
      ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted().map {
        folder + "/" + $0
      }
    } ?? []

  /// The lines `KEY: VALUE` of a case.
  private static func arguments(_ folder: String) throws -> [String: [String]] {
    var found: [String: [String]] = [:]
    for line in String(decoding: try TestFiles.read(folder + "/args.txt"), as: UTF8.self).split(
      separator: "\n")
    {
      let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      found[parts[0], default: []].append(parts.count > 1 ? parts[1] : "")
    }
    return found
  }

  private static func words(_ values: [String]?) -> [String] {
    (values ?? []).flatMap { $0.split(separator: " ").map(String.init) }
  }

  @Test(.enabled(if: folder != nil, "set SZ_SUITES to the folder of the suites"), arguments: cases)
  func diffAnswersAsKnown(_ folder: String) throws {
    let given = try ModelSuiteTests.arguments(folder)
    let change = folder + "/change.json"
    let lines = folder + "/lines.ndjson"
    guard TestFiles.exists(folder + "/old.json"),
      TestFiles.exists(change) || TestFiles.exists(lines) || given["exit diff"] != nil
    else { return }
    try TestFiles.withFolder { scratch in
      var models = given["xml only"] == nil ? [["--model", folder + "/model.json"]] : []
      if TestFiles.exists(folder + "/model.xml") {
        let package = scratch + "/Model.xcdatamodel"
        try FileManager.default.createDirectory(atPath: package, withIntermediateDirectories: true)
        try TestFiles.write(TestFiles.read(folder + "/model.xml"), package + "/contents")
        models.append(["--model", package] + ModelSuiteTests.words(given["xml"]))
      }
      for model in models {
        let result = ToolRunner.run(
          DiffCommand.self,
          model + ModelSuiteTests.words(given["diff"]) + [folder + "/old.json", folder + "/new.json"])
        let note = "\(folder) \(model)\n\(CaseFile.transcript(result))"
        #expect(result.code == Int32(given["exit diff"]?.first ?? "0"), "\(note)")
        for word in given["stderr diff"] ?? [] {
          let word = model[1].hasSuffix(".xcdatamodel") ? word.replacing("model.xml", with: "contents") : word
          #expect(result.errors.contains(word), "\(note)")
        }
        if result.code != 0 {
          #expect(result.output.isEmpty, "\(note)")
        } else if TestFiles.exists(change) {
          #expect(try form(result.output) == form(TestFiles.read(change)), "\(note)")
        } else if TestFiles.exists(lines) {
          #expect(try lineForms(result.output) == lineForms(TestFiles.read(lines)), "\(note)")
        }
      }
    }
  }

  @Test(.enabled(if: folder != nil, "set SZ_SUITES to the folder of the suites"), arguments: cases)
  func patchAnswersAsKnown(_ folder: String) throws {
    let given = try ModelSuiteTests.arguments(folder)
    let (change, third) = (folder + "/change.json", folder + "/third.json")
    guard TestFiles.exists(change), TestFiles.exists(third), given["xml only"] == nil else { return }
    let options = ["--model", folder + "/model.json"] + ModelSuiteTests.words(given["patch"])
    let result = ToolRunner.run(PatchCommand.self, options + ["-p", change, third])
    let note = "\(folder)\n\(CaseFile.transcript(result))"
    #expect(result.code == Int32(given["exit patch"]?.first ?? "0"), "\(note)")
    for word in given["stderr patch"] ?? [] { #expect(result.errors.contains(word), "\(note)") }
    if result.code != 0 {
      #expect(result.output.isEmpty, "\(note)")
    } else {
      let wanted = try Document.read(TestFiles.read(folder + "/patched.json"))
      let made = try Document.read(result.output)
      #expect(Value(made, made.root).isEqual(Value(wanted, wanted.root)), "\(note)")
    }
  }

  /// patch(a, diff(a, b)) is b under the model, and turned round it is a.
  @Test(.enabled(if: folder != nil, "set SZ_SUITES to the folder of the suites"), arguments: cases)
  func patchMakesWhatWasCompared(_ folder: String) throws {
    let given = try ModelSuiteTests.arguments(folder)
    let change = folder + "/change.json"
    let laws = given["laws"]?.first ?? "yes"
    guard TestFiles.exists(change), laws != "no", given["exit diff"] == nil, given["xml only"] == nil else {
      return
    }
    let model = ["--model", folder + "/model.json"]
    let lists = ModelSuiteTests.words(given["diff"]).filter { $0.hasPrefix("--in") || $0.contains(".") }
    let options = model + ModelSuiteTests.words(given["patch"]).filter { $0 != "--force" } + ["-p", change]
    let (old, new) = (folder + "/old.json", folder + "/new.json")
    for (reverse, source, target) in [([], old, new), (["-R"], new, old)]
    where reverse.isEmpty || laws != "forward" {
      let made = ToolRunner.run(PatchCommand.self, options + reverse + [source])
      #expect(made.code == 0, "\(folder) \(reverse)\n\(CaseFile.transcript(made))")
      try TestFiles.withFolder { scratch in
        try TestFiles.write(made.output, scratch + "/made.json")
        let rest = ToolRunner.run(
          DiffCommand.self, model + lists + ["--quiet", scratch + "/made.json", target])
        #expect(rest.code == 0, "\(folder) \(reverse)\n\(CaseFile.transcript(made))")
      }
    }
  }

  @Test(.enabled(if: folder != nil, "set SZ_SUITES to the folder of the suites"), arguments: cases)
  func mergeAnswersAsKnown(_ folder: String) throws {
    let given = try ModelSuiteTests.arguments(folder)
    guard TestFiles.exists(folder + "/merged.json"), given["xml only"] == nil else { return }
    let sides = ["pristine", "edited", "current"].map { "\(folder)/\($0).json" }
    let result = ToolRunner.run(
      MergeCommand.self,
      ["--model", folder + "/model.json"] + ModelSuiteTests.words(given["merge"]) + sides)
    let note = "\(folder)\n\(CaseFile.transcript(result))"
    #expect(result.code == Int32(given["exit merge"]?.first ?? "0"), "\(note)")
    let wanted = try Document.read(TestFiles.read(folder + "/merged.json"))
    let made = try Document.read(result.output)
    #expect(Value(made, made.root).isEqual(Value(wanted, wanted.root)), "\(note)")
  }

  private func form(_ text: [UInt8]) throws -> String {
    let document = try Document.read(text)
    let form = ChangeForm.text(Value(document, document.root))
    // A set without changes is one of nothing, too.
    return form == "[]" ? "{}" : form
  }

  private func lineForms(_ text: [UInt8]) throws -> [String] {
    try text.split(separator: 0x0A).map { line in
      let document = try Document.read(Array(line))
      return ChangeForm.text(Value(document, document.root), isChange: false)
    }.sorted()
  }
}
