/// 64-bit hashes of values: equal values have one hash, and nobody can prepare two others that have.
///
/// Two documents are compared by hash only when both were read with one `Hashing`. All keys are secrets of the run.
///
/// **Law.** For any two different values that were chosen without knowing the keys, the probability that their hashes are equal
/// is less than 2^-61 for two scalars of up to 1 MB, and less than 2^-60 times the greater number of levels for containers
/// of up to 2^27 children each. (``HashKeys`` makes its keys of 256 random bits by ChaCha20. What follows is for keys
/// drawn one by one, as are those of a system's generator, which are made in the same way.)
///
/// *Scalars.*
/// - A string is a sequence of words: eight bytes each, the last one with a 1 above its bytes, so that the last word is
///   never 0 and different strings, of whatever lengths, are different sequences even with zeros behind. Its hash is the
///   high word of a ``WordSum``: equal for two of less than 128 bytes with a chance below 2^-63.
/// - Of a longer one each block of 128 bytes comes down to two words by the sum of the products of its words in pairs, a secret added
///   to each word (NH, Black et al. 1999: two different blocks come down to the same with 2^-64 at most, because one factor of
///   a product that differs is as good as random and the other's difference is not 0 modulo 2^64), and these to one by a
///   ``WordSum``: 2^-63. The words of the blocks are coefficients of a polynomial in each of two ``Lanes``, which begins
///   with 1 and so tells their number: different ones meet at a secret point with `(blocks/2^61)^2`, less than 2^-92 for 1 MB.
///   Both lanes and the words behind the last block are summed up as above. Altogether less than 2^-61.6.
/// - A number is the sequence of its digits as one word and of exponent and sign as another (``DecimalNumber``); more than 18 digits
///   are hashed as a string first, which adds its chance to that of the sum. A literal is a secret.
/// - Sums of different kinds begin with different secrets: their difference is uniform, and the high words are equal with
///   2^-63.
///
/// *Containers* (``ContainerHash``). A container is a product of `place + part` over its children in both lanes. The place
/// of a member is a hash of its name by keys of its own in each lane; that of an element is its index times a secret; every place
/// has one secret more added, so that the product is a polynomial in that secret whose roots are the children. Where the child is a
/// scalar, its part is its hash; where it is a container of height `j`, it is `a + b * hash` with secrets `a` and `b` of
/// that height. Both lanes of the product come down to a word by a ``WordSum`` with keys of the container's own height.
///
/// Keys of a height are used by containers of that height and those around them alone, so whatever stands deeper is fixed before they
/// are drawn. Take two different containers and assume that different containers below have different hashes, level by
/// level down to a child of the one that is not one of the other: there is one at some place and height. Then
/// - at that place the children differ and their hashes are equal: the bound of one level less;
/// - or a child at another place makes up for it. Of `n` children one has an equal `place + part` in a lane with `n * 2^-58` at most,
///   because the difference of two names' hashes (of the high 61 bits of a sum: 2^-58 for any value it should have), of two indexes times
///   a secret, or of two different words times `b` is as good as uniform and drawn apart from all else in it: in
///   both lanes `n^2 * 2^-116`;
/// - or the roots differ at a greatest height and the products are equal: the secret added there makes that `n/2^61` in a lane,
///   its square in both (at greater heights the roots are the same and cancel, but for a factor 0: as much again);
/// - or the lanes differ and the words they come down to are equal: 2^-63, a container of another height or kind included.
///
/// So a level adds less than 2^-61 for `n` up to 2^27.
///
/// *Arrays as multisets* (``unordered``) have no index in their places. One child may be made up for by any that differs,
/// so a level of `n` differing elements adds `n * 2^-62` instead.
public struct Hashing: Sendable {
  let keys: HashKeys
  /// Numbers are equal when their text is, not their value.
  public let exactNumbers: Bool
  /// Arrays are multisets: their order does not count.
  public let unordered: Bool

  /// How many words of a long string are taken together.
  static let blockWords = HashKeys.blockWords
  static let blockBytes = 128

  public init(exactNumbers: Bool = false, unordered: Bool = false) {
    self.init(keys: HashKeys.ofThisRun, exactNumbers: exactNumbers, unordered: unordered)
  }

  /// With keys that are no secret: for tests.
  public init(seed: UInt64, exactNumbers: Bool = false, unordered: Bool = false) {
    self.init(keys: HashKeys((seed, 0, 0, 0)), exactNumbers: exactNumbers, unordered: unordered)
  }

  private init(keys: HashKeys, exactNumbers: Bool, unordered: Bool) {
    self.keys = keys
    self.exactNumbers = exactNumbers
    self.unordered = unordered
  }

  /// Whether both hash scalars alike.
  public func hashesScalars(as other: Hashing) -> Bool {
    keys === other.keys && exactNumbers == other.exactNumbers
  }

  /// Whether both hash all values alike.
  func hashesAll(as other: Hashing) -> Bool { hashesScalars(as: other) && unordered == other.unordered }

  /// The same, for arrays whose order does not count.
  public var ofSets: Hashing { Hashing(keys: keys, exactNumbers: exactNumbers, unordered: true) }

  @inline(__always) public func literal(_ literal: Literal) -> UInt64 {
    keys.literals[Int(literal.rawValue)]
  }

  /// The hash of a number, by value unless ``exactNumbers``.
  @inline(__always) func number(_ bytes: ByteView, _ range: Range<Int>) -> UInt64 {
    if exactNumbers { return number(keys.exact, characters(bytes, range), 0) }
    if range.count <= 19 {
      // Digits, perhaps with a point among them, are their own canonical form but for zeros at their end.
      var value: UInt64 = 0
      var index = range.lowerBound
      let negative = bytes[index] == UInt8(ascii: "-")
      if negative { index += 1 }
      while index < range.upperBound, ASCII.isDigit(bytes[index]) {
        value = value &* 10 &+ UInt64(bytes[index] &- 0x30)
        index += 1
      }
      var exponent = 0
      if bytes[index] == UInt8(ascii: "."), index < range.upperBound {
        index += 1
        let fraction = index
        while index < range.upperBound, ASCII.isDigit(bytes[index]) {
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
    case .small(let digits):
      decimal(digits, exponent: number.exponent, negative: number.isNegative)
    case .large(let digits):
      self.number(
        keys.large, characters(digits), Hashing.scale(number.exponent, negative: number.isNegative))
    case .text(let text): self.number(keys.text, characters(text), number.isNegative ? 1 : 0)
    }
  }

  @inline(__always) private func decimal(_ digits: UInt64, exponent: Int, negative: Bool) -> UInt64 {
    number(keys.small, digits, Hashing.scale(exponent, negative: negative))
  }

  /// Exponent and sign in one word; 0 for those of most numbers.
  @inline(__always) private static func scale(_ exponent: Int, negative: Bool) -> UInt64 {
    UInt64(bitPattern: Int64(exponent)) &<< 1 | (negative ? 1 : 0)
  }

  @inline(__always) private func number(_ start: WordSum.Key, _ digits: UInt64, _ scale: UInt64) -> UInt64 {
    var sum = WordSum(start)
    sum.add(digits, keys.digits)
    if scale != 0 { sum.add(scale, keys.exponent) }
    return sum.high
  }

  /// The hash of two hashes in order, such as a member's name and value: that of their ``Tuple``.
  public func pair(_ first: UInt64, _ second: UInt64) -> UInt64 {
    var sum = WordSum(keys.tuple)
    sum.add(first, keys.part(0))
    sum.add(second, keys.part(1))
    return sum.high
  }

  /// The hash of several hashes in order, as of the parts of a composite identity; that of one is itself.
  ///
  /// Different tuples of one length have one hash with a chance below 2^-63, beside that of their parts.
  public struct Tuple {
    private let keys: HashKeys
    private var first: UInt64 = 0
    private var count = 0
    private var sum: WordSum

    public init(_ hashing: Hashing) {
      keys = hashing.keys
      sum = WordSum(keys.tuple)
    }

    public mutating func add(_ part: UInt64) {
      if count == 0 { first = part }
      sum.add(part, keys.part(count))
      count += 1
    }

    public var hash: UInt64 { count == 1 ? first : sum.high }
  }

  /// The hash of several hashes in any order, each as often as it is there; 0 where there is none.
  ///
  /// A product, as that of containers: hashes of numbers and of pairs are sums themselves, and of a sum of them `1, 4` and `2, 3` had one.
  /// `n` hashes and others have one with a chance below `n * 2^-58`.
  public struct AnyOrder {
    private let start: UInt64
    private var product: UInt64 = 1
    private var isEmpty = true

    public init(_ hashing: Hashing) { start = hashing.keys.start.first }

    public mutating func add(_ hash: UInt64) {
      product = Lanes.times(product, start &+ (hash & Lanes.prime))
      isEmpty = false
    }

    public var hash: UInt64 { isEmpty ? 0 : product }
  }
}
