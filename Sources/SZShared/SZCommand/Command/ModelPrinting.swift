internal import SZJSON
internal import SZModel

/// What `--print-model` does: it prints the model that the command line names in its JSON form, or with `--summary` what it means.
enum ModelPrinting {
  /// Printing what was printed gives the same bytes.
  static func run(_ arguments: ParsedArguments, _ io: ToolIO, _ spec: CommandSpec) throws(Failure) -> ExitCode
  {
    let layout: OutputLayout
    do { layout = try OutputLayout(arguments) } catch { throw .usage(error) }
    var roles = FileRoles(io)
    roles.readsModel(arguments)
    try roles.writesResult(arguments, of: nil)
    guard let model = try ModelInput.read(arguments, io, spec) else {
      throw .usage(.needs("--" + ModelOptions.printModel.long, "--model PATH"))
    }
    if arguments.has(ModelOptions.summary) {
      for option in OutputLayout.options where arguments.has(option) {
        throw .usage(.conflicting("--" + option.long, "--" + ModelOptions.summary.long))
      }
      let text = ModelSummary.lines(model).map { $0 + "\n" }.joined()
      try Destination(arguments, inPlace: nil, io).write { output throws(SystemError) in
        try output.write(Array(text.utf8))
      }
      return .success
    }
    try ResultOutput(layout: layout, arguments: arguments, io: io).print(ModelWriter.text(model) + [0x0A])
    return .success
  }
}
