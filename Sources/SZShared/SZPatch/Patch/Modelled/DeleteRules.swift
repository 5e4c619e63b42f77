internal import SZJSON
internal import SZModel

/// What follows for others when entities are deleted: found on the document as the change alone has made it, in which all
/// references stand that the change leaves.
///
/// A reference is judged by the rule of its relationship's inverse, and what a deleted entity refers to by the rule of that relationship.
///
/// A is deleted, of `[{"id":"A"},{"id":"D","of":"A"}]`, by the rule of the inverse of "of": nullify → `[{"id":"D","of":null}]`, cascade
/// → `[]`, deny is a misfit; so are noAction and no inverse, unless `--dangling=allow` leaves the reference as it is. Of
/// `[{"id":"A","of":"B"},{"id":"B"}]`, by the rule of "of" itself: cascade → `[]`, deny is a misfit, nullify and noAction
/// → `[{"id":"B"}]`
///
/// Cascades may run in both directions; each entity is come to once. Linear in the document.
struct DeleteRules {
  /// An entity that the change deletes.
  struct Deleted {
    /// The item of the change.
    let item: ItemIndex
    let identity: UInt64
    /// Where it stood, in the document before.
    let node: Document.Node
    let entity: Model.EntityID
  }

  /// Something that is refused.
  struct Refusal {
    enum Reason { case denied, dangling }
    let reason: Reason
    /// The item that deletes the entity at the beginning.
    let item: ItemIndex
    let holder: Document.Node
    let entity: Model.EntityID
    /// The reference; nil where it is one of the deleted entity itself.
    let reference: Document.Node?
    let member: String
    let deleted: String
  }

  /// Something that is done.
  struct Effect {
    let kind: Consequence.Kind
    let node: Document.Node
    let entity: Model.EntityID
    let reference: Document.Node?
    let member: String
    let cause: String
  }

  private let document: Document
  private let before: Document
  private let schema: Schema
  private let hashing: Hashing
  private let index: EntityIndex
  private let references: References
  private let placed: Set<Model.EntityID>
  private var work: [Gone] = []
  private let objects: EntityObjects
  /// Which of them go.
  private var isGone: [Bool]
  private(set) var effects: [Effect] = []
  private(set) var refusals: [Refusal] = []

  /// An entity that is deleted, whose references are still to be looked at.
  private struct Gone {
    let document: Document
    let node: Document.Node
    let entity: Model.EntityID
    let identity: UInt64?
    let item: ItemIndex
  }

  /// Looks at `index`, that of the document as the change has made it; `before` is the one that the deleted entities stood in.
  init(_ deleted: [Deleted], in index: EntityIndex, root: Rules.Declared?, before: Document) {
    (self.index, self.before) = (index, before)
    (document, schema, hashing) = (index.document, index.schema, index.hashing)
    references = References(index.document, index.schema, index.hashing, root: root)
    placed = index.schema.placed(below: root)
    objects = EntityObjects(index.document, index.schema, root: root)
    isGone = Array(repeating: false, count: objects.nodes.count)
    for entity in deleted {
      work.append(
        Gone(
          document: before, node: entity.node, entity: entity.entity, identity: entity.identity,
          item: entity.item))
    }
    run()
  }

  private mutating func run() {
    // What must not be, unless its holder goes as well.
    var possible: [(refusal: Refusal, holder: Document.Node)] = []
    var clearings: [Effect] = []
    var next = 0
    while next < work.count {
      let gone = work[next]
      next += 1
      let label = schema.label(gone.document, gone.node, of: schema[gone.entity])
      if let identity = gone.identity {
        for reference in references.naming(identity) {
          let member = name(reference.property)
          func refusal(_ reason: Refusal.Reason) -> Refusal {
            Refusal(
              reason: reason, item: gone.item, holder: reference.holder, entity: reference.entity,
              reference: reference.node, member: member, deleted: label)
          }
          switch schema.rule(forReferencesIn: reference.property) {
          // The root stays: a document is of something.
          case .cascade? where reference.holder == document.root:
            possible.append((refusal(.denied), reference.holder))
          case .cascade?:
            delete(reference.holder, because: label, member, gone.item)
          case .nullify?:
            clearings.append(
              Effect(
                kind: .nullify, node: reference.holder, entity: reference.entity, reference: reference.node,
                member: member, cause: label))
          case .deny?: possible.append((refusal(.denied), reference.holder))
          case .noAction?, nil: possible.append((refusal(.dangling), reference.holder))
          }
        }
      }
      for (other, property) in named(by: gone) {
        let entry = index.entries[other]
        if goes(entry.node) { continue }
        switch schema.ownRule(of: property) {
        case .cascade?: delete(entry.node, because: label, name(property), gone.item)
        case .deny?:
          let refusal = Refusal(
            reason: .denied, item: gone.item, holder: entry.node, entity: entry.entity, reference: nil,
            member: name(property), deleted: label)
          possible.append((refusal, entry.node))
        case .nullify?, .noAction?, nil: continue
        }
      }
    }
    refusals = possible.filter { !goes($0.holder) }.map(\.refusal)
    effects += clearings.filter { !goes($0.node) }
  }

  /// The entities that are there still and that a deleted one refers to.
  private func named(by gone: Gone) -> [(EntityIndex.Position, Schema.PropertyID)] {
    var found: [(EntityIndex.Position, Schema.PropertyID)] = []
    HeldReferences(schema, to: placed, hashing).forEach(gone.document, gone.node, schema[gone.entity]) {
      _, identity, property, _ in
      if let position = index.position(ofIdentity: identity) { found.append((position, property)) }
    }
    return found
  }

  private func name(_ property: Schema.PropertyID) -> String {
    String(decoding: schema[property].member.characters, as: UTF8.self)
  }

  /// Whether the entity at `node` goes, by itself or with what it stands in.
  private func goes(_ node: Document.Node) -> Bool { objects.number(of: node).map { isGone[$0] } ?? false }

  private mutating func delete(
    _ node: Document.Node, because cause: String, _ member: String, _ item: ItemIndex
  ) {
    guard let first = objects.number(of: node), !isGone[first] else { return }
    effects.append(
      Effect(
        kind: .cascade, node: node, entity: objects.entities[first], reference: nil, member: member,
        cause: cause))
    for number in objects.family(of: first) where !isGone[number] {
      isGone[number] = true
      let (node, entity) = (objects.nodes[number], objects.entities[number])
      // With a copy that is included, or an identity of one place only, nothing goes that others refer to.
      let isOwn = index.position(of: node).map { index.entries[$0].isOwn } ?? false
      work.append(
        Gone(
          document: document, node: node, entity: entity,
          identity: isOwn ? nil : schema.identity(document, node, of: schema[entity], hashing), item: item))
    }
  }

  /// The edits that carry the effects out.
  func edits(_ layout: DocumentLayout) -> SourceEdits {
    var removal = NodeRemoval(document, layout)
    for effect in effects {
      switch effect.kind {
      case .cascade:
        let entity = schema[effect.entity]
        if let marker = entity.tombstone {
          removal.reduce(
            effect.node,
            to: NodeRemoval.Remnant(kept: Tombstone.kept(document, effect.node, entity), marker: marker))
        } else {
          removal.remove(effect.node)
        }
      case .nullify: if let reference = effect.reference { removal.clear(reference) }
      // No rule says so: it is what a purge leaves.
      case .dangling: continue
      }
    }
    return removal.edits()
  }
}

extension Tombstone {
  /// The names that stay in an entity that is marked as deleted.
  static func kept(_ document: Document, _ object: Document.Node, _ entity: Schema.Entity) -> Set<
    Document.Node
  > {
    var kept: Set<Document.Node> = []
    for member in document.members(object) {
      let isIdentity = entity.key?.parts.contains { $0.path.steps[0].matches(document, member.name) } ?? false
      if isIdentity || Schema.entityName.matches(document, member.name) { kept.insert(member.name) }
    }
    return kept
  }
}
