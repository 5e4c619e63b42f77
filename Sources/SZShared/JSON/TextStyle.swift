/// How a text lays out its values: what stands between its tokens.
package struct TextStyle: Equatable, Sendable {
  /// One level of indentation; nil puts everything on one line.
  package var indent: [UInt8]?
  package var newline: [UInt8] = [0x0A]
  /// The colon between name and value, with the blanks around it.
  package var colon: [UInt8]
  /// The comma on one line, with the blank behind it.
  package var comma: [UInt8]
  /// The blanks inside the brackets of an object on one line.
  package var objectPadding: [UInt8] = []
  /// The blanks inside the brackets of an array on one line.
  package var arrayPadding: [UInt8] = []
  /// Arrays of scalars stay on one line.
  package var keepsScalarArraysInline = false

  package static let compact = TextStyle(
    indent: nil, colon: [UInt8(ascii: ":")], comma: [UInt8(ascii: ",")])

  /// What `--indent` and `--tab` make.
  package static func indented(_ unit: [UInt8]) -> TextStyle {
    TextStyle(indent: unit, colon: Array(": ".utf8), comma: Array(", ".utf8))
  }

  package static let terminal = TextStyle.indented([0x20, 0x20])

  /// The layout without line breaks.
  var inline: TextStyle {
    var style = self
    style.indent = nil
    return style
  }
}
