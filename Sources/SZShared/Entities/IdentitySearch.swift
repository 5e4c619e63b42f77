/// Some identities, each with a number, and where they stand in an array.
///
/// Most elements of a large array have none of them. ``TextSketches`` tells these by a few bits of their text; only the others are
/// hashed and looked up.
struct IdentitySearch {
  private let key: IdentityKey
  private let hashing: Hashing
  private var numbers: HashTable
  private var sketches = TextSketches()
  /// For each identity the position of the first element that has it; -1 when there is none.
  private(set) var positions: [Int] = []
  /// For each identity whether several elements have it.
  private(set) var isAmbiguous: [Bool] = []

  init(_ key: IdentityKey, hashing: Hashing, expected: Int) {
    self.key = key
    self.hashing = hashing
    numbers = HashTable(expected: expected)
  }

  /// How many identities there are.
  var count: Int { positions.count }

  /// The number of an identity, given as the values of its parts, null where one is absent: a new one when it is named for the first
  /// time.
  mutating func number(of parts: [Value]) -> Int {
    var all = Hashing.Tuple(hashing)
    for part in parts {
      // Null has the hash of a part that is absent.
      all.add(part.kind.isContainer ? 0 : part.document.scalarHash(part.node, hashing))
    }
    if let known = numbers.value(all.hash) { return known }
    numbers.set(all.hash, value: count)
    positions.append(-1)
    isAmbiguous.append(false)
    if key.simpleName != nil, let part = parts.first { sketches.insert(part.document, part.node) }
    return count - 1
  }

  /// Finds the identities among the elements of an array, and answers all elements. Linear in them. One without the identifying
  /// members has none.
  mutating func find(in document: Document, _ array: Document.Node) -> [Document.Node] {
    sketches.prepare()
    let name = key.simpleName
    var elements: [Document.Node] = []
    // One pass, while the words of an element are at hand.
    for element in document.textElements(array) {
      elements.append(element)
      if let name, isOther(document, element, name) { continue }
      guard let hash = key.hash(document, element, hashing)?.hash, let number = numbers.value(hash) else {
        continue
      }
      if positions[number] >= 0 { isAmbiguous[number] = true } else { positions[number] = elements.count - 1 }
    }
    return elements
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
      if isName { return sketches.excludes(document, node &+ 1) }
      node = document.next(document.next(node))
    }
    return true
  }
}
