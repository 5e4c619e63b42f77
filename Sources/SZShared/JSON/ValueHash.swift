/// Hashes values of documents that were read without hashes, or with others.
enum ValueHash {
  private struct Frame {
    var node: Document.Node
    let end: Document.Node
    var hash: ContainerHash
  }

  /// The hash of the value at `node`; equal values of any documents have one. Linear in the subtree, without recursion.
  static func of(_ document: Document, _ node: Document.Node, _ hashing: Hashing) -> UInt64 {
    guard document.kind(node).isContainer else { return document.scalarHash(node, hashing) }
    var frames = [frame(document, node, hashing)]
    while true {
      let top = frames.count - 1
      var value = frames[top].node
      if value >= frames[top].end {
        let done = frames.removeLast().hash.finished(hashing)
        if frames.isEmpty { return done.hash }
        frames[top - 1].hash.add(done, hashing)
        continue
      }
      if frames[top].hash.kind == .object {
        let name = value
        value = document.next(name)
        frames[top].node = document.next(value)
        if document.kind(name) == .shadowedName { continue }
        frames[top].hash.name(hashing.name(document, name))
      } else {
        frames[top].node = document.next(value)
      }
      if document.kind(value).isContainer {
        frames.append(frame(document, value, hashing))
      } else {
        frames[top].hash.add(scalar: document.scalarHash(value, hashing), hashing)
      }
    }
  }

  private static func frame(_ document: Document, _ node: Document.Node, _ hashing: Hashing) -> Frame {
    let kind: ContainerKind = document.kind(node) == .object ? .object : .array
    return Frame(
      node: document.firstChild(node), end: document.end(node), hash: ContainerHash(kind, hashing))
  }
}
