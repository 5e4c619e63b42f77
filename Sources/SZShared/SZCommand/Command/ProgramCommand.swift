/// What runs when the program with the tools in it is called by no tool's name and without one: it says which there are.
public enum ProgramCommand: Tool {
  static let tools = ["diff", "patch", "merge", "jsondate"]

  public static let spec = CommandSpec(
    name: "sz",
    operands: CommandSpec.Operands("TOOL [ARGUMENT]...", count: 1...Int.max),
    options: [],
    help: CommandSpec.Help(
      summary: "diff, patch, merge and convert JSON",
      details: """
        One program has the tools diff, patch, merge and jsondate. It is the one that it is called by, as sz-diff, or that its first
        word names.

        'sz TOOL --help' says what a tool does.
        """,
      exitCodes: ["help was asked for", "(not used)", "no tool was named"]))

  /// What is behind the name of a tool is not for this one.
  public static func arranged(_ words: [String]) -> [String] {
    words.first.map { $0.hasPrefix("-") } ?? true ? words : ["--"] + words
  }

  public static func run(_ arguments: ParsedArguments, _ io: ToolIO) throws(Failure) -> ExitCode {
    throw .usage(.unknownTool(arguments.operands[0], tools: tools))
  }
}
