/// Resolves the character references in the strings of a stream; what is none keeps its bytes.
struct HTMLDecoder: HTMLConverter {
  static let longestWhole = 2048

  var warning = StreamWarning()
  private var references: HTMLReferenceReader
  private let rules: HTMLReferenceReader.Rules
  private let isRaw: Bool
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
      let vector: SIMD16<UInt8> = bytes.vector(at: index)
      let ampersand: SIMDMask<SIMD16<Int8>> = vector .== SIMD16<UInt8>(repeating: 0x26)
      let backslash: SIMDMask<SIMD16<Int8>> = vector .== SIMD16<UInt8>(repeating: 0x5C)
      let all: SIMDMask<SIMD16<Int8>> = ampersand .| backslash
      let words: SIMD2<UInt64> = unsafe unsafeBitCast(all, to: SIMD2<UInt64>.self)
      if words[0] != 0 { return min(end, index + words[0].trailingZeroBitCount >> 3) }
      if words[1] != 0 { return min(end, index + 8 + words[1].trailingZeroBitCount >> 3) }
      index += 16
    }
    return end
  }

  @inline(never) mutating func rewrite(
    _ bytes: ByteView, _ range: Range<Int>, isLast: Bool, _ writer: inout EditWriter
  ) -> Int {
    var index = range.lowerBound
    let end = range.upperBound
    while true {
      index = firstSpecial(bytes, from: index, to: end)
      if index >= end { return end }
      var behind = index + 1
      if bytes[index] == UInt8(ascii: "\\") {
        if isRaw {
          index += 1
          continue
        }
        guard let ascii = JSONString.asciiEscape(bytes, at: index), ascii == UInt8(ascii: "&") else {
          index = pass(bytes, index, end)
          continue
        }
        behind = index + 6
      }
      switch references.read(bytes, from: behind, to: end, isLast: isLast, rules) {
      case .cut: return index
      case .none: index = behind
      case .reference(let scalars, let next):
        write(scalars, index..<next, &writer)
        index = next
      }
    }
  }

  /// Goes past an escape that is no ampersand.
  private mutating func pass(_ bytes: ByteView, _ index: Int, _ end: Int) -> Int {
    bytes[index + 1] == UInt8(ascii: "u") ? index + 6 : index + 2
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
