/// A mistake on the command line.
package enum UsageError: Error, Equatable, Sendable {
  case unknownOption(String, nearest: String?)
  case ambiguousOption(String, candidates: [String])
  case missingValue(String)
  case unexpectedValue(String)
  case invalidValue(option: String, value: String, expected: String)
  case missingOperand(String)
  case extraOperand(String)
  /// Two options that exclude each other.
  case conflicting(String, String)
  /// An option that wants another one, or an operand, beside it.
  case needs(String, String)
}
