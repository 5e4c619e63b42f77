/// The grammar of RFC 8259 as a state machine over bytes; the only one in the code base.
///
/// The document reader runs it once over a whole text, a stream runs it window by window: what it expects next is
/// kept between calls, so nesting needs no recursion. The innermost container is remembered by the sink.
public struct Grammar {
  /// What may come next.
  public enum Expectation {
    case value
    case valueOrClose
    case name
    case nameOrClose
    case colon
    case commaOrClose
    /// One whole text has been read.
    case nothing
  }

  /// Whether comments may stand wherever white space may, and a comma before a closing bracket.
  ///
  /// Strict reading pays nothing for it: it is asked only where the strict grammar has ended.
  public let allowsComments: Bool
  /// Whether there was something that the strict grammar does not have.
  private(set) var isRelaxed = false
  public private(set) var expectation = Expectation.value
  @usableFromInline private(set) var container: ContainerKind?
  /// Where the last run stopped: behind its last token, also when it threw.
  public private(set) var reached = 0

  public init(allowsComments: Bool = false) { self.allowsComments = allowsComments }

  /// Remembers where a run has come to.
  @usableFromInline mutating func stop(at index: Int, _ expectation: Expectation, _ container: ContainerKind?)
  {
    self.expectation = expectation
    self.container = container
    reached = index
  }

  /// Reads tokens from `start` until one text is complete or the bytes end, and answers the index of the first byte
  /// that was not consumed: behind the text, or the start of a token that the end of the bytes cuts.
  ///
  /// With `isFinal` there are no bytes behind these: a number may end with them, and a cut token is an error.
  /// - Throws: the first violation of the grammar, at its index in `bytes`, and what the sink throws.
  @inlinable @inline(__always) public mutating func run<Sink: TokenSink>(
    _ bytes: ByteView, from start: Int, isFinal: Bool, into sink: inout Sink
  ) throws(JSONError) -> Int {
    var index = start
    var expectation = expectation
    var container = container
    defer { stop(at: index, expectation, container) }
    while true {
      index = Lexer.skipWhitespace(bytes, from: index)
      let byte = bytes[index]
      switch expectation {
      case .colon:
        guard byte == UInt8(ascii: ":") else {
          let behind = try goOn(bytes, at: index, isFinal, container, .expectedColon)
          if behind < 0 { return index }
          index = behind
          continue
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
          let behind = try goOn(
            bytes, at: index, isFinal, container, .expectedCommaOrClose(container ?? .array))
          if behind < 0 { return index }
          index = behind
          continue
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
        let behind = try goOn(
          bytes, at: index, isFinal, container, expectation == .name ? .expectedName : .expectedNameOrClose)
        if behind < 0 { return index }
        if behind == index { expectation = .commaOrClose }
        index = behind
      case .value, .valueOrClose:
        switch byte {
        case UInt8(ascii: "\""):
          let behind = sink.takeString(at: index)
          if behind > index {
            index = behind
            break
          }
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
          let behind = try goOn(bytes, at: index, isFinal, container, .expectedValue)
          if behind < 0 { return index }
          if behind == index { expectation = .commaOrClose }
          index = behind
          continue
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
  public var isBetweenTexts: Bool { expectation == .value && container == nil }

  /// Whether the next string is a member's name.
  public var expectsName: Bool { expectation == .name || expectation == .nameOrClose }

  /// Goes past a string that the caller has read in pieces, because it was too long to be looked at whole.
  public mutating func endString() {
    expectation = expectsName ? .colon : container == nil ? .nothing : .commaOrClose
  }

  /// Where to go on when the bytes are not as the strict grammar has them: behind a comment, or at the bracket behind a comma,
  /// which is `index` itself; -1 when the bytes end here and more may come.
  @usableFromInline @inline(never) mutating func goOn(
    _ bytes: ByteView, at index: Int, _ isFinal: Bool, _ container: ContainerKind?, _ reason: JSONError.Reason
  ) throws(JSONError) -> Int {
    if index >= bytes.count {
      if isFinal { throw JSONError(.truncated, at: bytes.count) }
      return -1
    }
    if allowsComments {
      let end = try CommentText.end(bytes, from: index, isFinal: isFinal)
      let isCommaBeforeBracket =
        reason == .expectedName && bytes[index] == UInt8(ascii: "}")
        || reason == .expectedValue && bytes[index] == UInt8(ascii: "]") && container == .array
      if end > index || isCommaBeforeBracket {
        isRelaxed = true
        return end
      }
      if end < 0 { return -1 }
    }
    throw JSONError(reason, at: index)
  }
}
