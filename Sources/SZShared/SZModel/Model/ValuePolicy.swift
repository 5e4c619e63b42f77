/// How two edits of one value become one.
public enum ValuePolicy: String, CaseIterable, Sendable {
  /// The larger number, the later date, or the string behind the other in code point order.
  case max
  case min
  /// Of a counter: what both sides added to it.
  case sum
  /// Of a list that is a set: what either side added, less what either took away.
  case union
  case edited, current
}
