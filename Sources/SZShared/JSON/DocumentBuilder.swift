/// Writes the tape of a document while the grammar reads its text.
///
/// While a container is open, its own words hold its parent and its running hash, so nesting needs no stack beside the
/// tape.
struct DocumentBuilder: TokenSink {
  private let source: SourceBytes
  private let bytes: ByteView
  private var tape: TapeWriter
  private let hashing: Hashing
  /// Whether values are hashed; names always are.
  private let hashesValues: Bool
  private let allowsDuplicates: Bool

  private var innermost = -1
  private var innermostIsObject = false
  private var running: UInt64 = 0
  private var names = NameStack()

  init(_ source: SourceBytes, hashing: Hashing?, allowsDuplicates: Bool) {
    self.source = source
    self.bytes = source.view
    self.hashing = hashing ?? Hashing()
    self.hashesValues = hashing != nil
    self.allowsDuplicates = allowsDuplicates
    // Records take about a word for eight bytes, and room that is not written costs nothing.
    self.tape = TapeWriter(capacity: source.count / 4 + 64)
  }

  /// The tape as written so far.
  func finished() -> Tape { tape.finished() }

  @inline(__always) mutating func open(_ kind: ContainerKind, at offset: Int) throws(JSONError) -> Int {
    let index = tape.extend(by: 3)
    tape[index] =
      UInt64(kind == .object ? Document.Kind.object.rawValue : Document.Kind.array.rawValue) &<< 60
      | UInt64(truncatingIfNeeded: offset) &<< 20
    tape[index + 1] = UInt64(bitPattern: Int64(innermost))
    if innermost >= 0 { tape[innermost + 2] = running }
    innermost = index
    running = hashing.start(kind)
    innermostIsObject = kind == .object
    if kind == .object { names.open() }
    return offset + 1
  }

  /// Takes the container at `node` of `other`, whose text stands at `offset` here too.
  ///
  /// Both documents must be read with one `Hashing` or with none.
  @inline(__always) mutating func copy(_ other: Document, _ node: Document.Node, to offset: Int) {
    let index = tape.count
    tape.append(other.tape, node..<other.end(node), offsetShift: offset - other.start(node))
    if innermost >= 0 { addToParent(tape[index + 2]) }
  }

  @inline(__always) mutating func close(at offset: Int) throws(JSONError) -> ContainerKind? {
    let index = innermost
    let word = tape[index]
    let start = Int(truncatingIfNeeded: word &>> 20 & Document.Word.offsetMask)
    let length = UInt64(truncatingIfNeeded: offset + 1 - start)
    let parent = Int(truncatingIfNeeded: Int64(bitPattern: tape[index + 1]))
    let kind: ContainerKind = innermostIsObject ? .object : .array
    tape[index] = word | length & Document.Word.lengthMask
    tape[index + 1] = UInt64(truncatingIfNeeded: tape.count) &<< 20 | length &>> 20
    if innermostIsObject {
      if !names.isKnown { try searchDuplicates(in: index) }
      names.close()
    }
    let hash = hashing.finish(kind, running)
    tape[index + 2] = hash
    innermost = parent
    guard parent >= 0 else { return nil }
    running = tape[parent + 2]
    innermostIsObject = tape[parent] &>> 60 == UInt64(Document.Kind.object.rawValue)
    addToParent(hash)
    return innermostIsObject ? .object : .array
  }

  @inline(__always) mutating func name(_ range: Range<Int>, escaped: Bool) throws(JSONError) {
    append(escaped ? .escapedString : .string, range)
    names.push(stringHash(range, escaped))
  }

  @inline(__always) mutating func string(_ range: Range<Int>, escaped: Bool) throws(JSONError) {
    append(escaped ? .escapedString : .string, range)
    if hashesValues { addToParent(stringHash(range, escaped)) }
  }

  @inline(__always) mutating func number(_ range: Range<Int>) throws(JSONError) {
    append(.number, range)
    if hashesValues { addToParent(hashing.number(bytes, range)) }
  }

  @inline(__always) mutating func literal(_ literal: Literal, _ range: Range<Int>) throws(JSONError) {
    append(literal == .true ? .true : literal == .false ? .false : .null, range)
    if hashesValues { addToParent(hashing.literal(literal)) }
  }

  @inline(__always) private mutating func append(_ kind: Document.Kind, _ range: Range<Int>) {
    let head = UInt64(kind.rawValue) &<< 60 | UInt64(truncatingIfNeeded: range.lowerBound) &<< 20
    let length = UInt64(truncatingIfNeeded: range.count)
    if length < Document.Word.lengthMask {
      let index = tape.extend(by: 1)
      tape[index] = head | length
    } else {
      let index = tape.extend(by: 2)
      tape[index] = head | Document.Word.lengthMask
      tape[index + 1] = length
    }
  }

  @inline(__always) private func stringHash(_ range: Range<Int>, _ escaped: Bool) -> UInt64 {
    escaped
      ? hashing.escapedCharacters(bytes, range)
      : hashing.characters(bytes, range.lowerBound + 1..<range.upperBound - 1)
  }

  @inline(__always) private mutating func addToParent(_ hash: UInt64) {
    running =
      innermostIsObject
      ? running &+ hashing.member(name: names.last, value: hash)
      : hashing.element(after: running, value: hash)
  }

  /// Whether two names of the object at `index`, which is about to close, have one hash. Linear in its members.
  private func hasEqualNames(_ index: Int) -> Bool {
    let document = Document(source: source, hashing: hashing, tape: tape.finished())
    var hashes: [UInt64] = []
    var member = index + 3
    while member < tape.count {
      hashes.append(document.scalarHash(member, hashing))
      member = document.next(document.next(member))
    }
    guard hashes.count > 16 else {
      return hashes.indices.contains { hashes[..<$0].contains(hashes[$0]) }
    }
    var seen = HashTable(expected: hashes.count)
    return hashes.contains { !seen.insert($0, value: 0) }
  }

  /// Looks for members of one name in the object at `index`, which is about to close.
  @inline(never) private mutating func searchDuplicates(in index: Int) throws(JSONError) {
    guard hasEqualNames(index) else {
      names.remember()
      return
    }
    let document = Document(source: source, hashing: hashing, tape: tape.finished())
    var lastOfName: [[UInt8]: Int] = [:]
    var contributions: [Int: UInt64] = [:]
    var member = index + 3
    while member < tape.count {
      let range = document.range(member)
      let name = JSONString.decoded(bytes, range)
      if let earlier = lastOfName[name] {
        guard allowsDuplicates else {
          throw JSONError(
            .duplicateName(String(decoding: name, as: UTF8.self), first: document.start(earlier)),
            at: range.lowerBound)
        }
        tape[earlier] = tape[earlier] & ~(0xF &<< 60) | UInt64(Document.Kind.shadowedName.rawValue) &<< 60
      }
      lastOfName[name] = member
      let value = document.next(member)
      if hashesValues {
        contributions[member] = hashing.member(
          name: hashing.characters(name), value: document.hash(value))
      }
      member = document.next(value)
    }
    running = lastOfName.values.reduce(hashing.start(.object)) { $0 &+ (contributions[$1] ?? 0) }
  }
}
