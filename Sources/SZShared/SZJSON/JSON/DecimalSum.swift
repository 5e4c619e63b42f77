/// Adds numbers exactly, digit by digit.
public enum DecimalSum {
  /// Beyond this many digits a sum is not made: `1e1000000` plus one would have a million.
  private static let largestSpan = 4096

  /// The text of `first + second - inPristine`; nil unless all of them (without the last: both) are numbers that can be added.
  public static func text(_ first: Value, plus second: Value, minus inPristine: Value?) -> [UInt8]? {
    var terms: [(digits: [UInt8], exponent: Int, isNegative: Bool)] = []
    for (value, isSubtracted) in [(first, false), (second, false)] + (inPristine.map { [($0, true)] } ?? []) {
      guard value.kind == .number else { return nil }
      let number = DecimalNumber(value)
      guard let digits = number.digits else { return nil }
      if number.isZero { continue }
      terms.append((digits, number.exponent, number.isNegative != isSubtracted))
    }
    guard let lowest = terms.map(\.exponent).min() else { return [UInt8(ascii: "0")] }
    let highest = terms.map { $0.exponent + $0.digits.count }.max() ?? lowest
    guard highest - lowest <= largestSpan, abs(lowest) <= largestSpan, abs(highest) <= largestSpan else {
      return nil
    }
    // Place by place, the lowest first, with one more for the carry.
    var places = [Int](repeating: 0, count: highest - lowest + 1)
    for term in terms {
      for (index, digit) in term.digits.reversed().enumerated() {
        places[term.exponent - lowest + index] += term.isNegative ? -Int(digit) : Int(digit)
      }
    }
    let isNegative = carried(&places)
    let scale = ([first, second] + (inPristine.map { [$0] } ?? [])).map(scale).max() ?? 0
    return scaled(text(places, lowest: lowest, isNegative: isNegative), to: min(scale, largestSpan))
  }

  /// How many digits a number has behind its point as it is written; 0 when it has an exponent.
  private static func scale(_ value: Value) -> Int {
    let text = value.document.text(value.node)
    guard let point = text.firstIndex(of: UInt8(ascii: ".")), !text.contains(where: { $0 | 0x20 == 0x65 })
    else {
      return 0
    }
    return text.count - point - 1
  }

  /// The text with zeros behind it, so that it has `scale` digits behind its point: a sum of amounts is an amount.
  private static func scaled(_ text: [UInt8], to scale: Int) -> [UInt8] {
    let point = text.firstIndex(of: UInt8(ascii: "."))
    let digits = point.map { text.count - $0 - 1 } ?? 0
    guard digits < scale else { return text }
    return text + (point == nil ? [UInt8(ascii: ".")] : [])
      + [UInt8](repeating: UInt8(ascii: "0"), count: scale - digits)
  }

  /// Makes every place a digit; answers whether the sum is negative.
  private static func carried(_ places: inout [Int]) -> Bool {
    var carry = 0
    for index in places.indices {
      let sum = places[index] + carry
      let digit = ((sum % 10) + 10) % 10
      places[index] = digit
      carry = (sum - digit) / 10
    }
    guard carry < 0 else { return false }
    // The places are the ten's complement of the magnitude.
    var borrow = 1
    for index in places.indices {
      let digit = 9 - places[index] + borrow
      places[index] = digit % 10
      borrow = digit / 10
    }
    return true
  }

  private static func text(_ places: [Int], lowest: Int, isNegative: Bool) -> [UInt8] {
    var digits = places.reversed().map { UInt8($0) + UInt8(ascii: "0") }
    if lowest > 0 {
      digits += [UInt8](repeating: UInt8(ascii: "0"), count: lowest)
    } else if lowest < 0 {
      let missing = 1 - lowest - digits.count
      if missing > 0 { digits = [UInt8](repeating: UInt8(ascii: "0"), count: missing) + digits }
      digits.insert(UInt8(ascii: "."), at: digits.count + lowest)
      while digits.last == UInt8(ascii: "0") { digits.removeLast() }
      if digits.last == UInt8(ascii: ".") { digits.removeLast() }
    }
    let first = digits.firstIndex { $0 != UInt8(ascii: "0") } ?? digits.count - 1
    var text = Array(digits[first...])
    if text.first == UInt8(ascii: ".") { text.insert(UInt8(ascii: "0"), at: 0) }
    return isNegative ? [UInt8(ascii: "-")] + text : text
  }
}
