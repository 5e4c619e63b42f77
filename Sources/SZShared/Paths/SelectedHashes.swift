/// The hashes of what is in of a document's values, each computed once, from the bottom up.
///
/// Two values at one place have equal hashes when nothing that is in differs between them.
final class SelectedHashes {
  private let document: Document
  private let selection: Selection

  private struct Key: Hashable {
    let node: Document.Node
    let place: Selection.Place
  }
  /// By container and place; nil for one in which nothing is in.
  private var known: [Key: UInt64?] = [:]

  init(_ document: Document, _ selection: Selection) {
    self.document = document
    self.selection = selection
  }

  private struct Frame {
    let key: Key
    let end: Document.Node
    let kind: ContainerKind
    let count: Int
    var node: Document.Node
    var hash: UInt64
    var isEmpty = true
    var index = 0
    var name: UInt64 = 0
  }

  /// The hash of what is in of the value at `place`; nil when nothing is.
  ///
  /// A subtree is walked once for each place that it is asked for, without recursion.
  func hash(_ node: Document.Node, _ place: Selection.Place?) -> UInt64? {
    guard let hashing = document.hashing else { return nil }
    var result: UInt64?
    if let settled = settled(node, place) { return settled.hash }
    guard let place else { return nil }
    var frames = [frame(Key(node: node, place: place), hashing)]
    while let top = frames.indices.last {
      guard frames[top].node < frames[top].end else {
        let done = frames.removeLast()
        let isIn = !done.isEmpty || selection.isIn(done.key.place)
        result = isIn ? hashing.finish(done.kind, done.hash) : nil
        known[done.key] = .some(result)
        if let outer = frames.indices.last { add(result, to: &frames[outer], hashing) }
        continue
      }
      let (value, child) = next(&frames[top])
      guard let value else { continue }
      if let settled = settled(value, child) {
        add(settled.hash, to: &frames[top], hashing)
      } else if let child {
        frames.append(frame(Key(node: value, place: child), hashing))
      }
    }
    return result
  }

  /// The hash of a value that need not be walked.
  private func settled(_ node: Document.Node, _ place: Selection.Place?) -> (hash: UInt64?, Void)? {
    guard let place else { return (document.hash(node), ()) }
    if selection.isLeftOut(place) { return (nil, ()) }
    if !document.kind(node).isContainer { return (selection.isIn(place) ? document.hash(node) : nil, ()) }
    return known[Key(node: node, place: place)].map { ($0, ()) }
  }

  private func frame(_ key: Key, _ hashing: Hashing) -> Frame {
    let kind: ContainerKind = document.kind(key.node) == .object ? .object : .array
    let count = kind == .array ? document.elements(key.node).reduce(0) { sum, _ in sum + 1 } : 0
    return Frame(
      key: key, end: document.end(key.node), kind: kind, count: count, node: document.firstChild(key.node),
      hash: hashing.start(kind))
  }

  /// The next child and its place; nil for one that a later member hides.
  private func next(_ frame: inout Frame) -> (value: Document.Node?, place: Selection.Place?) {
    var value = frame.node
    if frame.kind == .object {
      let name = value
      value = document.next(name)
      frame.node = document.next(value)
      if document.kind(name) == .shadowedName { return (nil, nil) }
      frame.name = document.hash(name)
      return (value, selection.member(frame.key.place, document.characters(name), Value(document, value)))
    }
    frame.node = document.next(value)
    defer { frame.index += 1 }
    return (value, selection.element(frame.key.place, frame.index, of: frame.count, Value(document, value)))
  }

  private func add(_ value: UInt64?, to frame: inout Frame, _ hashing: Hashing) {
    guard let value else { return }
    frame.isEmpty = false
    frame.hash =
      frame.kind == .object
      ? frame.hash &+ hashing.member(name: frame.name, value: value)
      : hashing.element(after: frame.hash, value: value)
  }
}
