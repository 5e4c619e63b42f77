/// How far two numbers may be apart and still count as equal: an amount, or a percentage of the one further from zero.
///
/// Exact: no number is rounded, however many digits it has. Law: `allows` is the same both ways round.
public struct NumberTolerance: Sendable {
  private let amount: DecimalNumber
  private let isPercent: Bool

  /// Reads `0.01`, `1e-9` or `5%`; nil for anything else, and for a negative amount.
  public init?(_ text: [UInt8]) {
    isPercent = text.last == UInt8(ascii: "%")
    let number = isPercent ? Array(text.dropLast()) : text
    guard let document = try? Document.read(number, .init()), document.kind(document.root) == .number else {
      return nil
    }
    amount = DecimalNumber(Value(document, document.root))
    if amount.isNegative || amount.digits == nil { return nil }
  }

  /// Whether two numbers may count as equal. Linear in their digits. One with an exponent of more than 17 digits is equal to itself only.
  public func allows(_ left: DecimalNumber, _ right: DecimalNumber) -> Bool {
    if left == right { return true }
    guard let leftDigits = left.digits, let rightDigits = right.digits, let digits = amount.digits else {
      return false
    }
    let first = DecimalTerm(leftDigits, left.exponent)
    let second = DecimalTerm(rightDigits, right.exponent)
    // The distance between them, less what is allowed, must not be above zero.
    var terms = [first.times(left.isNegative ? -1 : 1), second.times(right.isNegative ? 1 : -1)]
    if DecimalTerm.sign(of: terms) < 0 { terms = terms.map { $0.times(-1) } }
    if isPercent {
      let larger = DecimalTerm.sign(of: [first, second.times(-1)]) < 0 ? second : first
      for (number, digit) in digits.enumerated() {
        let place = amount.exponent + digits.count - 1 - number
        terms.append(larger.times(-Int(digit)).shifted(by: place - 2))
      }
    } else {
      terms.append(DecimalTerm(digits, amount.exponent).times(-1))
    }
    return DecimalTerm.sign(of: terms) <= 0
  }
}

/// A part of an exact sum: `factor × digits × 10^exponent`.
private struct DecimalTerm {
  private let digits: [UInt8]
  private var exponent: Int
  private var factor = 1

  /// `digits` from 0 to 9, the first one first.
  init(_ digits: [UInt8], _ exponent: Int) { (self.digits, self.exponent) = (digits, exponent) }

  func times(_ factor: Int) -> DecimalTerm {
    var term = self
    term.factor *= factor
    return term
  }

  func shifted(by places: Int) -> DecimalTerm {
    var term = self
    term.exponent += places
    return term
  }

  private var top: Int { exponent + digits.count - 1 }

  /// What the term adds at a decimal place.
  private func digit(at place: Int) -> Int {
    place > top || place < exponent ? 0 : factor * Int(digits[top - place])
  }

  /// Whether a sum is below zero (-1), zero, or above (1).
  ///
  /// It is added up from the highest place down, and ends where what is left cannot change the answer: all that the terms have
  /// below a place is worth less than the sum of their factors there. So no number is ever written out, and the cost is linear in
  /// the digits.
  static func sign(of all: [DecimalTerm]) -> Int {
    let terms = all.filter { $0.factor != 0 && $0.digits != [0] }
    guard var place = terms.map(\.top).max() else { return 0 }
    let bound = terms.reduce(0) { $0 + abs($1.factor) }
    var sum = 0
    while true {
      for term in terms { sum += term.digit(at: place) }
      if abs(sum) >= bound { return sum.signum() }
      let lower = terms.filter { $0.exponent < place }
      guard let next = lower.map({ min($0.top, place - 1) }).max() else { return sum.signum() }
      if sum == 0 {
        place = next
      } else {
        sum *= 10
        place -= 1
      }
    }
  }
}
