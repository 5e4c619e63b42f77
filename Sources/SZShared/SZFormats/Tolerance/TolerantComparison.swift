import SZJSON

/// Compares values of one document with values of others, in which numbers at some places need not be equal.
struct TolerantComparison {
  let document: Document
  let places: ToleratedPlaces
  let exactNumbers: Bool

  init(_ document: Document, _ tolerances: [Tolerance], exactNumbers: Bool) {
    (self.document, self.exactNumbers) = (document, exactNumbers)
    places = ToleratedPlaces(document, tolerances)
  }

  /// A number of the document, and the one elsewhere that it may count as.
  typealias Pair = (node: Document.Node, value: Value)

  /// The numbers that differ where the values are equal but for what is tolerated; nil where they are not. Linear in both, without
  /// recursion.
  func differences(_ node: Document.Node, _ value: Value) -> [Pair]? {
    var pairs: [Pair] = []
    var work = [(node, value.node)]
    let other = value.document
    while let (left, right) = work.popLast() {
      switch (document.kind(left), other.kind(right)) {
      case (.array, .array):
        var others = other.elements(right)
        for element in document.elements(left) {
          guard let match = others.next() else { return nil }
          work.append((element, match))
        }
        if others.next() != nil { return nil }
      case (.object, .object):
        var pairing = MemberPairing(document, left, other, right)
        guard pairing.countsAreEqual else { return nil }
        while let pair = pairing.next() {
          guard let match = pair.other else { return nil }
          work.append((pair.member.value, match.value))
        }
      case (.number, .number):
        if document.isEqual(left, other, right, exactNumbers: exactNumbers) { continue }
        guard let amount = places.amount(left),
          amount.allows(DecimalNumber(Value(document, left)), DecimalNumber(Value(other, right)))
        else { return nil }
        pairs.append((left, Value(other, right)))
      default:
        if !document.isEqual(left, other, right, exactNumbers: exactNumbers) { return nil }
      }
    }
    return pairs
  }

  /// The same of a stretch of elements and as many values.
  func differences(_ nodes: ArraySlice<Document.Node>, _ values: [Value]) -> [Pair]? {
    guard nodes.count == values.count else { return nil }
    var pairs: [Pair] = []
    for (node, value) in zip(nodes, values) {
      guard let found = differences(node, value) else { return nil }
      pairs += found
    }
    return pairs
  }
}
