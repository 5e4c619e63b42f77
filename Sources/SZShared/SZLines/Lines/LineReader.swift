public import SZJSON

/// Reads lines as documents, and finds out who they are.
public struct LineReader: Sendable {
  public let options: LineOptions
  /// The inputs that lines are of, by their numbers.
  public let sets: [LineSet]
  /// How many lines of each input have been passed over, and where the first of them is.
  public private(set) var skipped: [(count: Int, first: LineError?)]

  public init(_ sets: [LineSet], _ options: LineOptions) {
    (self.sets, self.options) = (sets, options)
    skipped = sets.map { _ in (0, nil) }
  }

  /// A line as a document of its own.
  /// - Throws: why it is none.
  func document(_ line: LineSet.Line, of input: Int) throws(LineError) -> Document {
    try sets[input].document(line, input: input, allowsDuplicates: options.allowsDuplicates)
  }

  /// A line as the only element of an array: what comparisons, patches and merges are made of. Without a line an empty array.
  /// - Throws: why it cannot be that.
  public func element(_ line: LineSet.Line?, of input: Int, isHashed: Bool = true) throws(LineError)
    -> Document
  {
    let read = Document.ReadOptions(
      hashing: isHashed ? options.hashing : nil, allowsDuplicates: options.allowsDuplicates)
    let brackets = (UInt8(ascii: "["), UInt8(ascii: "]"))
    guard let line else { return .ofOwnText(Array("[]".utf8), hashing: read.hashing) }
    let text = try sets[input].text(of: line, input: input, around: brackets)
    do { return try Document.read(text, read) } catch {
      throw LineError(.notJSON(error, text: text), input: input, at: line.range.lowerBound + error.offset - 1)
    }
  }

  /// The document of a line and the hash of its identity; nil where it is passed over.
  /// - Throws: what is wrong with it, unless it may be passed over.
  mutating func identified(_ line: LineSet.Line, of input: Int) throws(LineError) -> (Document, UInt64)? {
    do throws(LineError) {
      let document = try document(line, of: input)
      guard let hash = options.key.hash(document, options.hashing) else {
        throw LineError(.noIdentity(key: options.key.text), input: input, at: line.range.lowerBound)
      }
      return (document, hash)
    } catch {
      try skip(error)
      return nil
    }
  }

  /// Passes over a line that is wrong by itself, where that may be. One of two of one identity never is: which of them counts nobody knows.
  private mutating func skip(_ error: LineError) throws(LineError) {
    guard options.skipsInvalid else { throw error }
    skipped[error.input].count += 1
    if skipped[error.input].first == nil { skipped[error.input].first = error }
  }

  /// Whether the entity that a change names by `parts` belongs to the shard.
  public func isInShard(_ parts: [(name: [UInt8], value: Value)], _ entityName: String?) -> Bool {
    options.shard.map { $0.contains(options.key.components(of: parts, entityName: entityName)) } ?? true
  }

  /// Whether an entity belongs to the shard.
  func isInShard(_ document: Document) -> Bool {
    options.shard.map { $0.contains(options.key.components(document)) } ?? true
  }

  /// Whether two lines have one identity.
  func isSame(_ left: LineSet.Line, of input: Int, _ right: LineSet.Line, of other: Int) throws(LineError)
    -> Bool
  {
    try isSame(left, of: input, document(right, of: other))
  }

  func isSame(_ line: LineSet.Line, of input: Int, _ document: Document) throws(LineError) -> Bool {
    options.key.isSame(
      try self.document(line, of: input), document, exactNumbers: options.hashing.exactNumbers)
  }

  /// Says that two lines of an input have one identity.
  func duplicate(_ line: LineSet.Line, of input: Int, first: LineSet.Line?) throws(LineError) -> LineError {
    let identity = options.key.shown(try document(line, of: input))
    return LineError(
      .duplicate(identity: identity, first: first?.range.lowerBound), input: input, at: line.range.lowerBound)
  }

  /// Makes the table of an index of lines of an input.
  /// - Throws: that two of them have one identity.
  func seal(_ index: inout LineIndex, of input: Int) throws(LineError) {
    let lines = index
    func line(_ number: Int) -> LineSet.Line { sets[input].line(at: lines.position(number)) }
    let twice = try index.seal { left, right throws(LineError) in
      try isSame(line(left), of: input, line(right), of: input)
    }
    if let (first, second) = twice { throw try duplicate(line(second), of: input, first: line(first)) }
  }

  /// The first line of an input that has the identity of `document`, which another one behind it has, too.
  func first(_ document: Document, of input: Int) throws(LineError) -> LineSet.Line? {
    let hash = options.key.hash(document, options.hashing)
    var cursor = sets[input].cursor
    while let line = cursor.next() {
      guard let other = try? self.document(line, of: input) else { continue }
      guard options.key.hash(other, options.hashing) == hash else { continue }
      if try isSame(line, of: input, document) { return line }
    }
    return nil
  }

  /// Whether two lines are the same bytes.
  @inline(__always) func isEqual(_ left: LineSet.Line, of input: Int, _ right: LineSet.Line, of other: Int)
    -> Bool
  {
    sets[input].source.view.equals(left.range, sets[other].source.view, right.range)
  }
}
