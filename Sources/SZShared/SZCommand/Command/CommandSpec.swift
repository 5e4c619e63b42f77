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

  public init(
    name: String, summary: String, operands: String, operandCount: ClosedRange<Int>, options: [Option],
    details: String, exitCodes: [String], vain: [VainOptions] = [], extraOperandHint: String? = nil
  ) {
    self.extraOperandHint = extraOperandHint
    self.vain = vain
    self.name = name
    self.summary = summary
    self.operands = operands
    self.operandCount = operandCount
    self.options = options + [.help, .version]
    self.details = details
    self.exitCodes = exitCodes
  }

  /// The version of all the tools.
  public static let version = "0.1.0"
}
