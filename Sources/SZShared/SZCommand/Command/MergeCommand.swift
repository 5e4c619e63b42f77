internal import SZElements
internal import SZJSON
internal import SZMerge
internal import SZModel

/// `sz-merge`: joins two edits of one original.
public enum MergeCommand: Tool {
  static let conflicts = Option(
    "conflicts", short: "c", .required("POLICY"),
    help: "who wins where both sides changed one value: edited (the default; the last write wins), current, "
      + "newest:ATTRIBUTE (the side whose entity has the later timestamp), fail (write nothing, exit with 1), or mark "
      + "(git's conflict markers, exit with 1)",
    foreignNames: [
      "--conflicts=ours": "--conflicts=current", "--conflicts=theirs": "--conflicts=edited",
      "--ours": "--conflicts=current", "--theirs": "--conflicts=edited",
    ])
  static let deletes = Option(
    "deletes", .required("POLICY", .words(MergeOptions.DeletePolicy.allCases.map(\.rawValue))),
    help:
      "who wins where one side deleted what the other edited: a side, the side that kept it, or the one that deleted "
      + "it (default: as --conflicts)",
    foreignNames: ["--deletes=ours": "--deletes=current", "--deletes=theirs": "--deletes=edited"])
  static let report = Option(
    "report", .required("FILE", .bytes),
    help: "write every conflict and its resolution to FILE, as JSON, see sz-merge-report(5)")
  static let resolve = Option(
    "resolve", .required("FILE", .bytes),
    help: "resolve the conflicts as FILE says, a report whose resolutions may have been edited")
  static let resolver = Option(
    "resolver", .required("COMMAND", .bytes),
    help: "ask a program, started by sh -c, how each conflict is to be resolved, see sz-merge-report(5)")
  static let resolverTimeout = Option(
    "resolver-timeout", .required("SECONDS"),
    help: "how long the resolver may say nothing before it counts as broken (default 60)")
  static let exitCode = Option("exit-code", help: "exit with 1 when a conflict was settled")
  static let asChange = Option(
    "as-change", help: "print the change from CURRENT to the result, for sz-patch")
  static let unit = Option(
    "unit", .required("PATH:NAMES"),
    help:
      "attributes of the objects at PATH, separated by commas, that conflict and win together; can be repeated"
  )
  static let policy = Option(
    "policy", .required("PATH=POLICY"),
    help:
      "how two edits of the value at PATH are joined: max, min, sum (of a counter), union (of a list that is a set), "
      + "edited or current; can be repeated")
  static let tombstone = Option(
    "tombstone", .required("NAME"),
    help: "an entity that is deleted from an array stays, with its identity and \"NAME\": true")
  static let set = Option(
    "set", .required("PATH"),
    help: "the arrays at PATH are sets of values: only how often each is there counts; can be repeated")
  static let ignore = Option(
    "ignore", .required("PATH"),
    help: "keep what CURRENT has at or below PATH, as in sz-path(7); can be repeated")
  static let only = Option(
    "only", .required("PATH"),
    help: "take from EDITED only what is at or below PATH, as in sz-path(7); can be repeated")
  static let noRenames = Option(
    "no-renames",
    help: "a member that one side renamed and the other edited is deleted and edited, not one member")
  static let markBase = Option("mark-base", help: "with --conflicts=mark: show PRISTINE's version too")
  static let markerSize = Option(
    "marker-size", .required("N"), help: "with --conflicts=mark: signs in a marker (default 7)")
  static let labelCurrent = Option(
    "label-current", .required("TEXT", .bytes), help: "with --conflicts=mark: the label of CURRENT's lines")
  static let labelPristine = Option(
    "label-pristine", .required("TEXT", .bytes), help: "with --conflicts=mark: the label of PRISTINE's lines")
  static let labelEdited = Option(
    "label-edited", .required("TEXT", .bytes), help: "with --conflicts=mark: the label of EDITED's lines")

  static let git = Option(
    "git", help: "merge as a driver of git; takes %O %A %B %L %P %S %X %Y, and %A is the result"
  ).withOperands("%O %A %B %L %P %S %X %Y", counts: [8])
  static let gitAttempt = Option(
    "git-attempt", help: "the same without a way out: exit with 2 where git would have to merge"
  ).withOperands("%O %A %B %L %P %S %X %Y", counts: [8])

  static let gitConfig = Option(
    "git-config", help: "print the shell commands that set git up to merge and compare JSON by these tools"
  ).withoutOperands
  static let global = Option(
    "global",
    help: "with --git-config: for all repositories of the user, not for the one that the shell is in")
  static let mergeOnly = Option("merge-only", help: "with --git-config: set up merging alone, and no diff")
  static let remove = Option("remove", help: "with --git-config: print the commands that undo it")

  private static let own =
    [
      conflicts, deletes, policy, unit, tombstone, set, ignore, only, noRenames, KeyOption.option,
      KeyOption.noFound, .exactNumbers, ToleranceOption.option, report, resolve, resolver, resolverTimeout,
      exitCode, asChange, markBase, markerSize,
      labelCurrent, labelPristine, labelEdited, .inPlace,
    ] + LineOption.common + [LineOption.deletesAnyway]
  private static let common: [Option] = [.quiet, .comments, .allowDuplicateKeys]

  public static let spec = CommandSpec(
    name: "sz-merge",
    operands: CommandSpec.Operands("PRISTINE EDITED CURRENT", count: 3...3),
    options: own + [.output] + common + [git, gitAttempt, gitConfig, global, mergeOnly, remove]
      + ModelOptions.all + [
        ModelOptions.dangling
      ] + OutputLayout.options,
    vain: [.besidePrintModel(own + common + [ModelOptions.dangling])],
    help: CommandSpec.Help(
      summary: "join two edits of one JSON document",
      details: """
        PRISTINE is what two sides began with, EDITED what one of them made of it, and CURRENT what the other did. Prints the \
        state both agree on: CURRENT's text with EDITED's edits in it. One of the three can be - for the standard input.

        No question is asked. Where both sides changed one value, EDITED's stands in the result, and the other one in the \
        report.
        """,
      exitCodes: [
        "done", "open conflicts, with --exit-code also settled ones; a resolver that failed",
        "trouble: usage, an unreadable or malformed input, a failed write",
      ]))

  public static func run(_ arguments: ParsedArguments, _ io: ToolIO) throws(Failure) -> ExitCode {
    if arguments.has(gitConfig) {
      if arguments.has(mergeOnly), arguments.has(remove) {
        throw .usage(.conflicting("--merge-only", "--remove"))
      }
      return try GitConfig.run(arguments, io)
    }
    for option in [global, mergeOnly, remove] where arguments.has(option) {
      throw .usage(.needs("--" + option.long, "--" + gitConfig.long))
    }
    if arguments.has(git) || arguments.has(gitAttempt) { return try GitMerge.run(arguments, io) }
    if arguments.has(ModelOptions.printModel) { return try ModelPrinting.run(arguments, io, spec) }
    do { try LineOption.check(arguments, excluded: MergeLines.excluded) } catch { throw .usage(error) }
    var options = try MergeArguments.options(arguments)
    options.schema = try ModelInput.read(arguments, io, spec).map { Schema($0) }
    try MergeArguments.checkTombstone(arguments, options.schema?.model)
    if arguments.areOfLines { return try MergeLines.run(arguments, options, io) }
    let layout = try MergeUsage.checkedLayout(arguments, options)
    let resolver = try Resolver(arguments)
    try MergeUsage.checkRoles(arguments, io)
    let inputs = try MergeInputs(arguments, options, io)
    var merge = try inputs.merge(options)
    if let resolver {
      do { merge = try resolver.answered(merge) } catch {
        io.say("\(spec.name): \(Diagnostics.words(error))\n")
        return .no
      }
    }
    try inputs.check(merge)
    if !arguments.has(.quiet) {
      for note in inputs.unused(options, arguments) + inputs.uncompared(merge) {
        io.say("\(spec.name): \(note)\n")
      }
    }
    describe(merge, inputs, arguments, io)
    var output = ResultOutput(layout: layout, arguments: arguments, io: io)
    if let file = arguments.value(report) {
      output.companions = [try Companion(file, ConflictReport.text(merge), io)]
    }
    if merge.isOpen {
      guard options.conflicts == .mark else {
        try output.writeBeside()
        return .no
      }
      let text = try marked(merge, inputs, arguments)
      try Destination(arguments, inPlace: arguments.operands[2], io).write(beside: output.companions) {
        output throws(SystemError) in try output.write(text)
      }
      return .no
    }
    try write(merge, inputs, options, to: output)
    return arguments.has(exitCode) && !merge.conflicts.isEmpty ? .no : .success
  }

  public static func arranged(_ words: [String]) -> [String] { GitMerge.arranged(words) }

  public static func supervise(_ words: [String], _ io: ToolIO) -> Int32? { GitMerge.supervise(words, io) }

  /// Says on the standard error which conflicts are open, or how many were resolved.
  private static func describe(
    _ merge: MergeResult, _ inputs: MergeInputs, _ arguments: ParsedArguments, _ io: ToolIO
  ) {
    let open = merge.conflicts.filter(\.isOpen)
    for line in inputs.lines(of: open, in: merge) { io.say("\(spec.name): \(line)\n") }
    let settled = merge.conflicts.count - open.count
    if settled == 0 || arguments.has(.quiet) { return }
    let name = inputs.inputs[2].name
    io.say("\(spec.name): \(name): \(settled) conflict\(settled == 1 ? "" : "s") resolved\n")
  }

  private static func marked(
    _ merge: MergeResult, _ inputs: MergeInputs, _ arguments: ParsedArguments
  ) throws(Failure) -> [UInt8] {
    func rendering(_ party: Party, _ label: Option) -> ConflictMarkers.Rendering {
      // A git before 2.44 hands its place holders on as they are.
      let given = arguments.value(label).flatMap { ["%X", "%S", "%Y"].contains($0) ? nil : $0 }
      return inputs.rendering(merge, for: party, label: given ?? party.rawValue)
    }
    return ConflictMarkers.text(
      current: rendering(.current, labelCurrent),
      pristine: arguments.has(markBase) ? rendering(.pristine, labelPristine) : nil,
      edited: rendering(.edited, labelEdited), size: try MergeUsage.markerSize(arguments))
  }

  private static func write(
    _ merge: MergeResult, _ inputs: MergeInputs, _ options: MergeOptions, to output: ResultOutput
  ) throws(Failure) {
    if output.arguments.has(asChange) {
      return try output.print(try inputs.change(by: merge, options) + [0x0A])
    }
    let edits = inputs.edits(merge)
    try output.write(
      edits, of: inputs.current, named: output.arguments.operands[2], isChanged: !edits.isEmpty)
  }
}
