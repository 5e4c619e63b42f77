internal import SZJSON

/// What is to be done about a value.
struct MergeOutcome {
  enum Decision {
    /// CURRENT stays as it is.
    case keep
    /// This stands in its place, or nothing.
    case take(Value?)
    /// EDITED's text stands in its place, as it is.
    case takeText(Value)
    /// Both sides have a container of one kind, to be merged part by part.
    case merge
  }

  var decision: Decision
  /// The number of the conflict when it is to be marked in the text.
  var mark: Int?

  static let keep = MergeOutcome(decision: .keep)
}
