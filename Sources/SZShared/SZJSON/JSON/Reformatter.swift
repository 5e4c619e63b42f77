/// Lays out checked JSON text anew: only the white space between tokens changes, every token keeps its bytes.
///
/// It works on the text, so it needs no tape and no stack but a count of the open brackets.
public enum Reformatter {
  /// How a value is laid out.
  public struct Manner {
    public let style: TextStyle
    /// The indentation of the line on which the value stands; lines that follow get it and `style.indent` for each level.
    public var margin: [UInt8] = []
    public var comments = CommentPlace.drop

    public init(_ style: TextStyle) { self.style = style }
  }

  /// Appends the value in `range` to `output`. Commas before closing brackets are left out.
  public static func append(
    _ bytes: ByteView, _ range: Range<Int>, _ manner: Manner, to output: inout [UInt8]
  ) {
    var printer = Printer(
      bytes: bytes, end: range.upperBound, style: manner.style, margin: manner.margin,
      comments: manner.comments)
    _ = printer.run(from: range.lowerBound, to: &output)
  }

  /// The same, handed to `take` piece by piece: the indentation of deep values may be a multiple of their text. No piece ends within a
  /// token.
  public static func pieces(
    of bytes: ByteView, _ range: Range<Int>, style: TextStyle, comments: CommentPlace = .drop,
    _ take: ([UInt8]) throws(SystemError) -> Void
  ) throws(SystemError) {
    var printer = Printer(bytes: bytes, end: range.upperBound, style: style, margin: [], comments: comments)
    var index = range.lowerBound
    while index < range.upperBound {
      var piece: [UInt8] = []
      index = printer.run(from: index, to: &piece, pausingAt: pieceSize)
      printer.written = piece.last ?? printer.written
      try take(piece)
    }
  }

  private static let pieceSize = 1 << 16

  /// What becomes of comments.
  public enum CommentPlace: Sendable {
    case drop
    /// Each stays on the line of the value before it, or has a line of its own.
    case onLine
    /// Each has a line of its own.
    case ownLine
  }

  struct Printer {
    let bytes: ByteView
    let end: Int
    let style: TextStyle
    let margin: [UInt8]
    let comments: CommentPlace
    var depth = 0
    /// Whether nothing stands on the line yet.
    var isFresh = true
    /// Whether the line ends in a comment that would swallow what comes behind it.
    var isOpen = false
    /// The depth at which an inline array was opened; 0 when there is none.
    var inlineFrom = 0
    /// The last byte that was written before the output began, where there is one.
    var written: UInt8?

    /// Goes on at `start`, and answers where it has stopped: at the end or, once it has written `limit` bytes, between two tokens.
    mutating func run(from start: Int, to output: inout [UInt8], pausingAt limit: Int = .max) -> Int {
      var index = start
      while index < end, output.count < limit {
        let byte = bytes[index]
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0D:
          index += 1
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          output.append(byte)
          isFresh = false
          let next =
            comments != .drop
            ? Lexer.skipWhitespace(bytes, from: index + 1) : CommentText.skip(bytes, from: index + 1)
          if bytes[next] == UInt8(ascii: "}") || bytes[next] == UInt8(ascii: "]") {
            output.append(bytes[next])
            index = next + 1
          } else {
            depth += 1
            if inlineFrom == 0, style.keepsScalarArraysInline, byte == UInt8(ascii: "["), holdsScalars(next) {
              inlineFrom = depth
            }
            lineBreak(or: padding(byte), &output)
            index = next
          }
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          let closesInline = inlineFrom == depth
          depth -= 1
          if closesInline { output += style.arrayPadding } else { lineBreak(or: padding(byte), &output) }
          if closesInline { inlineFrom = 0 }
          output.append(byte)
          isFresh = false
          index += 1
        case UInt8(ascii: ","):
          let next = CommentText.skip(bytes, from: index + 1)
          index += 1
          if bytes[next] == UInt8(ascii: "}") || bytes[next] == UInt8(ascii: "]") { continue }
          if isInline { output += style.comma } else { output.append(byte) }
          if comments == .onLine { index = commentsOnLine(from: index, &output) }
          if !isInline { lineBreak(or: [], &output) }
        case UInt8(ascii: ":"):
          output += style.colon
          index += 1
        case UInt8(ascii: "/"):
          let end = max(index + 1, CommentText.end(bytes, from: index))
          index = comments != .drop ? comment(index..<end, &output) : end
        default:
          isFresh = false
          let tokenEnd = endOfToken(index)
          bytes.append(index..<tokenEnd, to: &output)
          index = tokenEnd
        }
      }
      return index
    }

    func padding(_ bracket: UInt8) -> [UInt8] {
      bracket == UInt8(ascii: "[") || bracket == UInt8(ascii: "]") ? style.arrayPadding : style.objectPadding
    }

    var isInline: Bool { style.indent == nil || inlineFrom != 0 }

    mutating func lineBreak(or blanks: [UInt8], _ output: inout [UInt8]) {
      guard let indent = style.indent, !isInline else {
        output += blanks
        return
      }
      (isFresh, isOpen) = (true, false)
      output += style.newline
      output += margin
      if indent.isEmpty { return }
      for _ in 0..<depth { output += indent }
    }

    /// Whether the array whose first token is at `start` holds no container.
    func holdsScalars(_ start: Int) -> Bool {
      var index = start
      while index < end {
        switch bytes[index] {
        case UInt8(ascii: "]"): return true
        case UInt8(ascii: "{"), UInt8(ascii: "["): return false
        case UInt8(ascii: "\""): index = endOfToken(index)
        case UInt8(ascii: "/"):
          if comments != .drop { return false }
          index = max(index + 1, CommentText.end(bytes, from: index))
        default: index += 1
        }
      }
      return true
    }

    /// The index behind the string, number or word at `start`.
    func endOfToken(_ start: Int) -> Int {
      var index = start
      guard bytes[index] == UInt8(ascii: "\"") else {
        while index < end {
          switch bytes[index] {
          case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "]"),
            UInt8(ascii: "}"), UInt8(ascii: "/"):
            return index
          default: index += 1
          }
        }
        return index
      }
      index += 1
      while true {
        let stop = Lexer.firstSpecial(bytes, from: index)
        if stop < 0 {
          index += 16
          continue
        }
        index += stop
        switch bytes[index] {
        case UInt8(ascii: "\""): return index + 1
        case UInt8(ascii: "\\"): index += 2
        default: index += 1
        }
      }
    }
  }
}
