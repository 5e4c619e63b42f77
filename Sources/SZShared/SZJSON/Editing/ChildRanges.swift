/// Where the children of a container stand in the source.
public enum ChildRanges {
  /// A member reaches from its name to the end of its value.
  case ranges([Range<Int>])
  /// The elements of an array; most of them need never be looked at.
  case elements(Document, [Document.Node])

  var count: Int {
    switch self {
    case .ranges(let ranges): ranges.count
    case .elements(_, let nodes): nodes.count
    }
  }

  subscript(child: Int) -> Range<Int> {
    switch self {
    case .ranges(let ranges): ranges[child]
    case .elements(let document, let nodes): document.range(nodes[child])
    }
  }

  /// All of them.
  var all: [Range<Int>] {
    switch self {
    case .ranges(let ranges): ranges
    case .elements(let document, let nodes): nodes.map { document.range($0) }
    }
  }
}
