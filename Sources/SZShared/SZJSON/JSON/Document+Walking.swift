extension Document {
  /// The members of an object in document order, without those that a later one of the same name hides.
  public struct Members: Sequence, IteratorProtocol {
    @usableFromInline let document: Document
    @usableFromInline var node: Node
    @usableFromInline let end: Node

    @inlinable @inline(__always) init(_ document: Document, of object: Node) {
      assert(document.kind(object) == .object)
      self.document = document
      node = document.firstChild(object)
      end = document.end(object)
    }

    @inlinable @inline(__always) public mutating func next() -> (name: Node, value: Node)? {
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
  public struct Elements: Sequence, IteratorProtocol {
    @usableFromInline let document: Document
    @usableFromInline var node: Node
    @usableFromInline let end: Node

    @inlinable @inline(__always) init(_ document: Document, of array: Node) {
      assert(document.kind(array) == .array)
      self.document = document
      node = document.firstChild(array)
      end = document.end(array)
    }

    @inlinable @inline(__always) public mutating func next() -> Node? {
      guard node < end else { return nil }
      defer { node = document.next(node) }
      return node
    }
  }

  /// The elements of an array in order, for a walk that looks into the text of each: it is asked for some elements before.
  public struct TextElements: Sequence, IteratorProtocol {
    @usableFromInline var elements: Elements
    @usableFromInline var ahead: Elements

    fileprivate init(_ elements: Elements) {
      self.elements = elements
      ahead = elements
      for _ in 0..<Prefetch.distance { fetch() }
    }

    @inlinable @inline(__always) mutating func fetch() {
      guard let node = ahead.next() else { return }
      let start = ahead.document.start(node)
      ahead.document.bytes.prefetch(start)
      ahead.document.bytes.prefetch(start + 64)
    }

    @inlinable @inline(__always) public mutating func next() -> Node? {
      fetch()
      return elements.next()
    }
  }

  @inline(__always) public func textElements(_ array: Node) -> TextElements { TextElements(elements(array)) }

  @inlinable @inline(__always) public func members(_ object: Node) -> Members {
    Members(self, of: object)
  }

  @inlinable @inline(__always) public func elements(_ array: Node) -> Elements {
    Elements(self, of: array)
  }

  /// The values of the members of an object, or the elements of an array. Linear in them.
  public func contents(of container: Node) -> [Node] {
    kind(container) == .array ? Array(elements(container)) : members(container).map(\.value)
  }

  /// How many members an object has, or how many elements an array. Linear in them.
  public func count(of container: Node) -> Int {
    if kind(container) == .array { return elements(container).reduce(0) { count, _ in count + 1 } }
    return members(container).reduce(0) { count, _ in count + 1 }
  }

  /// Whether an object has a name again, so that the earlier member does not count. Linear in the members.
  public func hidesMembers(_ object: Node) -> Bool {
    var name = firstChild(object)
    while name < end(object) {
      if kind(name) == .shadowedName { return true }
      name = next(next(name))
    }
    return false
  }

  /// The value of the member called `name` (its characters); nil when there is none. Linear in the members.
  public func member(_ object: Node, named name: [UInt8]) -> (name: Node, value: Node)? {
    for member in members(object) where isString(member.name, equalTo: name) { return member }
    return nil
  }

  /// The value of the member of an object with a name, which may stand in another document. Linear in the members.
  public func member(_ object: Node, named name: Value) -> Node? {
    let (other, text) = (name.document, name.document.range(name.node))
    let isPlain = other.kind(name.node) == .string
    for member in members(object) {
      // Names as they are written, most of which the length tells apart.
      if isPlain, kind(member.name) == .string {
        if bytes.equals(range(member.name), other.bytes, text) { return member.value }
      } else if scalarsEqual(member.name, other, name.node) {
        return member.value
      }
    }
    return nil
  }

  /// Whether the string node has these characters.
  @inline(__always) public func isString(_ node: Node, equalTo characters: [UInt8]) -> Bool {
    let range = range(node)
    if kind(node) == .string {
      return bytes.equals(range.lowerBound + 1..<range.upperBound - 1, characters)
    }
    return JSONString.decoded(bytes, range) == characters
  }

  /// The characters of a string or name node, escapes resolved.
  public func characters(_ node: Node) -> [UInt8] {
    let range = range(node)
    return kind(node) == .string
      ? bytes.array(range.lowerBound + 1..<range.upperBound - 1) : JSONString.decoded(bytes, range)
  }

  /// The characters of a string or name node as text, for messages.
  public func string(_ node: Node) -> String { String(decoding: characters(node), as: UTF8.self) }
}
