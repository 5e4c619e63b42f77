internal import SZJSON

/// Reads a JSONPath (RFC 9535 section 2) from the front of a text, as far as it goes.
struct PathReader {
  typealias Failure = JSONPath.SyntaxError
  /// RFC 9535 section 2.1: integers are exact in a double.
  static let largestInteger = 1 << 53 - 1

  let bytes: [UInt8]
  var index = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  var isAtEnd: Bool { index == bytes.count }
  /// The byte that comes; 0 at the end.
  var current: UInt8 { index < bytes.count ? bytes[index] : 0 }

  func fail(_ reason: String) -> Failure { Failure(offset: index, reason: reason) }

  /// What is wrong with what stands behind a segment.
  func unexpected() -> Failure {
    switch current {
    case UInt8(ascii: "-"): fail("a name with '-' in it is written ['a-b']")
    case UInt8(ascii: " "), 0x09, 0x0A, 0x0D: fail("unexpected blank at the end")
    default: fail("expected '.' or '['")
    }
  }

  mutating func take(_ byte: UInt8) -> Bool {
    guard current == byte, !isAtEnd else { return false }
    index += 1
    return true
  }

  mutating func skipBlanks() {
    while current == 0x20 || current == 0x09 || current == 0x0A || current == 0x0D { index += 1 }
  }

  /// The segments of the path; what is no part of it is left.
  mutating func path() throws(Failure) -> [JSONPath.Segment] {
    if !take(UInt8(ascii: "$")), current != UInt8(ascii: "."), current != UInt8(ascii: "[") {
      throw fail(hint)
    }
    var segments: [JSONPath.Segment] = []
    while true {
      let end = index
      skipBlanks()
      guard current == UInt8(ascii: ".") || current == UInt8(ascii: "[") else {
        index = end
        return segments
      }
      segments.append(try segment())
    }
  }

  /// What a text that begins like no path may have been meant to be.
  private var hint: String {
    var end = 0
    while end < bytes.count, PathReader.isNameByte(bytes[end], isFirst: end == 0) { end += 1 }
    let word = String(decoding: bytes[..<end], as: UTF8.self)
    return word.isEmpty
      ? "a path begins with '$', '.', '[' or '/'"
      : "a path begins with '$', '.', '[' or '/'; did you mean '.\(word)'?"
  }

  private mutating func segment() throws(Failure) -> JSONPath.Segment {
    if current == UInt8(ascii: "[") { return .init(isDescendant: false, selectors: try bracketed()) }
    index += 1
    let isDescendant = take(UInt8(ascii: "."))
    if isDescendant, current == UInt8(ascii: "[") {
      return .init(isDescendant: true, selectors: try bracketed())
    }
    if take(UInt8(ascii: "*")) { return .init(isDescendant: isDescendant, selectors: [.wildcard]) }
    return .init(isDescendant: isDescendant, selectors: [.name(try shorthand())])
  }

  /// A name without quotes.
  mutating func shorthand() throws(Failure) -> [UInt8] {
    let start = index
    while index < bytes.count, PathReader.isNameByte(current, isFirst: index == start) { index += 1 }
    if start < index { return Array(bytes[start..<index]) }
    if ASCII.isDigit(current) { throw fail("a name that begins with a digit is written ['1a']") }
    if current == UInt8(ascii: "'") || current == UInt8(ascii: "\"") {
      throw fail("a name in quotes stands in brackets: ['a b']")
    }
    throw fail("expected a name")
  }

  static func isNameByte(_ byte: UInt8, isFirst: Bool) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || (byte | 0x20) &- 0x61 < 26 || !isFirst && ASCII.isDigit(byte)
  }

  private mutating func bracketed() throws(Failure) -> [JSONPath.Selector] {
    index += 1
    skipBlanks()
    if let conditions = try pairs() { return [.identity(conditions)] }
    var selectors: [JSONPath.Selector] = []
    while true {
      skipBlanks()
      selectors.append(try selector())
      skipBlanks()
      if take(UInt8(ascii: "]")) { return selectors }
      guard take(UInt8(ascii: ",")) else { throw fail("expected ',' or ']'") }
    }
  }

  private mutating func selector() throws(Failure) -> JSONPath.Selector {
    switch current {
    case UInt8(ascii: "*"):
      index += 1
      return .wildcard
    case UInt8(ascii: "'"), UInt8(ascii: "\""): return .name(try quoted())
    case UInt8(ascii: "~"):
      index += 1
      guard current == UInt8(ascii: "'") || current == UInt8(ascii: "\"") else {
        throw fail("a pattern stands in quotes: [~'a*']")
      }
      return .pattern(NamePattern(try quoted()))
    case UInt8(ascii: "?"):
      index += 1
      return .identity(try filter())
    case UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return try indexOrSlice()
    default:
      throw fail("expected a name in quotes, '*', ~ and a pattern in quotes, an index, a slice or NAME=VALUE")
    }
  }

  private mutating func integer() throws(Failure) -> Int? {
    let start = index
    let isNegative = take(UInt8(ascii: "-"))
    let digits = index
    var value = 0
    while !isAtEnd, ASCII.isDigit(current) {
      value = value * 10 + Int(current &- 0x30)
      guard value <= PathReader.largestInteger else {
        index = start
        throw fail("integers are limited to 9007199254740991 on either side of 0")
      }
      index += 1
    }
    if index == digits {
      if isNegative { throw fail("expected a digit") }
      return nil
    }
    if bytes[digits] == UInt8(ascii: "0"), index > digits + 1 || isNegative {
      index = start
      throw fail("an integer has no leading zeros, and 0 no sign")
    }
    return isNegative ? -value : value
  }

  private mutating func indexOrSlice() throws(Failure) -> JSONPath.Selector {
    let first = try integer()
    let end = index
    skipBlanks()
    guard take(UInt8(ascii: ":")) else {
      index = end
      guard let first else { throw fail("expected an index") }
      return .index(first)
    }
    skipBlanks()
    let last = try integer()
    skipBlanks()
    guard take(UInt8(ascii: ":")) else { return .slice(start: first, end: last, step: 1) }
    skipBlanks()
    return .slice(start: first, end: last, step: try integer() ?? 1)
  }

  /// A name or string in quotes of either kind.
  ///
  /// Beyond the RFC, the escape of a lone surrogate is let through: a member's name can have one.
  mutating func quoted() throws(Failure) -> [UInt8] {
    let quote = current
    let start = index
    index += 1
    var result: [UInt8] = []
    while index < bytes.count, current != quote {
      if current < 0x20 { throw fail("control characters in a name are escaped") }
      if current == UInt8(ascii: "\\") {
        try escape(quote, into: &result)
      } else {
        result.append(current)
        index += 1
      }
    }
    guard take(quote) else {
      index = start
      throw fail("unterminated name")
    }
    return result
  }

  private mutating func escape(_ quote: UInt8, into result: inout [UInt8]) throws(Failure) {
    let letter = index + 1 < bytes.count ? bytes[index + 1] : 0
    switch letter {
    case quote, UInt8(ascii: "\\"), UInt8(ascii: "/"): result.append(letter)
    case UInt8(ascii: "b"): result.append(0x08)
    case UInt8(ascii: "f"): result.append(0x0C)
    case UInt8(ascii: "n"): result.append(0x0A)
    case UInt8(ascii: "r"): result.append(0x0D)
    case UInt8(ascii: "t"): result.append(0x09)
    case UInt8(ascii: "u"):
      guard let unit = codeUnit(at: index + 2) else { throw fail("expected \\u and four hexadecimal digits") }
      index += 6
      if unit & 0xFC00 == 0xD800, index + 1 < bytes.count, current == UInt8(ascii: "\\"),
        bytes[index + 1] == UInt8(ascii: "u"), let low = codeUnit(at: index + 2), low & 0xFC00 == 0xDC00
      {
        JSONString.append(0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF), to: &result)
        index += 6
      } else {
        JSONString.append(unit, to: &result)
      }
      return
    default: throw fail("invalid escape in a name")
    }
    index += 2
  }

  private func codeUnit(at start: Int) -> UInt32? {
    guard start + 4 <= bytes.count else { return nil }
    var unit: UInt32 = 0
    for byte in bytes[start..<start + 4] {
      guard let digit = ASCII.hexValue(byte) else { return nil }
      unit = unit << 4 | UInt32(digit)
    }
    return unit
  }
}
