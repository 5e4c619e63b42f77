public import SZJSON

/// The ways from the root of a document to some of its nodes, found in one walk: as JSON Pointers, and as paths by identities.
public struct NodePaths {
  private struct Way {
    let pointer: [UInt8]
    let path: [UInt8]
  }

  /// A container on the way, the child that comes next in it, and how long the texts are that lead to it.
  private struct Frame {
    let node: Document.Node
    var child: Document.Node
    var index = 0
    let pointerEnd: Int
    let pathEnd: Int
  }

  private let document: Document
  private let keys: [Document.Node: IdentityKey]
  private var ways: [Document.Node: Way] = [:]
  private var pointer: [UInt8] = []
  private var path = Array("$".utf8)
  private var open: [Frame] = []

  /// `nodes` are values, in any order; elements that are in `keys` are told by their identity. Linear in the document, and in
  /// the length of what is found.
  public init(
    _ document: Document, to nodes: some Sequence<Document.Node>, keys: [Document.Node: IdentityKey] = [:]
  ) {
    (self.document, self.keys) = (document, keys)
    for node in Set(nodes).sorted() { find(node) }
  }

  /// The JSON Pointer (RFC 6901) to one of the nodes, in UTF-8 or WTF-8.
  public func pointer(to node: Document.Node) -> [UInt8] { ways[node]?.pointer ?? [] }

  /// The path to one of the nodes as `sz-path(7)` has it: elements that have an identity by that, others by their index.
  public func path(to node: Document.Node) -> [UInt8] { ways[node]?.path ?? [] }

  /// The way to one of the nodes as a step from the root.
  public func way(to node: Document.Node) -> PathTable.Step {
    .way(pointer: pointer(to: node), path: path(to: node))
  }

  /// The way to one of the nodes, or to a member of it, for messages.
  public func text(to node: Document.Node, member: String? = nil) -> String {
    let last = member.map { PathTable.Step.name(Value(jsonString: Array($0.utf8))) }
    return PathTable.text((last.map { [$0] } ?? []) + [way(to: node)])
  }

  private mutating func find(_ node: Document.Node) {
    while let last = open.last, document.end(last.node) <= node { open.removeLast() }
    if open.isEmpty {
      truncate(0, 1)
      if node == document.root {
        ways[node] = Way(pointer: pointer, path: path)
        return
      }
      push(document.root)
    }
    while let frame = open.last {
      truncate(frame.pointerEnd, frame.pathEnd)
      let value = step(to: node)
      if value == node {
        ways[node] = Way(pointer: pointer, path: path)
        return
      }
      push(value)
    }
  }

  private mutating func truncate(_ pointerEnd: Int, _ pathEnd: Int) {
    pointer.removeSubrange(pointerEnd...)
    path.removeSubrange(pathEnd...)
  }

  private mutating func push(_ node: Document.Node) {
    open.append(
      Frame(
        node: node, child: document.firstChild(node), pointerEnd: pointer.count, pathEnd: path.count))
  }

  /// Steps from the innermost container to the child that is `node` or holds it.
  private mutating func step(to node: Document.Node) -> Document.Node {
    let number = open.count - 1
    let isObject = document.kind(open[number].node) == .object
    var (child, index) = (open[number].child, open[number].index)
    while document.next(isObject ? document.next(child) : child) <= node {
      child = document.next(isObject ? document.next(child) : child)
      index += 1
    }
    (open[number].child, open[number].index) = (child, index)
    if isObject {
      let name = document.characters(child)
      PathText.appendPointerStep(name, to: &pointer)
      PathText.appendStep(name, to: &path)
      return document.next(child)
    }
    pointer += Array("/\(index)".utf8)
    if !appendSelector(child) { path += Array("[\(index)]".utf8) }
    return child
  }

  /// Appends what selects an element by its identity; answers whether it has one.
  private mutating func appendSelector(_ element: Document.Node) -> Bool {
    guard let key = keys[element], let values = key.values(document, element) else { return false }
    let parts = zip(key.parts, values).compactMap { part, value in
      value.map { (path: part.path, value: Value(document, $0)) }
    }
    if parts.isEmpty { return false }
    PathText.appendSelector(parts, to: &path)
    return true
  }
}
