public import SZJSON

/// Some identities, each with a number, and where they stand in an array.
///
/// Where they are few, most elements of the array have none of them. ``TextSketches`` tells these by a few bits of their text; only the
/// others are hashed and looked up.
public struct IdentitySearch {
  private let key: IdentityKey
  private let hashing: Hashing
  /// The hash of the part of an identity with this number, where values of other spelling may be equal; nil where they stand as
  /// they are.
  private let partHash: ((Int, Document, Document.Node) -> UInt64)?
  private var numbers: HashTable
  private let document: Document
  /// All elements of the array.
  public let elements: [Document.Node]
  /// Whether most elements are to be told from the identities by their text, and what tells them.
  private let isFiltered: Bool
  private var sketches = TextSketches()
  /// The identities that stand in the array, in the order of the first elements that have them.
  public private(set) var found: [Int] = []
  /// For each identity the position of the first element that has it; -1 when there is none.
  public private(set) var positions: [Int] = []
  /// For each identity whether several elements have it.
  public private(set) var isAmbiguous: [Bool] = []

  /// Of about `expected` identities in `array`.
  public init(
    _ key: IdentityKey, in array: Value, hashing: Hashing, expected: Int,
    partHash: ((Int, Document, Document.Node) -> UInt64)? = nil
  ) {
    self.key = key
    self.partHash = partHash
    self.hashing = hashing
    document = array.document
    elements = document.tape.siblings(from: document.firstChild(array.node), to: document.end(array.node))
    isFiltered = partHash == nil && key.simpleName != nil && expected * 2 < elements.count
    numbers = HashTable(expected: expected)
  }

  /// Whether identities may be given by their hashes alone.
  public var takesHashes: Bool { partHash == nil && !isFiltered }

  /// Numbers identities that have these hashes, in their order, before any other.
  public mutating func number(_ hashes: ArraySlice<UInt64>) {
    positions = [Int](repeating: -1, count: hashes.count)
    isAmbiguous = [Bool](repeating: false, count: hashes.count)
    for (number, hash) in hashes.enumerated() { _ = numbers.insert(hash, value: number) }
  }

  /// How many identities there are.
  public var count: Int { positions.count }

  /// The number of an identity, given as the values of its parts, null where one is absent: a new one when it is named for the first
  /// time.
  public mutating func number(of parts: some Sequence<Value>) -> Int {
    var all = Hashing.Tuple(hashing)
    var first: Value?
    for (number, part) in parts.enumerated() {
      if number == 0 { first = part }
      all.add(hash(ofPart: number, part))
    }
    return number(all.hash, first)
  }

  /// The number of an identity that is one value.
  public mutating func number(of value: Value) -> Int { number(hash(ofPart: 0, value), value) }

  private func hash(ofPart number: Int, _ part: Value) -> UInt64 {
    // Null has the hash of a part that is absent.
    part.kind.isContainer ? 0 : hash(number, part.document, part.node)
  }

  private mutating func number(_ hash: UInt64, _ first: Value?) -> Int {
    let number = numbers.value(hash, orAdd: count)
    if number == count {
      positions.append(-1)
      isAmbiguous.append(false)
      if isFiltered, let first { sketches.insert(first.document, first.node) }
    }
    return number
  }

  /// Finds the identities among the elements of the array. Linear in them. One without the identifying members has none.
  public mutating func find() {
    if isFiltered, let name = key.simpleName {
      sketches.prepare()
      find(document, elements, by: name, sketches)
    } else {
      let (document, elements) = (document, elements)
      let last = elements.count - 1
      for position in elements.indices {
        prefetch(document, elements[min(position &+ Prefetch.distance, last)])
        note(document, elements[position], position)
      }
    }
  }

  private func prefetch(_ document: Document, _ element: Document.Node) {
    let start = document.start(element)
    document.bytes.prefetch(start)
    document.bytes.prefetch(start &+ 64)
  }

  /// Most elements are dismissed by what stands in front of them: the key is their first member, of which a few bits are looked at.
  private mutating func find(
    _ document: Document, _ elements: [Document.Node], by name: MemberName.Head, _ sketches: TextSketches
  ) {
    let (bytes, tape) = (document.bytes, document.tape)
    let last = elements.count - 1
    let isShort = name.isShort
    for (position, element) in elements.enumerated() {
      prefetch(document, elements[min(position &+ Prefetch.distance, last)])
      // Members are name and value by turns; the name of the first one takes one word when it matches.
      if isShort, document.kind(element) == .object, !document.isEmptyContainer(element),
        name.isShortName(bytes, tape[element.index &+ 3])
      {
        if sketches.excludes(bytes, tape[element.index &+ 4]) { continue }
      } else if isOther(document, element, name) {
        continue
      }
      note(document, element, position)
    }
  }

  /// Takes note of where an identity stands, when the element has one of these.
  @inline(never) private mutating func note(
    _ document: Document, _ element: Document.Node, _ position: Int
  ) {
    guard let hash = hash(document, element), let number = numbers.value(hash) else { return }
    if positions[number] >= 0 {
      isAmbiguous[number] = true
    } else {
      positions[number] = position
      found.append(number)
    }
  }

  private func hash(_ number: Int, _ document: Document, _ node: Document.Node) -> UInt64 {
    partHash.map { $0(number, document, node) } ?? document.scalarHash(node, hashing)
  }

  @inline(__always) private func hash(_ document: Document, _ element: Document.Node) -> UInt64? {
    if partHash == nil { return key.hash(document, element, hashing)?.hash }
    guard let values = key.values(document, element) else { return nil }
    var all = Hashing.Tuple(hashing)
    for (number, value) in values.enumerated() {
      all.add(value.map { hash(number, document, $0) } ?? IdentityKey.absent(hashing))
    }
    return all.hash
  }

  /// Whether an element is known to have none of the identities.
  @inline(never) private func isOther(
    _ document: Document, _ element: Document.Node, _ name: MemberName.Head
  ) -> Bool {
    guard document.kind(element) == .object else { return true }
    var node = document.firstChild(element)
    let end = document.end(element)
    while node < end {
      guard let isName = name.matches(document, node) else { return false }
      // A name that matches takes one word.
      if isName { return sketches.excludes(document.bytes, document.tape[node.index &+ 1]) }
      node = document.next(document.next(node))
    }
    return true
  }
}
