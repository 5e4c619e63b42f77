/// A query of RFC 9535 made of the selectors that can be judged while a document passes by: names, wildcards, indexes,
/// slices and descendants.
///
/// The leading `$` may be left out. Filters and functions are refused by name.
package struct JSONPath: Equatable, Sendable {
  package enum Selector: Equatable, Sendable {
    /// The characters of a member's name.
    case name([UInt8])
    case wildcard
    /// From the end when negative.
    case index(Int)
    case slice(start: Int?, end: Int?, step: Int)
  }

  package struct Segment: Equatable, Sendable {
    package var isDescendant: Bool
    package var selectors: [Selector]
  }

  package let segments: [Segment]
  /// The query as written.
  package let text: String

  /// Whether the length of an array must be known to judge it.
  package var countsFromEnd: Bool {
    segments.contains { segment in
      segment.selectors.contains { selector in
        switch selector {
        case .name, .wildcard: false
        case .index(let index): index < 0
        case .slice(let start, let end, let step): step < 0 || (start ?? 0) < 0 || (end ?? 0) < 0
        }
      }
    }
  }

  /// A mistake in a query, at a byte offset of its text.
  package struct SyntaxError: Error, Equatable, Sendable {
    package let offset: Int
    package let reason: String
  }

  package init(_ text: String) throws(SyntaxError) {
    var parser = Parser(text)
    segments = try parser.parse()
    self.text = text
  }

  private struct Parser {
    let bytes: [UInt8]
    var index = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    var current: UInt8 { index < bytes.count ? bytes[index] : 0 }

    func fail(_ reason: String) -> SyntaxError { SyntaxError(offset: index, reason: reason) }

    mutating func skipBlanks() {
      while current == 0x20 || current == 0x09 || current == 0x0A || current == 0x0D { index += 1 }
    }

    mutating func parse() throws(SyntaxError) -> [Segment] {
      if current == UInt8(ascii: "$") { index += 1 }
      var segments: [Segment] = []
      while index < bytes.count {
        skipBlanks()
        if index == bytes.count { break }
        segments.append(try segment())
      }
      if segments.count > 62 { throw fail("more than 62 segments") }
      return segments
    }

    mutating func segment() throws(SyntaxError) -> Segment {
      if current == UInt8(ascii: "[") { return Segment(isDescendant: false, selectors: try bracketed()) }
      guard current == UInt8(ascii: ".") else { throw fail("expected '.' or '['") }
      index += 1
      let isDescendant = current == UInt8(ascii: ".")
      if isDescendant {
        index += 1
        if current == UInt8(ascii: "[") { return Segment(isDescendant: true, selectors: try bracketed()) }
      }
      if current == UInt8(ascii: "*") {
        index += 1
        return Segment(isDescendant: isDescendant, selectors: [.wildcard])
      }
      let start = index
      while index < bytes.count, isNameByte(current) { index += 1 }
      if start == index { throw fail("expected a name") }
      return Segment(isDescendant: isDescendant, selectors: [.name(Array(bytes[start..<index]))])
    }

    /// A byte of a shorthand name. The hyphen is let through beside what the RFC allows: many names have one.
    func isNameByte(_ byte: UInt8) -> Bool {
      byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || Lexer.isDigit(byte)
        || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
    }

    mutating func bracketed() throws(SyntaxError) -> [Selector] {
      index += 1
      var selectors: [Selector] = []
      while true {
        skipBlanks()
        selectors.append(try selector())
        skipBlanks()
        if current == UInt8(ascii: ",") {
          index += 1
        } else if current == UInt8(ascii: "]") {
          index += 1
          return selectors
        } else {
          throw fail("expected ',' or ']'")
        }
      }
    }

    mutating func selector() throws(SyntaxError) -> Selector {
      switch current {
      case UInt8(ascii: "*"):
        index += 1
        return .wildcard
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        return .name(try quoted())
      case UInt8(ascii: "?"):
        throw fail("filters are not supported")
      case UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        return try indexOrSlice()
      default:
        throw fail("expected a name in quotes, '*', an index or a slice")
      }
    }

    mutating func integer() throws(SyntaxError) -> Int? {
      let start = index
      if current == UInt8(ascii: "-") { index += 1 }
      while Lexer.isDigit(current) { index += 1 }
      if start == index { return nil }
      guard let value = Int(String(decoding: bytes[start..<index], as: UTF8.self)) else {
        throw fail("expected a whole number")
      }
      return value
    }

    mutating func indexOrSlice() throws(SyntaxError) -> Selector {
      let first = try integer()
      skipBlanks()
      guard current == UInt8(ascii: ":") else {
        guard let first else { throw fail("expected an index") }
        return .index(first)
      }
      index += 1
      skipBlanks()
      let end = try integer()
      skipBlanks()
      var step = 1
      if current == UInt8(ascii: ":") {
        index += 1
        skipBlanks()
        step = try integer() ?? 1
      }
      return .slice(start: first, end: end, step: step)
    }

    mutating func quoted() throws(SyntaxError) -> [UInt8] {
      let quote = current
      let start = index
      index += 1
      // The token is made a JSON string, so that its escapes have one reader.
      var token: [UInt8] = [UInt8(ascii: "\"")]
      while index < bytes.count, current != quote {
        if current == UInt8(ascii: "\\"), index + 1 < bytes.count {
          if bytes[index + 1] == UInt8(ascii: "'") {
            token.append(UInt8(ascii: "'"))
          } else {
            token += [current, bytes[index + 1]]
          }
          index += 2
          continue
        }
        if current == UInt8(ascii: "\"") { token.append(UInt8(ascii: "\\")) }
        token.append(current)
        index += 1
      }
      guard index < bytes.count else { throw fail("unterminated name") }
      index += 1
      token.append(UInt8(ascii: "\""))
      guard let document = try? Document.read(token), document.kind(document.root).isString else {
        throw SyntaxError(offset: start, reason: "invalid escape in a name")
      }
      return document.characters(document.root)
    }
  }
}
