/// Which of two values comes first: numbers by value, dates by instant, other strings by their characters.
enum Timestamp {
  /// Whether `left` is the smaller, earlier or lower one; nil when the two cannot be compared.
  ///
  /// Two strings are dates when both are: ISO 8601 (one without a zone is taken as UTC) or `/Date(ms±hhmm)/`.
  static func isLess(_ left: Value, _ right: Value, _ type: TypedValue) -> Bool? {
    if let isEarlier = isEarlier(left, right, type) { return isEarlier }
    guard left.kind.isString, right.kind.isString else { return nil }
    return left.document.characters(left.node)
      .lexicographicallyPrecedes(right.document.characters(right.node))
  }

  /// Whether `left` is the earlier time; nil when one of them is none. Strings are times when they are dates.
  static func isEarlier(_ left: Value, _ right: Value, _ type: TypedValue) -> Bool? {
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

  /// The instants that two strings name; nil when one of them is no date.
  private static func instants(_ left: Value, _ right: Value) -> (Int, Int)? {
    guard left.kind.isString, right.kind.isString,
      let first = milliseconds(left.document.characters(left.node)),
      let second = milliseconds(right.document.characters(right.node))
    else { return nil }
    return (first, second)
  }

  /// The instant that a date names, in UTC milliseconds since 1970; nil when the characters are no date.
  static func milliseconds(_ characters: [UInt8]) -> Int? {
    let source = SourceBytes(characters)
    let whole = 0..<characters.count
    if let reading = ISODate.read(source.view, whole) {
      let zone = reading.zone ?? .utc
      return ISODate.instant(reading, seconds: reading.seconds(in: zone), zone, source.view)?.milliseconds
    }
    return DotNetDate.read(source.view, whole, DotNetDate.Reading())?.instant.milliseconds
  }
}

extension DecimalNumber {
  init(_ value: Value) { self.init(value.document.bytes, value.document.range(value.node)) }
}
