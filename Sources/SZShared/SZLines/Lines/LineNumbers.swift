public import SZJSON

/// Counts the lines of an input, for places in messages. Linear in what is passed; best asked in the order of the input.
public struct LineNumbers: Sendable {
  private let bytes: ByteView
  private var offset = 0
  private var line = 1

  public init(_ set: LineSet) { self.init(set.source.view) }

  public init(_ bytes: ByteView) { self.bytes = bytes }

  /// The place of the byte `offset`.
  public mutating func position(of offset: Int) -> SourcePosition {
    if offset < self.offset { (self.offset, line) = (0, 1) }
    while let end = bytes.firstIndex(of: 0x0A, from: self.offset), end < offset {
      self.offset = end + 1
      line += 1
    }
    var column = 1
    for index in self.offset..<offset where bytes[index] & 0xC0 != 0x80 { column += 1 }
    // A byte order mark has no column.
    if self.offset == 0, offset > 0, Encoding.start(bytes) > 0 { column -= 1 }
    return SourcePosition(line: line, column: column)
  }
}
