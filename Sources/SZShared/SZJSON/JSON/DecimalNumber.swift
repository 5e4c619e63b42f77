/// A JSON number as an exact decimal, in a form that is the same for equal values.
///
/// The value is `magnitude × 10^exponent`, and the magnitude does not end in zero, so `1`, `1.0`, `10e-1` and
/// `0.1e1` have one form. Zero has no sign and exponent 0. Nothing is rounded, however many digits there are. Only a
/// number whose exponent itself leaves 17 digits is kept as text.
public struct DecimalNumber: Equatable, Sendable {
  public enum Magnitude: Equatable, Sendable {
    /// At most 18 significant digits.
    case small(UInt64)
    /// More digits than that: ASCII, neither end a zero.
    case large([UInt8])
    /// The whole token, where the exponent is beyond 10^17.
    case text([UInt8])
  }

  public let isNegative: Bool
  public let magnitude: Magnitude
  public let exponent: Int

  /// Reads the number token in `range`, which the grammar has checked.
  public init(_ bytes: ByteView, _ range: Range<Int>) {
    var index = range.lowerBound
    let negative = bytes[index] == UInt8(ascii: "-")
    if negative { index += 1 }
    let digitsStart = index
    var pointAt = -1
    // Where the significant digits start and end, leading and trailing zeros left out.
    var first = -1
    var last = -1
    while index < range.upperBound {
      let byte = bytes[index]
      if byte == UInt8(ascii: ".") {
        pointAt = index
      } else if ASCII.isDigit(byte) {
        if byte != UInt8(ascii: "0") {
          if first < 0 { first = index }
          last = index
        }
      } else {
        break
      }
      index += 1
    }
    let digitsEnd = index
    if first < 0 {
      (isNegative, magnitude, exponent) = (false, .small(0), 0)
      return
    }
    guard let written = DecimalNumber.exponent(bytes, index..<range.upperBound) else {
      (isNegative, magnitude, exponent) = (negative, .text(bytes.array(digitsStart..<range.upperBound)), 0)
      return
    }
    let integerEnd = pointAt < 0 ? digitsEnd : pointAt
    // How many places the last significant digit stands left of the decimal point (negative: right of it).
    let shift = last < integerEnd ? integerEnd - 1 - last : integerEnd - last
    let inside = pointAt > first && pointAt < last
    let count = last - first + 1 - (inside ? 1 : 0)
    if count <= 18 {
      var value: UInt64 = 0
      for position in first...last where position != pointAt {
        value = value &* 10 &+ UInt64(bytes[position] &- 0x30)
      }
      magnitude = .small(value)
    } else {
      var digits: [UInt8] = []
      digits.reserveCapacity(count)
      for position in first...last where position != pointAt { digits.append(bytes[position]) }
      magnitude = .large(digits)
    }
    isNegative = negative
    exponent = written + shift
  }

  /// Whether the value is an integer, however it is written; false where the exponent is beyond 10^17.
  public var isInteger: Bool {
    if case .text = magnitude { false } else { exponent >= 0 }
  }

  /// The number where it is an integer of at most 18 digits; nil for others.
  public var integer: Int? {
    guard case .small(var value) = magnitude, (0..<18).contains(exponent) else { return nil }
    for _ in 0..<exponent {
      value *= 10
      if value > 999_999_999_999_999_999 { return nil }
    }
    return isNegative ? -Int(value) : Int(value)
  }

  /// The number as a value of its own document; nil where its exponent is beyond 10^17.
  public var value: Value? {
    var text: [UInt8] = isNegative ? [UInt8(ascii: "-")] : []
    switch magnitude {
    case .small(let digits): text += Array(String(digits).utf8)
    case .large(let digits): text += digits
    case .text: return nil
    }
    if exponent != 0 { text += Array("e\(exponent)".utf8) }
    return JSONWriter.value { $0.append(number: text) }
  }

  /// The written exponent in `range` (empty, or from the letter e on); nil beyond 17 digits.
  private static func exponent(_ bytes: ByteView, _ range: Range<Int>) -> Int? {
    guard !range.isEmpty else { return 0 }
    var index = range.lowerBound + 1
    let negative = bytes[index] == UInt8(ascii: "-")
    if negative || bytes[index] == UInt8(ascii: "+") { index += 1 }
    while index < range.upperBound, bytes[index] == UInt8(ascii: "0") { index += 1 }
    guard range.upperBound - index <= 17 else { return nil }
    var value = 0
    while index < range.upperBound {
      value = value * 10 + Int(bytes[index] &- 0x30)
      index += 1
    }
    return negative ? -value : value
  }
}
