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
  /// Lines that have been read and are still to be compared, the next last, and how many times in a row a line was not the expected one.
  private var batch: [Candidate] = []
  private var surprises = 0
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
    try reader.seal(&index, of: old)
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
    while deleted == nil {
      guard let candidate = try nextCandidate() else { break }
      let line = candidate.line
      guard let (number, isEqual) = try match(of: candidate) else {
        created.append(candidate.hash, at: line.position)
        if isOverfull { return .tooLarge }
        return .pair(old: nil, new: line, hash: candidate.hash)
      }
      try mark(number, line)
      expected = number + 1
      if !isEqual { return .pair(old: oldLine(number), new: line, hash: candidate.hash) }
    }
    if deleted == nil { try endNew() }
    return nextDeleted()
  }

  /// A line of NEW, and the line of OLD that most likely has its identity.
  private struct Candidate: Sendable {
    let line: LineSet.Line
    var hash: UInt64 = 0
    var number: Int?
    /// Whether it has the bytes of that line.
    var isExpected = false
  }

  /// How many lines are looked for at once where they have another order: each is somewhere else in the memory, and the processor fetches
  /// what several need at the same time.
  private static let batchSize = 16
  private static let fewSurprises = 4

  private mutating func nextCandidate() throws(LineError) -> Candidate? {
    if batch.isEmpty { try fillBatch() }
    return batch.popLast()
  }

  private mutating func fillBatch() throws(LineError) {
    let size = surprises < LineComparison.fewSurprises ? 1 : LineComparison.batchSize
    var isFirst = true
    while batch.count < size, let line = cursor.next() {
      reader.options.progress?.add(line.range.count)
      if isFirst, expected < index.count, reader.isEqual(oldLine(expected), of: old, line, of: new) {
        surprises = 0
        batch.append(Candidate(line: line, number: expected, isExpected: true))
        return
      }
      isFirst = false
      guard let (document, hash) = try reader.identified(line, of: new), portion.contains(hash),
        reader.isInShard(document)
      else { continue }
      batch.append(Candidate(line: line, hash: hash))
    }
    surprises += 1
    for place in batch.indices { batch[place].number = index.likely(batch[place].hash) }
    let bytes = reader.sets[old].source.view
    for candidate in batch {
      guard let number = candidate.number, reader.sets[old].document == nil else { continue }
      let position = index.position(number)
      for offset in stride(from: 0, to: 256, by: 64) { bytes.prefetch(min(position + offset, bytes.count)) }
    }
    batch.reverse()
  }

  private mutating func endNew() throws(LineError) {
    try reader.seal(&created, of: new)
    created = LineIndex()
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

  /// The line of OLD with the identity of a line of NEW, and whether it has the same bytes.
  private func match(of candidate: Candidate) throws(LineError) -> (number: Int, isEqual: Bool)? {
    guard let likely = candidate.number else { return nil }
    let line = candidate.line
    if candidate.isExpected || reader.isEqual(oldLine(likely), of: old, line, of: new) {
      return (likely, true)
    }
    let document = try reader.document(line, of: new)
    let number = try index.number(of: candidate.hash) { number throws(LineError) in
      try reader.isSame(oldLine(number), of: old, document)
    }
    return number.map { ($0, false) }
  }

  private mutating func mark(_ number: Int, _ line: LineSet.Line) throws(LineError) {
    if index.mark(number) { return }
    let document = try reader.document(line, of: new)
    throw try reader.duplicate(line, of: new, first: try reader.first(document, of: new))
  }
}
