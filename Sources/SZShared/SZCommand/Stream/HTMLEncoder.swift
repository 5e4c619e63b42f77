internal import SZJSON

/// Encodes the strings of a stream as HTML, character by character; what needs nothing keeps its bytes.
struct HTMLEncoder: HTMLConverter {
  /// More than the longest reference takes when every character of it is an escape.
  static let longestWhole = 2048

  var warning = StreamWarning()
  private var answers: HTMLAnswers
  /// The answers for the first 128 characters, asked before all else.
  private let ascii: [HTMLAnswers.Entry]
  /// The same, with a length of 0 for those that depend on what stands behind them.
  private let simple: [HTMLAnswers.Entry]
  private var references: HTMLReferenceReader
  private let encoding: HTMLEncoding
  private let isMinimal: Bool
  private let isRaw: Bool
  private let keepsReferences: Bool
  // Lanes that the scan compares with; a lane of `highMask` is zero where characters from U+0080 on are let through.
  private let firstQuote: SIMD16<Int8>
  private let secondQuote: SIMD16<Int8>
  private let backslash: SIMD16<Int8>
  private let highMask: SIMD16<Int8>
  var hasChanged = false

  init(_ encoding: HTMLEncoding, _ ask: @escaping (UInt32) -> [UInt8]) {
    self.encoding = encoding
    var answers = HTMLAnswers { scalar in encoding.fixedAnswer(scalar) ?? ask(scalar) }
    let ascii = (0..<128).map { answers.entry($0) }
    self.ascii = ascii
    var simple = ascii
    if !encoding.isRaw { simple[0x5C] = HTMLAnswers.unknown }
    if !encoding.encodes(ascii: 0x22) { simple[0x22] = HTMLAnswers.unknown }
    if encoding.keepsReferences { simple[0x26] = HTMLAnswers.unknown }
    self.simple = simple
    self.answers = answers
    references = HTMLReferenceReader(hasEscapes: !encoding.isRaw)
    isMinimal = encoding.isMinimal
    isRaw = encoding.isRaw
    keepsReferences = encoding.keepsReferences
    // Where a character needs no lane of its own, the lane looks for the ampersand once more.
    firstQuote = SIMD16(repeating: encoding.encodes(ascii: 0x22) ? 0x22 : 0x26)
    secondQuote = SIMD16(repeating: encoding.encodes(ascii: 0x27) ? 0x27 : 0x26)
    backslash = SIMD16(repeating: encoding.isRaw ? 0x26 : 0x5C)
    highMask = SIMD16(repeating: encoding.isMinimal ? 0 : -1)
  }

  /// Encoding can be undone, but where `&` and `&amp;` are both left as `&amp;`.
  var mayJoin: Bool { keepsReferences }

  /// The first byte from `start` that may need something, or `end`.
  @inline(__always) func firstSpecial(_ bytes: ByteView, from start: Int, to end: Int) -> Int {
    var index = start
    while index < end {
      let words = specials(bytes, at: index)
      if words[0] != 0 { return min(end, index + words[0].trailingZeroBitCount >> 3) }
      if words[1] != 0 { return min(end, index + 8 + words[1].trailingZeroBitCount >> 3) }
      index += 16
    }
    return end
  }

  /// A byte of ones for each of sixteen bytes that may need something.
  @inline(__always) private func specials(_ bytes: ByteView, at index: Int) -> SIMD2<UInt64> {
    let vector: SIMD16<UInt8> = bytes.vector(at: index)
    let signed = Bits.signed(vector)
    let joined: SIMD16<Int8> = signed | SIMD16<Int8>(repeating: 2)
    // `<` and `>` differ in the bit that is set here.
    let brackets: SIMDMask<SIMD16<Int8>> = joined .== SIMD16<Int8>(repeating: 0x3E)
    let ampersand: SIMDMask<SIMD16<Int8>> = signed .== SIMD16<Int8>(repeating: 0x26)
    let quote: SIMDMask<SIMD16<Int8>> = signed .== firstQuote
    let apostrophe: SIMDMask<SIMD16<Int8>> = signed .== secondQuote
    let escape: SIMDMask<SIMD16<Int8>> = signed .== backslash
    let masked: SIMD16<Int8> = signed & highMask
    let high: SIMDMask<SIMD16<Int8>> = masked .< SIMD16<Int8>(repeating: 0)
    let one: SIMDMask<SIMD16<Int8>> = brackets .| ampersand
    let two: SIMDMask<SIMD16<Int8>> = quote .| apostrophe
    let three: SIMDMask<SIMD16<Int8>> = escape .| high
    let four: SIMDMask<SIMD16<Int8>> = one .| two
    let all: SIMDMask<SIMD16<Int8>> = three .| four
    return Bits.words(all)
  }

  /// Encodes the inside of a string, or a text; answers where what comes next must begin.
  @inline(never) mutating func rewrite(
    _ bytes: ByteView, _ range: Range<Int>, isLast: Bool, _ writer: inout EditWriter
  ) -> Int {
    var index = range.lowerBound
    let end = range.upperBound
    while index < end {
      // One look at 64 bytes serves all of them that need something. What lies behind the end is padding at most.
      let base = index
      let words = specials(bytes, at: base)
      if words[0] | words[1] == 0 {
        index &+= 16
        continue
      }
      index = base &+ 64
      var lanes = LaneBits.before(end &- base, of: lanes(bytes, at: base, words))
      if base &- writer.copied > 64 { writer.copy(to: base) }
      while lanes != 0 {
        lanes = encodeSimple(bytes, base, lanes, &writer)
        if lanes == 0 { break }
        let special = base &+ lanes.trailingZeroBitCount
        let next = encodeSpecial(bytes, special, end, isLast, &writer)
        if next == special { return special }
        lanes = LaneBits.from(next &- base, of: lanes)
        index = max(index, next)
      }
      index = max(index, writer.copied)
    }
    return end
  }

  /// One bit for each of 64 bytes that may need something; `words` has the first sixteen.
  @inline(__always) private func lanes(_ bytes: ByteView, at index: Int, _ words: SIMD2<UInt64>) -> UInt64 {
    LaneBits.of(words)
      | LaneBits.of(specials(bytes, at: index &+ 16)) &<< 16
      | LaneBits.of(specials(bytes, at: index &+ 32)) &<< 32
      | LaneBits.of(specials(bytes, at: index &+ 48)) &<< 48
  }

  /// Encodes those of 64 bytes that ``lanes`` names, up to the first that takes a closer look; answers the lanes that
  /// are left.
  @inline(__always) private mutating func encodeSimple(
    _ bytes: ByteView, _ base: Int, _ lanes: UInt64, _ writer: inout EditWriter
  ) -> UInt64 {
    var lanes = lanes
    var copied = writer.copied
    // All that stands before the lanes, at most twice 64 bytes, and an answer for each; stores may go too far by 32.
    var run = writer.buffer.begin(room: 128 + 64 * 16 + 32)
    while lanes != 0 {
      let lane = lanes.trailingZeroBitCount
      let index = base &+ lane
      let word = bytes.word(at: index)
      var length = 1
      var rest = lanes & (lanes &- 1)
      let entry: HTMLAnswers.Entry
      if word & 0x80 == 0 {
        // `\"` counts as a quotation mark, without a branch.
        let isQuote = word & 0xFFFF == 0x225C
        entry = simple[isQuote ? 0x22 : Int(truncatingIfNeeded: word & 0x7F)]
        length &+= isQuote ? 1 : 0
        rest &= ~((isQuote ? 2 : 0) &<< UInt64(truncatingIfNeeded: lane))
      } else if word & 0xE0 == 0xC0 {
        entry = answers.known(
          UInt32(truncatingIfNeeded: (word & 0x1F) &<< 6 | (word &>> 8) & 0x3F))
        length = 2
        rest &= rest &- 1
      } else {
        break
      }
      let answerLength = HTMLAnswers.length(of: entry)
      if answerLength == 0 { break }
      run.append(bytes, copied..<index)
      run.append(entry, count: answerLength)
      copied = index &+ length
      lanes = rest
    }
    writer.buffer.end(run)
    if copied != writer.copied {
      writer.extendReplaced(to: copied)
      hasChanged = true
    }
    return lanes
  }

  /// Encodes what stands at `index`; answers the index behind it, or `index` when it must be seen with what follows.
  @inline(__always) private mutating func encodeSpecial(
    _ bytes: ByteView, _ start: Int, _ end: Int, _ isLast: Bool, _ writer: inout EditWriter
  ) -> Int {
    var index = start
    let byte = bytes[index]
    if byte >= 0x80 {
      writer.replace(index..<index)
      hasChanged = true
      repeat {
        let (scalar, length) = UTF8Check.scalar(bytes, at: index)
        let entry = answers.entry(scalar)
        writer.buffer.append(entry, count: HTMLAnswers.length(of: entry))
        index &+= length
      } while index < end && bytes[index] >= 0x80
      writer.extendReplaced(to: index)
      return index
    }
    if byte == UInt8(ascii: "\\"), !isRaw { return escape(bytes, index, end, isLast, &writer) }
    if byte == UInt8(ascii: "&"), keepsReferences {
      switch references.read(bytes, from: index + 1, to: end, isLast: isLast, .anyName) {
      case .cut: return index
      case .reference(_, let behind): return behind
      case .none: break
      }
    }
    let entry = ascii[Int(byte)]
    writer.replace(index..<index &+ 1)
    writer.buffer.append(entry, count: HTMLAnswers.length(of: entry))
    hasChanged = true
    return index &+ 1
  }

  @inline(__always) private mutating func replace(
    _ range: Range<Int>, by scalar: UInt32, _ writer: inout EditWriter
  ) {
    let entry = answers.entry(scalar)
    writer.replace(range)
    writer.buffer.append(entry, count: HTMLAnswers.length(of: entry))
    hasChanged = true
  }

  /// Encodes the escape at `index`; answers the index behind it, or `index` when it must be seen with what follows.
  private mutating func escape(
    _ bytes: ByteView, _ index: Int, _ end: Int, _ isLast: Bool, _ writer: inout EditWriter
  ) -> Int {
    guard bytes[index + 1] == UInt8(ascii: "u") else {
      // Of the short escapes only the quotation mark's can stand for a character that is encoded.
      if bytes[index + 1] == UInt8(ascii: "\""), encoding.encodes(ascii: 0x22) {
        replace(index..<index + 2, by: 0x22, &writer)
      }
      return index + 2
    }
    let unit = JSONString.codeUnit(bytes, at: index + 2)
    if unit < 0x80 {
      let byte = UInt8(truncatingIfNeeded: unit)
      guard encoding.encodes(ascii: byte) else { return index + 6 }
      if byte == UInt8(ascii: "&"), keepsReferences {
        switch references.read(bytes, from: index + 6, to: end, isLast: isLast, .anyName) {
        case .cut: return index
        case .reference(_, let behind): return behind
        case .none: break
        }
      }
      replace(index..<index + 6, by: UInt32(unit), &writer)
      return index + 6
    }
    guard unit & 0xF800 == 0xD800 else {
      if !isMinimal { replace(index..<index + 6, by: UInt32(unit), &writer) }
      return index + 6
    }
    if unit < 0xDC00 {
      if index + 12 > end, !isLast { return index }
      if index + 12 <= end, bytes[index + 6] == UInt8(ascii: "\\"), bytes[index + 7] == UInt8(ascii: "u") {
        let low = JSONString.codeUnit(bytes, at: index + 8)
        if low & 0xFC00 == 0xDC00 {
          let scalar = 0x10000 + UInt32(unit & 0x3FF) << 10 + UInt32(low & 0x3FF)
          if !isMinimal { replace(index..<index + 12, by: scalar, &writer) }
          return index + 12
        }
      }
    }
    warning.note(at: index)
    return index + 6
  }
}
