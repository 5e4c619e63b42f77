public import SZJSON
public import SZModel

/// Finds the tombstones of a document, and the edits that remove them.
///
/// A tombstone is an element of an array: an object whose member of a given name is `true`.
public enum Purge {
  /// The edits that take the entities of a model out of a document that are marked by `marker`, with what they own; without a model,
  /// the elements of arrays that are marked; where paths leave something out, only such that are in. And under a model the references to
  /// these entities that are left. Linear.
  public static func edits(
    _ document: Document, marker: MemberName, _ schema: Schema?, _ selection: Selection = Selection()
  ) -> (edits: SourceEdits, left: [Consequence]) {
    let selected = selection.objects(in: document)
    guard let schema, let root = try? RootChoice(schema, [document]).declared(document, schema) else {
      return (edits(document, marker: marker, selected), [])
    }
    var removal = NodeRemoval(document, DocumentLayout(document))
    var removed: Set<Document.Node> = []
    EntityWalk.forEach(document, schema, root: root) { node, id, _ in
      if schema[id].tombstone == marker.characters, selected?.contains(node) ?? true,
        Tombstone.isMarked(node, in: document, by: marker)
      {
        removal.remove(node)
        removed.insert(node)
      }
    }
    return (removal.edits(), left(of: removed, in: document, schema, root: root))
  }

  /// The references to entities that go, with what they own, of those that stay.
  private static func left(
    of removed: Set<Document.Node>, in document: Document, _ schema: Schema, root: Rules.Declared?
  ) -> [Consequence] {
    if removed.isEmpty { return [] }
    let hashing = Hashing()
    // They stand one behind the other; what one owns is inside of it.
    var stretches: [Range<Document.Node>] = []
    for node in removed.sorted() where stretches.last.map({ $0.upperBound <= node }) ?? true {
      stretches.append(node..<document.next(node))
    }
    func isGone(_ node: Document.Node) -> Bool {
      let first = Bisection.count(stretches) { $0.upperBound <= node }
      return first < stretches.count && stretches[first].contains(node)
    }
    var gone: [UInt64: String] = [:]
    EntityWalk.forEach(document, schema, root: root) { node, id, _ in
      let entity = schema[id]
      guard isGone(node), let identity = schema.identity(document, node, of: entity, hashing) else { return }
      gone[identity] =
        Misfit.Entity(name: entity.name, identity: schema.identity(document, node, of: entity)).words
    }
    let references = References(document, schema, hashing, root: root)
    let left = gone.keys.flatMap { identity in
      references.naming(identity).filter { !isGone($0.holder) }.map { (reference: $0, identity: identity) }
    }.sorted { $0.reference.node < $1.reference.node }
    let paths = NodePaths(document, to: left.map(\.reference.node))
    return left.map { reference, identity in
      let entity = schema[reference.entity]
      return Consequence(
        kind: .dangling, pointer: paths.text(to: reference.node), offset: document.start(reference.node),
        entity: Misfit.Entity(
          name: entity.name, identity: schema.identity(document, reference.holder, of: entity)),
        member: String(decoding: schema[reference.property].member.characters, as: UTF8.self),
        cause: gone[identity] ?? "")
    }
  }

  private static func edits(
    _ document: Document, marker: MemberName, _ selected: Set<Document.Node>?
  ) -> SourceEdits {
    var removal = NodeRemoval(document, DocumentLayout(document))
    var containers = document.kind(document.root).isContainer ? [document.root] : []
    while let node = containers.popLast() {
      guard document.kind(node) == .array else {
        for member in document.members(node) where document.kind(member.value).isContainer {
          containers.append(member.value)
        }
        continue
      }
      for element in document.elements(node) {
        if selected?.contains(element) ?? true, Tombstone.isMarked(element, in: document, by: marker) {
          removal.remove(element)
        } else if document.kind(element).isContainer {
          containers.append(element)
        }
      }
    }
    return removal.edits()
  }
}
