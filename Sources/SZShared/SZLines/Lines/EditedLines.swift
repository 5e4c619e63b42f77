public import SZJSON

/// What becomes of lines, in the order in which it was found out: kept outside of the memory where it is much.
public final class EditedLines {
  private let spool = Spool()
  public private(set) var count = 0
  private static let removed = UInt64.max

  public init() {}

  /// Says what stands in the place of the line at `position`; nil for nothing.
  public func append(_ position: Int, _ text: [UInt8]?) throws(SystemError) {
    var record: [UInt8] = []
    for word in [UInt64(position), text.map { UInt64($0.count) } ?? EditedLines.removed] {
      for shift in 0..<8 { record.append(UInt8(truncatingIfNeeded: word >> UInt64(shift * 8))) }
    }
    try spool.append(record + (text ?? []))
    count += 1
  }

  /// Goes through them from the beginning.
  struct Reader {
    private let source: SourceBytes
    private var place = 0

    init(_ lines: EditedLines) throws(SystemError) { source = try lines.spool.contents() }

    private func word(_ place: Int) -> UInt64 { source.view.word(at: place) }

    /// The position of the next one.
    var position: Int? { place < source.count ? Int(word(place)) : nil }

    /// The text of the next one, nil where nothing is left of it; goes on behind it.
    mutating func take() -> (ByteView, Range<Int>)? {
      let length = word(place + 8)
      let start = place + 16
      if length == EditedLines.removed {
        place = start
        return nil
      }
      place = start + Int(length)
      return (source.view, start..<place)
    }
  }

  /// Several of them, each in the order of positions, as one.
  struct Merged {
    private var readers: [Reader]

    init(_ lines: [EditedLines]) throws(SystemError) {
      var readers: [Reader] = []
      for one in lines { readers.append(try Reader(one)) }
      self.readers = readers
    }

    private var first: Int? {
      readers.indices.filter { readers[$0].position != nil }.min {
        readers[$0].position ?? 0 < readers[$1].position ?? 0
      }
    }

    /// The position of the next one.
    var position: Int? { first.flatMap { readers[$0].position } }

    mutating func take() -> (ByteView, Range<Int>)? { first.flatMap { readers[$0].take() } }
  }
}
