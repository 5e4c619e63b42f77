/// 64-bit hashes of values that agree wherever two values are equal.
///
/// Two documents are compared by hash only when both were read with one `Hashing`. The seed is random, so that
/// nobody can prepare an input whose values collide. Mixing is by folded multiplication (the 128-bit product's
/// halves xored), as in wyhash.
package struct Hashing: Sendable {
  let seed: UInt64
  /// Numbers are equal when their text is, not their value.
  package let exactNumbers: Bool
  /// Arrays are multisets: their order does not count.
  package let unordered: Bool

  package init(exactNumbers: Bool = false, unordered: Bool = false) {
    var generator = SystemRandomNumberGenerator()
    self.init(seed: generator.next(), exactNumbers: exactNumbers, unordered: unordered)
  }

  init(seed: UInt64, exactNumbers: Bool = false, unordered: Bool = false) {
    self.seed = seed
    self.exactNumbers = exactNumbers
    self.unordered = unordered
  }

  static let prime1: UInt64 = 0xA076_1D64_78BD_642F
  static let prime2: UInt64 = 0xE703_7ED1_A0B4_28DB
  static let prime3: UInt64 = 0x8EBC_6AF0_9C88_C6E3

  /// The folded product of two words.
  @inline(__always) static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }

  @inline(__always) func literal(_ literal: Literal) -> UInt64 {
    // Another multiplier than a number's: true is not 1.
    Hashing.mix(seed ^ UInt64(literal.rawValue &+ 1), Hashing.prime2)
  }

  /// The hash of a string's characters, given as `range` of `bytes` without escapes.
  @inline(__always) func characters(_ bytes: ByteView, _ range: Range<Int>) -> UInt64 {
    var hash = seed ^ UInt64(truncatingIfNeeded: range.count) &* Hashing.prime2
    var index = range.lowerBound
    while index + 8 <= range.upperBound {
      hash = Hashing.mix(hash ^ bytes.word(at: index), Hashing.prime1)
      index += 8
    }
    let rest = range.upperBound - index
    if rest > 0 {
      let tail = bytes.word(at: index) & (UInt64.max &>> UInt64(64 - rest * 8))
      hash = Hashing.mix(hash ^ tail, Hashing.prime2)
    }
    return hash ^ hash &>> 32
  }

  /// The hash of the characters of a string token with escapes, `range` of `bytes` with its quotes; equal to the other forms for
  /// the same characters.
  func escapedCharacters(_ bytes: ByteView, _ range: Range<Int>) -> UInt64 {
    var count = 0
    JSONString.decode(bytes, range) { _ in count += 1 }
    return characters(count: count) { add in JSONString.decode(bytes, range, add) }
  }

  /// The hash of a string's characters in `characters`; equal to the other forms for the same characters.
  func characters(_ characters: [UInt8]) -> UInt64 {
    self.characters(count: characters.count) { add in for byte in characters { add(byte) } }
  }

  /// The hash of `count` characters that `each` hands over one by one.
  @inline(__always) private func characters(count: Int, _ each: ((UInt8) -> Void) -> Void) -> UInt64 {
    var hash = seed ^ UInt64(truncatingIfNeeded: count) &* Hashing.prime2
    var (word, shift): (UInt64, UInt64) = (0, 0)
    each { byte in
      word |= UInt64(byte) &<< shift
      shift &+= 8
      if shift == 64 {
        hash = Hashing.mix(hash ^ word, Hashing.prime1)
        (word, shift) = (0, 0)
      }
    }
    if shift > 0 { hash = Hashing.mix(hash ^ word, Hashing.prime2) }
    return hash ^ hash &>> 32
  }

  /// The hash of a number, by value unless ``exactNumbers``.
  @inline(__always) func number(_ bytes: ByteView, _ range: Range<Int>) -> UInt64 {
    if exactNumbers { return Hashing.mix(characters(bytes, range), Hashing.prime3) }
    if range.count <= 19 {
      // Digits, perhaps with a point among them, are their own canonical form but for zeros at their end.
      var value: UInt64 = 0
      var index = range.lowerBound
      let negative = bytes[index] == UInt8(ascii: "-")
      if negative { index += 1 }
      while index < range.upperBound, Lexer.isDigit(bytes[index]) {
        value = value &* 10 &+ UInt64(bytes[index] &- 0x30)
        index += 1
      }
      var exponent = 0
      if bytes[index] == UInt8(ascii: "."), index < range.upperBound {
        index += 1
        let fraction = index
        while index < range.upperBound, Lexer.isDigit(bytes[index]) {
          value = value &* 10 &+ UInt64(bytes[index] &- 0x30)
          index += 1
        }
        exponent = fraction - index
      }
      // 19 digits are one more than the other form keeps in a word.
      if index == range.upperBound, exponent != 0 || range.count <= 18 {
        if bytes[index - 1] == UInt8(ascii: "0") {
          if value == 0 { return decimal(0, exponent: 0, negative: false) }
          while value % 10 == 0 {
            value /= 10
            exponent += 1
          }
        }
        return decimal(value, exponent: exponent, negative: negative)
      }
    }
    return canonical(DecimalNumber(bytes, range))
  }

  @inline(never) private func canonical(_ number: DecimalNumber) -> UInt64 {
    switch number.magnitude {
    case .small(let digits): decimal(digits, exponent: number.exponent, negative: number.isNegative)
    case .large(let digits):
      decimal(characters(digits), exponent: number.exponent, negative: number.isNegative)
    case .text(let text): Hashing.mix(characters(text), Hashing.prime3)
    }
  }

  /// Digits and exponent are mixed one after the other: a sum of both could be made to collide without the seed.
  @inline(__always) private func decimal(_ digits: UInt64, exponent: Int, negative: Bool) -> UInt64 {
    let hash = Hashing.mix(seed ^ digits, negative ? Hashing.prime1 : Hashing.prime3)
    if exponent == 0 { return hash }
    return Hashing.mix(hash ^ UInt64(bitPattern: Int64(exponent)), seed ^ Hashing.prime2)
  }

  /// What a member adds to its object's sum: members count whatever their order.
  @inline(__always) func member(name: UInt64, value: UInt64) -> UInt64 {
    Hashing.mix(name ^ Hashing.prime1, value ^ Hashing.prime2)
  }

  /// The hash of an array so far, with one more element.
  @inline(__always) func element(after hash: UInt64, value: UInt64) -> UInt64 {
    unordered
      ? hash &+ Hashing.mix(value ^ Hashing.prime1, Hashing.prime3)
      : Hashing.mix(hash ^ value, Hashing.prime1) &+ Hashing.prime3
  }

  /// The hash that an empty container starts with.
  @inline(__always) func start(_ kind: ContainerKind) -> UInt64 {
    kind == .object ? seed &* Hashing.prime1 : seed &* Hashing.prime2
  }

  /// The final hash of a container.
  @inline(__always) func finish(_ kind: ContainerKind, _ hash: UInt64) -> UInt64 {
    Hashing.mix(hash, kind == .object ? Hashing.prime2 : Hashing.prime3)
  }
}
