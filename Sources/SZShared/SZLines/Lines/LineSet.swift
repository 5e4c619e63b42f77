public import SZJSON

/// The entities of one input, a JSON text each: the lines of an NDJSON text, or the elements of one document that is an array.
///
/// Nothing is held of them but where the text is. Blank lines are none, and the white space around a line's text is not of it.
public struct LineSet: Sendable {
  public let source: SourceBytes
  /// The document whose elements they are; nil for lines.
  public let document: Document?
  private let start: Int

  public struct Line: Sendable {
    /// Where it can be found again: by ``LineSet/line(at:)``.
    public let position: Int
    /// The bytes of its text in the input.
    public let range: Range<Int>
  }

  /// The lines of an input. A byte order mark belongs to none of them.
  /// - Throws: that it is no UTF-8.
  public init(lines source: SourceBytes) throws(JSONError) {
    self.source = source
    document = nil
    start = try Encoding.check(source.view)
  }

  /// The elements of a document whose root is an array.
  public init(elements document: Document) {
    source = document.source
    self.document = document
    start = document.firstChild(document.root).index
  }

  /// The bytes of a line alone, with `brackets` around them where these are given. `input` is the number of the set, for errors.
  /// - Throws: that the line is too long to be read as a document, which takes some three times the memory.
  public func text(
    of line: Line, input: Int, around brackets: (UInt8, UInt8)? = nil, longest: () -> Int = longestLine
  ) throws(LineError) -> SourceBytes {
    let count = line.range.count
    if count > LineSet.surelyShort, count > longest() {
      let words = "this line of \(count) bytes is too long for the memory that is free"
      throw LineError(.unusable(words), input: input, at: line.range.lowerBound)
    }
    return SourceBytes(source.view, line.range, around: brackets)
  }

  /// A line as a document of its own.
  /// - Throws: why it is none.
  public func document(_ line: Line, input: Int, allowsDuplicates: Bool) throws(LineError) -> Document {
    let text = try text(of: line, input: input)
    do { return try Document.read(text, .init(allowsDuplicates: allowsDuplicates)) } catch {
      throw LineError(.notJSON(error, text: text), input: input, at: line.range.lowerBound + error.offset)
    }
  }

  /// What is no longer is not worth a look at how much memory there is.
  static let surelyShort = 1 << 26
  public static func longestLine() -> Int { FreeMemory.bytes / 4 }

  /// What `position` leads to, which was that of a line.
  public func line(at position: Int) -> Line {
    if let document { return Line(position: position, range: document.range(Document.Node(position))) }
    return Line(position: position, range: trimmed(position..<end(of: position)))
  }

  /// Where the line that a byte belongs to ends: before its line feed, or at the end of the input.
  func end(of offset: Int) -> Int { source.view.firstIndex(of: 0x0A, from: offset) ?? source.count }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    let bytes = source.view
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, LineSet.isSpace(bytes[start]) { start += 1 }
    while start < end, LineSet.isSpace(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0D || byte == 0x09 }

  public var cursor: Cursor { Cursor(set: self, place: start) }

  /// Goes from one to the next.
  public struct Cursor: Sendable {
    private let set: LineSet
    /// Where it has come to: a byte of the input, or a node of the document.
    private var place: Int

    fileprivate init(set: LineSet, place: Int) { (self.set, self.place) = (set, place) }

    /// How many bytes have been passed.
    public var offset: Int {
      guard let document = set.document else { return place }
      let node = Document.Node(place)
      return node < document.end(document.root) ? document.start(node) : set.source.count
    }

    public mutating func next() -> Line? {
      if let document = set.document {
        let node = Document.Node(place)
        guard node < document.end(document.root) else { return nil }
        place = document.next(node).index
        return set.line(at: node.index)
      }
      while place < set.source.count {
        let end = set.end(of: place)
        let range = set.trimmed(place..<end)
        place = end + 1
        if !range.isEmpty { return Line(position: range.lowerBound, range: range) }
      }
      return nil
    }
  }

  /// The average length of a line, by those at the beginning; nil without lines.
  var averageLength: Int? {
    var cursor = cursor
    let start = cursor.offset
    var count = 0
    while count < 4096, cursor.next() != nil { count += 1 }
    return count == 0 ? nil : max(1, (cursor.offset - start) / count)
  }
}
