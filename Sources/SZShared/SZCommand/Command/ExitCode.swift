/// How a tool ends.
public enum ExitCode: Int32, Sendable {
  /// Done.
  case success = 0
  /// The answer is "no": there are differences, a change does not apply, a conflict is left.
  case no = 1
  /// Usage, an unreadable or malformed input, a failed write.
  case trouble = 2
}
