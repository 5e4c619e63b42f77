internal import SZMerge

/// What options and operands cannot mean together, found before anything is read or written.
enum MergeUsage {
  /// The layout of the output, once the command line has been checked.
  static func checkedLayout(
    _ arguments: ParsedArguments, _ options: MergeOptions
  ) throws(Failure) -> OutputLayout {
    try checkMarks(arguments, options)
    try checkFiles(arguments)
    do { return try OutputLayout(arguments) } catch { throw .usage(error) }
  }

  /// How many signs a marker has.
  static func markerSize(_ arguments: ParsedArguments) throws(Failure) -> Int {
    do { return try arguments.integer(MergeCommand.markerSize, in: 1...1000) ?? 7 } catch {
      throw .usage(error)
    }
  }

  private static func checkMarks(_ arguments: ParsedArguments, _ options: MergeOptions) throws(Failure) {
    if options.conflicts == .mark {
      for option in OutputLayout.options + [MergeCommand.asChange] where arguments.has(option) {
        throw .usage(.conflicting("--conflicts=mark", "--" + option.long))
      }
    } else {
      for option in [
        MergeCommand.markBase, MergeCommand.markerSize, MergeCommand.labelCurrent, MergeCommand.labelPristine,
        MergeCommand.labelEdited,
      ] where arguments.has(option) {
        throw .usage(.needs("--" + option.long, "--conflicts=mark"))
      }
    }
    for option in [MergeCommand.labelCurrent, MergeCommand.labelPristine, MergeCommand.labelEdited] {
      guard let label = arguments.value(option), label.utf8.contains(where: { $0 < 0x20 }) else { continue }
      throw .usage(
        .invalidValue(
          option: "--" + option.long, value: label, expected: "one line, without control characters"))
    }
    _ = try markerSize(arguments)
  }

  /// Checks that no file is named twice where that would cost data. The result may replace any of the three documents, as it
  /// holds what they have.
  static func checkRoles(_ arguments: ParsedArguments, _ io: ToolIO) throws(Failure) {
    var roles = FileRoles(io)
    for operand in arguments.operands {
      roles.reads(operand, mayBeReplaced: !arguments.has(MergeCommand.asChange))
    }
    if let name = arguments.value(MergeCommand.resolve) { roles.reads(name, option: MergeCommand.resolve) }
    roles.readsModel(arguments)
    try roles.writesResult(arguments, of: arguments.operands[2])
    if let name = arguments.value(MergeCommand.report) { try roles.writes(name, MergeCommand.report) }
  }

  private static func checkFiles(_ arguments: ParsedArguments) throws(Failure) {
    let sources = arguments.operands + [arguments.value(MergeCommand.resolve)].compactMap { $0 }
    if sources.filter({ $0 == "-" }).count > 1 { throw .usage(.standardInputTwice) }
    if arguments.has(.inPlace), arguments.has(MergeCommand.asChange) {
      throw .usage(.conflicting("--as-change", "--in-place"))
    }
    do { try Destination.check(arguments, inPlace: arguments.operands[2]) } catch { throw .usage(error) }
    // A report that takes the place of a document would be the end of it.
    guard let report = arguments.value(MergeCommand.report) else { return }
    do { try Destination.checkBeside([MergeCommand.report], arguments) } catch { throw .usage(error) }
    for name in arguments.operands where name == report && name != "-" {
      throw .usage(.conflicting("--report=" + report, name))
    }
  }
}
