/// Replacements in a source text; what no edit names is copied as bytes.
///
/// Law: with no edits, the output is the source, byte for byte.
public struct SourceEdits: Sendable {
  /// A stretch of output.
  public enum Piece: Sendable {
    case bytes([UInt8])
    /// A range of the source that is edited.
    case source(Range<Int>)
    /// No text: the beginning or the end of what has this number, for a reader of the pieces.
    case mark(Int)
    /// A stretch of the source with edits of its own, the ones that ``gather(in:since:)`` put under this number.
    case edited(Range<Int>, Int)
  }

  /// A place among the edits to come back to: before all that are added later.
  public struct Checkpoint {
    fileprivate let count: Int
  }

  public struct Edit: Sendable {
    public let range: Range<Int>
    public let pieces: [Piece]
    /// The order of what is inserted at one place: a mark that ends what stands before it (-1), anything else (0), a mark that begins what
    /// stands behind it (1).
    fileprivate var rank = 0
  }

  private var edits: [Edit] = []
  /// The edits of stretches that were gathered.
  private var gathered: [[Edit]] = []

  public init() {}

  public var isEmpty: Bool { edits.isEmpty }

  /// The ranges that are edited, in the order of the text.
  var ranges: [Range<Int>] { SourceEdits.sorted(edits).map(\.range) }

  /// The same without the marks, which change no text.
  public var changedRanges: [Range<Int>] {
    SourceEdits.sorted(edits).compactMap { edit in
      if edit.range.isEmpty, edit.rank != 0, case .mark? = edit.pieces.first, edit.pieces.count == 1 {
        return nil
      }
      return edit.range
    }
  }

  /// The checkpoint of now, for ``take(_:since:)`` and ``gather(in:since:)``.
  public var checkpoint: Checkpoint { Checkpoint(count: edits.count) }

  public mutating func replace(_ range: Range<Int>, with pieces: [Piece]) {
    if range.isEmpty, pieces.isEmpty { return }
    edits.append(Edit(range: range, pieces: pieces))
  }

  public mutating func replace(_ range: Range<Int>, with bytes: [UInt8]) {
    replace(range, with: bytes.isEmpty ? [] : [.bytes(bytes)])
  }

  /// Puts marks with one number around a stretch: what others insert before or behind it, earlier or later, stands outside of them.
  public mutating func surround(_ range: Range<Int>, with number: Int) {
    edits.append(
      Edit(range: range.lowerBound..<range.lowerBound, pieces: [.mark(number)], rank: 1))
    edits.append(
      Edit(range: range.upperBound..<range.upperBound, pieces: [.mark(number)], rank: -1))
  }

  /// Makes one of the edits that were added since `checkpoint`, all of them in `range`, which holds no others.
  ///
  /// Whoever gathers a container's edits when it is done has to look at each edit once, however deep containers are
  /// nested: the container around it finds one edit for all.
  public mutating func gather(in range: Range<Int>, since checkpoint: Checkpoint) {
    guard edits.count - checkpoint.count > 1 else { return }
    gathered.append(Array(edits[checkpoint.count...]))
    edits.replaceSubrange(
      checkpoint.count..., with: [Edit(range: range, pieces: [.edited(range, gathered.count - 1)])])
  }

  /// Drops the edits that were added since `checkpoint`.
  public mutating func withdraw(since checkpoint: Checkpoint) { edits.removeSubrange(checkpoint.count...) }

  /// The edits that were added since `checkpoint`.
  public func all(since checkpoint: Checkpoint) -> ArraySlice<Edit> { edits[checkpoint.count...] }

  /// The text of a stretch of the source with the edits that were added since `checkpoint`, all of which are in it.
  public func text(of range: Range<Int>, since checkpoint: Checkpoint, _ bytes: ByteView) -> [UInt8] {
    var inside = self
    inside.edits = Array(edits[checkpoint.count...])
    return inside.text(of: range, in: bytes)
  }

  /// A number for edits that ``lift(since:under:)`` will put under it; a piece ``Piece/edited`` may name it before.
  public mutating func reserve() -> Int {
    gathered.append([])
    return gathered.count - 1
  }

  /// Takes the edits that were added since `checkpoint` out of the list and puts them under a reserved number: those of a stretch that goes
  /// elsewhere.
  public mutating func lift(since checkpoint: Checkpoint, under number: Int) {
    gathered[number] = Array(edits[checkpoint.count...])
    edits.removeSubrange(checkpoint.count...)
  }

  /// Takes the edits inside `ranges` (ascending, apart) that were added since `checkpoint` out of the list, and answers for each
  /// range the pieces that it is made of with them.
  ///
  /// So a stretch of the source that moves takes its own edits along, and one that goes drops them.
  public mutating func take(_ ranges: [Range<Int>], since checkpoint: Checkpoint) -> [[Piece]] {
    if ranges.isEmpty { return [] }
    var inside = [[Edit]](repeating: [], count: ranges.count)
    if checkpoint.count < edits.count {
      var kept: [Edit] = []
      for edit in edits[checkpoint.count...] {
        if let number = SourceEdits.range(holding: edit.range, in: ranges) {
          inside[number].append(edit)
        } else {
          kept.append(edit)
        }
      }
      edits.replaceSubrange(checkpoint.count..., with: kept)
    }
    return zip(ranges, inside).map { SourceEdits.pieces(of: $0, $1) }
  }

  /// The number of the range that holds `inner`, by bisection.
  private static func range(holding inner: Range<Int>, in ranges: [Range<Int>]) -> Int? {
    let count = Bisection.count(ranges) { $0.lowerBound <= inner.lowerBound }
    guard count > 0, ranges[count - 1].upperBound >= inner.upperBound else { return nil }
    return count - 1
  }

  private static func pieces(of range: Range<Int>, _ edits: [Edit]) -> [Piece] {
    var pieces: [Piece] = []
    var position = range.lowerBound
    for edit in sorted(edits) {
      if position < edit.range.lowerBound { pieces.append(.source(position..<edit.range.lowerBound)) }
      pieces += edit.pieces
      position = edit.range.upperBound
    }
    if position < range.upperBound { pieces.append(.source(position..<range.upperBound)) }
    return pieces
  }

  /// Edits in the order of the text. Two at one place: what is inserted there, by rank, comes before what is replaced.
  private static func sorted(_ edits: [Edit]) -> [Edit] {
    func key(_ edit: Edit) -> (Int, Int, Int) {
      (edit.range.lowerBound, edit.range.upperBound, edit.rank)
    }
    if zip(edits, edits.dropFirst()).allSatisfy({ key($0) <= key($1) }) { return edits }
    let order = edits.indices.sorted {
      let (left, right) = (key(edits[$0]), key(edits[$1]))
      return left == right ? $0 < $1 : left < right
    }
    return order.map { edits[$0] }
  }

  /// The same edits of another text, in which `place` says where each range stands.
  func mapped(_ place: (Range<Int>) -> Range<Int>) -> SourceEdits {
    func mapped(_ edit: Edit) -> Edit {
      let pieces = edit.pieces.map { piece -> Piece in
        switch piece {
        case .source(let range): .source(place(range))
        case .edited(let range, let number): .edited(place(range), number)
        case .bytes, .mark: piece
        }
      }
      return Edit(range: place(edit.range), pieces: pieces, rank: edit.rank)
    }
    var edits = self
    edits.edits = self.edits.map(mapped)
    edits.gathered = gathered.map { $0.map(mapped) }
    return edits
  }

  /// Writes the edited text of `bytes`.
  public func write(_ bytes: ByteView, to output: Output) throws(SystemError) {
    try output.kept { () throws(SystemError) in
      try forEach(in: 0..<bytes.count) { piece throws(SystemError) in
        switch piece {
        case .bytes(let text): try output.write(text)
        case .source(let range): try output.write(bytes, range)
        case .mark, .edited: break
        }
      }
    }
  }

  /// The edited text of a stretch that holds whole edits.
  public func text(of range: Range<Int>, in bytes: ByteView) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    forEach(in: range) { piece in
      switch piece {
      case .bytes(let inserted): text += inserted
      case .source(let kept): bytes.append(kept, to: &text)
      case .mark, .edited: return
      }
    }
    return text
  }

  /// The edited text in memory.
  public func applied(to bytes: ByteView) -> [UInt8] {
    text(of: 0..<bytes.count, in: bytes)
  }

  /// Calls `body` with each piece of what the edits make of a source of `range`, in order; none of them is ``Piece/edited``. Those that
  /// gathered ones are made of are come to without recursion.
  public func forEach<Mishap>(in range: Range<Int>, _ body: (Piece) throws(Mishap) -> Void)
    throws(Mishap)
  {
    var open = [SourceEdits.pieces(of: range, edits)[...]]
    while let last = open.indices.last {
      guard let piece = open[last].popFirst() else {
        open.removeLast()
        continue
      }
      if case .edited(let range, let number) = piece {
        open.append(SourceEdits.pieces(of: range, gathered[number])[...])
      } else {
        try body(piece)
      }
    }
  }
}
