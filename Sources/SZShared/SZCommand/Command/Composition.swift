internal import SZJSON
internal import SZModel
internal import SZOperations
internal import SZPatch

/// `sz-patch --compose`: several changes as one.
enum Composition {
  private static let allowed =
    [
      PatchCommand.compose, .exactNumbers, .output, .quiet, .comments, .allowDuplicateKeys, PatchCommand.to,
      PatchCommand.asChange,
    ] + OutputLayout.options

  static func run(_ arguments: ParsedArguments, _ io: ToolIO) throws(Failure) -> ExitCode {
    for occurrence in arguments.occurrences
    where !allowed.contains(where: { $0.long == occurrence.option.long }) {
      throw .usage(.conflicting("--compose", "--" + occurrence.option.long))
    }
    if arguments.operands.filter({ $0 == "-" }).count > 1 { throw .usage(.standardInputTwice) }
    let layout: OutputLayout
    do { layout = try OutputLayout(arguments) } catch { throw .usage(error) }
    var inputs: [Input] = []
    for operand in arguments.operands { inputs.append(try io.read(operand)) }
    // What is no change behind several of them is what they are for.
    var changes: [(input: Input, change: PatchForm)] = []
    var target: Document?
    for (number, input) in inputs.enumerated() {
      do { changes.append((input, try PatchForm(input, arguments, io))) } catch {
        guard number > 0, number == inputs.count - 1, case .unusable = error else { throw error }
        let options = Document.ReadOptions(
          allowsDuplicates: arguments.has(.allowDuplicateKeys), allowsComments: arguments.has(.comments))
        do { target = try Document.read(input.source, options) } catch { throw .notJSON(input, error) }
      }
    }
    let output = ResultOutput(layout: layout, arguments: arguments, io: io)
    if let target { return try apply(changes, to: target, output) }
    if arguments.has(PatchCommand.to) { throw .usage(.needs("--to", "a TARGET behind the changes")) }
    var composed = ChangeTree()
    for (input, form) in changes {
      guard let change = form.tree else {
        throw .unusable(input, offset: 0, reason: "only changes of sz-change(5) are joined without a TARGET")
      }
      do { composed = try ChangeComposition.of(composed, change) } catch {
        switch error {
        case .conflict(let path):
          io.say(
            "\(PatchCommand.spec.name): \(input.name): does not fit what the changes before it make of \(path)\n"
          )
          return .no
        case .needsTarget(let path):
          throw .unusable(
            input, offset: 0,
            reason:
              "what becomes of \(path) hangs on elements that no change names; name a TARGET behind the changes"
          )
        }
      }
    }
    try output.print(ChangeWriter.text(composed) + [0x0A])
    return .success
  }

  /// Prints what the changes do to a target, one after the other.
  private static func apply(
    _ changes: [(input: Input, change: PatchForm)], to target: Document, _ output: ResultOutput
  ) throws(Failure) -> ExitCode {
    let arguments = output.arguments
    let hashing = Hashing(exactNumbers: arguments.has(.exactNumbers))
    var made = target.edited(by: SourceEdits(), hashing: hashing)
    for (source, form) in changes {
      let result: PatchResult
      switch form {
      case .sz(let change):
        result = Patcher.apply(change, to: made, PatchOptions(exactNumbers: arguments.has(.exactNumbers)))
      case .jsonPatch(let patch): result = patch.apply(to: made, exactNumbers: arguments.has(.exactNumbers))
      case .mergePatch(let patch): result = MergePatch.apply(patch, to: made)
      case .edits: continue
      }
      guard result.misfits.isEmpty, !result.leavesNothing else {
        for misfit in result.misfits {
          output.io.say("\(PatchCommand.spec.name): \(source.name): \(misfit.message)\n")
        }
        return .no
      }
      made = result.base.edited(by: result.edits, hashing: hashing)
    }
    try PatchCommand.write(DiffFormat(ofPatch: arguments) ?? .sz, from: target, to: made, output)
    return .success
  }
}
