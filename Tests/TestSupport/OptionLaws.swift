internal import SZCommand

/// The laws of changes by the command line, with any options of `sz-diff` together, in each of its formats.
package enum OptionLaws {
  /// Two random documents: every format says nothing when there is no difference, and only then; the change makes of the old one
  /// what is no other than the new one under the same options, plainly, by force and skipping, and turned round.
  ///
  /// `folder` is where the documents are written.
  package static func check(seed: UInt64, folder: String) throws {
    var generator = SeededGenerator(seed: seed)
    let old: RandomValue
    let new: RandomValue
    if generator.chance(3) {
      (old, new, _) = OrderLaws.documents(&generator)
    } else {
      old = RandomValue.container(&generator, depth: 4)
      new = old.edited(&generator, edits: 1 + generator.below(5))
    }
    try TestFiles.write(Array(old.text.utf8), folder + "/a.json")
    try TestFiles.write(Array(new.text.utf8), folder + "/b.json")
    let selection = selection(&generator)
    let options = options(&generator)
    let exact = options.filter { $0 == "--exact-numbers" }
    func fail(_ law: String, _ more: String = "") -> TestFiles.Failure {
      TestFiles.Failure(
        "\(law) (seed \(seed))\n\((options + selection).joined(separator: " "))\na = \(old.text)\nb = \(new.text)\n\(more)"
      )
    }
    func run(_ tool: any Tool.Type, _ arguments: [String]) -> ToolRunner.Result {
      ToolRunner.run(tool, arguments, folder: folder)
    }
    func text(_ result: ToolRunner.Result) -> String {
      String(decoding: result.output, as: UTF8.self) + result.errors
    }
    let quiet = run(DiffCommand.self, ["-q"] + options + selection + ["a.json", "b.json"])
    // A key that names nothing here is said.
    if quiet.code == 2, quiet.errors.contains("key") { return }
    guard quiet.code < 2 else { throw fail("the options work together", quiet.errors) }
    // An element of a set has no index of its own, and another one in each document.
    let isIndexed = selection.contains { $0.contains("[0]") || $0.contains("[1:]") }
    let hasSets = options.contains("--unordered") || options.contains("--set")
    if !isIndexed || !hasSets {
      if let (format, result) = wrongFormat(options + selection, isSame: quiet.code == 0, folder: folder) {
        throw fail("\(format) says what there is", text(result))
      }
      if let (format, result) = wrongOperations(options + selection, exact: exact, folder: folder) {
        throw fail("\(format) makes what the change makes", text(result))
      }
    }
    if !selection.isEmpty, let mistake = try checkSelecting(options, selection, run, folder: folder) {
      throw fail(mistake)
    }
    let change = run(DiffCommand.self, options + selection + ["a.json", "b.json"])
    try TestFiles.write(change.output, folder + "/c.json")
    for way in [[], ["--force"], ["--skip"], ["-R"], ["-R", "--force"]] {
      let isBack = way.first == "-R"
      // What was selected away is not in the new document either.
      if isBack, !selection.isEmpty { continue }
      let from = isBack ? "b.json" : "a.json"
      let made = run(PatchCommand.self, way + exact + ["-p", "c.json", from])
      guard made.code == 0 else { throw fail("the change fits, \(way)", text(change) + text(made)) }
      try TestFiles.write(made.output, folder + "/d.json")
      // An index is another element's once some have come or gone; SelectionLaws has what holds for it.
      if isIndexed { continue }
      let compared = options + selection + ["d.json", isBack ? "a.json" : "b.json"]
      var left = run(DiffCommand.self, ["-q"] + compared)
      // Where paths leave out what tells elements apart, another one of those that are alike may be the counterpart the next time.
      for _ in 0..<4 where left.code == 1 && !selection.isEmpty {
        try TestFiles.write(run(DiffCommand.self, compared).output, folder + "/e.json")
        try TestFiles.write(
          run(PatchCommand.self, exact + ["-p", "e.json", "d.json"]).output, folder + "/d.json")
        left = run(DiffCommand.self, ["-q"] + compared)
      }
      // With all of the elements that had the key, it may be that nothing has it.
      guard left.code == 0 || left.code == 2 && left.errors.contains("key") else {
        throw fail("the change makes the other document, \(way)", text(change) + text(made) + left.errors)
      }
    }
  }

  /// Of the whole change, a patch that selects applies what a comparison that selects would have found; a merge takes just that, and
  /// is the merge of what is left of the new document.
  private static func checkSelecting(
    _ options: [String], _ selection: [String], _ run: (any Tool.Type, [String]) -> ToolRunner.Result,
    folder: String
  ) throws -> String? {
    let exact = options.filter { $0 == "--exact-numbers" }
    let merged = run(MergeCommand.self, exact + selection + ["a.json", "b.json", "a.json"])
    let small = run(DiffCommand.self, exact + selection + ["a.json", "b.json"])
    try TestFiles.write(small.output, folder + "/s.json")
    let made = run(PatchCommand.self, exact + ["-p", "s.json", "a.json"])
    try TestFiles.write(made.output, folder + "/r.json")
    try TestFiles.write(merged.output, folder + "/g.json")
    if merged.code != 0 || made.code != 0
      || run(DiffCommand.self, exact + ["-q", "g.json", "r.json"]).code != 0
    {
      return "a merge takes from EDITED what is in, \(merged)"
    }
    let whole = run(DiffCommand.self, options + ["a.json", "b.json"])
    // Elements are matched otherwise where only a part of them is compared.
    if whole.code != 0 || (whole.output + small.output).contains("elements\":[".utf8)
      || selection.contains(where: { $0.contains("[") || $0.contains("id") })
    {
      return nil
    }
    try TestFiles.write(whole.output, folder + "/w.json")
    for way in [[], ["--force"], ["--skip"]] {
      let made = run(PatchCommand.self, way + exact + selection + ["-p", "w.json", "a.json"])
      try TestFiles.write(made.output, folder + "/d.json")
      let left = run(DiffCommand.self, ["-q"] + options + selection + ["d.json", "b.json"])
      guard made.code == 0, left.code == 0 || left.code == 2 && left.errors.contains("key") else {
        return "the patch selects, \(way), \(made), \(left)"
      }
    }
    return nil
  }

  /// The first of the formats for other tools by which sz-patch makes something else of a.json in `folder` than by the change, and what
  /// came of it.
  static func wrongOperations(
    _ options: [String], exact: [String], folder: String
  ) -> (format: DiffFormat, result: ToolRunner.Result)? {
    func made(_ format: DiffFormat, _ more: [String] = []) -> ToolRunner.Result {
      let arguments = ["--format", format.rawValue] + more + options + ["-o", "p.json", "a.json", "b.json"]
      let change = ToolRunner.run(DiffCommand.self, arguments, folder: folder)
      if change.code != 0 { return change }
      return ToolRunner.run(
        PatchCommand.self,
        ["--format", format.rawValue, "-p", "p.json", "a.json", "-o", "\(format.rawValue).json"]
          + (format == .mergePatch ? [] : exact), folder: folder)
    }
    let plain = made(.sz)
    // An edit of an element is refused where the paths leave out what tells it from the others.
    if plain.code != 0 { return nil }
    for (format, more) in [(DiffFormat.jsonPatch, []), (.jsonPatch, ["--test"]), (.mergePatch, [])] {
      let result = made(format, more)
      if result.code == 2, format == .mergePatch { continue }
      // Where a set has one that was renamed is not said.
      let compared =
        exact + options.filter { $0 == "--unordered" } + ["-q", "sz.json", "\(format.rawValue).json"]
      let same = ToolRunner.run(DiffCommand.self, compared, folder: folder)
      if result.code != 0 || same.code != 0 { return (format, result) }
    }
    return nil
  }

  /// The first format in which the comparison of a.json and b.json in `folder` says something although they are the same under
  /// `options`, or nothing although they are not, and what came of it; nil when each says what there is.
  static func wrongFormat(
    _ options: [String], isSame: Bool, folder: String
  ) -> (format: DiffFormat, result: ToolRunner.Result)? {
    func run(_ format: DiffFormat) -> ToolRunner.Result {
      ToolRunner.run(
        DiffCommand.self, ["--format", format.rawValue] + options + ["a.json", "b.json"], folder: folder)
    }
    for format in DiffFormat.allCases where format != .keys {
      let result = run(format)
      // A merge patch may be unable to say it, and says the whole of what is no object.
      if format == .mergePatch, result.code == 2 || result.output.first != UInt8(ascii: "{") { continue }
      let nothing: [DiffFormat: String] = [
        .sz: "{}\n", .jsonPatch: "[]\n", .mergePatch: "{}\n", .markdown: "**no differences**\n",
      ]
      let isNothing = result.output == Array((nothing[format] ?? "").utf8)
      if result.code != 0 || isNothing != isSame { return (format, result) }
    }
    // The entities of which a key changed.
    let keys = run(.keys)
    let changes = run(.changes).output.split(separator: 0x0A).filter {
      !$0.contains("\"changedKeys\":[]".utf8)
    }
    return keys.code != 0 || keys.output.split(separator: 0x0A).count != changes.count ? (.keys, keys) : nil
  }

  private static func options(_ generator: inout SeededGenerator) -> [String] {
    var options: [String] = []
    if generator.chance(3) { options.append("--unordered") }
    if generator.chance(3) {
      options += ["--set", ["$..*", "$..a", "$[*]", "$", "$..y"][generator.below(5)]]
    }
    if generator.chance(3) {
      options += ["--key", ["id", "name", "$=id", "$..m=id", "v"][generator.below(5)]]
    }
    if generator.chance(3) { options.append("--exact-numbers") }
    if generator.chance(3) { options.append("--full-old") }
    if generator.chance(3) { options += ["--layout", "pairs"] }
    // Without context what is done twice may be done twice, but the laws here do it once.
    if generator.chance(3) { options += ["--context", "\(generator.below(4))"] }
    return options
  }

  private static func selection(_ generator: inout SeededGenerator) -> [String] {
    let paths = ["$..a", "$..v", "$[0]", "$[1:]", "$..y[0]", "$..m", "$..id", "$[*].a"]
    var selection: [String] = []
    if generator.chance(4) { selection += ["--only", paths[generator.below(paths.count)]] }
    if generator.chance(4) { selection += ["--ignore", paths[generator.below(paths.count)]] }
    return selection
  }
}
