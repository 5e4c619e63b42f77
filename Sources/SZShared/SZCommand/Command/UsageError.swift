/// A mistake on the command line.
public enum UsageError: Error, Equatable, Sendable {
  case unknownOption(String, nearest: String?)
  case ambiguousOption(String, candidates: [String])
  case missingValue(String)
  case unexpectedValue(String)
  case invalidValue(option: String, value: String, expected: String)
  /// Operands that are missing, and the options that took what follows them as their value.
  case missingOperands([String], taken: [TakenValue])
  case extraOperand(String)
  /// Two options that exclude each other.
  case conflicting(String, String)
  /// An option that a format has no use for.
  case unsuited(String, to: String)
  /// A name that other programs have for what is called `known` here.
  case foreignOption(String, known: String)
  /// More than one operand is the standard input.
  case standardInputTwice
  /// Two names of one file, where one is written and the other would be lost by it.
  case sameFile(String, String)
  /// An option that wants another one, or an operand, beside it.
  case needs(String, String)
  /// A program that is several tools is asked for one that it is not.
  case unknownTool(String, tools: [String])
}

/// A word of the command line that became the value of the option before it.
public struct TakenValue: Equatable, Sendable {
  public let option: String
  public let value: String
}
