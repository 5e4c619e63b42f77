/// A place in a text as people count: lines and columns from 1, columns in characters.
public struct SourcePosition: Equatable, Sendable {
  public var line: Int
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Counts up to the byte `offset`. Linear in the offset, so made only when a message is printed.
  ///
  /// A line ends with a line feed, a carriage return, or both. A column is a Unicode scalar; a byte that is no part
  /// of one counts as one; a byte order mark has no column.
  public init(_ bytes: ByteView, offset: Int) {
    var count = Count(bytes)
    count.advance(to: offset)
    self = count.position
  }

  private init() { (line, column) = (1, 1) }

  /// A place that moves through a text.
  struct Count {
    private let bytes: ByteView
    private(set) var offset: Int
    private(set) var position = SourcePosition()

    init(_ bytes: ByteView) {
      self.bytes = bytes
      offset = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
    }

    /// Moves to the first character at or behind `end`.
    mutating func advance(to end: Int) {
      let end = min(end, bytes.count)
      while offset < end {
        let byte = bytes[offset]
        switch byte {
        case 0x0A, 0x0D:
          if byte == 0x0D, bytes[offset + 1] == 0x0A { offset += 1 }
          position.line += 1
          position.column = 1
          offset += 1
        case 0x80...:
          offset += max(1, UTF8Check.length(bytes, at: offset))
          position.column += 1
        default:
          position.column += 1
          offset += 1
        }
      }
    }
  }
}

/// Places in one text, asked for in any order and without counting from the beginning each time.
public struct SourcePositions {
  /// About how far a place that is asked for is from one that is known.
  private static let stride = 1024

  private let bytes: ByteView
  /// One in each stride, up to the furthest place that has been asked for.
  private var known: [SourcePosition.Count]

  public init(_ bytes: ByteView) {
    self.bytes = bytes
    known = [SourcePosition.Count(bytes)]
  }

  /// The place of the byte `offset`.
  public mutating func position(of offset: Int) -> SourcePosition {
    let end = min(offset, bytes.count)
    while let last = known.last, last.offset + SourcePositions.stride <= end {
      var next = last
      next.advance(to: last.offset + SourcePositions.stride)
      known.append(next)
    }
    // The last one that is not behind it, by bisection.
    var (low, high) = (0, known.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if known[middle].offset <= end { low = middle } else { high = middle }
    }
    var count = known[low]
    count.advance(to: end)
    return count.position
  }
}

extension SourcePosition {
  /// This place in a text of one bracket more in front, as one in the text around it, in which the text begins at `origin`.
  public func inText(at origin: SourcePosition) -> SourcePosition {
    SourcePosition(line: origin.line + line - 1, column: line == 1 ? origin.column + column - 2 : column)
  }
}
