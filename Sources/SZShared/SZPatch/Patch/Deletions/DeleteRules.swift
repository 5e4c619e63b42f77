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
  private let schema: Schema
  private let hashing: Hashing
  private let index: EntityIndex
  private let references: References
  private let held: HeldReferences
  private let objects: EntityObjects
  private var closure: DeletionClosure<Tie>
  private(set) var effects: [Effect] = []
  private(set) var refusals: [Refusal] = []

  /// An entity that is deleted.
  private struct Gone {
    let document: Document
    let node: Document.Node
    let entity: Model.EntityID
    let identity: UInt64?
    let item: ItemIndex
  }

  /// An entity that a reference ties to one that is deleted, and how.
  private struct Tie {
    /// The item that deletes the entity at the beginning.
    let item: ItemIndex
    /// The one that is deleted.
    let label: String
    let node: Document.Node
    let entity: Model.EntityID
    /// Nil where the deleted one has it.
    let reference: Document.Node?
    let property: Schema.PropertyID
  }

  /// Looks at `index`, that of the document as the change has made it; `before` is the one that the deleted entities stood in.
  init(_ deleted: [Deleted], in index: EntityIndex, root: Rules.Declared?, before: Document) {
    self.index = index
    (document, schema, hashing) = (index.document, index.schema, index.hashing)
    references = References(index.document, index.schema, index.hashing, root: root)
    held = HeldReferences(schema, to: index.schema.placed(below: root), hashing)
    let objects = EntityObjects(index.document, index.schema, root: root)
    self.objects = objects
    closure = DeletionClosure(count: objects.nodes.count, .firstFound) { objects.family(of: $0) }
    for entity in deleted {
      follow(
        Gone(
          document: before, node: entity.node, entity: entity.entity, identity: entity.identity,
          item: entity.item))
    }
    while let (number, tie) = closure.next() {
      guard let tie else { continue }
      let (node, entity) = (objects.nodes[number], objects.entities[number])
      // With a copy that is included, or an identity of one place only, nothing goes that others refer to.
      let isOwn = index.position(of: node).map { index.entries[$0].isOwn } ?? false
      follow(
        Gone(
          document: document, node: node, entity: entity,
          identity: isOwn ? nil : schema.identity(document, node, of: schema[entity], hashing),
          item: tie.item))
    }
    effects = closure.cascaded.map { effect(.cascade, $0.tie) } + closure.cleared.map { effect(.nullify, $0) }
    refusals = closure.denying.map { refusal($0) }
  }

  /// Says what becomes of those that refer to a deleted entity, and of those that it refers to.
  private mutating func follow(_ gone: Gone) {
    let label = schema.label(gone.document, gone.node, of: schema[gone.entity])
    for reference in gone.identity.map({ references.naming($0) }) ?? [] {
      let verdict = DeletionVerdict(forHolder: schema.rule(forReferencesIn: reference.property))
      meet(
        Tie(
          item: gone.item, label: label, node: reference.holder, entity: reference.entity,
          reference: reference.node, property: reference.property),
        // The root stays: a document is of something.
        verdict == .cascade && reference.holder == document.root ? .deny : verdict)
    }
    for (other, property) in referred(by: gone) {
      guard let verdict = DeletionVerdict(forReferred: schema.ownRule(of: property)) else { continue }
      let entry = index.entries[other]
      meet(
        Tie(
          item: gone.item, label: label, node: entry.node, entity: entry.entity, reference: nil,
          property: property), verdict)
    }
  }

  private mutating func meet(_ tie: Tie, _ verdict: DeletionVerdict) {
    if let number = objects.number(of: tie.node) { closure.meet(tie, of: number, verdict) }
  }

  /// The entities that are there still and that a deleted one refers to.
  private func referred(by gone: Gone) -> [(EntityIndex.Position, Schema.PropertyID)] {
    var found: [(EntityIndex.Position, Schema.PropertyID)] = []
    held.forEach(gone.document, gone.node, schema[gone.entity]) { _, identity, property, _ in
      if let position = index.position(ofIdentity: identity) { found.append((position, property)) }
    }
    return found
  }

  private func effect(_ kind: Consequence.Kind, _ tie: Tie) -> Effect {
    Effect(
      kind: kind, node: tie.node, entity: tie.entity, reference: kind == .nullify ? tie.reference : nil,
      member: member(tie), cause: tie.label)
  }

  private func refusal(_ tie: Tie) -> Refusal {
    var reason = Refusal.Reason.denied
    if tie.reference != nil {
      switch schema.rule(forReferencesIn: tie.property) {
      case .noAction?, nil: reason = .dangling
      case .cascade?, .nullify?, .deny?: break
      }
    }
    return Refusal(
      reason: reason, item: tie.item, holder: tie.node, entity: tie.entity, reference: tie.reference,
      member: member(tie), deleted: tie.label)
  }

  private func member(_ tie: Tie) -> String {
    String(decoding: schema[tie.property].member.characters, as: UTF8.self)
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
