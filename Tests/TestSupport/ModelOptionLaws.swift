internal import SZCommand

/// The laws of changes by the command line under a model, with any options of `sz-diff` together, in each of its formats.
package enum ModelOptionLaws {
  /// Two random graphs: every format says nothing when there is no difference, and only then; the change makes of the old one what is no
  /// other than the new one under the same options, plainly, by force and skipping, and turned round; what was done is done.
  ///
  /// `folder` is where the documents are written.
  package static func check(seed: UInt64, folder: String) throws {
    var generator = SeededGenerator(seed: seed)
    let shape = RandomGraph.Shape(&generator)
    let old = RandomGraph(shape, &generator)
    var new = old
    new.edit(&generator, edits: 1 + generator.below(8), moves: generator.chance(2))
    let texts = [old, new].map { GraphText.text($0, .varied, &generator) }
    for (name, text) in [("m", Array(shape.model.utf8)), ("a", texts[0]), ("b", texts[1])] {
      try TestFiles.write(text, folder + "/\(name).json")
    }
    let model = ["--model", "m.json"] + modelOptions(&generator)
    let options = options(&generator)
    let applying = model + options.filter { $0 == "--exact-numbers" } + ["--dangling", "allow"]
    func fail(_ law: String, _ more: String = "") -> TestFiles.Failure {
      let shown = ([Array(shape.model.utf8)] + texts).map { String(decoding: $0, as: UTF8.self) }
      return TestFiles.Failure(
        "\(law) (seed \(seed))\n\((model + options).joined(separator: " "))\n\(shown.joined(separator: "\n"))\n\(more)"
      )
    }
    func run(_ tool: any Tool.Type, _ arguments: [String]) -> ToolRunner.Result {
      ToolRunner.run(tool, arguments, folder: folder)
    }
    func text(_ result: ToolRunner.Result) -> String {
      String(decoding: result.output, as: UTF8.self) + result.errors
    }
    let quiet = run(DiffCommand.self, ["-q"] + model + options + ["a.json", "b.json"])
    guard quiet.code < 2 else { throw fail("the options work together", quiet.errors) }
    if let (format, result) = OptionLaws.wrongFormat(model + options, isSame: quiet.code == 0, folder: folder)
    {
      throw fail("\(format) says what there is", text(result))
    }
    let change = run(DiffCommand.self, model + options + ["a.json", "b.json"])
    try TestFiles.write(change.output, folder + "/c.json")
    for way in [[], ["--force"], ["--skip"], ["-R"], ["-R", "--force"]] {
      let isBack = way.first == "-R"
      let made = run(
        PatchCommand.self, way + applying + ["-p", "c.json", isBack ? "b.json" : "a.json"])
      guard made.code == 0 else { throw fail("the change fits, \(way)", text(change) + text(made)) }
      try TestFiles.write(made.output, folder + "/d.json")
      let left = run(
        DiffCommand.self, ["-q"] + model + options + ["d.json", isBack ? "a.json" : "b.json"])
      guard left.code == 0 else {
        throw fail("the change makes the other document, \(way)", text(change) + text(made) + left.errors)
      }
      // Without context what is done twice may be done twice.
      if options.contains("--context") { continue }
      let again = run(PatchCommand.self, way + applying + ["-p", "c.json", "d.json"])
      guard again.code == 0, again.output == made.output else {
        throw fail("twice is once, \(way)", text(change) + text(made) + text(again))
      }
    }
  }

  private static func modelOptions(_ generator: inout SeededGenerator) -> [String] {
    var options: [String] = []
    if generator.chance(3) {
      options += [
        "--exclude", ["Item.a", "Item.photo", "List.name", "Item.tags", "List.top"][generator.below(5)],
      ]
    }
    if generator.chance(3) { options += ["--include", ["Item.list", "Item.tags"][generator.below(2)]] }
    return options
  }

  private static func options(_ generator: inout SeededGenerator) -> [String] {
    var options: [String] = []
    if generator.chance(3) { options.append("--unordered") }
    if generator.chance(3) { options.append("--exact-numbers") }
    if generator.chance(3) { options.append("--full-old") }
    if generator.chance(3) { options += ["--layout", "pairs"] }
    if generator.chance(3) { options += ["--context", "\(generator.below(4))"] }
    return options
  }
}
