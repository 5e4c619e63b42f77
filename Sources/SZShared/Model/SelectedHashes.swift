/// The hashes of what is in of a document's values, each computed once, from the bottom up.
///
/// Two values at one place have equal hashes when nothing that is in differs between them.
final class SelectedHashes {
  private let document: Document
  private let rules: Rules

  private struct Key: Hashable {
    let node: Document.Node
    let place: Rules.Place
  }
  /// What is in of a value.
  private enum Part {
    case nothing
    /// The value as it is.
    case whole(Document.Node)
    /// What a scalar means, or the identity that something stands for.
    case meaning(UInt64)
    case some(ContainerHash.Finished)
  }

  /// By container and place.
  private var known: [Key: Part] = [:]

  init(_ document: Document, _ rules: Rules) {
    self.document = document
    self.rules = rules
  }

  private struct Frame {
    let key: Key
    /// The place that its children are below.
    let inner: Rules.Place?
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
  func hash(_ node: Document.Node, _ place: Rules.Place?) -> UInt64? {
    guard let hashing = document.hashing else { return nil }
    switch part(node, place, hashing) {
    case .nothing: return nil
    case .whole(let node): return document.hash(node)
    case .meaning(let hash): return hash
    case .some(let done): return done.hash
    }
  }

  private func part(_ node: Document.Node, _ place: Rules.Place?, _ hashing: Hashing) -> Part {
    if let known = knownPart(node, place) { return known }
    guard let place else { return .whole(node) }
    var result = Part.nothing
    var frames = [frame(Key(node: node, place: place), hashing)]
    while let top = frames.indices.last {
      guard frames[top].node < frames[top].end else {
        let done = frames.removeLast()
        let isIn = !done.isEmpty || rules.isIn(done.key.place)
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
  private func knownPart(_ node: Document.Node, _ place: Rules.Place?) -> Part? {
    guard let place else { return .whole(node) }
    if rules.isLeftOut(place) { return .nothing }
    if let part = declaredPart(node, place) { return part }
    if !document.kind(node).isContainer { return rules.isIn(place) ? .whole(node) : .nothing }
    return known[Key(node: node, place: place)]
  }

  /// What a model leaves of a value: what it means, or the identity that it stands for.
  private func declaredPart(_ node: Document.Node, _ place: Rules.Place) -> Part? {
    guard let schema = rules.schema, let hashing = document.hashing, let declared = place.declared else {
      return nil
    }
    let kind = document.kind(node)
    switch declared {
    case .entities, .references:
      // Of a to-many null and [] are one value, that of no members.
      return kind == .null || kind == .array && document.isEmptyContainer(node) ? .nothing : nil
    case .attribute where kind.isContainer: return rules.isSet(place) && kind == .array ? nil : .whole(node)
    case .reference(let set) where kind == .object:
      let destination = schema[set].destination
      let id = (try? schema.entity(document, node, in: destination)) ?? destination
      return .meaning(schema.identity(document, node, of: schema[id], hashing) ?? 0)
    case .reference(let set) where !kind.isContainer && kind != .null && schema[set].hasReferences:
      return schema.identity(document, reference: node, in: schema[set], hashing).map { .meaning($0) }
    case .attribute, .reference, .entity:
      if kind.isContainer { return nil }
      let type = rules.typed(place)
      return !rules.isIn(place) || type == .plain ? nil : .meaning(type.hash(document, node, hashing))
    case .tables, .leftOut: return nil
    }
  }

  private func frame(_ key: Key, _ hashing: Hashing) -> Frame {
    let kind: ContainerKind = document.kind(key.node) == .object ? .object : .array
    let count = kind == .array ? document.elements(key.node).reduce(0) { sum, _ in sum + 1 } : 0
    return Frame(
      key: key, inner: rules.resolved(key.place, document, key.node), end: document.end(key.node),
      count: count,
      node: document.firstChild(key.node), hash: ContainerHash(kind, hashing),
      mixing: rules.isUnordered(key.place) ? hashing.ofSets : hashing)
  }

  /// The next child and its place; nil for one that a later member hides.
  private func next(_ frame: inout Frame, _ hashing: Hashing) -> (
    value: Document.Node?, place: Rules.Place?
  ) {
    var value = frame.node
    if frame.hash.kind == .object {
      let name = value
      value = document.next(name)
      frame.node = document.next(value)
      if document.kind(name) == .shadowedName { return (nil, nil) }
      frame.hash.name(hashing.name(document, name))
      return (value, rules.member(frame.inner, document.characters(name), Value(document, value)))
    }
    frame.node = document.next(value)
    defer { frame.index += 1 }
    return (value, rules.element(frame.inner, frame.index, of: frame.count, Value(document, value)))
  }

  private func add(_ part: Part, to frame: inout Frame, _ hashing: Hashing) {
    switch part {
    case .nothing: return
    case .whole(let node): frame.hash.add(document, node, frame.mixing)
    case .meaning(let hash): frame.hash.add(scalar: hash, frame.mixing)
    case .some(let done): frame.hash.add(done, frame.mixing)
    }
    frame.isEmpty = false
  }
}
