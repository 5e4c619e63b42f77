/// Writes the tape of a document while the grammar reads its text.
///
/// While a container is open, its own words hold its parent; what is known of its children stands on a stack. Without hashes that
/// is no more than the product of its names, which stands in the word of a hash.
struct DocumentBuilder: TokenSink {
  /// What is kept of a container while it is open.
  private struct Open {
    var hash: ContainerHash
    /// Where an object's names are among those of others: a step of ``NameTrails``, or off them.
    var trail: Int
    /// Off the trails the product of its names, as ``KnownNames`` wants it.
    var names = KnownNames.empty
  }

  private let source: SourceBytes
  private let bytes: ByteView
  private var tape: TapeWriter
  private let hashing: Hashing
  /// Whether values are hashed; names always are.
  private var hashesValues: Bool
  private let allowsDuplicates: Bool
  private var lateness: Lateness
  /// How many open containers, from the outermost on, hold something without a hash.
  private var unhashed = 0

  private var innermost = -1
  private var running: Open
  /// The containers around it, but for those that are not hashed: the first `depth` of these.
  private var outer: [Open] = []
  private var depth = 0
  private var knownNames = KnownNames()
  /// Without hashes of values a name costs less than finding it again.
  private var trails: NameTrails

  init(_ source: SourceBytes, _ options: Document.ReadOptions) {
    self.source = source
    self.bytes = source.view
    self.hashing = options.hashing ?? Hashing()
    self.hashesValues = options.hashing != nil
    self.allowsDuplicates = options.allowsDuplicates
    lateness = Lateness(options.hashing == nil ? nil : options.comesLate)
    trails = NameTrails(isUsed: hashesValues)
    running = Open(
      hash: ContainerHash(.array, self.hashing), trail: hashesValues ? NameTrails.start : NameTrails.off)
    // Records take about a word for eight bytes, and room that is not written costs nothing.
    self.tape = TapeWriter(capacity: source.count / 4 + 64)
  }

  /// The tape as written so far.
  func finished() -> Tape { tape.finished() }

  /// Makes the hashes that are not there yet; nil where all are. `reference` is the document that was copied from.
  func late(reference: Document? = nil) -> LateHashes? {
    lateness.leftSome
      ? LateHashes(budget: source.count * 4, reference: reference, copies: lateness.copies) : nil
  }

  @inline(__always) mutating func open(_ kind: ContainerKind, at offset: Int) throws(JSONError) -> Int {
    let index = tape.extend(by: 3)
    tape[index] =
      UInt64(kind == .object ? Document.Kind.object.rawValue : Document.Kind.array.rawValue) &<< 60
      | UInt64(truncatingIfNeeded: offset) &<< 20
    tape[index + 1] = UInt64(bitPattern: Int64(innermost))
    if lateness.isWatching, lateness.opens(kind, index, in: innermost) { askForLateness() }
    if hashesValues {
      if innermost >= 0 {
        if depth < outer.count { outer[depth] = running } else { outer.append(running) }
        depth += 1
      }
      // An array hands on where it is.
      let trail = kind == .object ? trails.inside(running.trail) : running.trail
      running = Open(hash: ContainerHash(kind, hashing), trail: trail)
    } else {
      tape[index + 2] = running.names
      running.names = KnownNames.empty
    }
    innermost = index
    return offset + 1
  }

  /// Asks whether the elements of the innermost array, which have been hashed so far, come late from now on.
  @inline(never) private mutating func askForLateness() {
    let document = Document(source: source, hashing: hashing, tape: tape.finished())
    if lateness.isLate(document, firstOf: innermost) { beginLate() }
  }

  /// Hashes nothing more in the innermost array.
  private mutating func beginLate() {
    lateness.begin(innermost)
    hashesValues = false
    // Without hashes of values a name costs less than finding it again.
    running.trail = NameTrails.off
    running.names = KnownNames.empty
  }

  /// Takes containers of `other` that follow each other, whose text is that of `text` here.
  ///
  /// Both documents must be read with one `Hashing` or with none.
  @inline(__always) mutating func copy(
    _ other: Document, _ containers: Range<Document.Node>, to text: Range<Int>
  ) {
    let (first, end) = (containers.lowerBound, containers.upperBound)
    lateness.addCopy(of: first.index..<end.index, to: tape.count)
    tape.append(
      other.tape, first.index..<end.index, offsetShift: text.lowerBound - other.start(first),
      hasLongScalars: text.count >= Int(Document.Word.lengthMask))
    guard hashesValues else { return }
    guard innermost >= 0 else {
      if !other.hasHash(first) { lateness.leftSome = true }
      return
    }
    var node = first
    while node < end {
      guard other.hasHash(node) else { return addUnhashed() }
      running.hash.add(container: other.hash(node), height: other.height(node), hashing)
      node = other.end(node)
    }
  }

  /// Takes note that there is something in the innermost container that has no hash.
  @inline(never) private mutating func addUnhashed() {
    if running.hash.kind == .array { return beginLate() }
    lateness.leftSome = true
    unhashed = depth + 1
  }

  @inline(__always) mutating func close(at offset: Int) throws(JSONError) -> ContainerKind? {
    let index = innermost
    let word = tape[index]
    let start = Int(truncatingIfNeeded: word &>> 20 & Document.Word.offsetMask)
    let length = UInt64(truncatingIfNeeded: offset + 1 - start)
    let parent = Int(truncatingIfNeeded: Int64(bitPattern: tape[index + 1]))
    tape[index] = word | length & Document.Word.lengthMask
    tape[index + 1] =
      UInt64(truncatingIfNeeded: tape.count) &<< Document.Word.endShift | length &>> 20
    guard hashesValues else {
      if word &>> 60 == Document.Kind.object.rawValue, !knownNames.contains(running.names) {
        try checkNames(of: index)
      }
      innermost = parent
      if index == lateness.array { return endLate(index) }
      running.names = tape[index + 2]
      tape[index + 2] = 0
      if parent < 0 { return nil }
      return tape[parent] &>> 60 == Document.Kind.object.rawValue ? .object : .array
    }
    if running.hash.kind == .object, !areNamesDistinct { try checkNames(of: index) }
    innermost = parent
    if index == lateness.array { lateness.end() }
    if depth < unhashed { return endUnhashed(index) }
    let done = running.hash.finished(hashing)
    tape[index + 1] |= UInt64(truncatingIfNeeded: min(done.height, Document.Word.tall)) &<< 20
    tape[index + 2] = done.hash
    guard depth > 0 else { return nil }
    depth -= 1
    running = outer[depth]
    running.hash.add(done, hashing)
    return running.hash.kind
  }

  /// Closes the array whose elements come late; what is around it is hashed again.
  @inline(never) private mutating func endLate(_ index: Int) -> ContainerKind? {
    hashesValues = true
    lateness.end()
    return endUnhashed(index)
  }

  /// Closes a container that holds something without a hash; so does what is around it.
  @inline(never) private mutating func endUnhashed(_ index: Int) -> ContainerKind? {
    tape[index + 2] = 0
    unhashed = depth
    guard depth > 0 else { return nil }
    depth -= 1
    running = outer[depth]
    return running.hash.kind
  }

  @inline(__always) mutating func name(_ range: Range<Int>, escaped: Bool) throws(JSONError) {
    append(escaped ? .escapedString : .string, range)
    if running.trail >= 0 {
      let (step, place) =
        escaped ? (NameTrails.off, .one) : trails.step(behind: running.trail, bytes, range, hashing)
      if step >= 0 {
        running.trail = step
        running.hash.name(place)
        return
      }
      leaveTrail()
    }
    if escaped {
      add(name: hashing.name(JSONString.decoded(bytes, range)))
    } else if hashesValues {
      add(name: hashing.name(bytes, range.lowerBound + 1..<range.upperBound - 1))
    } else {
      let name = hashing.firstLane(bytes, range.lowerBound + 1..<range.upperBound - 1)
      running.names = KnownNames.product(running.names, name)
    }
  }

  @inline(__always) mutating func string(_ range: Range<Int>, escaped: Bool) throws(JSONError) {
    append(escaped ? .escapedString : .string, range)
    if hashesValues { add(stringHash(range, escaped)) }
  }

  @inline(__always) mutating func number(_ range: Range<Int>) throws(JSONError) {
    append(.number, range)
    if hashesValues { add(hashing.number(bytes, range)) }
  }

  @inline(__always) mutating func literal(_ literal: Literal, _ range: Range<Int>) throws(JSONError) {
    append(literal == .true ? .true : literal == .false ? .false : .null, range)
    if hashesValues { add(hashing.literal(literal)) }
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

  @inline(__always) private mutating func add(name: Lanes) {
    running.names = KnownNames.product(running.names, name.first)
    running.hash.name(name)
  }

  @inline(__always) private mutating func add(_ hash: UInt64) {
    running.hash.add(scalar: hash, hashing)
  }

  /// Whether the names of the innermost object are known to differ.
  @inline(__always) private var areNamesDistinct: Bool {
    running.trail >= 0 ? trails.isDistinct(running.trail) : knownNames.contains(running.names)
  }

  /// Goes on by the product of the names.
  @inline(never) private mutating func leaveTrail() {
    running.names = trails.names(running.trail)
    running.trail = NameTrails.off
  }

  /// Looks for members of one name in the object at `index`, which is about to close, unless its names are known.
  @inline(never) private mutating func checkNames(of index: Int) throws(JSONError) {
    let trail = running.trail
    if trail >= 0 { leaveTrail() }
    if !knownNames.contains(running.names) { try searchDuplicates(in: index) }
    if trail >= 0, knownNames.contains(running.names) { trails.setDistinct(trail) }
  }

  /// Looks for members of one name in the object at `index`, which is about to close.
  private mutating func searchDuplicates(in index: Int) throws(JSONError) {
    let document = Document(source: source, hashing: hashing, tape: tape.finished())
    let names = EqualNames(document, from: Document.Node(index + 3), to: Document.Node(tape.count), hashing)
    guard names.areThere else {
      knownNames.insert(running.names)
      return
    }
    let hidden = try names.hidden(isAllowed: allowsDuplicates)
    for member in hidden {
      tape[member.index] =
        tape[member.index] & ~(0xF &<< 60) | UInt64(Document.Kind.shadowedName.rawValue) &<< 60
    }
    // What a later member hides is no part of the value.
    if hashesValues, depth >= unhashed { running.hash = names.hash(without: hidden) }
  }
}
