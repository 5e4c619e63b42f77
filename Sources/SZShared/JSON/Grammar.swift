/// The grammar of RFC 8259 as a state machine over bytes; the only one in the code base.
///
/// The document reader runs it once over a whole text, a stream runs it window by window: what it expects next is
/// kept between calls, so nesting needs no recursion. The innermost container is remembered by the sink.
struct Grammar {
  /// What may come next.
  enum Expectation {
    case value
    case valueOrClose
    case name
    case nameOrClose
    case colon
    case commaOrClose
    /// One whole text has been read.
    case nothing
  }

  private(set) var expectation = Expectation.value
  private(set) var container: ContainerKind?
  /// Where the last run stopped: behind its last token, also when it threw.
  private(set) var reached = 0

  /// Reads tokens from `start` until one text is complete or the bytes end, and answers the index of the first byte
  /// that was not consumed: behind the text, or the start of a token that the end of the bytes cuts.
  ///
  /// With `isFinal` there are no bytes behind these: a number may end with them, and a cut token is an error.
  /// - Throws: the first violation of the grammar, at its index in `bytes`, and what the sink throws.
  @inline(__always) mutating func run<Sink: TokenSink>(
    _ bytes: ByteView, from start: Int, isFinal: Bool, into sink: inout Sink
  ) throws(JSONError) -> Int {
    var index = start
    var expectation = expectation
    var container = container
    defer {
      self.expectation = expectation
      self.container = container
      reached = index
    }
    while true {
      index = Lexer.skipWhitespace(bytes, from: index)
      let byte = bytes[index]
      switch expectation {
      case .colon:
        guard byte == UInt8(ascii: ":") else {
          return try Grammar.stop(bytes, at: index, isFinal, .expectedColon)
        }
        index += 1
        expectation = .value
        continue
      case .commaOrClose:
        if byte == UInt8(ascii: ",") {
          index += 1
          expectation = container == .object ? .name : .value
          continue
        }
        guard let kind = container, byte == (kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
          return try Grammar.stop(bytes, at: index, isFinal, .expectedCommaOrClose(container ?? .array))
        }
        container = try sink.close(at: index)
        index += 1
        if container == nil {
          expectation = .nothing
          return index
        }
        continue
      case .name, .nameOrClose:
        if byte == UInt8(ascii: "\"") {
          var escaped = false
          let end = try Lexer.string(bytes, from: index, isFinal: isFinal, escaped: &escaped)
          if end == 0 { return index }
          try sink.name(index..<end, escaped: escaped)
          index = end
          if bytes[index] == UInt8(ascii: ":") {
            index += 1
            expectation = .value
          } else {
            expectation = .colon
          }
          continue
        }
        if byte == UInt8(ascii: "}"), expectation == .nameOrClose {
          container = try sink.close(at: index)
          index += 1
          if container == nil {
            expectation = .nothing
            return index
          }
          expectation = .commaOrClose
          continue
        }
        return try Grammar.stop(
          bytes, at: index, isFinal, expectation == .name ? .expectedName : .expectedNameOrClose)
      case .value, .valueOrClose:
        switch byte {
        case UInt8(ascii: "\""):
          var escaped = false
          let end = try Lexer.string(bytes, from: index, isFinal: isFinal, escaped: &escaped)
          if end == 0 { return index }
          try sink.string(index..<end, escaped: escaped)
          index = end
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
          let end = try Lexer.number(bytes, from: index, isFinal: isFinal)
          if end == 0 { return index }
          try sink.number(index..<end)
          index = end
        case UInt8(ascii: "{"):
          let bracket = index
          index = try sink.open(.object, at: index)
          if index > bracket + 1 { break }
          container = .object
          expectation = .nameOrClose
          continue
        case UInt8(ascii: "["):
          let bracket = index
          index = try sink.open(.array, at: index)
          if index > bracket + 1 { break }
          container = .array
          expectation = .valueOrClose
          continue
        case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
          let literal = byte == UInt8(ascii: "t") ? Literal.true : byte == UInt8(ascii: "f") ? .false : .null
          guard try Lexer.literal(literal, bytes, from: index, isFinal: isFinal) else { return index }
          try sink.literal(literal, index..<index + literal.count)
          index += literal.count
        default:
          if byte == UInt8(ascii: "]"), expectation == .valueOrClose {
            container = try sink.close(at: index)
            index += 1
            if container == nil {
              expectation = .nothing
              return index
            }
            expectation = .commaOrClose
            continue
          }
          return try Grammar.stop(bytes, at: index, isFinal, .expectedValue)
        }
        if container == nil {
          expectation = .nothing
          return index
        }
        expectation = .commaOrClose
      case .nothing:
        return index
      }
    }
  }

  /// Whether nothing of a text has been read.
  var isBetweenTexts: Bool { expectation == .value && container == nil }

  /// Whether the next string is a member's name.
  var expectsName: Bool { expectation == .name || expectation == .nameOrClose }

  /// Goes past a string that the caller has read in pieces, because it was too long to be looked at whole.
  mutating func endString() {
    expectation = expectsName ? .colon : container == nil ? .nothing : .commaOrClose
  }

  /// The bytes do not go on as expected: their end, or an error.
  @inline(never) private static func stop(
    _ bytes: ByteView, at index: Int, _ isFinal: Bool, _ reason: JSONError.Reason
  ) throws(JSONError) -> Int {
    if index < bytes.count { throw JSONError(reason, at: index) }
    if isFinal { throw JSONError(.truncated, at: bytes.count) }
    return index
  }
}
