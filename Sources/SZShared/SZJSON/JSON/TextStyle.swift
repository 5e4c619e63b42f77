/// How a text lays out its values: what stands between its tokens.
public struct TextStyle: Equatable, Sendable {
  /// One level of indentation; nil puts everything on one line.
  public var indent: [UInt8]?
  public var newline: [UInt8] = [0x0A]
  /// The colon between name and value, with the blanks around it.
  public var colon: [UInt8]
  /// The comma on one line, with the blank behind it.
  public var comma: [UInt8]
  /// The blanks inside the brackets of an object on one line.
  public var objectPadding: [UInt8] = []
  /// The blanks inside the brackets of an array on one line.
  public var arrayPadding: [UInt8] = []
  /// Arrays of scalars stay on one line.
  public var keepsScalarArraysInline = false

  public static let compact = TextStyle(
    indent: nil, colon: [UInt8(ascii: ":")], comma: [UInt8(ascii: ",")])

  /// What `--indent` and `--tab` make.
  public static func indented(_ unit: [UInt8]) -> TextStyle {
    TextStyle(indent: unit, colon: Array(": ".utf8), comma: Array(", ".utf8))
  }

  public static let terminal = TextStyle.indented([0x20, 0x20])

  /// The layout without line breaks.
  var inline: TextStyle {
    var style = self
    style.indent = nil
    return style
  }
}
