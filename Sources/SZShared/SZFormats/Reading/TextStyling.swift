internal import SZJSON

/// How the text format looks.
public struct TextStyling: Sendable {
  public var colors = false
  /// Whether strings that changed are shown once, with `[-old-]{+new+}` where they differ.
  public var marksWords = false
  /// Whether values that come or go are laid out whole, however long they are.
  public var isFull = false
  /// How many characters a line has at most; what is cut says how much.
  public var width: Int?

  /// Whether a value and the one in its place have a line each, however short they are.
  var isSplit = false

  public init() {}

  enum Color: String {
    case bold = "\u{1B}[1m"
    case red = "\u{1B}[31m"
    case green = "\u{1B}[32m"
    case yellow = "\u{1B}[33m"
  }

  func colored(_ text: [UInt8], _ color: Color?) -> [UInt8] {
    guard colors, let color, !text.isEmpty else { return text }
    return Array(color.rawValue.utf8) + text + Array("\u{1B}[0m".utf8)
  }

  /// A line, its end left out where it has more characters than the user wants to see.
  func cut(_ line: [UInt8]) -> [UInt8] {
    guard let width else { return line }
    let count = ReadableValue.count(line)
    guard count > width else { return line }
    var (index, rest) = (0, max(1, width - 20))
    while index < line.count {
      if line[index] & 0xC0 != 0x80 {
        if rest == 0 { break }
        rest -= 1
      }
      index += 1
    }
    let left = count - max(1, width - 20)
    return Array(line[..<index]) + Array("… \(left) more characters".utf8)
  }
}
