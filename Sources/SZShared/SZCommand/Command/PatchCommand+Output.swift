internal import SZFormats
internal import SZJSON
internal import SZModel
internal import SZPatch

/// What becomes of the result of a patch: what is said of it, and what is written.
extension PatchCommand {
  /// Says on the standard error what does not fit, what was found elsewhere, and what was there already.
  static func describe(
    _ result: PatchResult, _ target: Input, _ arguments: ParsedArguments, _ io: ToolIO
  ) {
    var positions = SourcePositions(target.source.view)
    for misfit in result.misfits {
      io.say("\(spec.name): \(Diagnostics.located(target, misfit.offset, &positions)): \(misfit.message)\n")
    }
    if arguments.has(.quiet) { return }
    for consequence in result.consequences where result.misfits.isEmpty {
      io.say(
        "\(spec.name): \(Diagnostics.located(target, consequence.offset, &positions)): \(consequence.message)\n"
      )
    }
    for note in result.notes { io.say("\(spec.name): \(target.name): \(note)\n") }
    let (done, already) = (result.appliedCount, result.alreadyAppliedCount)
    if already > 0, done == 0, result.misfits.isEmpty {
      io.say("\(spec.name): \(target.name): already applied\n")
    } else if already > 0 {
      io.say(
        "\(spec.name): \(target.name): \(already) of \(done + already + result.misfits.count) parts were already applied\n"
      )
    }
  }

  /// The report and the rejects.
  static func companions(
    _ result: PatchResult, _ change: PatchForm, _ arguments: ParsedArguments, _ io: ToolIO
  ) throws(Failure) -> [Companion] {
    var companions: [Companion] = []
    if let file = arguments.value(report) {
      var writer = JSONWriter()
      writer.beginArray()
      for misfit in result.misfits { misfit.write(to: &writer) }
      for consequence in result.consequences { consequence.write(to: &writer) }
      writer.endArray()
      companions.append(try Companion(file, writer.text + [0x0A], io))
    }
    if let file = arguments.value(rejects), !arguments.has(check) {
      if result.misfits.isEmpty {
        // Those of an earlier run would be taken for what is left to do now.
        return companions + [Companion(removing: file, io)]
      }
      let text =
        Rejects.text(
          change.tree ?? ChangeTree(), rejected: result.rejected, moves: result.moves,
          replacements: result.replacements) + [0x0A]
      companions.append(try Companion(file, text, io))
    }
    return companions
  }

  /// Writes what changed in the target, in a format of `sz-diff`.
  static func write(
    _ format: DiffFormat, from target: Document, to made: Document, _ output: ResultOutput
  ) throws(Failure) {
    var options = DiffOptions()
    options.exactNumbers = output.arguments.has(.exactNumbers)
    let old = target.edited(by: SourceEdits(), hashing: made.hashing)
    let change = Differ.change(from: old, to: made, options)
    let text: [UInt8]
    do {
      text = try DiffText(
        change: change, shown: change, readOld: ReadDocument(old), readNew: ReadDocument(made), pairs: nil,
        options: options
      )
      .text(format, output.arguments, isTerminal: output.isTerminal, output.io)
    } catch { throw .told(error.reason) }
    try output.print(text, isOneText: format.isOneText)
  }
}
