/// The secrets of a ``Hashing``.
final class HashKeys: Sendable {
  /// How many words of a long string are taken together.
  static let blockWords = 16

  /// What a string is hashed with. A class, because it is large and looked into for each string.
  final class Strings: Sendable {
    /// Begins the sum of a string of less than a block.
    let short: WordSum.Key
    /// Begins the sum of a longer one.
    let long: WordSum.Key
    /// The first two of `words`, which most strings need no more than.
    let first: WordSum.Key
    let second: WordSum.Key
    /// For the words of what is not a whole block. The words stand in the object itself: nothing is followed to them.
    let words: InlineArray<16, WordSum.Key>
    /// For the numbers that the blocks come down to.
    let lanes: (WordSum.Key, WordSum.Key)
    /// Added to the words of a block.
    let block: InlineArray<16, UInt64>
    /// For the two words that a block comes down to.
    let blockSum: (WordSum.Key, WordSum.Key, WordSum.Key)
    /// Where the polynomial of the blocks is evaluated.
    let point: Lanes

    fileprivate init(_ random: inout KeyStream.Words) {
      short = random.key()
      long = random.key()
      let words = InlineArray<16, WordSum.Key> { _ in random.key() }
      self.words = words
      (first, second) = (words[0], words[1])
      lanes = (random.key(), random.key())
      block = InlineArray<16, UInt64> { _ in random.word() }
      blockSum = (random.key(), random.key(), random.key())
      point = random.pair()
    }
  }

  /// What containers of one height are hashed with.
  struct Level: Sendable {
    /// Bring a container of this height down to a word.
    let first: WordSum.Key
    let second: WordSum.Key
    /// Begin their sums, by what they are.
    let array: WordSum.Key
    let object: WordSum.Key
    /// What such a word is multiplied with, and what is added, before it becomes part of the container around it.
    let factors: (UInt64, UInt64)
    let addends: (UInt64, UInt64)

    fileprivate init(_ random: inout KeyStream.Words) {
      first = random.key()
      second = random.key()
      (array, object) = (random.key(), random.key())
      factors = (random.element(), random.element())
      addends = (random.element(), random.element())
    }
  }

  let strings: Strings
  let names: (Strings, Strings)
  let literals: [UInt64]
  let small: WordSum.Key
  let large: WordSum.Key
  let text: WordSum.Key
  let exact: WordSum.Key
  let digits: WordSum.Key
  let exponent: WordSum.Key
  let tuple: WordSum.Key
  /// The place of an array's first element, and what is added for each that follows; names are moved by the first.
  let start: Lanes
  let step: Lanes
  /// Spreads hashes over a table.
  let spread: UInt64
  private let parts: [WordSum.Key]
  /// The keys of containers of the first heights; that of one that holds no other is 0.
  let low: InlineArray<8, Level>
  static let lowLevels = 8
  private let stream: KeyStream

  /// The keys of this run.
  static let ofThisRun: HashKeys = {
    var random = SystemRandomNumberGenerator()
    return HashKeys((random.next(), random.next(), random.next(), random.next()))
  }()

  init(_ seed: (UInt64, UInt64, UInt64, UInt64)) {
    stream = KeyStream(seed)
    var random = KeyStream.Words(stream, number: 0)
    strings = Strings(&random)
    names = (Strings(&random), Strings(&random))
    literals = (0..<3).map { _ in random.word() }
    (small, large, text, exact) = (random.key(), random.key(), random.key(), random.key())
    (digits, exponent, tuple) = (random.key(), random.key(), random.key())
    (start, step) = (random.pair(), random.pair())
    spread = random.word() | 1
    parts = (0..<4).map { _ in random.key() }
    let stream = stream
    low = InlineArray<8, Level> { HashKeys.level($0, stream) }
  }

  /// The keys of containers of a height that ``low`` does not have.
  @inline(never) func tall(_ height: Int) -> Level { HashKeys.level(height, stream) }

  private static func level(_ height: Int, _ stream: KeyStream) -> Level {
    var random = KeyStream.Words(stream, number: 2 + UInt64(height))
    return Level(&random)
  }

  /// The key of a part of a composite identity.
  @inline(__always) func part(_ number: Int) -> WordSum.Key {
    if number < parts.count { return parts[number] }
    let words = stream.block(UInt64(number), of: 1)
    return WordSum.Key(high: words[0], low: words[1])
  }
}
