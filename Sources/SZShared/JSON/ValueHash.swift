/// Hashes values of documents that were read without hashes, or with others.
enum ValueHash {
  private struct Frame {
    var node: Document.Node
    let end: Document.Node
    let kind: ContainerKind
    var hash: UInt64
    var name: UInt64 = 0
  }

  /// The hash of the value at `node`; equal values of any documents have one. Linear in the subtree, without recursion.
  static func of(_ document: Document, _ node: Document.Node, _ hashing: Hashing) -> UInt64 {
    guard document.kind(node).isContainer else { return document.scalarHash(node, hashing) }
    var frames = [frame(document, node, hashing)]
    while true {
      let top = frames.count - 1
      var value = frames[top].node
      if value >= frames[top].end {
        let done = frames.removeLast()
        let hash = hashing.finish(done.kind, done.hash)
        if frames.isEmpty { return hash }
        add(hash, to: &frames[top - 1], hashing)
        continue
      }
      if frames[top].kind == .object {
        let name = value
        value = document.next(name)
        frames[top].node = document.next(value)
        if document.kind(name) == .shadowedName { continue }
        frames[top].name = document.scalarHash(name, hashing)
      } else {
        frames[top].node = document.next(value)
      }
      if document.kind(value).isContainer {
        frames.append(frame(document, value, hashing))
      } else {
        add(document.scalarHash(value, hashing), to: &frames[top], hashing)
      }
    }
  }

  private static func frame(_ document: Document, _ node: Document.Node, _ hashing: Hashing) -> Frame {
    let kind: ContainerKind = document.kind(node) == .object ? .object : .array
    return Frame(
      node: document.firstChild(node), end: document.end(node), kind: kind, hash: hashing.start(kind))
  }

  private static func add(_ value: UInt64, to frame: inout Frame, _ hashing: Hashing) {
    frame.hash =
      frame.kind == .object
      ? frame.hash &+ hashing.member(name: frame.name, value: value)
      : hashing.element(after: frame.hash, value: value)
  }
}
