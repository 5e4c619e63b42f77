/// The tokens of RFC 8259, found in padded bytes.
///
/// Each function answers the index behind the token, or 0 when the bytes end first and more may come
/// (`isFinal` false). Every loop stops at the zero bytes behind the end, which no token may hold.
public enum Lexer {
  /// The first index from `start` that is not a space, tab, line feed or carriage return.
  @inlinable @inline(__always) public static func skipWhitespace(_ bytes: ByteView, from start: Int) -> Int {
    var index = start
    while bytes[index] <= 0x20 {
      let byte = bytes[index]
      if byte == 0x0A {
        index += 1
        // Indentation comes in runs: eight spaces at a time.
        while bytes.word(at: index) == 0x2020_2020_2020_2020 { index += 8 }
        continue
      }
      guard byte == 0x20 || byte == 0x0D || byte == 0x09 else { break }
      index += 1
    }
    return index
  }

  /// The index behind the string whose opening quote is at `start`.
  @inlinable @inline(__always) static func string(
    _ bytes: ByteView, from start: Int, isFinal: Bool, escaped: inout Bool
  ) throws(JSONError) -> Int {
    var index = start + 1
    while true {
      let stop = firstSpecial(bytes, from: index)
      if stop < 0 {
        index += 16
        continue
      }
      index += stop
      if bytes[index] == UInt8(ascii: "\"") { return index + 1 }
      index = try special(bytes, at: index, isFinal: isFinal, escaped: &escaped)
      if index == 0 { return 0 }
    }
  }

  /// How far whole characters and escapes go from `start`, which is inside a string: to its closing quote
  /// (`hasEnded`), or to where the bytes cut one.
  public static func stringInside(
    _ bytes: ByteView, from start: Int, isFinal: Bool, hasEnded: inout Bool
  ) throws(JSONError) -> Int {
    var index = start
    var escaped = false
    while true {
      let stop = firstSpecial(bytes, from: index)
      if stop < 0 {
        index += 16
        continue
      }
      index += stop
      if bytes[index] == UInt8(ascii: "\"") {
        hasEnded = true
        return index
      }
      let behind = try special(bytes, at: index, isFinal: isFinal, escaped: &escaped)
      if behind == 0 { return index }
      index = behind
    }
  }

  /// The index of the first byte from `start` that cannot stand in a number.
  public static func numberEnd(_ bytes: ByteView, from start: Int) -> Int {
    var index = start
    while true {
      switch bytes[index] {
      case 0x30...0x39, 0x2B, 0x2D, 0x2E, 0x45, 0x65: index += 1
      default: return index
      }
    }
  }

  /// The index of the first line feed from `start`; nil when there is none.
  public static func lineFeed(_ bytes: ByteView, from start: Int) -> Int? {
    var index = start
    while index < bytes.count {
      let vector: SIMD16<UInt8> = bytes.vector(at: index)
      let feeds: SIMDMask<SIMD16<Int8>> = vector .== SIMD16<UInt8>(repeating: 0x0A)
      let words: SIMD2<UInt64> = Bits.words(feeds)
      if words[0] != 0 { return index + words[0].trailingZeroBitCount >> 3 }
      if words[1] != 0 { return index + 8 + words[1].trailingZeroBitCount >> 3 }
      index += 16
    }
    return nil
  }

  /// The offset within sixteen bytes of the first that is a quote, a backslash, a control character or not ASCII; -1
  /// when there is none.
  @inlinable @inline(__always) static func firstSpecial(_ bytes: ByteView, from index: Int) -> Int {
    let vector: SIMD16<UInt8> = bytes.vector(at: index)
    let signed = Bits.signed(vector)
    let low: SIMDMask<SIMD16<Int8>> = signed .< SIMD16<Int8>(repeating: 0x20)
    let quote: SIMDMask<SIMD16<Int8>> = signed .== SIMD16<Int8>(repeating: 0x22)
    let backslash: SIMDMask<SIMD16<Int8>> = signed .== SIMD16<Int8>(repeating: 0x5C)
    let some: SIMDMask<SIMD16<Int8>> = low .| quote
    let all: SIMDMask<SIMD16<Int8>> = some .| backslash
    let words: SIMD2<UInt64> = Bits.words(all)
    if words[0] != 0 { return words[0].trailingZeroBitCount >> 3 }
    if words[1] != 0 { return 8 + words[1].trailingZeroBitCount >> 3 }
    return -1
  }

  /// Goes past the escape, the characters that are not ASCII, or the error at `index` in a string.
  @usableFromInline @inline(never) static func special(
    _ bytes: ByteView, at start: Int, isFinal: Bool, escaped: inout Bool
  ) throws(JSONError) -> Int {
    var index = start
    let byte = bytes[index]
    if byte == UInt8(ascii: "\\") {
      escaped = true
      switch bytes[index + 1] {
      case UInt8(ascii: "u"):
        for digit in index + 2..<index + 6 where ASCII.hexValue(bytes[digit]) == nil {
          if digit >= bytes.count { return try cut(bytes, isFinal) }
          throw JSONError(.invalidUnicodeEscape, at: index)
        }
        return index + 6
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
        UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
        return index + 2
      default:
        if index + 1 >= bytes.count { return try cut(bytes, isFinal) }
        throw JSONError(.invalidEscape, at: index)
      }
    }
    if byte < 0x20 {
      if index >= bytes.count { return try cut(bytes, isFinal) }
      throw JSONError(.controlCharacter(byte), at: index)
    }
    index = UTF8Check.runEnd(bytes, from: index)
    // What the run could not take: the first bytes of a text, and mistakes.
    while bytes[index] >= 0x80 {
      let length = UTF8Check.length(bytes, at: index)
      if length == 0 {
        if !isFinal, index + UTF8Check.expectedLength(bytes[index]) > bytes.count { return 0 }
        throw JSONError(.invalidUTF8, at: index)
      }
      index += length
    }
    return index
  }

  /// The bytes end inside a string.
  private static func cut(_ bytes: ByteView, _ isFinal: Bool) throws(JSONError) -> Int {
    if isFinal { throw JSONError(.unterminatedString, at: bytes.count) }
    return 0
  }

  /// The index behind the number at `start`.
  @inlinable @inline(__always) static func number(_ bytes: ByteView, from start: Int, isFinal: Bool)
    throws(JSONError) -> Int
  {
    var index = start
    if bytes[index] == UInt8(ascii: "-") { index += 1 }
    if bytes[index] == UInt8(ascii: "0") {
      index += 1
      if ASCII.isDigit(bytes[index]) { throw JSONError(.leadingZero, at: start) }
    } else {
      guard ASCII.isDigit(bytes[index]) else { return try badNumber(bytes, start, at: index, isFinal) }
      repeat { index += 1 } while ASCII.isDigit(bytes[index])
    }
    if bytes[index] == UInt8(ascii: ".") {
      index += 1
      guard ASCII.isDigit(bytes[index]) else { return try badNumber(bytes, start, at: index, isFinal) }
      repeat { index += 1 } while ASCII.isDigit(bytes[index])
    }
    if bytes[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") { index += 1 }
      guard ASCII.isDigit(bytes[index]) else { return try badNumber(bytes, start, at: index, isFinal) }
      repeat { index += 1 } while ASCII.isDigit(bytes[index])
    }
    if index >= bytes.count, !isFinal { return 0 }
    return index
  }

  @usableFromInline @inline(never) static func badNumber(
    _ bytes: ByteView, _ start: Int, at index: Int, _ isFinal: Bool
  )
    throws(JSONError) -> Int
  {
    if index >= bytes.count {
      if isFinal { throw JSONError(.truncated, at: bytes.count) }
      return 0
    }
    throw JSONError(.invalidNumber, at: start)
  }

  /// Whether `literal` stands at `start`; false when the bytes end inside it and more may come.
  @inlinable @inline(__always) static func literal(
    _ literal: Literal, _ bytes: ByteView, from start: Int, isFinal: Bool
  ) throws(JSONError) -> Bool {
    // "true", "alse" and "null", the first byte lowest.
    let word = UInt32(truncatingIfNeeded: bytes.word(at: literal == .false ? start + 1 : start))
    let wanted: UInt32 = literal == .true ? 0x6575_7274 : literal == .false ? 0x6573_6C61 : 0x6C6C_756E
    if word == wanted { return true }
    return try badLiteral(literal, bytes, from: start, isFinal: isFinal)
  }

  @usableFromInline @inline(never) static func badLiteral(
    _ literal: Literal, _ bytes: ByteView, from start: Int, isFinal: Bool
  ) throws(JSONError) -> Bool {
    let text = StaticText.bytes(literal == .true ? "true" : literal == .false ? "false" : "null")
    for index in 0..<literal.count where start + index < bytes.count {
      if bytes[start + index] != text[index] { throw JSONError(.invalidLiteral, at: start) }
    }
    if isFinal { throw JSONError(.truncated, at: bytes.count) }
    return false
  }
}
