internal import SZFormats
internal import SZJSON
internal import SZModel
internal import SZOperations
internal import SZPatch

/// What `--only`, `--ignore` and `--tolerance` of `sz-patch` say.
struct PatchSelection {
  let selection: Selection
  let tolerances: [Tolerance]
  let paths: [(option: Option, paths: [JSONPath])]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let only = try PathOption.paths(arguments, PatchCommand.only)
    let ignored = try PathOption.paths(arguments, PatchCommand.ignore)
    selection = Selection(only: only, ignored: ignored)
    paths = [(PatchCommand.only, only), (PatchCommand.ignore, ignored)]
    tolerances = try ToleranceOption.tolerances(arguments)
  }
}

/// What `sz-patch` reads: a change, of which the paths leave a part, and its target.
struct PatchInputs {
  let change: PatchForm
  /// How many elements the paths leave as they are because they are replaced as a whole, and only something in them is in.
  private let partlyIn: Int
  let target: Document
  /// Whether TARGET is `/dev/null`, which is nothing; ``target`` is a place holder then, in whose place a document may come.
  let targetIsNothing: Bool
  let targetInput: Input

  /// - Throws: what is wrong with the operands, with a file, or with what stands in one.
  init(
    _ arguments: ParsedArguments, _ io: ToolIO, _ selection: PatchSelection, _ schema: Schema?
  ) throws(Failure) {
    let edits: [PathEdit]
    do { edits = try PathEditOptions.edits(arguments) } catch { throw .usage(error) }
    // Whoever says in options what to change, or only purges, has no change.
    let (changeName, targetName) = try PatchInputs.names(
      arguments, hasNoChange: !edits.isEmpty || arguments.has(PatchCommand.purge))
    try PatchInputs.checkFiles(arguments, io, changeName, targetName)

    let changeInput = try changeName.map { name throws(Failure) in try io.read(name) }
    let form: PatchForm =
      edits.isEmpty
      ? try PatchForm(changeInput ?? Input(name: "", source: SourceBytes(Array("{}".utf8))), arguments, io)
      : .edits(edits)
    // Last, as nobody else edits it until the result stands in its place.
    if arguments.has(.inPlace) { try io.lock(targetName, PatchCommand.spec, isQuiet: arguments.has(.quiet)) }
    targetIsNothing = targetName == PatchInputs.nothing
    targetInput =
      targetIsNothing
      ? Input(name: targetName, source: SourceBytes(Array("null\n".utf8))) : try io.read(targetName)
    let options = Document.ReadOptions(
      allowsDuplicates: arguments.has(.allowDuplicateKeys), allowsComments: arguments.has(.comments))
    do { target = try Document.read(targetInput.source, options) } catch {
      throw .notJSON(targetInput, error)
    }
    guard case .sz(let whole) = form else {
      (change, partlyIn, unused) = (form, 0, [])
      return
    }
    let part = SelectedChange(whole, by: selection.selection, on: target, schema)
    (change, partlyIn) = (.sz(part.change), part.partlyIn)
    let before = target
    var after: Document?
    let tolerated = UnusedPaths.notes(ToleranceOption.option, selection.tolerances.map(\.path), [target])
    unused =
      tolerated + part.ignoredKeys.map(UnusedPaths.ignoredKey)
      + selection.paths.flatMap { option, paths in
        UnusedPaths.notes(option, paths, [before]) {
          // What the whole change makes of the target, whether it fits or not.
          if after == nil {
            let options = PatchOptions(policy: .force, allowsDangling: true)
            let result =
              schema.flatMap { try? Patcher.apply(whole, to: before, options, under: $0) }
              ?? Patcher.apply(whole, to: before, options)
            after = result.base.edited(by: result.edits)
          }
          return after
        }
      }
  }

  /// What to say of paths that lead nowhere, neither in the target nor in what the change does.
  let unused: [String]

  /// What to say of elements of whose replacement the paths leave nothing.
  var note: String? {
    if partlyIn == 0 { return nil }
    let elements =
      partlyIn == 1 ? "1 element stays as it is: it is" : "\(partlyIn) elements stay as they are: each is"
    return "\(elements) replaced as a whole, and only a part of it is in; give the paths to sz-diff"
  }

  /// What the change, unless there is none, and the target are called.
  static func names(
    _ arguments: ParsedArguments, hasNoChange: Bool
  ) throws(Failure) -> (change: String?, target: String) {
    let change = arguments.value(PatchCommand.patch) ?? (hasNoChange ? nil : "-")
    let isTargetPiped = change == nil || arguments.has(PatchCommand.patch)
    guard let target = arguments.operands.first ?? (isTargetPiped ? "-" : nil) else {
      throw .usage(.missingOperands(["TARGET"], taken: arguments.taken))
    }
    if change == "-", target == "-" {
      throw .usage(
        arguments.has(PatchCommand.patch)
          ? .standardInputTwice : .needs("a TARGET on standard input", "--patch FILE"))
    }
    return (change, target)
  }

  /// The name of no document.
  static let nothing = "/dev/null"

  /// Checks that no file is named twice where that would cost data.
  static func checkFiles(
    _ arguments: ParsedArguments, _ io: ToolIO, _ change: String?, _ target: String
  ) throws(Failure) {
    var roles = FileRoles(io)
    if let change {
      roles.reads(change, option: arguments.has(PatchCommand.patch) ? PatchCommand.patch : nil)
    }
    roles.reads(target, mayBeReplaced: true)
    roles.readsModel(arguments)
    if !arguments.has(PatchCommand.check) {
      try roles.writesResult(arguments, of: arguments.operands.first)
    }
    for option in [PatchCommand.report, PatchCommand.rejects] {
      if let name = arguments.value(option) { try roles.writes(name, option) }
    }
  }
}
