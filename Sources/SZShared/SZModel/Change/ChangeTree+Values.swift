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
  struct Run: BitwiseCopyable, Sendable {
    /// The word of the first sibling, or of the document with a place among ``ChangeTree/nodes``.
    fileprivate let first: UInt64
    /// How many siblings, or less than zero where they are none.
    fileprivate let size: Int

    var count: Int { abs(size) }
  }

  /// Adds elements of an array, those that follow each other in the document in one piece.
  public mutating func add(_ document: Document, _ elements: ArraySlice<Document.Node>) -> Stretch {
    let first = runs.count
    var start = elements.startIndex
    while start < elements.endIndex {
      var end = start + 1
      while end < elements.endIndex, elements[end] == document.next(elements[end - 1]) { end += 1 }
      runs.append(Run(first: table.word(Value(document, elements[start])), size: end - start))
      start = end
    }
    return Stretch(first: first, end: runs.count)
  }

  /// Adds `count` siblings.
  public mutating func add(_ document: Document, siblings first: Document.Node, count: Int) -> Stretch {
    runs.append(Run(first: table.word(Value(document, first)), size: count))
    return Stretch(first: runs.count - 1, end: runs.count)
  }

  /// Adds nodes that may stand anywhere in a document.
  public mutating func add(_ document: Document, scattered added: [Document.Node]) -> Stretch {
    if added.isEmpty { return .empty }
    runs.append(Run(first: table.word(Value(document, Document.Node(nodes.count))), size: -added.count))
    nodes += added
    return Stretch(first: runs.count - 1, end: runs.count)
  }

  /// Adds values of whatever documents.
  public mutating func add(_ values: some Sequence<Value>) -> Stretch {
    let first = runs.count
    for value in values { runs.append(Run(first: table.word(value), size: 1)) }
    return Stretch(first: first, end: runs.count)
  }

  /// How many values there are.
  public func count(_ stretch: Stretch) -> Int {
    runs[stretch.first..<stretch.end].reduce(0) { $0 + $1.count }
  }

  public func values(_ stretch: Stretch) -> [Value] { map(stretch) { $0 } }

  /// What `body` makes of each value.
  public func map<T>(_ stretch: Stretch, _ body: (Value) -> T) -> [T] {
    var results: [T] = []
    forEach(stretch) { results.append(body($0)) }
    return results
  }

  /// Calls `body` with each value.
  public func forEach(_ stretch: Stretch, _ body: (Value) -> Void) {
    for number in stretch.first..<stretch.end {
      let (value, size) = (table[runs[number].first], runs[number].size)
      let document = value.document
      var node = value.node
      for _ in 0..<max(size, 0) {
        body(Value(document, node))
        node = document.next(node)
      }
      if size < 0 { for node in nodes[node.index..<node.index - size] { body(Value(document, node)) } }
    }
  }

  /// Appends the values without white space, commas between them.
  public func appendValues(_ stretch: Stretch, to output: inout [UInt8]) {
    for number in stretch.first..<stretch.end {
      if number > stretch.first { output.append(UInt8(ascii: ",")) }
      let (value, size) = (table[runs[number].first], runs[number].size)
      if size > 0 {
        ChangeTree.appendSiblings(value.document, value.node, count: size, to: &output)
      } else {
        appendNodes(value.document, value.node.index..<value.node.index - size, to: &output)
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
        Reformatter.append(document.bytes, range, Reformatter.Manner(.compact), to: &output)
        run = range.upperBound..<range.upperBound
      }
      node = document.next(node)
    }
    flush(&output)
  }
}
