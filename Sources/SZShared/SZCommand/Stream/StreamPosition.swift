internal import SZJSON

/// Counts lines and columns of a stream while its windows pass, by the rules of ``SourcePosition``.
struct StreamPosition {
  private var line = 1
  /// Characters since the start of the line.
  private var column = 0
  private var endsInCarriageReturn = false

  /// Goes past `range`, which holds whole characters.
  mutating func advance(_ bytes: ByteView, _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    if endsInCarriageReturn, bytes[range.lowerBound] == 0x0A { line -= 1 }
    endsInCarriageReturn = bytes[range.upperBound - 1] == 0x0D
    let breaks = StreamPosition.lineBreaks(bytes, range)
    var start = range.lowerBound
    if breaks > 0 {
      line += breaks
      column = 0
      start = range.upperBound
      while bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D { start -= 1 }
    }
    column += StreamPosition.characters(bytes, start..<range.upperBound)
  }

  /// The position of `offset` when everything before `start` has been passed.
  func position(of offset: Int, _ bytes: ByteView, from start: Int) -> SourcePosition {
    var copy = self
    copy.advance(bytes, start..<max(start, min(offset, bytes.count)))
    return SourcePosition(line: copy.line, column: copy.column + 1)
  }

  /// Line feeds, and carriage returns that no line feed follows.
  private static func lineBreaks(_ bytes: ByteView, _ range: Range<Int>) -> Int {
    var total = 0
    var index = range.lowerBound
    while index < range.upperBound {
      // At most 255 rounds, because each lane counts in a byte.
      let rounds = min(255, (range.upperBound - index) >> 4)
      if rounds == 0 { break }
      var feeds = SIMD16<UInt8>(repeating: 0)
      var returns = SIMD16<UInt8>(repeating: 0)
      let one = SIMD16<UInt8>(repeating: 1)
      let zero = SIMD16<UInt8>(repeating: 0)
      for _ in 0..<rounds {
        let vector: SIMD16<UInt8> = bytes.vector(at: index)
        let isFeed: SIMDMask<SIMD16<Int8>> = vector .== SIMD16<UInt8>(repeating: 0x0A)
        let isReturn: SIMDMask<SIMD16<Int8>> = vector .== SIMD16<UInt8>(repeating: 0x0D)
        feeds = feeds &+ zero.replacing(with: one, where: isFeed)
        returns = returns &+ zero.replacing(with: one, where: isReturn)
        index += 16
      }
      total += sum(feeds)
      if sum(returns) > 0 { total += loneReturns(bytes, index - rounds * 16..<index) }
    }
    while index < range.upperBound {
      if bytes[index] == 0x0A { total += 1 }
      if bytes[index] == 0x0D, bytes[index + 1] != 0x0A { total += 1 }
      index += 1
    }
    // A carriage return at the very end counts now; the line feed that may follow is told off by the next call.
    if bytes[range.upperBound - 1] == 0x0D, bytes[range.upperBound] == 0x0A { total += 1 }
    return total
  }

  private static func loneReturns(_ bytes: ByteView, _ range: Range<Int>) -> Int {
    var count = 0
    for index in range where bytes[index] == 0x0D && bytes[index + 1] != 0x0A { count += 1 }
    return count
  }

  /// Bytes that are not the continuation of a character.
  private static func characters(_ bytes: ByteView, _ range: Range<Int>) -> Int {
    var total = 0
    var index = range.lowerBound
    while index < range.upperBound {
      let rounds = min(255, (range.upperBound - index) >> 4)
      if rounds == 0 { break }
      var heads = SIMD16<UInt8>(repeating: 0)
      let one = SIMD16<UInt8>(repeating: 1)
      let zero = SIMD16<UInt8>(repeating: 0)
      for _ in 0..<rounds {
        let vector: SIMD16<UInt8> = bytes.vector(at: index)
        let signed = Bits.signed(vector)
        let isHead: SIMDMask<SIMD16<Int8>> = signed .>= SIMD16<Int8>(repeating: -64)
        heads = heads &+ zero.replacing(with: one, where: isHead)
        index += 16
      }
      total += sum(heads)
    }
    while index < range.upperBound {
      if !UTF8Check.isContinuation(bytes[index]) { total += 1 }
      index += 1
    }
    return total
  }

  private static func sum(_ lanes: SIMD16<UInt8>) -> Int {
    let wide: SIMD16<UInt16> = SIMD16<UInt16>(truncatingIfNeeded: lanes)
    return Int(wide.wrappedSum())
  }
}
