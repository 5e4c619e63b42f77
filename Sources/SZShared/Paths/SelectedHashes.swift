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
  /// What is in of a value.
  private enum Part {
    case nothing
    /// The value as it is.
    case whole(Document.Node)
    case some(ContainerHash.Finished)
  }

  /// By container and place.
  private var known: [Key: Part] = [:]

  init(_ document: Document, _ selection: Selection) {
    self.document = document
    self.selection = selection
  }

  private struct Frame {
    let key: Key
    let end: Document.Node
    let count: Int
    var node: Document.Node
    var hash: ContainerHash
    /// How the children are mixed: in a set their order does not count.
    let mixing: Hashing
    var isEmpty = true
    var index = 0
  }

  /// The hash of what is in of the value at `place`; nil when nothing is.
  ///
  /// A subtree is walked once for each place that it is asked for, without recursion.
  func hash(_ node: Document.Node, _ place: Selection.Place?) -> UInt64? {
    guard let hashing = document.hashing else { return nil }
    switch part(node, place, hashing) {
    case .nothing: return nil
    case .whole(let node): return document.hash(node)
    case .some(let done): return done.hash
    }
  }

  private func part(_ node: Document.Node, _ place: Selection.Place?, _ hashing: Hashing) -> Part {
    if let known = knownPart(node, place) { return known }
    guard let place else { return .whole(node) }
    var result = Part.nothing
    var frames = [frame(Key(node: node, place: place), hashing)]
    while let top = frames.indices.last {
      guard frames[top].node < frames[top].end else {
        let done = frames.removeLast()
        let isIn = !done.isEmpty || selection.isIn(done.key.place)
        result = isIn ? .some(done.hash.finished(hashing)) : .nothing
        known[done.key] = result
        if let outer = frames.indices.last { add(result, to: &frames[outer], hashing) }
        continue
      }
      let (value, child) = next(&frames[top], hashing)
      guard let value else { continue }
      if let known = knownPart(value, child) {
        add(known, to: &frames[top], hashing)
      } else if let child {
        frames.append(frame(Key(node: value, place: child), hashing))
      }
    }
    return result
  }

  /// What is in of a value that need not be walked.
  private func knownPart(_ node: Document.Node, _ place: Selection.Place?) -> Part? {
    guard let place else { return .whole(node) }
    if selection.isLeftOut(place) { return .nothing }
    if !document.kind(node).isContainer { return selection.isIn(place) ? .whole(node) : .nothing }
    return known[Key(node: node, place: place)]
  }

  private func frame(_ key: Key, _ hashing: Hashing) -> Frame {
    let kind: ContainerKind = document.kind(key.node) == .object ? .object : .array
    let count = kind == .array ? document.elements(key.node).reduce(0) { sum, _ in sum + 1 } : 0
    return Frame(
      key: key, end: document.end(key.node), count: count, node: document.firstChild(key.node),
      hash: ContainerHash(kind, hashing), mixing: selection.isSet(key.place) ? hashing.ofSets : hashing)
  }

  /// The next child and its place; nil for one that a later member hides.
  private func next(_ frame: inout Frame, _ hashing: Hashing) -> (
    value: Document.Node?, place: Selection.Place?
  ) {
    var value = frame.node
    if frame.hash.kind == .object {
      let name = value
      value = document.next(name)
      frame.node = document.next(value)
      if document.kind(name) == .shadowedName { return (nil, nil) }
      frame.hash.name(hashing.name(document, name))
      return (value, selection.member(frame.key.place, document.characters(name), Value(document, value)))
    }
    frame.node = document.next(value)
    defer { frame.index += 1 }
    return (value, selection.element(frame.key.place, frame.index, of: frame.count, Value(document, value)))
  }

  private func add(_ part: Part, to frame: inout Frame, _ hashing: Hashing) {
    switch part {
    case .nothing: return
    case .whole(let node): frame.hash.add(document, node, frame.mixing)
    case .some(let done): frame.hash.add(done, frame.mixing)
    }
    frame.isEmpty = false
  }
}
