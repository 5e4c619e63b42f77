/// A place in a text as people count: lines and columns from 1, columns in characters.
package struct SourcePosition: Equatable, Sendable {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Counts up to the byte `offset`. Linear in the offset, so made only when a message is printed.
  ///
  /// A line ends with a line feed, a carriage return, or both. A column is a Unicode scalar; a byte that is no part
  /// of one counts as one; a byte order mark has no column.
  package init(_ bytes: ByteView, offset: Int) {
    var (line, column) = (1, 1)
    var index = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
    let end = min(offset, bytes.count)
    while index < end {
      let byte = bytes[index]
      switch byte {
      case 0x0A, 0x0D:
        if byte == 0x0D, bytes[index + 1] == 0x0A { index += 1 }
        line += 1
        column = 1
        index += 1
      case 0x80...:
        index += max(1, UTF8Check.length(bytes, at: index))
        column += 1
      default:
        column += 1
        index += 1
      }
    }
    (self.line, self.column) = (line, column)
  }
}
