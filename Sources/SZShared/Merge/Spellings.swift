/// How some elements of an array are written, to be told from others that mean the same.
struct Spellings {
  private let document: Document
  private let nodes: [Document.Node]
  private var copies: FewHashes

  /// The elements at `positions` of an array; of those that are equal the first one counts.
  init(_ document: Document, _ nodes: [Document.Node], _ row: ElementRow, at positions: [Int]) {
    (self.document, self.nodes) = (document, nodes)
    copies = FewHashes(expected: positions.count)
    for position in positions { copies.insert(row.hashes[position], value: position) }
  }

  /// Whether none of the elements at `positions` of an array equals one of these and is written otherwise. Linear in them.
  func agree(
    with other: Document, _ elements: [Document.Node], _ row: ElementRow, at positions: some Sequence<Int>
  ) -> Bool {
    positions.allSatisfy { position in
      guard let copy = copies.value(row.hashes[position]) else { return true }
      return document.bytes.equals(
        document.range(nodes[copy]), other.bytes, other.range(elements[position]))
    }
  }
}
