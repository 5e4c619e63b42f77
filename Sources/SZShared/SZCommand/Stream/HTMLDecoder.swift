internal import SZJSON

/// Resolves the character references in the strings of a stream; what is none keeps its bytes.
struct HTMLDecoder: HTMLConverter {
  static let longestWhole = 2048

  var warning = StreamWarning()
  private var references: HTMLReferenceReader
  private let rules: HTMLReferenceReader.Rules
  private let isRaw: Bool
  private var quick: HTMLQuickReferences?
  var hasChanged = false

  init(_ encoding: HTMLEncoding) {
    references = HTMLReferenceReader(hasEscapes: !encoding.isRaw)
    rules =
      switch encoding.direction {
      case .decodeStandard: .standard
      case .decodeAttribute: .attribute
      default: .exact
      }
    isRaw = encoding.isRaw
  }

  var mayJoin: Bool { true }

  /// The first ampersand or backslash from `start`, or `end`.
  @inline(__always) func firstSpecial(_ bytes: ByteView, from start: Int, to end: Int) -> Int {
    var index = start
    while index < end {
      let words = HTMLDecoder.specials(bytes, at: index)
      if words[0] != 0 { return min(end, index + words[0].trailingZeroBitCount >> 3) }
      if words[1] != 0 { return min(end, index + 8 + words[1].trailingZeroBitCount >> 3) }
      index += 16
    }
    return end
  }

  /// A byte of ones for each of sixteen bytes that is an ampersand or a backslash.
  @inline(__always) private static func specials(_ bytes: ByteView, at index: Int) -> SIMD2<UInt64> {
    let vector: SIMD16<UInt8> = bytes.vector(at: index)
    let ampersand: SIMDMask<SIMD16<Int8>> = vector .== SIMD16<UInt8>(repeating: 0x26)
    let backslash: SIMDMask<SIMD16<Int8>> = vector .== SIMD16<UInt8>(repeating: 0x5C)
    let all: SIMDMask<SIMD16<Int8>> = ampersand .| backslash
    return Bits.words(all)
  }

  @inline(never) mutating func rewrite(
    _ bytes: ByteView, _ range: Range<Int>, isLast: Bool, _ writer: inout EditWriter
  ) -> Int {
    let quick = quickReferences()
    var index = range.lowerBound
    let end = range.upperBound
    while index < end {
      // As the encoder does: one look at 64 bytes serves all the references in them.
      let base = index
      let words = HTMLDecoder.specials(bytes, at: base)
      if words[0] | words[1] == 0 {
        index &+= 16
        continue
      }
      index = base &+ 64
      var lanes = LaneBits.of(words)
      lanes |= LaneBits.of(HTMLDecoder.specials(bytes, at: base &+ 16)) &<< 16
      lanes |= LaneBits.of(HTMLDecoder.specials(bytes, at: base &+ 32)) &<< 32
      lanes |= LaneBits.of(HTMLDecoder.specials(bytes, at: base &+ 48)) &<< 48
      lanes = LaneBits.before(end &- base, of: lanes)
      if base &- writer.copied > 64 { writer.copy(to: base) }
      var block = Block(base: base, specials: lanes)
      while block.specials != 0 {
        decodeQuick(bytes, &block, end, quick, &writer)
        if block.specials == 0 { break }
        let special = block.first
        let next = decodeSpecial(bytes, special, end, isLast, &writer)
        if next == special { return special }
        block.specials = LaneBits.from(next &- base, of: block.specials)
        index = max(index, next)
      }
      index = max(index, writer.copied)
    }
    return end
  }

  /// 64 bytes from `base`, and those among them that are ampersands or backslashes and are still to be looked at, a bit each.
  private struct Block {
    let base: Int
    var specials: UInt64

    /// The first of them.
    @inline(__always) var first: Int { base &+ specials.trailingZeroBitCount }
  }

  /// Resolves what is found quickly of the references among 64 bytes, up to the first that takes a closer look.
  @inline(__always) private mutating func decodeQuick(
    _ bytes: ByteView, _ block: inout Block, _ end: Int, _ quick: HTMLQuickReferences,
    _ writer: inout EditWriter
  ) {
    var copied = writer.copied
    // All that stands before the lanes, at most twice 64 bytes, and a word for each; stores may go too far by 32.
    var run = writer.buffer.begin(room: 128 + 64 * 8 + 32)
    while block.specials != 0 {
      let index = block.first
      guard bytes[index] == UInt8(ascii: "&") else { break }
      let (answer, behind) = quick.find(bytes, from: index &+ 1, to: end)
      if answer == HTMLQuickReferences.none { break }
      run.append(bytes, copied..<index)
      run.append(answer, count: HTMLQuickReferences.length(of: answer))
      copied = behind
      block.specials &= block.specials &- 1
    }
    writer.buffer.end(run)
    if copied != writer.copied {
      writer.extendReplaced(to: copied)
      hasChanged = true
    }
  }

  /// Resolves the reference at `index`, or passes what stands there; answers the index behind it, or `index` when it must be
  /// seen with what follows.
  private mutating func decodeSpecial(
    _ bytes: ByteView, _ index: Int, _ end: Int, _ isLast: Bool, _ writer: inout EditWriter
  ) -> Int {
    var behind = index + 1
    if bytes[index] == UInt8(ascii: "\\") {
      if isRaw { return behind }
      guard JSONString.asciiEscape(bytes, at: index) == UInt8(ascii: "&") else {
        return bytes[index + 1] == UInt8(ascii: "u") ? index + 6 : index + 2
      }
      behind = index + 6
    }
    switch references.read(bytes, from: behind, to: end, isLast: isLast, rules) {
    case .cut: return index
    case .none: return behind
    case .reference(let scalars, let next):
      write(scalars, index..<next, &writer)
      return next
    }
  }

  /// The table, made when it is first needed.
  private mutating func quickReferences() -> HTMLQuickReferences {
    if let quick { return quick }
    let made = HTMLQuickReferences.table(rules, isJSON: !isRaw)
    quick = made
    return made
  }

  private mutating func write(_ scalars: [UInt32], _ range: Range<Int>, _ writer: inout EditWriter) {
    var characters: [UInt8] = []
    for scalar in scalars { JSONString.append(scalar, to: &characters) }
    writer.replace(range)
    if isRaw {
      writer.buffer.append(characters)
    } else {
      var escaped: [UInt8] = []
      for byte in characters { JSONString.appendEscaped(byte, to: &escaped) }
      writer.buffer.append(escaped)
    }
    hasChanged = true
  }
}
