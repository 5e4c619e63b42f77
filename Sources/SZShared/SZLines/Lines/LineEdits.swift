/// What is to be done to entities, by their identities: where what is said of each stands.
public struct LineEdits: Sendable {
  var index = LineIndex()
  private let memory: Int

  public init(_ options: LineOptions) { memory = options.memory }

  /// Takes note of what is said at `position` of the entity with this identity.
  public mutating func append(_ hash: UInt64, at position: Int) { index.append(hash, at: position) }

  /// Whether the index takes more than its memory. One there must be room for.
  public var isOverfull: Bool { index.size > max(memory, LineIndex.bytesALine) || index.isFull }

  /// Ends the adding. Answers the positions of two that are about one entity, `isSame` of two whose hashes are equal.
  public mutating func seal<E: Error>(_ isSame: (Int, Int) throws(E) -> Bool) throws(E) -> (Int, Int)? {
    let index = index
    let twice = try self.index.seal { left, right throws(E) in
      try isSame(index.position(left), index.position(right))
    }
    return twice.map { (index.position($0), index.position($1)) }
  }
}

/// Goes through the lines of a target, and finds those that something is to be done to.
///
/// Law: the edits of all portions, and of all shards, together are those of the whole.
public struct LineEditing: Sendable {
  let target: Int
  public private(set) var reader: LineReader
  private let portion: IndexPortion
  private var edits: LineEdits
  /// The lines that nothing is done to: none may have the identity of another.
  private var others = LineIndex()
  private var cursor: LineSet.Cursor
  /// How many lines have been passed, and which of them belong to the shard, where there is one.
  private var number = 0
  private var isInShard: [UInt64] = []
  /// Where the search for what no line answers is; nil before it has begun.
  private var unanswered: Int?

  public enum Event {
    /// What is to be done to a line, or where there is none, by where it stands.
    case edit(LineSet.Line?, position: Int)
    /// The index would take more than its memory: all of the portion is to be done again in smaller ones.
    case tooLarge
  }

  /// `edits` have been sealed.
  public init(_ reader: LineReader, target: Int, _ edits: LineEdits, _ portion: IndexPortion) {
    (self.reader, self.target, self.edits, self.portion) = (reader, target, edits, portion)
    cursor = reader.sets[target].cursor
  }

  /// The next: those of the target's lines in their order, then those for which it has none in the order in which they were added.
  /// - Throws: what is wrong with a line.
  public mutating func next() throws(LineError) -> Event? {
    while unanswered == nil, let line = cursor.next() {
      reader.options.progress?.add(line.range.count)
      defer { number += 1 }
      guard let (document, hash) = try reader.identified(line, of: target) else {
        // What is passed over stays.
        if reader.options.shard?.hasRest ?? false { takeIn() }
        continue
      }
      guard portion.contains(hash) else { continue }
      if reader.options.shard != nil {
        guard reader.isInShard(document) else { continue }
        takeIn()
      }
      let found = try edits.index.number(of: hash) { (_: Int) throws(LineError) in true }
      guard let found else {
        others.append(hash, at: line.position)
        if isOverfull { return .tooLarge }
        continue
      }
      if !edits.index.mark(found) {
        throw try reader.duplicate(line, of: target, first: try reader.first(document, of: target))
      }
      return .edit(line, position: edits.index.position(found))
    }
    if unanswered == nil { try end() }
    while let number = unanswered, number < edits.index.count {
      unanswered = number + 1
      if !edits.index.isMarked(number) { return .edit(nil, position: edits.index.position(number)) }
    }
    return nil
  }

  private var isOverfull: Bool {
    others.size + edits.index.size > max(reader.options.memory, 2 * LineIndex.bytesALine) || others.isFull
  }

  private mutating func end() throws(LineError) {
    try reader.seal(&others, of: target)
    others = LineIndex()
    unanswered = 0
  }

  private mutating func takeIn() {
    while isInShard.count <= number / 64 { isInShard.append(0) }
    isInShard[number / 64] |= 1 &<< UInt64(number % 64)
  }

  /// Which lines of the target belong to the shard, a bit each; nil without one.
  public var shardLines: [UInt64]? { reader.options.shard == nil ? nil : isInShard }
}
