/// Which of two values comes first: numbers by value, dates by instant, other strings by their characters.
enum Timestamp {
  /// Whether `left` is the smaller, earlier or lower one; nil when the two cannot be compared.
  ///
  /// Two strings are dates when both are: ISO 8601 (one without a zone is taken as UTC) or `/Date(ms±hhmm)/`.
  static func isLess(_ left: Value, _ right: Value) -> Bool? {
    if left.kind == .number, right.kind == .number {
      let numbers = (DecimalNumber(left), DecimalNumber(right))
      return numbers.0.isLess(than: numbers.1)
    }
    guard left.kind.isString, right.kind.isString else { return nil }
    let texts = (left.document.characters(left.node), right.document.characters(right.node))
    if let first = milliseconds(texts.0), let second = milliseconds(texts.1) { return first < second }
    return texts.0.lexicographicallyPrecedes(texts.1)
  }

  /// Whether `left` is the earlier time; nil when one of them is none. Strings are times when they are dates.
  static func isEarlier(_ left: Value, _ right: Value, _ type: TypedValue) -> Bool? {
    if let first = type.date(left), let second = type.date(right) { return first < second }
    if left.kind == .number, right.kind == .number { return isLess(left, right) }
    guard left.kind.isString, right.kind.isString,
      let first = milliseconds(left.document.characters(left.node)),
      let second = milliseconds(right.document.characters(right.node))
    else { return nil }
    return first < second
  }

  /// Whether two values name one instant, each as a date.
  static func isSame(_ left: Value, _ right: Value) -> Bool {
    guard left.kind.isString, right.kind.isString,
      let first = milliseconds(left.document.characters(left.node)),
      let second = milliseconds(right.document.characters(right.node))
    else { return false }
    return first == second
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
