internal import SZFormats
internal import SZJSON
internal import SZModel
internal import SZOperations
internal import SZPatch

/// `sz-patch`: applies a change to a document.
public enum PatchCommand: Tool {
  static let patch = Option(
    "patch", short: "p", .required("FILE", .bytes),
    help: "read the change from FILE, and TARGET from the standard input if not named")
  static let format = Option(
    "format", short: "f", .required("FORMAT", .words(PatchForm.Name.allCases.map(\.rawValue))),
    help:
      "what the change is: sz, as sz-diff writes it; json-patch, RFC 6902; or merge-patch, RFC 7396 (default: json-patch "
      + "where it has the shape of one, else sz)")
  static let reverse = Option(
    "reverse", short: "R", help: "undo the change",
    foreignNames: ["--undo": "--reverse", "--revert": "--reverse"])
  static let check = Option(
    "check", help: "write nothing; exit with 1 when the change does not fit",
    foreignNames: ["--dry-run": "--check", "-n": "--check"])
  static let force = Option(
    "force", help: "carry out the change whatever the target holds: the last write wins")
  static let skip = Option(
    "skip", help: "apply what fits and leave out the rest; exit with 1 if there is any")
  static let rejects = Option(
    "rejects", .required("FILE", .bytes),
    help: "with --skip: write what was left out to FILE, as a change to apply later")
  static let report = Option(
    "report", .required("FILE", .bytes), help: "write what does not fit to FILE, as JSON")
  static let purge = Option(
    "purge", .required("NAME"),
    help:
      "then remove every element of an array that is an object with \"NAME\": true; without --patch, do only that"
  )

  static let ignore = Option(
    "ignore", .required("PATH"),
    help: "leave alone what is at or below PATH, as in sz-path(7); can be repeated")
  static let only = Option(
    "only", .required("PATH"),
    help: "apply only what changes at or below PATH, as in sz-path(7); can be repeated")
  static let to = Option(
    "to", .required("FORMAT", .words(DiffFormat.allCases.map(\.rawValue))),
    help: "print what changes in TARGET, in a format of sz-diff, instead of the result")
  static let asChange = Option(
    "as-change", help: "the same as --to=sz; with --reverse and no TARGET, the change turned round")
  static let compose = Option(
    "compose",
    help:
      "print the change that does what several do, one after the other; with a TARGET behind them, what they do to that"
  ).withOperands("CHANGE...", counts: Array(1...1000))
  static let delegate = Option(
    "delegate", .required("ENTITY=COMMAND", .bytes),
    help:
      "with --model: ask a program, started by sh -c, how entities of this kind are made and patched; can be repeated"
  )
  static let delegateTimeout = Option(
    "delegate-timeout", .required("SECONDS"),
    help: "how long a delegate may say nothing before it counts as broken (default 60)")

  /// What only a change that knows its old values has a use for.
  static let ofChanges =
    [reverse, ignore, only, ToleranceOption.option, force, skip, rejects, ModelOptions.model] + modelled

  private static let own =
    [
      patch, format, reverse, check, ignore, only, force, skip, rejects, report, purge,
    ]
    + PathEditOptions.all + [to, asChange, compose, .exactNumbers, ToleranceOption.option, .inPlace]
    + LineOption.common
  private static let modelled = [ModelOptions.dangling, ModelOptions.noDefaults, delegate, delegateTimeout]

  private static let vain = [
    VainOptions([to, asChange, rejects, delegateTimeout] + OutputLayout.options, where: [[.given(check)]]),
    VainOptions([skip], where: [[.given(check), .absent(purge)]]),
    VainOptions(
      [format, force, skip, rejects, .exactNumbers, ToleranceOption.option] + modelled,
      where: [[.given(purge), .absent(patch)]]),
    .besidePrintModel(own + [.quiet, .comments, .allowDuplicateKeys] + modelled),
  ]

  public static let spec = CommandSpec(
    name: "sz-patch",
    operands: CommandSpec.Operands(
      "[TARGET]", count: 0...1,
      hint: "the change is read from the standard input, or from the FILE of --patch"),
    options: own + [.output, .quiet, .comments, .allowDuplicateKeys] + ModelOptions.all + modelled
      + OutputLayout.options,
    vain: vain,
    help: CommandSpec.Help(
      summary: "apply a change to a JSON document",
      details: """
        Applies a change that sz-diff made, in the format of sz-change(5), to TARGET and prints the result; a JSON Patch or \
        a merge patch as well. The change is read from the standard input unless --patch names a file. Bytes that the change does not concern come out as \
        they went in.

        Every old value is checked first. What does not fit is listed, and then nothing is written.
        """,
      exitCodes: [
        "done", "the change does not fit the target",
        "trouble: usage, an unreadable or malformed input, a failed write",
      ]))

  public static func run(_ arguments: ParsedArguments, _ io: ToolIO) throws(Failure) -> ExitCode {
    if arguments.has(ModelOptions.printModel) { return try ModelPrinting.run(arguments, io, spec) }
    do { try LineOption.check(arguments, excluded: PatchLines.excluded) } catch { throw .usage(error) }
    if arguments.has(compose) { return try Composition.run(arguments, io) }
    let layout = try checkedUsage(arguments)
    if arguments.areOfLines { return try PatchLines.run(arguments, io) }
    if arguments.has(asChange), arguments.has(reverse), arguments.operands.isEmpty {
      return try turnRound(layout, arguments, io)
    }
    let selection: PatchSelection
    do throws(UsageError) { selection = try PatchSelection(arguments) } catch { throw .usage(error) }
    let schema = try ModelInput.read(arguments, io, spec).map { Schema($0) }
    try checkPurge(arguments, schema?.model)
    let delegates = try Delegates(arguments, schema?.model)
    let inputs = try PatchInputs(arguments, io, selection, schema)
    if let note = inputs.note, !arguments.has(.quiet) {
      io.say("\(spec.name): \(inputs.targetInput.name): \(note)\n")
    }
    if !arguments.has(.quiet) {
      let roots = inputs.targetIsNothing ? [] : [inputs.target]
      for note in inputs.unused + RootNotes.notes(arguments, schema, roots) {
        io.say("\(spec.name): \(note)\n")
      }
    }
    let run = PatchRun(
      inputs: inputs, schema: schema, delegates: delegates, tolerances: selection.tolerances,
      arguments: arguments, io: io)
    guard var result = try run.result() else { return .no }

    let answer: ExitCode = result.misfits.isEmpty ? .success : .no
    let isCarriedOut = answer == .success || arguments.has(skip)
    let isWritten = isCarriedOut && !arguments.has(check)
    if isWritten, result.leavesNothing {
      for option in [Option.inPlace, .output] where arguments.has(option) {
        describe(result, inputs.targetInput, arguments, io)
        throw .told(
          "\(inputs.targetInput.name): nothing is left of the document, which --\(option.long) cannot write")
      }
    }
    var (edits, base) = (result.edits, result.base)
    var isChanged = !edits.isEmpty || base !== inputs.target
    describe(result, inputs.targetInput, arguments, io)
    if isCarriedOut, !result.leavesNothing, let marker = arguments.value(purge) {
      base = base.edited(by: edits)
      let purged = Purge.edits(base, marker: MemberName(marker), schema, selection.selection)
      edits = purged.edits
      isChanged = isChanged || !edits.isEmpty
      // The places are those of what the change made.
      for reference in purged.left where !arguments.has(.quiet) {
        io.say("\(spec.name): \(inputs.targetInput.name): \(reference.message)\n")
      }
      result.consequences += purged.left
    }
    let output = ResultOutput(
      layout: layout, arguments: arguments, io: io,
      companions: try companions(result, inputs.change, arguments, io))
    guard isWritten else {
      try output.writeBeside()
      return answer
    }
    if result.leavesNothing {
      try Destination(file: nil, io).write(beside: output.companions) { _ throws(SystemError) in }
    } else if let format = DiffFormat(ofPatch: arguments) {
      let made = base.edited(by: edits, hashing: hashing(arguments))
      try write(format, from: inputs.target, to: made, output)
    } else {
      try output.write(edits, of: base, named: arguments.operands.first, isChanged: isChanged)
    }
    return answer
  }

  /// What is purged under a model is what the model calls a mark of deletion.
  private static func checkPurge(_ arguments: ParsedArguments, _ model: Model?) throws(Failure) {
    guard let name = arguments.value(purge) else { return }
    if name.isEmpty {
      throw .usage(.invalidValue(option: "--purge", value: name, expected: "a name"))
    }
    guard let model else { return }
    let names = Set(([model.tombstone] + model.entities.map(\.tombstone)).compactMap { $0 })
    if names.contains(name) { return }
    let expected = names.isEmpty ? "there is none" : names.sorted().joined(separator: ", ")
    throw .usage(
      .invalidValue(option: "--purge", value: name, expected: "a tombstone of the model: \(expected)"))
  }

  private static func checkedUsage(_ arguments: ParsedArguments) throws(Failure) -> OutputLayout {
    if arguments.has(force), arguments.has(skip) { throw .usage(.conflicting("--force", "--skip")) }
    if arguments.has(purge), arguments.has(reverse) { throw .usage(.conflicting("--purge", "--reverse")) }
    if let edit = PathEditOptions.all.first(where: { arguments.has($0) }),
      let other = ([patch, format] + ofChanges).first(where: { arguments.has($0) })
    {
      throw .usage(.conflicting("--" + edit.long, "--" + other.long))
    }
    if arguments.has(to), arguments.has(asChange) { throw .usage(.conflicting("--to", "--as-change")) }
    for option in [to, asChange] where arguments.has(option) && arguments.has(.inPlace) {
      throw .usage(.conflicting("--" + option.long, "--in-place"))
    }
    if arguments.has(rejects), !arguments.has(skip) { throw .usage(.needs("--rejects", "--skip")) }
    for option in [Option.inPlace, .output] where arguments.has(option) && arguments.has(check) {
      throw .usage(.conflicting("--check", "--" + option.long))
    }
    do throws(UsageError) {
      try Destination.check(arguments, inPlace: arguments.operands.first)
      try Destination.checkBeside([report, rejects], arguments, writesResult: !arguments.has(check))
      return try OutputLayout(arguments)
    } catch { throw .usage(error) }
  }

  private static func hashing(_ arguments: ParsedArguments) -> Hashing {
    Hashing(exactNumbers: arguments.has(.exactNumbers))
  }

  /// Prints the change turned round, without a target.
  private static func turnRound(
    _ layout: OutputLayout, _ arguments: ParsedArguments, _ io: ToolIO
  ) throws(Failure) -> ExitCode {
    let input = try io.read(arguments.value(patch) ?? "-")
    guard case .sz(let change) = try PatchForm(input, arguments, io) else { return .trouble }
    if change.needsTargetToTurn {
      throw .unusable(
        input, offset: 0,
        reason: "where members stood that it moves or deletes only a TARGET tells; name that")
    }
    let output = ResultOutput(layout: layout, arguments: arguments, io: io)
    try output.print(ChangeWriter.text(change) + [0x0A])
    return .success
  }
}
