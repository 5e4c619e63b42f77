extension Hashing {
  /// The hash of a string's characters, given as `range` of `bytes` without escapes.
  @inline(__always) public func characters(_ bytes: ByteView, _ range: Range<Int>) -> UInt64 {
    Hashing.string(bytes, range, keys.strings)
  }

  /// The hash of the characters of a string token with escapes, `range` of `bytes` with its quotes; equal to the other forms for
  /// the same characters.
  func escapedCharacters(_ bytes: ByteView, _ range: Range<Int>) -> UInt64 {
    // An escape is no shorter than what it stands for.
    if range.count - 2 >= Hashing.blockBytes {
      return Hashing.string(JSONString.decoded(bytes, range), keys.strings)
    }
    return Hashing.short(keys.strings) { add in JSONString.decode(bytes, range, add) }
  }

  /// The hash of a string's characters in `characters`; equal to the other forms for the same characters.
  public func characters(_ characters: [UInt8]) -> UInt64 { Hashing.string(characters, keys.strings) }

  /// The first lane of a name's place.
  @inline(__always) func firstLane(_ bytes: ByteView, _ range: Range<Int>) -> UInt64 {
    Hashing.string(bytes, range, keys.names.0) &>> 3 &+ keys.start.first
  }

  /// Where the member with this name belongs in a product: ``characters(_:_:)`` with other keys in each lane.
  @inline(__always) func name(_ bytes: ByteView, _ range: Range<Int>) -> Lanes {
    lanes(Hashing.string(bytes, range, keys.names.0), Hashing.string(bytes, range, keys.names.1))
  }

  func name(_ characters: [UInt8]) -> Lanes {
    lanes(Hashing.string(characters, keys.names.0), Hashing.string(characters, keys.names.1))
  }

  @inline(__always) func name(_ document: Document, _ node: Document.Node) -> Lanes {
    let range = document.range(node)
    return document.kind(node) == .string
      ? name(document.bytes, range.lowerBound + 1..<range.upperBound - 1)
      : name(JSONString.decoded(document.bytes, range))
  }

  @inline(__always) private func lanes(_ first: UInt64, _ second: UInt64) -> Lanes {
    Lanes(first: first &>> 3, second: second &>> 3) + keys.start
  }

  @inline(__always) private static func string(
    _ bytes: ByteView, _ range: Range<Int>, _ keys: HashKeys.Strings
  ) -> UInt64 {
    let count = range.count
    if count >= 16 { return longer(bytes, range, keys) }
    var sum = WordSum(keys.short)
    if count < 8 {
      sum.add(last(bytes.word(at: range.lowerBound), count), keys.first)
    } else {
      sum.add(bytes.word(at: range.lowerBound), keys.first)
      sum.add(last(bytes.word(at: range.lowerBound &+ 8), count &- 8), keys.second)
    }
    return sum.high
  }

  /// The last word of a string: `count` bytes of `word`, less than 8, and a 1 above them.
  @inline(__always) private static func last(_ word: UInt64, _ count: Int) -> UInt64 {
    let end: UInt64 = 1 &<< UInt64(truncatingIfNeeded: count &<< 3)
    return word & (end &- 1) | end
  }

  /// The same for sixteen bytes and more.
  @inline(never) private static func longer(
    _ bytes: ByteView, _ range: Range<Int>, _ keys: HashKeys.Strings
  ) -> UInt64 {
    let count = range.count
    if count >= blockBytes { return long(bytes, range, keys) }
    var index = range.lowerBound
    var sum = WordSum(keys.short)
    sum.add(bytes.word(at: index), keys.first)
    sum.add(bytes.word(at: index &+ 8), keys.second)
    index &+= 16
    var number = 2
    while index &+ 8 <= range.upperBound {
      sum.add(bytes.word(at: index), keys.words[number])
      index &+= 8
      number &+= 1
    }
    sum.add(last(bytes.word(at: index), range.upperBound &- index), keys.words[number])
    return sum.high
  }

  @inline(never) private static func long(
    _ bytes: ByteView, _ range: Range<Int>, _ keys: HashKeys.Strings
  ) -> UInt64 {
    var index = range.lowerBound
    var value = Lanes.one
    while index + blockBytes <= range.upperBound {
      value.multiply(by: keys.point)
      value.step(by: Lanes(word: block(bytes, index, keys)))
      index += blockBytes
    }
    var sum = WordSum(keys.long)
    sum.add(Lanes.canonical(value.first), keys.lanes.0)
    sum.add(Lanes.canonical(value.second), keys.lanes.1)
    var number = 0
    while index + 8 <= range.upperBound {
      sum.add(bytes.word(at: index), keys.words[number])
      index += 8
      number += 1
    }
    sum.add(last(bytes.word(at: index), range.upperBound - index), keys.words[number])
    return sum.high
  }

  /// The word that the block at `index` comes down to.
  @inline(__always) private static func block(
    _ bytes: ByteView, _ index: Int, _ keys: HashKeys.Strings
  ) -> UInt64 {
    var (high, low): (UInt64, UInt64) = (0, 0)
    var number = 0
    while number < blockWords {
      let left = bytes.word(at: index &+ number &* 8) &+ keys.block[number]
      let right = bytes.word(at: index &+ number &* 8 &+ 8) &+ keys.block[number + 1]
      let product = left.multipliedFullWidth(by: right)
      let (added, carry) = low.addingReportingOverflow(product.low)
      low = added
      high = high &+ product.high &+ (carry ? 1 : 0)
      number &+= 2
    }
    var sum = WordSum(keys.blockSum.0)
    sum.add(high, keys.blockSum.1)
    sum.add(low, keys.blockSum.2)
    return sum.high
  }

  /// The same for characters that are not part of a text: a long string is given a place in one.
  private static func string(_ characters: [UInt8], _ keys: HashKeys.Strings) -> UInt64 {
    if characters.count >= blockBytes {
      let source = SourceBytes(characters)
      return withExtendedLifetime(source) { longer(source.view, 0..<characters.count, keys) }
    }
    return short(keys) { add in for byte in characters { add(byte) } }
  }

  /// The hash of less than a block of characters that `each` hands over one by one.
  @inline(__always) private static func short(
    _ keys: HashKeys.Strings, _ each: ((UInt8) -> Void) -> Void
  ) -> UInt64 {
    var sum = WordSum(keys.short)
    var (word, shift, number): (UInt64, UInt64, Int) = (0, 0, 0)
    each { byte in
      word |= UInt64(byte) &<< shift
      shift &+= 8
      if shift == 64 {
        sum.add(word, keys.words[number])
        (word, shift, number) = (0, 0, number + 1)
      }
    }
    sum.add(word | 1 &<< shift, keys.words[number])
    return sum.high
  }
}
