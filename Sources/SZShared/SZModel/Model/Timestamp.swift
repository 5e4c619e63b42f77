public import SZJSON

/// Which of two values comes first: numbers by value, dates by instant, other strings by their characters.
public enum Timestamp {
  /// Whether `left` is the smaller, earlier or lower one; nil when the two cannot be compared.
  ///
  /// Two strings are dates when both are: ISO 8601 in any of its usual forms (one without a zone is taken as UTC, a
  /// day alone as its beginning) or `/Date(ms±hhmm)/`.
  static func isLess(_ left: Value, _ right: Value, _ type: TypedValue) -> Bool? {
    if let isEarlier = isEarlier(left, right, type) { return isEarlier }
    guard left.kind.isString, right.kind.isString else { return nil }
    return left.document.characters(left.node)
      .lexicographicallyPrecedes(right.document.characters(right.node))
  }

  /// Whether `left` is the earlier time; nil when one of them is none. Strings are times when they are dates.
  public static func isEarlier(_ left: Value, _ right: Value, _ type: TypedValue) -> Bool? {
    if let first = type.date(left), let second = type.date(right) { return first < second }
    if left.kind == .number, right.kind == .number {
      return DecimalNumber(left).isLess(than: DecimalNumber(right))
    }
    return instants(left, right).map { $0 < $1 }
  }

  /// Whether two values name one instant, each as a date.
  static func isSame(_ left: Value, _ right: Value) -> Bool {
    instants(left, right).map { $0 == $1 } ?? false
  }

  /// The instants that two strings name, exactly; nil when one of them is no date.
  private static func instants(_ left: Value, _ right: Value) -> (TypedDate, TypedDate)? {
    guard left.kind.isString, right.kind.isString,
      let first = TypedDate(anyForm: left.document.characters(left.node)),
      let second = TypedDate(anyForm: right.document.characters(right.node))
    else { return nil }
    return (first, second)
  }
}
