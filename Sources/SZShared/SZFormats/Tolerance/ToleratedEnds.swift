import SZJSON

/// Pairs elements with values that count as equal to them, from the front and from the end of a stretch.
///
/// Law: in a longest pairing of the whole stretch that keeps the order, and of these one in which most are equal as they stand, these pairs
/// may stand, unless all that count as equal are paired.
struct ToleratedEnds {
  private(set) var nodes: ArraySlice<Document.Node>
  private(set) var values: ArraySlice<Value>
  /// The numbers of what was paired.
  private(set) var pairs: [TolerantComparison.Pair] = []
  private let comparison: TolerantComparison
  private let hashing: Hashing
  private let pairsAll: Bool
  /// How often what is equal stands among the nodes, and among the values, that are left.
  private var inNodes: [UInt64: Int] = [:]
  private var inValues: [UInt64: Int] = [:]

  /// Linear in the stretch.
  init(
    _ comparison: TolerantComparison, _ nodes: ArraySlice<Document.Node>, _ values: ArraySlice<Value>,
    pairsAll: Bool
  ) {
    (self.comparison, self.nodes, self.values, self.pairsAll) = (comparison, nodes, values, pairsAll)
    hashing = Hashing(exactNumbers: comparison.exactNumbers)
    if !pairsAll {
      for node in nodes { inNodes[hash(node), default: 0] += 1 }
      for value in values { inValues[hash(value), default: 0] += 1 }
    }
    pairEnds()
  }

  private mutating func pairEnds() {
    while let node = nodes.first, let value = values.first, isPaired(node, value) {
      (nodes, values) = (nodes.dropFirst(), values.dropFirst())
    }
    while let node = nodes.last, let value = values.last, isPaired(node, value) {
      (nodes, values) = (nodes.dropLast(), values.dropLast())
    }
  }

  /// Pairs two that are equal, or that count as equal and of which none has an equal one elsewhere.
  private mutating func isPaired(_ node: Document.Node, _ value: Value) -> Bool {
    guard let found = comparison.differences(node, value) else { return false }
    if !pairsAll {
      let (own, other) = (hash(node), hash(value))
      if !found.isEmpty, inValues[own, default: 0] > 0 || inNodes[other, default: 0] > 0 { return false }
      inNodes[own, default: 0] -= 1
      inValues[other, default: 0] -= 1
    }
    pairs += found
    return true
  }

  private func hash(_ node: Document.Node) -> UInt64 { hash(Value(comparison.document, node)) }

  private func hash(_ value: Value) -> UInt64 { ValueHash.of(value.document, value.node, hashing) }
}
