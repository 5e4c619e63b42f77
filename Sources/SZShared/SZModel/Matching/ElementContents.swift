internal import SZJSON

/// What elements of a list hold, read once for all pairs of them: the hashes of their first children, and of the first ones in these.
struct ElementContents {
  /// How many children are held against those of another element.
  static let limit = 64
  /// How many of these in each child.
  static let innerLimit = 8
  /// How many times as many members are read, among which one of the same name is found wherever it stands.
  private static let reach = 16

  /// An element, of which only the kind and what it holds are asked, or a child.
  private struct Child {
    let node: Document.Node
    let kind: Document.Kind
    /// The hash of a member's name; the place of an element in its array.
    let name: UInt64
    let hash: UInt64
    /// What it holds likewise, in `children`.
    var inner = 0..<0
  }

  private var elements: [Child] = []
  private var children: [Child] = []
  private let compared: ComparedMembers

  /// Linear in what is read. The document has hashes.
  init(_ document: Document, _ nodes: some Sequence<Document.Node>, by compared: ComparedMembers) {
    self.compared = compared
    children.reserveCapacity(nodes.underestimatedCount * ElementContents.innerLimit)
    for node in nodes {
      var element = Child(node: node, kind: document.kind(node), name: 0, hash: 0)
      element.inner = append(document, node, ElementContents.limit)
      elements.append(element)
    }
  }

  /// Appends the first `limit` elements of an array, or `reach` times as many members that count, and what is in these.
  private mutating func append(_ document: Document, _ node: Document.Node, _ limit: Int) -> Range<Int> {
    let start = children.count
    switch document.kind(node) {
    case .object:
      for member in document.members(node) where compared.contain(document, member) {
        children.append(
          Child(
            node: member.value, kind: document.kind(member.value), name: document.hash(member.name),
            hash: compared.hash(document, member)))
        if children.count - start == limit * ElementContents.reach { break }
      }
    case .array:
      for (place, element) in document.elements(node).prefix(limit).enumerated() {
        children.append(
          Child(
            node: element, kind: document.kind(element), name: UInt64(place), hash: document.hash(element)))
      }
    default: break
    }
    let range = start..<children.count
    if limit > ElementContents.innerLimit {
      for index in range where children[index].kind.isContainer {
        children[index].inner = append(document, children[index].node, ElementContents.innerLimit)
      }
    }
    return range
  }

  /// How much of an element stands in one of another list (``Resemblance/score(_:_:_:_:)``). Constant time.
  func score(_ index: Int, _ other: ElementContents, _ otherIndex: Int) -> Double {
    let (element, match) = (elements[index], other.elements[otherIndex])
    guard element.kind == match.kind, element.kind.isContainer else { return 0 }
    return share(element, other, match, ElementContents.limit) { child, match in
      0.25 + share(child, other, match, ElementContents.innerLimit) { _, _ in 0.75 } / 2
    }
  }

  /// How much of the first `limit` children of an object or array stands in another one, where `containers` says by how much two objects
  /// or two arrays in them count that are not equal.
  private func share(
    _ parent: Child, _ other: ElementContents, _ otherParent: Child, _ limit: Int,
    containers: (Child, Child) -> Double
  ) -> Double {
    let otherRange = otherParent.inner
    var sum = 0.0
    var double = 0
    var next = otherRange.lowerBound
    for child in children[parent.inner].prefix(limit) {
      // Members usually stand in one order.
      guard let found = other.index(of: child.name, from: next, in: otherRange) else { continue }
      next = found + 1
      let match = other.children[found]
      let isContainer = child.kind.isContainer && child.kind == match.kind
      let share =
        child.hash == match.hash
        ? 1 : isContainer ? containers(child, match) : parent.kind == .object ? 0.25 : 0
      sum += isContainer ? 2 * share : share
      if isContainer { double += 1 }
    }
    let most = min(limit, max(parent.inner.count, otherRange.count)) + double
    return most == 0 ? 1 : sum / Double(most)
  }

  /// Where a member of a name stands among some children, looked for from one of these on.
  private func index(of name: UInt64, from start: Int, in range: Range<Int>) -> Int? {
    if start < range.upperBound, children[start].name == name { return start }
    return range.first { children[$0].name == name }
  }
}
