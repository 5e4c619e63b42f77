/// Replacements in a source text; what no edit names is copied as bytes.
///
/// Edits are ranges of integers, what they put in stands in two lists that all of them share: adding one allocates nothing of its own.
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

  /// Pieces that the edits keep, to be put in somewhere.
  public struct Content: Sendable {
    let pieces: Range<Int>
  }

  /// A place among the edits to come back to: before all that are added later.
  public struct Checkpoint {
    fileprivate let count: Int
  }

  public struct Edit: Sendable {
    public let range: Range<Int>
    let content: Content
    /// The order of what is inserted at one place: a mark that ends what stands before it (-1), anything else (0), a mark that begins what
    /// stands behind it (1).
    fileprivate var rank = 0

    init(range: Range<Int>, content: Content, rank: Int = 0) {
      (self.range, self.content, self.rank) = (range, content, rank)
    }

    /// Whether it stands before the other one: what is inserted at a place, by rank, comes before what is replaced there.
    @inline(__always) fileprivate func precedes(_ other: Edit) -> Bool {
      if range.lowerBound != other.range.lowerBound { return range.lowerBound < other.range.lowerBound }
      if range.upperBound != other.range.upperBound { return range.upperBound < other.range.upperBound }
      return rank < other.rank
    }
  }

  /// A piece as it is stored: text by its range in ``text``.
  enum Stored: Sendable {
    case text(Range<Int>)
    case source(Range<Int>)
    case mark(Int)
    case edited(Range<Int>, Int)
  }

  private(set) var edits: [Edit] = []
  /// The edits of stretches that were gathered, those of each in the order of the text, and which those are by the stretch's number.
  private(set) var gathered: [Edit] = []
  private(set) var stretches: [Range<Int>] = []
  /// What the edits put in.
  var pieces: [Stored] = []
  /// The text that they put in. Who appends to it says what it is for with ``content(from:)``.
  public var text: [UInt8] = []

  public init() {}

  public var isEmpty: Bool { edits.isEmpty }

  /// The ranges that are edited, in the order of the text.
  var ranges: [Range<Int>] { inOrder.map(\.range) }

  /// The same without the marks, which change no text.
  public var changedRanges: [Range<Int>] {
    inOrder.compactMap { edit in
      let isMark = edit.range.isEmpty && edit.rank != 0
      return isMark ? nil : edit.range
    }
  }

  /// The checkpoint of now, for ``gather(in:since:)`` and ``all(since:)``.
  public var checkpoint: Checkpoint { Checkpoint(count: edits.count) }

  // MARK: Adding

  /// The text that was appended to ``text`` since it had `start` bytes.
  public mutating func content(from start: Int) -> Content {
    if text.count > start { pieces.append(.text(start..<text.count)) }
    return Content(pieces: pieces.count - (text.count > start ? 1 : 0)..<pieces.count)
  }

  /// Makes room for so many pieces more, where that is much.
  mutating func reservePieces(_ count: Int) {
    if count > pieces.count { pieces.reserveCapacity(pieces.count + count) }
  }

  /// Pieces, to be put in somewhere.
  public mutating func content(_ added: [Piece]) -> Content {
    let first = pieces.count
    for piece in added {
      switch piece {
      case .bytes(let bytes):
        if bytes.isEmpty { continue }
        pieces.append(.text(text.count..<text.count + bytes.count))
        text += bytes
      case .source(let range): pieces.append(.source(range))
      case .mark(let number): pieces.append(.mark(number))
      case .edited(let range, let number): pieces.append(.edited(range, number))
      }
    }
    return Content(pieces: first..<pieces.count)
  }

  @inline(__always) public mutating func replace(_ range: Range<Int>, with content: Content) {
    if range.isEmpty, content.pieces.isEmpty { return }
    edits.append(Edit(range: range, content: content))
  }

  public mutating func replace(_ range: Range<Int>, with pieces: [Piece]) {
    replace(range, with: content(pieces))
  }

  public mutating func replace(_ range: Range<Int>, with bytes: [UInt8]) {
    let start = text.count
    text += bytes
    replace(range, with: content(from: start))
  }

  /// Adds edits that were taken out of these.
  public mutating func put(_ others: some Sequence<Edit>) { edits += others }

  /// Puts marks with one number around a stretch: what others insert before or behind it, earlier or later, stands outside of them.
  public mutating func surround(_ range: Range<Int>, with number: Int) {
    let mark = content([.mark(number)])
    edits.append(Edit(range: range.lowerBound..<range.lowerBound, content: mark, rank: 1))
    edits.append(Edit(range: range.upperBound..<range.upperBound, content: mark, rank: -1))
  }

  // MARK: Taking out

  /// Makes one of the edits that were added since `checkpoint`, all of them in `range`, which holds no others.
  ///
  /// Whoever gathers a container's edits when it is done has to look at each edit once, however deep containers are
  /// nested: the container around it finds one edit for all.
  public mutating func gather(in range: Range<Int>, since checkpoint: Checkpoint) {
    guard edits.count - checkpoint.count > 1 else { return }
    let number = reserve()
    lift(since: checkpoint, under: number)
    pieces.append(.edited(range, number))
    edits.append(Edit(range: range, content: Content(pieces: pieces.count - 1..<pieces.count)))
  }

  /// Drops the edits that were added since `checkpoint`.
  public mutating func withdraw(since checkpoint: Checkpoint) { edits.removeSubrange(checkpoint.count...) }

  /// Drops all others.
  mutating func withdraw(until checkpoint: Checkpoint) { edits.removeSubrange(..<checkpoint.count) }

  /// The edits that were added since `checkpoint`.
  public func all(since checkpoint: Checkpoint) -> ArraySlice<Edit> { edits[checkpoint.count...] }

  /// A number for edits that ``lift(since:under:)`` will put under it; a piece ``Piece/edited`` may name it before.
  public mutating func reserve() -> Int {
    stretches.append(0..<0)
    return stretches.count - 1
  }

  /// Takes the edits that were added since `checkpoint` out of the list and puts them under a reserved number: those of a stretch that goes
  /// elsewhere.
  public mutating func lift(since checkpoint: Checkpoint, under number: Int) {
    let first = gathered.count
    gathered += edits[checkpoint.count...]
    edits.removeSubrange(checkpoint.count...)
    SourceEdits.sort(&gathered, from: first)
    stretches[number] = first..<gathered.count
  }

  /// Takes those of the edits that were added since `checkpoint` out of the list of which `isTaken` says so, and answers them in
  /// the order of the text.
  mutating func take(since checkpoint: Checkpoint, where isTaken: (Range<Int>) -> Bool) -> [Edit] {
    var taken: [Edit] = []
    var kept = checkpoint.count
    for number in checkpoint.count..<edits.count {
      let edit = edits[number]
      if isTaken(edit.range) {
        taken.append(edit)
      } else {
        edits[kept] = edit
        kept += 1
      }
    }
    edits.removeSubrange(kept...)
    SourceEdits.sort(&taken, from: 0)
    return taken
  }

  // MARK: The order of the text

  /// The edits as they stand in the text.
  var inOrder: [Edit] {
    var edits = edits
    SourceEdits.sort(&edits, from: 0)
    return edits
  }

  /// Puts the edits from `start` on in the order of the text; those of one place stay as they were added. Linear where each is near its
  /// place, as edits are that are added container by container; else O(n log n).
  private static func sort(_ edits: inout [Edit], from start: Int) {
    var steps = 8 * (edits.count - start)
    var index = start + 1
    while index < edits.count {
      let edit = edits[index]
      var place = index
      while place > start, steps > 0, edit.precedes(edits[place - 1]) {
        edits[place] = edits[place - 1]
        place -= 1
        steps -= 1
      }
      if place < index { edits[place] = edit }
      if steps == 0 { break }
      index += 1
    }
    if index >= edits.count { return }
    let unsorted = edits
    let order = (start..<edits.count).sorted {
      let (left, right) = (unsorted[$0], unsorted[$1])
      return left.precedes(right) || $0 < $1 && !right.precedes(left)
    }
    for (place, number) in order.enumerated() { edits[start + place] = unsorted[number] }
  }

  /// The same edits of another text, in which `place` says where each range stands.
  func mapped(_ place: (Range<Int>) -> Range<Int>) -> SourceEdits {
    func mapped(_ edit: Edit) -> Edit {
      Edit(range: place(edit.range), content: edit.content, rank: edit.rank)
    }
    var edits = self
    edits.edits = self.edits.map(mapped)
    edits.gathered = gathered.map(mapped)
    edits.pieces = pieces.map { piece in
      switch piece {
      case .source(let range): .source(place(range))
      case .edited(let range, let number): .edited(place(range), number)
      case .text, .mark: piece
      }
    }
    return edits
  }
}
