extension DecimalNumber {
  /// The number that a value is; its kind is asked before.
  public init(_ value: Value) { self.init(value.document.bytes, value.document.range(value.node)) }

  var isZero: Bool { magnitude == .small(0) }

  /// The significant digits from 0 to 9, the first one first; nil for a number that is kept as text.
  var digits: [UInt8]? {
    switch magnitude {
    case .small(let value): String(value).utf8.map { $0 &- 0x30 }
    case .large(let ascii): ascii.map { $0 &- 0x30 }
    case .text: nil
    }
  }

  /// Whether the number is smaller than `other`; nil when an exponent of either is beyond 17 digits.
  public func isLess(than other: DecimalNumber) -> Bool? {
    guard let digits, let others = other.digits else { return nil }
    if isZero || other.isZero || isNegative != other.isNegative {
      let signs = (isZero ? 0 : isNegative ? -1 : 1, other.isZero ? 0 : other.isNegative ? -1 : 1)
      return signs.0 < signs.1
    }
    // The place of the first digit decides, then the digits one by one.
    let places = (exponent + digits.count, other.exponent + others.count)
    if places.0 != places.1 { return (places.0 < places.1) != isNegative }
    if digits == others { return false }
    return digits.lexicographicallyPrecedes(others) != isNegative
  }
}
