public import SZJSON

extension ChangeTree {
  /// Values that a hunk names one after the other, as a range of the tree's runs.
  public struct Stretch: Sendable, Equatable {
    fileprivate let first: Int
    fileprivate let end: Int

    public static let empty = Stretch(first: 0, end: 0)

    public var isEmpty: Bool { first == end }
  }

  /// Values of one document, at least one: as many siblings, or nodes wherever they are.
  enum Run: Sendable {
    case siblings(Document, first: Document.Node, count: Int)
    case nodes(Document, first: Int, count: Int)

    var count: Int {
      switch self {
      case .siblings(_, _, let count), .nodes(_, _, let count): count
      }
    }
  }

  /// Adds elements of an array, those that follow each other in the document in one piece.
  public mutating func add(_ document: Document, _ elements: ArraySlice<Document.Node>) -> Stretch {
    let first = runs.count
    var start = elements.startIndex
    while start < elements.endIndex {
      var end = start + 1
      while end < elements.endIndex, elements[end] == document.next(elements[end - 1]) { end += 1 }
      runs.append(.siblings(document, first: elements[start], count: end - start))
      start = end
    }
    return Stretch(first: first, end: runs.count)
  }

  /// Adds `count` siblings.
  public mutating func add(_ document: Document, siblings first: Document.Node, count: Int) -> Stretch {
    runs.append(.siblings(document, first: first, count: count))
    return Stretch(first: runs.count - 1, end: runs.count)
  }

  /// Adds nodes that may stand anywhere in a document.
  public mutating func add(_ document: Document, scattered added: [Document.Node]) -> Stretch {
    if added.isEmpty { return .empty }
    runs.append(.nodes(document, first: nodes.count, count: added.count))
    nodes += added
    return Stretch(first: runs.count - 1, end: runs.count)
  }

  /// Adds values of whatever documents.
  public mutating func add(_ values: some Sequence<Value>) -> Stretch {
    let first = runs.count
    for value in values { runs.append(.siblings(value.document, first: value.node, count: 1)) }
    return Stretch(first: first, end: runs.count)
  }

  /// How many values there are.
  public func count(_ stretch: Stretch) -> Int {
    runs[stretch.first..<stretch.end].reduce(0) { $0 + $1.count }
  }

  public func values(_ stretch: Stretch) -> [Value] { map(stretch) { $0 } }

  /// The values one by one.
  public func sequence(_ stretch: Stretch) -> Values {
    Values(runs: runs, nodes: nodes, rest: stretch.first..<stretch.end)
  }

  public struct Values: Sequence, IteratorProtocol {
    fileprivate let runs: [Run]
    fileprivate let nodes: [Document.Node]
    /// The runs that are still to come.
    fileprivate var rest: Range<Int>
    /// How many values of the first of them have come, and the one that is next among siblings.
    private var done = 0
    private var sibling = Document.Node.nowhere

    fileprivate init(runs: [Run], nodes: [Document.Node], rest: Range<Int>) {
      (self.runs, self.nodes, self.rest) = (runs, nodes, rest)
    }

    public mutating func next() -> Value? {
      guard let number = rest.first else { return nil }
      let value: Value
      let count: Int
      switch runs[number] {
      case .siblings(let document, let first, let all):
        let node = done == 0 ? first : sibling
        sibling = document.next(node)
        (value, count) = (Value(document, node), all)
      case .nodes(let document, let first, let all):
        (value, count) = (Value(document, nodes[first + done]), all)
      }
      done += 1
      if done == count { (rest, done) = (number + 1..<rest.upperBound, 0) }
      return value
    }
  }

  /// What `body` makes of each value.
  public func map<T>(_ stretch: Stretch, _ body: (Value) -> T) -> [T] {
    var results: [T] = []
    forEach(stretch) { results.append(body($0)) }
    return results
  }

  /// Calls `body` with each value.
  public func forEach(_ stretch: Stretch, _ body: (Value) -> Void) {
    for run in runs[stretch.first..<stretch.end] {
      switch run {
      case .siblings(let document, var node, let count):
        for _ in 0..<count {
          body(Value(document, node))
          node = document.next(node)
        }
      case .nodes(let document, let first, let count):
        for node in nodes[first..<first + count] { body(Value(document, node)) }
      }
    }
  }

  /// Appends the values without white space, commas between them.
  public func appendValues(_ stretch: Stretch, to output: inout [UInt8]) {
    for number in stretch.first..<stretch.end {
      if number > stretch.first { output.append(UInt8(ascii: ",")) }
      switch runs[number] {
      case .siblings(let document, let first, let count):
        ChangeTree.appendSiblings(document, first, count: count, to: &output)
      case .nodes(let document, let first, let count):
        appendNodes(document, first..<first + count, to: &output)
      }
    }
  }

  private func appendNodes(_ document: Document, _ range: Range<Int>, to output: inout [UInt8]) {
    for index in range {
      if index > range.lowerBound { output.append(UInt8(ascii: ",")) }
      let ahead = index + Prefetch.distance
      if ahead < range.upperBound {
        let text = document.range(nodes[ahead])
        document.bytes.prefetch(text.lowerBound)
        document.bytes.prefetch(text.upperBound)
      }
      Value(document, nodes[index]).appendCompact(to: &output)
    }
  }

  /// Appends `count` siblings without white space. Scalars with nothing but a comma between them are copied in one piece.
  private static func appendSiblings(
    _ document: Document, _ first: Document.Node, count: Int, to output: inout [UInt8]
  ) {
    var run = document.start(first)..<document.start(first)
    func flush(_ output: inout [UInt8]) {
      document.bytes.append(run, to: &output)
    }
    var node = first
    for number in 0..<count {
      let range = document.range(node)
      let isScalar = !document.kind(node).isContainer
      if number > 0, !isScalar || range.lowerBound != run.upperBound + 1 {
        flush(&output)
        output.append(UInt8(ascii: ","))
        run = range.lowerBound..<range.lowerBound
      }
      if isScalar {
        run = run.lowerBound..<range.upperBound
      } else {
        Reformatter.append(document.bytes, range, style: .compact, to: &output)
        run = range.upperBound..<range.upperBound
      }
      node = document.next(node)
    }
    flush(&output)
  }
}
