extension Document {
  /// The members of an object in document order, without those that a later one of the same name hides.
  package struct Members: Sequence, IteratorProtocol {
    let document: Document
    var node: Node
    let end: Node

    @inline(__always) package mutating func next() -> (name: Node, value: Node)? {
      while node < end {
        let name = node
        let value = document.next(name)
        node = document.next(value)
        if document.kind(name) != .shadowedName { return (name, value) }
      }
      return nil
    }
  }

  /// The elements of an array in order.
  package struct Elements: Sequence, IteratorProtocol {
    let document: Document
    var node: Node
    let end: Node

    @inline(__always) package mutating func next() -> Node? {
      guard node < end else { return nil }
      defer { node = document.next(node) }
      return node
    }
  }

  /// The elements of an array in order, for a walk that looks into the text of each: it is asked for some elements before.
  package struct TextElements: Sequence, IteratorProtocol {
    private var elements: Elements
    private var ahead: Elements

    fileprivate init(_ elements: Elements) {
      self.elements = elements
      ahead = elements
      for _ in 0..<Prefetch.distance { fetch() }
    }

    @inline(__always) private mutating func fetch() {
      guard let node = ahead.next() else { return }
      let start = ahead.document.start(node)
      ahead.document.bytes.prefetch(start)
      ahead.document.bytes.prefetch(start + 64)
    }

    @inline(__always) package mutating func next() -> Node? {
      fetch()
      return elements.next()
    }
  }

  @inline(__always) package func textElements(_ array: Node) -> TextElements { TextElements(elements(array)) }

  @inline(__always) package func members(_ object: Node) -> Members {
    assert(kind(object) == .object)
    return Members(document: self, node: firstChild(object), end: end(object))
  }

  @inline(__always) package func elements(_ array: Node) -> Elements {
    assert(kind(array) == .array)
    return Elements(document: self, node: firstChild(array), end: end(array))
  }

  /// How many members an object has, or how many elements an array. Linear in them.
  package func count(of container: Node) -> Int {
    if kind(container) == .array { return elements(container).reduce(0) { count, _ in count + 1 } }
    return members(container).reduce(0) { count, _ in count + 1 }
  }

  /// The value of the member called `name` (its characters); nil when there is none. Linear in the members.
  package func member(_ object: Node, named name: [UInt8]) -> (name: Node, value: Node)? {
    for member in members(object) where isString(member.name, equalTo: name) { return member }
    return nil
  }

  /// Whether the string node has these characters.
  @inline(__always) package func isString(_ node: Node, equalTo characters: [UInt8]) -> Bool {
    let range = range(node)
    if kind(node) == .string {
      return bytes.equals(range.lowerBound + 1..<range.upperBound - 1, characters)
    }
    return JSONString.decoded(bytes, range) == characters
  }

  /// The characters of a string or name node, escapes resolved.
  package func characters(_ node: Node) -> [UInt8] {
    let range = range(node)
    return kind(node) == .string
      ? bytes.array(range.lowerBound + 1..<range.upperBound - 1) : JSONString.decoded(bytes, range)
  }

  /// The characters of a string or name node as text, for messages.
  package func string(_ node: Node) -> String { String(decoding: characters(node), as: UTF8.self) }
}
