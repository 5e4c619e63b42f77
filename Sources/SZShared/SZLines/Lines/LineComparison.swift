internal import SZJSON

/// Finds out which lines of two inputs differ: pairs those that have one identity.
///
/// OLD is read once and indexed, then NEW is read. A line of NEW that has the bytes of the one that follows in OLD the last that was
/// found is not read: in most files most lines do. Law: the pairs of all portions, and of all shards, together are those of the whole.
public struct LineComparison: Sendable {
  /// Which of the reader's inputs is OLD and which NEW.
  let old: Int
  let new: Int
  public private(set) var reader: LineReader
  private let portion: IndexPortion
  /// The lines of OLD, and of NEW those that OLD has not.
  private var index = LineIndex()
  private var created = LineIndex()
  private var cursor: LineSet.Cursor
  /// The line of OLD that is likely to come next.
  private var expected = 0
  /// Where the search for deleted lines is; nil before it has begun.
  private var deleted: Int?
  private var isTooLarge = false

  public enum Event {
    /// Lines of one identity that differ, or one that is in one of the inputs alone.
    case pair(old: LineSet.Line?, new: LineSet.Line?, hash: UInt64)
    /// The index would take more than its memory: all of the portion is to be found again in smaller ones.
    case tooLarge
  }

  /// Reads OLD.
  /// - Throws: what is wrong with a line of it.
  public init(_ reader: LineReader, old: Int, new: Int, _ portion: IndexPortion) throws(LineError) {
    (self.reader, self.old, self.new, self.portion) = (reader, old, new, portion)
    cursor = reader.sets[new].cursor
    try readOld()
  }

  private mutating func readOld() throws(LineError) {
    var cursor = reader.sets[old].cursor
    while let line = cursor.next() {
      reader.options.progress?.add(line.range.count)
      guard let (document, hash) = try reader.identified(line, of: old), portion.contains(hash),
        reader.isInShard(document)
      else { continue }
      index.append(hash, at: line.position)
      if isOverfull {
        isTooLarge = true
        return
      }
    }
    let (reader, old, index) = (reader, old, index)
    func line(_ number: Int) -> LineSet.Line { reader.sets[old].line(at: index.position(number)) }
    let twice = try self.index.seal { left, right throws(LineError) in
      try reader.isSame(line(left), of: old, line(right), of: old)
    }
    if let (first, second) = twice {
      throw try reader.duplicate(line(second), of: old, first: line(first))
    }
  }

  /// A line there must be room for, whatever was asked for.
  private var isOverfull: Bool {
    index.size + created.size > max(reader.options.memory, LineIndex.bytesALine) || index.isFull
      || created.isFull
  }

  /// The next pair: those of NEW's lines in their order, then what only OLD has in its order. Nil at the end.
  /// - Throws: what is wrong with a line.
  public mutating func next() throws(LineError) -> Event? {
    if isTooLarge { return .tooLarge }
    while deleted == nil, let line = cursor.next() {
      reader.options.progress?.add(line.range.count)
      if expected < index.count, reader.isEqual(oldLine(expected), of: old, line, of: new) {
        try mark(expected, line)
        expected += 1
        continue
      }
      guard let (document, hash) = try reader.identified(line, of: new), portion.contains(hash),
        reader.isInShard(document)
      else { continue }
      guard let number = try number(of: hash, document, line) else {
        created.append(hash, at: line.position)
        if isOverfull { return .tooLarge }
        return .pair(old: nil, new: line, hash: hash)
      }
      try mark(number, line)
      expected = number + 1
      let other = oldLine(number)
      if !reader.isEqual(other, of: old, line, of: new) { return .pair(old: other, new: line, hash: hash) }
    }
    if deleted == nil { try endNew() }
    return nextDeleted()
  }

  private mutating func endNew() throws(LineError) {
    let (reader, new, created) = (reader, new, created)
    func line(_ number: Int) -> LineSet.Line { reader.sets[new].line(at: created.position(number)) }
    let twice = try self.created.seal { left, right throws(LineError) in
      try reader.isSame(line(left), of: new, line(right), of: new)
    }
    if let (first, second) = twice {
      throw try reader.duplicate(line(second), of: new, first: line(first))
    }
    self.created = LineIndex()
    // What a line says that could not be read nobody knows: it may be any of those that are missing.
    let knowsAll = reader.options.deletesAnyway || reader.skipped[new].count == 0
    deleted = knowsAll ? 0 : index.count
  }

  private mutating func nextDeleted() -> Event? {
    while let number = deleted, number < index.count {
      deleted = number + 1
      if !index.isMarked(number) { return .pair(old: oldLine(number), new: nil, hash: index.hash(number)) }
    }
    return nil
  }

  private func oldLine(_ number: Int) -> LineSet.Line { reader.sets[old].line(at: index.position(number)) }

  /// The line of OLD with the identity of a line of NEW.
  private func number(of hash: UInt64, _ document: Document, _ line: LineSet.Line) throws(LineError) -> Int? {
    try index.number(of: hash) { number throws(LineError) in
      let other = oldLine(number)
      if reader.isEqual(other, of: old, line, of: new) { return true }
      return try reader.isSame(other, of: old, document)
    }
  }

  private mutating func mark(_ number: Int, _ line: LineSet.Line) throws(LineError) {
    if index.mark(number) { return }
    let document = try reader.document(line, of: new)
    throw try reader.duplicate(line, of: new, first: try reader.first(document, of: new))
  }
}
