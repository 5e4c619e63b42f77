/// What a tool says of itself: the data behind its parser and its help.
public struct CommandSpec: Sendable {
  public let name: String
  /// What the tool does, a few words in lower case.
  public let summary: String
  /// What follows the options in the synopsis, such as `OLD NEW`.
  public let operands: String
  /// How many operands there may be.
  public let operandCount: ClosedRange<Int>
  public let options: [Option]
  /// Paragraphs under the synopsis.
  public let details: String
  /// What to say of an operand too many; nil for nothing more.
  let extraOperandHint: String?
  /// What the exit codes mean for this tool, from 0 on.
  public let exitCodes: [String]
  /// Which options have no effect beside others.
  let vain: [VainOptions]

  /// What the tool takes beside options.
  public struct Operands: Sendable {
    let names: String
    let count: ClosedRange<Int>
    let hint: String?

    /// `hint` is what to say of one too many.
    public init(_ names: String, count: ClosedRange<Int>, hint: String? = nil) {
      (self.names, self.count, self.hint) = (names, count, hint)
    }
  }

  /// What the help has besides options and operands.
  public struct Help: Sendable {
    let summary: String
    let details: String
    let exitCodes: [String]

    public init(summary: String, details: String, exitCodes: [String]) {
      (self.summary, self.details, self.exitCodes) = (summary, details, exitCodes)
    }
  }

  public init(name: String, operands: Operands, options: [Option], vain: [VainOptions] = [], help: Help) {
    self.name = name
    (self.operands, operandCount, extraOperandHint) = (operands.names, operands.count, operands.hint)
    self.options = options + [.help, .version]
    self.vain = vain
    (summary, details, exitCodes) = (help.summary, help.details, help.exitCodes)
  }

  /// The version of all the tools.
  public static let version = "0.1.0"
}
