/// Some identities, each with a number, and where they stand in an array.
///
/// Most elements of a large array have none of them. ``TextSketches`` tells these by a few bits of their text; only the others are
/// hashed and looked up.
struct IdentitySearch {
  private let key: IdentityKey
  private let hashing: Hashing
  /// The hash of the part of an identity with this number, where values of other spelling may be equal; nil where they stand as
  /// they are.
  private let partHash: ((Int, Document, Document.Node) -> UInt64)?
  private var numbers: HashTable
  private var sketches = TextSketches()
  /// For each identity the position of the first element that has it; -1 when there is none.
  private(set) var positions: [Int] = []
  /// For each identity whether several elements have it.
  private(set) var isAmbiguous: [Bool] = []

  init(
    _ key: IdentityKey, hashing: Hashing, expected: Int,
    partHash: ((Int, Document, Document.Node) -> UInt64)? = nil
  ) {
    self.key = key
    self.partHash = partHash
    self.hashing = hashing
    numbers = HashTable(expected: expected)
  }

  /// How many identities there are.
  var count: Int { positions.count }

  /// The number of an identity, given as the values of its parts, null where one is absent: a new one when it is named for the first
  /// time.
  mutating func number(of parts: some Sequence<Value>) -> Int {
    var all = Hashing.Tuple(hashing)
    var first: Value?
    for (number, part) in parts.enumerated() {
      if number == 0 { first = part }
      // Null has the hash of a part that is absent.
      all.add(part.kind.isContainer ? 0 : hash(number, part.document, part.node))
    }
    if let known = numbers.value(all.hash) { return known }
    numbers.set(all.hash, value: count)
    positions.append(-1)
    isAmbiguous.append(false)
    if partHash == nil, key.simpleName != nil, let first { sketches.insert(first.document, first.node) }
    return count - 1
  }

  /// Finds the identities among the elements of an array, and answers all elements. Linear in them. One without the identifying
  /// members has none.
  mutating func find(in document: Document, _ array: Document.Node) -> [Document.Node] {
    sketches.prepare()
    let name = partHash == nil ? key.simpleName : nil
    var elements: [Document.Node] = []
    // One pass, while the words of an element are at hand.
    for element in document.textElements(array) {
      elements.append(element)
      if let name, isOther(document, element, name) { continue }
      guard let hash = hash(document, element), let number = numbers.value(hash) else {
        continue
      }
      if positions[number] >= 0 { isAmbiguous[number] = true } else { positions[number] = elements.count - 1 }
    }
    return elements
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
  @inline(__always) private func isOther(
    _ document: Document, _ element: Document.Node, _ name: MemberName.Head
  ) -> Bool {
    guard document.kind(element) == .object else { return true }
    var node = document.firstChild(element)
    let end = document.end(element)
    while node < end {
      guard let isName = name.matches(document, node) else { return false }
      // A name that matches takes one word.
      if isName { return sketches.excludes(document, Document.Node(node.index &+ 1)) }
      node = document.next(document.next(node))
    }
    return true
  }
}
