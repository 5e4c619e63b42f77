/// Hashes what values mean at their places under a model, in documents that were read without hashes.
///
/// Two values at one place have equal hashes when no change would say a difference between them: dates by their instants, references by
/// the identities that they stand for, sets in any order, and without what is never in a change.
struct PlacedHash {
  let rules: Rules?
  let hashing: Hashing

  /// Hashes of values of which no model says anything.
  init(_ hashing: Hashing) {
    rules = nil
    self.hashing = hashing
  }

  init(_ rules: Rules?, _ hashing: Hashing) {
    self.rules = rules
    self.hashing = hashing
  }

  private struct Frame {
    /// The place that its children are below.
    let inner: Rules.Place?
    let end: Document.Node
    var node: Document.Node
    var hash: ContainerHash
    /// How the children are mixed: in a set their order does not count.
    let mixing: Hashing
  }

  /// The hash of the value at `node`, which stands at `place`. Linear in the subtree, without recursion.
  func of(_ document: Document, _ node: Document.Node, _ place: Rules.Place?) -> UInt64 {
    if let hash = direct(document, node, place) { return hash }
    var frames = [frame(document, node, place)]
    while true {
      let top = frames.count - 1
      guard frames[top].node < frames[top].end else {
        let hash = frames.removeLast().hash.finished(hashing).hash
        if frames.isEmpty { return hash }
        frames[top - 1].hash.add(scalar: hash, frames[top - 1].mixing)
        continue
      }
      guard let (value, child) = next(document, &frames[top]) else { continue }
      if let hash = direct(document, value, child) {
        frames[top].hash.add(scalar: hash, frames[top].mixing)
      } else {
        frames.append(frame(document, value, child))
      }
    }
  }

  /// The next child that counts and its place; nil when it does not.
  private func next(_ document: Document, _ frame: inout Frame) -> (Document.Node, Rules.Place?)? {
    var value = frame.node
    var place: Rules.Place?
    if frame.hash.kind == .object {
      let name = value
      value = document.next(name)
      frame.node = document.next(value)
      if document.kind(name) == .shadowedName { return nil }
      frame.hash.name(hashing.name(document, name))
      place = rules?.member(frame.inner, document.characters(name), Value(document, value))
    } else {
      frame.node = document.next(value)
      // Of elements, the model says the same whatever their number.
      place = rules?.element(frame.inner, 0, of: 1, Value(document, value))
    }
    if let place, let rules, rules.isLeftOut(place) || isNoMembers(document, value, place) { return nil }
    return (value, place)
  }

  /// Whether a to-many has no members: absent, null and an empty array are one value.
  func isNoMembers(_ document: Document, _ node: Document.Node, _ place: Rules.Place?) -> Bool {
    switch place?.declared {
    case .entities?, .references?:
      document.kind(node) == .null || document.kind(node) == .array && document.isEmptyContainer(node)
    default: false
    }
  }

  /// The hash of a value that need not be walked under the model.
  private func direct(_ document: Document, _ node: Document.Node, _ place: Rules.Place?) -> UInt64? {
    guard let place, let rules, let schema = rules.schema, let declared = place.declared else {
      return ValueHash.of(document, node, hashing)
    }
    let kind = document.kind(node)
    switch declared {
    case .attribute where kind.isContainer && !(rules.isSet(place) && kind == .array):
      return ValueHash.of(document, node, hashing)
    case .attribute where !kind.isContainer, .entity where !kind.isContainer:
      return rules.typed(place).hash(document, node, hashing)
    case .attribute, .entity: return nil
    case .reference(let set):
      if kind == .object {
        let destination = schema[set].destination
        let id = (try? schema.entity(document, node, in: destination)) ?? destination
        return schema.identity(document, node, of: schema[id], hashing) ?? 0
      }
      if kind.isContainer { return ValueHash.of(document, node, hashing) }
      return schema.identity(document, reference: node, in: schema[set], hashing)
        ?? rules.typed(place).hash(document, node, hashing)
    case .entities, .references:
      if isNoMembers(document, node, place) { return ContainerHash(.array, hashing).finished(hashing).hash }
      return kind == .array ? nil : ValueHash.of(document, node, hashing)
    case .tables: return kind == .object ? nil : ValueHash.of(document, node, hashing)
    case .leftOut: return 0
    }
  }

  private func frame(_ document: Document, _ node: Document.Node, _ place: Rules.Place?) -> Frame {
    let kind: ContainerKind = document.kind(node) == .object ? .object : .array
    let isUnordered = rules?.isUnordered(place) ?? false
    return Frame(
      inner: rules?.inner(place, document, node) ?? place, end: document.end(node),
      node: document.firstChild(node), hash: ContainerHash(kind, hashing),
      mixing: isUnordered ? hashing.ofSets : hashing)
  }
}

extension Rules {
  /// The place of an object as that of the entity that it really is.
  func inner(_ place: Place?, _ document: Document, _ node: Document.Node) -> Place? {
    guard let schema, case .entity(let destination, let set)? = place?.declared,
      document.kind(node) == .object, let id = try? schema.entity(document, node, in: destination)
    else { return place }
    return declaring(schema[id].isSyncable ? .entity(id, set) : .leftOut, at: place)
  }
}
