/// Two numbers modulo the prime 2^61 - 1, reckoned with side by side and by keys that have nothing to do with each other:
/// what happens by chance in one happens in both by the square of that chance.
///
/// Numbers may be a little larger than the prime; ``canonical(_:)`` has them below it.
struct Lanes: Sendable, Equatable {
  var first: UInt64
  var second: UInt64

  static let prime: UInt64 = 1 << 61 - 1
  static let one = Lanes(first: 1, second: 1)

  /// The word as an element of each lane; both together have all of its bits.
  @inline(__always) init(word: UInt64) { (first, second) = (word & Lanes.prime, word &>> 3) }

  @inline(__always) init(first: UInt64, second: UInt64) { (self.first, self.second) = (first, second) }

  /// The product of two numbers below 2^62 and 2^63, below 2^61 + 8.
  @inline(__always) static func times(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return folded((product.low & prime) &+ (product.high &<< 3 | product.low &>> 61))
  }

  /// A number below 2^61 + 8 that is equal to any word.
  @inline(__always) static func folded(_ word: UInt64) -> UInt64 { (word & prime) &+ (word &>> 61) }

  @inline(__always) mutating func multiply(by factor: Lanes) {
    first = Lanes.times(first, factor.first)
    second = Lanes.times(second, factor.second)
  }

  /// The sum, which is not folded: two such sums fit a factor.
  @inline(__always) static func + (left: Lanes, right: Lanes) -> Lanes {
    Lanes(first: left.first &+ right.first, second: left.second &+ right.second)
  }

  @inline(__always) mutating func step(by step: Lanes) {
    first = Lanes.folded(first &+ step.first)
    second = Lanes.folded(second &+ step.second)
  }

  /// The number below the prime that is equal to one below 2^61 + 8.
  @inline(__always) static func canonical(_ number: UInt64) -> UInt64 {
    number >= prime ? number &- prime : number
  }
}
