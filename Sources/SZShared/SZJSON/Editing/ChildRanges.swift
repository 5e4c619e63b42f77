/// Where the children of a container stand in the source.
public enum ChildRanges {
  /// A member reaches from its name to the end of its value.
  case ranges([Range<Int>])
  /// The elements of an array; most of them need never be looked at.
  case elements(Document, [Document.Node])
  /// The members of an object, by their names.
  case members(Document, [Document.Node])

  var count: Int {
    switch self {
    case .ranges(let ranges): ranges.count
    case .elements(_, let nodes), .members(_, let nodes): nodes.count
    }
  }

  subscript(child: Int) -> Range<Int> {
    switch self {
    case .ranges(let ranges): ranges[child]
    case .elements(let document, let nodes): document.range(nodes[child])
    case .members(let document, let names):
      document.start(names[child])..<document.range(document.next(names[child])).upperBound
    }
  }

  /// All of them.
  var all: [Range<Int>] { (0..<count).map { self[$0] } }

  /// How many begin at `offset` or before it, by bisection.
  func count(to offset: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].lowerBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
