internal import SZFormats
internal import SZJSON
internal import SZModel
internal import SZPatch

/// `sz-diff`: what changed between two documents.
public enum DiffCommand: Tool {
  static let exitCode = Option("exit-code", help: "exit with 1 when there are differences")
  static let quiet = Option(
    "quiet", short: "q",
    help: "print nothing, only exit with 1 when there are differences; stop at the first",
    foreignNames: ["--brief": "--quiet"])
  static let format = Option(
    "format", short: "f", .required("FORMAT", .words(DiffFormat.allCases.map(\.rawValue))),
    help:
      "sz, a change for sz-patch; json-patch (RFC 6902) or merge-patch (RFC 7396), changes for other tools; text, for "
      + "reading; markdown, for a comment; brief, a line for each value; values, the same in JSON; changes, a line of JSON for each entity; or "
      + "keys, only who and what",
    foreignNames: [
      "-u": "--format=text", "--unified": "--format=text", "--text": "--format=text",
      "--json": "--format=sz",
    ])
  static let test = Option(
    "test",
    help:
      "with --format=json-patch: test what is replaced, removed or moved before, so that it fits only where that stands"
  )
  static let stat = Option(
    "stat", help: "print how much changed instead of what",
    foreignNames: ["--shortstat": "--stat"])
  static let unordered = Option("unordered", help: "arrays are sets: their order does not count")
  static let set = Option(
    "set", .required("PATH"),
    help: "the arrays at PATH, a JSONPath, are sets of values: their order does not count; can be repeated")
  static let context = Option(
    "context", short: "U", .required("N"),
    help:
      "write N unchanged neighbours with each hunk of an array; 0 for the least data (default: one beside what is "
      + "only inserted or only deleted)")
  static let ignore = Option(
    "ignore", .required("PATH"), help: "leave out what is at or below PATH, as in sz-path(7); can be repeated"
  )
  static let only = Option(
    "only", .required("PATH"),
    help: "compare only what is at or below PATH, as in sz-path(7); can be repeated")
  static let fullOld = Option(
    "full-old", help: "write all old attributes of an entity whenever one of them changed")
  static let layout = Option(
    "layout", .required("LAYOUT", .words(ChangeWriter.AttributeLayout.allCases.map(\.rawValue))),
    help: "how attributes are written: all old and all new ones grouped, or old and new in pairs")
  static let stamp = Option(
    "stamp", help: "write the version of the format and the options of the comparison into the change")
  static let color = Option(
    "color", .optional("WHEN", .words(["auto", "always", "never"])),
    help: "colour the text format; NO_COLOR is honoured",
    foreignNames: ["--no-color": "--color=never", "--no-colour": "--color=never", "--colour": "--color"])

  static let git = Option(
    "git",
    help:
      "print for git: the text format where a person reads it, else git's own patch; takes what git passes to an external "
      + "diff or a difftool"
  ).withOperands("PATH OLD NEW", counts: GitDiff.operandCounts)

  private static let own =
    [
      KeyOption.option, KeyOption.noFound, unordered, set, .exactNumbers, ToleranceOption.option, ignore,
      only,
      format, test,
    ]
    + ReadingOptions.all + [
      stat, context, fullOld, layout, stamp, color, Pager.none, exitCode, quiet, .comments,
      .allowDuplicateKeys,
    ] + LineOption.common + [LineOption.deletesAnyway, git]

  private static let vain = [
    VainOptions(
      [format, test] + ReadingOptions.all + [
        stat, context, fullOld, layout, stamp, color, Pager.none, .output,
      ]
        + OutputLayout.options,
      where: [[.given(quiet)]]),
    VainOptions(
      ReadingOptions.all + [context, fullOld, layout, stamp, color, Pager.none] + OutputLayout.options,
      where: [[.given(stat)]]),
    VainOptions([test], where: [not(.jsonPatch)]),
    VainOptions(
      [color, Pager.none, ReadingOptions.words], where: [[.unlike(format, DiffFormat.text.rawValue)]]),
    VainOptions([ReadingOptions.full, ReadingOptions.width], where: [not(.text, .markdown)]),
    VainOptions([ReadingOptions.limit], where: [not(.markdown)]),
    VainOptions([ReadingOptions.show], where: [not(.text, .markdown, .brief, .values)]),
    VainOptions([ReadingOptions.tsv], where: [not(.brief)]),
    VainOptions([context], where: [[.value(format, words(besides: [.sz]))]]),
    VainOptions(
      [fullOld, layout, stamp], where: [[.value(format, words(besides: [.sz]))]]),
    VainOptions(
      OutputLayout.options, where: [[.value(format, words(besides: [.sz, .jsonPatch, .mergePatch]))]]),
    .besidePrintModel(own),
  ]

  /// That the format is none of these.
  private static func not(_ formats: DiffFormat...) -> [VainOptions.Setting] {
    formats.map { .unlike(format, $0.rawValue) }
  }

  private static func words(besides formats: [DiffFormat]) -> [String] {
    DiffFormat.allCases.filter { !formats.contains($0) }.map(\.rawValue)
  }

  public static let spec = CommandSpec(
    name: "sz-diff",
    operands: CommandSpec.Operands("OLD NEW", count: 2...2),
    options: own + [.output] + ModelOptions.all + OutputLayout.options,
    vain: vain,
    help: CommandSpec.Help(
      summary: "what changed between two JSON documents",
      details: """
        Compares two JSON documents and prints the change from OLD to NEW in the format of sz-change(5), which sz-patch \
        applies. Elements of arrays that have an identity are matched by it. Either operand can be - for the standard \
        input, and /dev/null for no document.

        The exit status is 0 also when the documents differ, so that a pipeline into sz-patch survives 'set -e'; \
        --exit-code asks for 1.
        """,
      exitCodes: [
        "done; with --exit-code or --quiet: no differences", "with --exit-code or --quiet: differences",
        "trouble: usage, an unreadable or malformed document, a failed write",
      ]))

  public static func arranged(_ words: [String]) -> [String] { GitDiff.arranged(words) }

  public static func run(_ arguments: ParsedArguments, _ io: ToolIO) throws(Failure) -> ExitCode {
    do { try LineOption.check(arguments, excluded: DiffLines.excluded) } catch { throw .usage(error) }
    if arguments.has(git) { return try GitDiff.run(arguments, io) }
    if arguments.has(ModelOptions.printModel) { return try ModelPrinting.run(arguments, io, spec) }
    if arguments.areOfLines { return try DiffLines.run(arguments, io) }
    let options = try options(arguments)
    if arguments.has(stat), arguments.has(format) { throw .usage(.conflicting("--format", "--stat")) }
    if arguments.value(ModelOptions.model) == "-", arguments.operands.contains("-") {
      throw .usage(.standardInputTwice)
    }
    let model = try ModelInput.read(arguments, io, spec)
    let layout: OutputLayout
    do { layout = try OutputLayout(arguments) } catch { throw .usage(error) }
    if !arguments.has(quiet) {
      var roles = FileRoles(io)
      for operand in arguments.operands { roles.reads(operand) }
      roles.readsModel(arguments)
      try roles.writesResult(arguments, of: nil)
    }
    let reading: ReadingOptions
    do { reading = try ReadingOptions(arguments) } catch { throw .usage(error) }
    let tolerances: [Tolerance]
    do { tolerances = try ToleranceOption.tolerances(arguments) } catch { throw .usage(error) }
    let originals = try DiffInputs(
      arguments, options, io, hashesAll: model != nil || !tolerances.isEmpty)
    if arguments.has(quiet), model == nil, let old = originals.old, old.document === originals.new?.document {
      return .success
    }
    let inputs = try originals.tolerated(tolerances, options, model).masked(reading.masked)
    let pairs = try inputs.pairs(under: model)
    let compared = SelectedComparison(
      from: inputs.old?.document, to: inputs.new?.document, options, pairs)
    let change = compared.change
    let answer: ExitCode =
      (arguments.has(exitCode) || arguments.has(quiet)) && !change.isEmpty ? .no : .success
    var notes = compared.halfMoves == 0 ? [] : [halfMoves(compared.halfMoves)]
    if arguments.has(quiet) {
      // That there is no difference would be only half of the truth.
      if change.isEmpty { for note in notes { io.say("\(spec.name): \(note)\n") } }
      if change.isEmpty, let pairs, let new = inputs.new {
        for note in ModelNotes(pairs, new.input).uncompared { io.say("\(spec.name): \(note)\n") }
      }
      return answer
    }
    let documents = originals.versions.map(\.document)
    let paths = [
      (only, options.only), (ignore, options.ignored), (set, options.sets),
      (ReadingOptions.mask, reading.masked), (ToleranceOption.option, tolerances.map(\.path)),
    ]
    notes +=
      paths.flatMap { UnusedPaths.notes($0, $1, documents) } + UnusedKeys.notes(options, documents)
      + RootNotes.notes(arguments, pairs?.schema, documents)
    notes += compared.ignoredKeys.map(UnusedPaths.ignoredKey)
    for note in notes { io.say("\(spec.name): \(note)\n") }
    if let pairs, let new = inputs.new {
      for note in ModelNotes(pairs, new.input).all(change) { io.say("\(spec.name): \(note)\n") }
    }
    let output = ResultOutput(layout: layout, arguments: arguments, io: io)
    let printed = DiffText(
      change: change, shown: compared.shown, readOld: inputs.old?.read, readNew: inputs.new?.read,
      pairs: pairs, options: options,
      reading: reading)
    let text: [UInt8]
    do {
      text =
        arguments.has(stat)
        ? ChangeStatistics(compared.shown).text
        : try printed.text(DiffFormat(arguments), arguments, isTerminal: output.isTerminal, io)
    } catch {
      let new = inputs.new?.input ?? Input(name: PatchInputs.nothing, source: SourceBytes([]))
      throw .unusable(new, offset: error.offset, reason: error.reason)
    }
    let isJSON = !arguments.has(stat) && DiffFormat(arguments).isOneText
    if output.isTerminal, DiffFormat(arguments) == .text, !arguments.has(stat), !arguments.has(Pager.none),
      Pager.shows(text, io)
    {
      return answer
    }
    try output.print(text, isOneText: isJSON)
    return answer
  }

  /// What to say of moves that are left out because one of their ends is.
  private static func halfMoves(_ count: Int) -> String {
    let moves = count == 1 ? "1 entity moved" : "\(count) entities moved"
    return "\(moves) between a place that is in and one that is out: that is told where both are in"
  }

  static func options(_ arguments: ParsedArguments) throws(Failure) -> DiffOptions {
    var options = DiffOptions()
    do throws(UsageError) {
      try KeyOption.apply(arguments.values(KeyOption.option), to: &options)
      if arguments.areOfLines { options.placedKeys = options.placedKeys.map { ($0.inElements, $1) } }
      if arguments.has(KeyOption.noFound) { options.names.findsOthers = false }
      options.ignored = try PathOption.paths(arguments, ignore)
      options.only = try PathOption.paths(arguments, only)
      options.sets = try PathOption.paths(arguments, set)
      options.context = try arguments.integer(context, in: 0...Int.max)
    } catch { throw .usage(error) }
    options.fullOld = arguments.has(fullOld)
    options.unordered = arguments.has(unordered)
    options.exactNumbers = arguments.has(.exactNumbers)
    options.stopsAtFirst = arguments.has(quiet)
    return options
  }
}
