internal import Foundation
internal import SZCommand
internal import SZFormats
internal import SZJSON
internal import SZModel
internal import SZPatch

/// The law of printed paths: each that any output shows, pasted into an option, names the place that it was printed for.
package enum PathLaws {
  /// Random documents whose names are hard to write, through all that prints paths.
  package static func check(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let names = RandomValue.names.shuffled(using: &generator).prefix(generator.below(10))
    let odd = Dictionary(
      uniqueKeysWithValues: zip(names, PathLaws.names.shuffled(using: &generator)))
    let value = generator.chance(2) ? lists(&generator) : RandomValue.container(&generator, depth: 4)
    let texts = [
      value, value.edited(&generator, edits: 1 + generator.below(5)),
      value.edited(&generator, edits: 1 + generator.below(5)),
    ].map { Array($0.renamed(odd).text.utf8) }
    let laws = try PathLaws.Documents(texts, "seed \(seed)")
    let place = RandomPath.to(laws.documents[generator.below(2)], &generator)
    for format in ["text", "changes"] {
      let options = [[], ["--unordered"], ["--ignore", place]][generator.below(3)]
      try laws.checkDifferences(format: format, options)
    }
    try laws.checkParts()
    try laws.checkMisfits()
    try laws.checkConflicts()
  }

  /// Lists of what resembles each other, in which edits move indexes.
  private static func lists(_ generator: inout SeededGenerator) -> RandomValue {
    let elements = (0..<2 + generator.below(3)).map { _ in RandomValue.random(&generator, depth: 2) }
    let list = (0..<generator.below(7)).map { _ in
      let element = elements[generator.below(elements.count)]
      return generator.chance(2) ? element : element.edited(&generator, edits: 1)
    }
    return generator.chance(3) ? .array(list) : .object([("a", .array(list)), ("b", .array(elements))])
  }

  /// Names that need quotes, escapes or care.
  static let names = [
    "a/b", "m~n", "~1", "/", "0", "-1", "x.y", "['q']", "it's", "\\\"q\\\"", "\\\\", "*", "..", "$", "$.a",
    "@", "=",
    "a=b", ":", "a:b", ",", " ", "  (moved)", "\\u0001", "\\n", "\\u007f", "\\ud83d", "\\ude00x", "😀", "?",
    "[0]", "'",
    "`", "\\u0000", "\\u202e", "\\u0085", "#", "-",
  ]

  private struct Documents {
    let note: String
    let documents: [Document]
    let texts: [[UInt8]]

    init(_ texts: [[UInt8]], _ note: String) throws {
      self.texts = texts
      documents = try texts.map { try Document.read($0, .init(hashing: Hashing())) }
      self.note = note
    }

    func fail(_ law: String, _ more: String) -> TestFiles.Failure {
      let shown = texts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
      return TestFiles.Failure("\(law) (\(note))\n\(shown)\n\(more)")
    }

    /// The path that a text is, also in front of what options have behind one.
    func path(_ text: String, in output: String) throws -> JSONPath {
      do {
        let path = try JSONPath(text)
        for (separator, behind) in [("=", "id"), (":", "a,b")] {
          var rest: [UInt8] = []
          let same = try JSONPath(text + separator + behind, before: Array(separator.utf8)[0], rest: &rest)
          guard same.segments == path.segments, rest == Array(behind.utf8) else {
            throw fail("a path ends at \(separator)", text)
          }
        }
        return path
      } catch let error as JSONPath.SyntaxError {
        throw fail("what is printed is a path", "\(text): \(error.reason)\n\(output)")
      }
    }

    private func run(_ tool: any Tool.Type, _ arguments: [String], _ files: [Int]) throws -> ToolRunner.Result
    {
      try TestFiles.withFolder { folder in
        for (number, text) in texts.enumerated() { try TestFiles.write(text, "\(folder)/\(number).json") }
        return ToolRunner.run(tool, arguments + files.map { "\($0).json" }, folder: folder)
      }
    }

    /// The paths of what differs between the first two documents: each finds something that it names, and nothing when it is left out.
    func checkDifferences(format: String, _ options: [String] = []) throws {
      let output = try run(DiffCommand.self, ["-f", format] + options, [0, 1])
      let printed = PathLaws.paths(output.output, format: format)
      for text in Set(printed) {
        _ = try path(text, in: String(decoding: output.output, as: UTF8.self))
        func found(_ option: String) throws -> [String] {
          PathLaws.paths(
            try run(DiffCommand.self, ["-f", format, option, text] + options, [0, 1]).output, format: format)
        }
        let (only, ignoring) = (try found("--only"), try found("--ignore"))
        // Of what is in but for something in it, the rest may be named alone, and elements of a list may be paired otherwise.
        let isPartial = options.contains("--ignore") && !only.isEmpty
        guard only.contains(text) || isPartial, !ignoring.contains(text) else {
          throw fail(
            "--only and --ignore find it",
            "\(text) \(options): \(only), \(ignoring)\n"
              + String(decoding: output.output, as: UTF8.self))
        }
        let counts = try run(DiffCommand.self, ["--stat", "--only", text] + options, [0, 1])
        if String(decoding: counts.output, as: UTF8.self) == "no differences\n" {
          throw fail("--stat counts it", text)
        }
      }
    }

    /// The paths of what does not fit the third document.
    func checkMisfits() throws {
      let change = try ChangeReader.read(
        try Document.read(
          ChangeWriter.text(Differ.change(from: documents[0], to: documents[1], DiffOptions()))))
      let target = documents[2]
      let result = Patcher.apply(change, to: target, PatchOptions())
      let errors = try TestFiles.withFolder { folder in
        try TestFiles.write(ChangeWriter.text(change), folder + "/change.json")
        try TestFiles.write(texts[2], folder + "/2.json")
        return ToolRunner.run(PatchCommand.self, ["-p", "change.json", "2.json"], folder: folder).errors
      }
      for misfit in result.misfits {
        let path = try path(misfit.pointer, in: misfit.message)
        let place =
          misfit.pointer.isEmpty
          ? "document" : String(decoding: TerminalText.safe(Array(misfit.pointer.utf8)), as: UTF8.self)
        guard
          errors.contains(
            "\(misfit.operation.rawValue) \(place): expected")
        else { throw fail("a message has the path", misfit.message + "\n" + errors) }
        let nodes = PathOracle.nodes(path, in: target)
        let isThere = nodes.contains { node in
          if case .value(let found) = misfit.found { return Value(target, node).isEqual(found) }
          return true
        }
        if case .value = misfit.found, !isThere { throw fail("a misfit is where it says", misfit.message) }
        if nodes.count > 1 { throw fail("a misfit is in one place", misfit.message) }
        // A hunk is where its first element should be; what comes with it is at other indexes.
        if misfit.operation == .hunk { continue }
        func others(_ selection: Selection) -> [String] {
          let part = SelectedChange(change, by: selection, on: target).change
          return Patcher.apply(part, to: target, PatchOptions()).misfits.map(\.pointer)
        }
        let (only, ignoring) = (others(Selection(only: [path])), others(Selection(ignored: [path])))
        guard only.contains(misfit.pointer), !ignoring.contains(misfit.pointer) else {
          throw fail(
            "--only and --ignore find a misfit",
            "\(misfit.message): \(only), \(ignoring)\n"
              + String(decoding: ChangeWriter.text(change), as: UTF8.self))
        }
      }
    }

    /// The paths of what differs between the first two documents, where the change between them is applied in part.
    func checkParts() throws {
      let change = try ChangeReader.read(
        try Document.read(
          ChangeWriter.text(Differ.change(from: documents[0], to: documents[1], DiffOptions()))))
      for text in Set(
        PathLaws.paths(
          TextFormat.text(ValueChanges.of(change, from: documents[0], to: documents[1])), format: "text"))
      {
        let path = try path(text, in: text)
        let part = SelectedChange(change, by: Selection(only: [path]), on: documents[0]).change
        let result = Patcher.apply(part, to: documents[0], PatchOptions())
        guard result.misfits.isEmpty, result.appliedCount > 0 else {
          throw fail(
            "a patch finds it",
            "\(text)\n" + String(decoding: ChangeWriter.text(change) + ChangeWriter.text(part), as: UTF8.self)
          )
        }
      }
    }

    /// The paths in the report of a merge.
    private func reported(_ folder: String) throws -> [String] {
      let report = try Document.read(try TestFiles.read(folder + "/r.json"))
      return report.elements(report.root).compactMap { entry in
        report.member(entry, named: Array("path".utf8)).map { report.string($0.value) }
      }
    }

    /// The path of a conflict, given to the options of a merge. An index is that of CURRENT, and so is an identity that another one took
    /// the place of; `--only` and `--ignore` ask the other documents.
    private func checkMerge(_ text: String, _ folder: String) throws {
      let path = try path(text, in: text)
      func paths(_ option: String, _ value: String) throws -> [String] {
        let result = ToolRunner.run(
          MergeCommand.self, [option, value, "--report", "r.json", "0.json", "1.json", "2.json"],
          folder: folder)
        if result.code != 0, result.errors.contains(option) {
          throw fail("\(option) takes the path", value + "\n" + result.errors)
        }
        return try reported(folder)
      }
      for (option, value) in [("--policy", "=current"), ("--unit", ":a,b"), ("--set", ""), ("--key", "=id")] {
        _ = try paths(option, text + value)
      }
      let hasIndex = path.segments.contains { segment in
        segment.selectors.contains { selector in
          switch selector {
          case .index, .slice, .step: true
          default: false
          }
        }
      }
      if hasIndex || !documents[..<2].contains(where: { !PathOracle.nodes(path, in: $0).isEmpty }) { return }
      // Two documents can have an identity that three have not: then it is another change.
      if try run(DiffCommand.self, ["-q", "--only", text], [0, 1]).code == 0 { return }
      let (only, ignoring) = (try paths("--only", text), try paths("--ignore", text))
      guard only.contains(text), !ignoring.contains(text) else {
        throw fail("--only and --ignore find a conflict", "\(text): \(only), \(ignoring)")
      }
    }

    /// The paths of the conflicts of all three.
    func checkConflicts() throws {
      try TestFiles.withFolder { folder in
        for (number, text) in texts.enumerated() { try TestFiles.write(text, "\(folder)/\(number).json") }
        let merged = ToolRunner.run(
          MergeCommand.self, ["--report", "r.json", "0.json", "1.json", "2.json"], folder: folder)
        guard merged.code == 0 else { throw fail("a merge succeeds", merged.errors) }
        do {
          try ReportLaws.check(
            try TestFiles.read(folder + "/r.json"), documents[0], documents[1], documents[2],
            merged: merged.output)
        } catch { throw fail("a report holds", "\(error)") }
        let printed = try reported(folder)
        for text in Set(printed) { try checkMerge(text, folder) }
        let errors = merged.errors
        for line in errors.split(separator: "\n") {
          guard let at = line.range(of: "conflict "), let start = line[at.upperBound...].range(of: " at ")
          else { continue }
          let rest = line[start.upperBound...]
          guard let end = rest.range(of: ": edited ") else { continue }
          let text = String(rest[..<end.lowerBound])
          if text == "document" { continue }
          let path = try path(text, in: errors)
          let counts = documents[1...].map { PathOracle.nodes(path, in: $0).count }
          guard counts.max() == 1 else {
            throw fail("a conflict is in one place", "\(text): \(counts)\n\(errors)")
          }
        }
      }
    }
  }

  /// The paths in an output of differences.
  private static func paths(_ output: [UInt8], format: String) -> [String] {
    let text = String(decoding: output, as: UTF8.self)
    if format != "text" {
      return text.split(separator: "\n").compactMap { line in
        guard let line = try? Document.read(Array(line.utf8)), line.kind(line.root) == .object else {
          return nil
        }
        return line.member(line.root, named: Array("path".utf8)).map { line.string($0.value) }
      }
    }
    return text.split(separator: "\n").filter { $0.hasPrefix("$") }.map { line in
      guard line.hasSuffix(")"), let cut = line.range(of: "  (", options: .backwards) else {
        return String(line)
      }
      return String(line[..<cut.lowerBound])
    }
  }
}
