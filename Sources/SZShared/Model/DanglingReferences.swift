/// References of a new version of a document that no entity of it answers, and that were answered in the old one or were not there.
package final class DanglingReferences {
  /// One of them.
  package struct Found: Sendable {
    /// The reference, in the new document.
    package let node: Document.Node
    /// The member that holds it, and the entity that does.
    package let member: [UInt8]
    package let entity: String
    package let destination: String
  }

  private let pairs: EntityPairs
  private let schema: Schema
  private let hashing: Hashing
  /// The trees of inheritance that have a place in the documents: a reference to any other cannot dangle.
  private let placed: Set<Model.EntityID>
  private var found: [Found] = []

  /// In the order of the document. Linear in what changed, and in the document where some entity is gone.
  package static func find(_ pairs: EntityPairs) -> [Found] {
    guard let hashing = pairs.newDocument.hashing else { return [] }
    let search = DanglingReferences(pairs, hashing)
    search.run()
    return search.found.sorted { $0.node < $1.node }
  }

  private init(_ pairs: EntityPairs, _ hashing: Hashing) {
    self.pairs = pairs
    self.hashing = hashing
    schema = pairs.schema
    placed = schema.placed(below: pairs.newRoot)
  }

  private func run() {
    var seen: Set<Document.Node> = []
    for (old, new, id) in pairs.changed {
      for reference in references(pairs.newDocument, new, id) {
        if pairs.isThere(reference.identity) { continue }
        let wasThere =
          old.map { old in
            references(pairs.oldDocument, old, id).contains {
              $0.identity == reference.identity && $0.found.member == reference.found.member
            }
          } ?? false
        if !wasThere && seen.insert(reference.found.node).inserted {
          found.append(reference.found)
        }
      }
    }
    // What did not change itself may refer to what is gone.
    guard pairs.hasGone, schema.hasReferences(among: placed) else { return }
    let document = pairs.newDocument
    EntityWalk.forEach(document, schema, root: pairs.newRoot) { node, id, _ in
      for reference in references(document, node, id)
      where pairs.isGone(reference.identity) && !pairs.isThere(reference.identity) {
        if seen.insert(reference.found.node).inserted { found.append(reference.found) }
      }
    }
  }

  /// The references that an object holds to entities that have a place in the documents.
  private func references(_ document: Document, _ object: Document.Node, _ id: Model.EntityID) -> [(
    identity: UInt64, found: Found
  )] {
    let entity = schema[id]
    if entity.references.isEmpty { return [] }
    var references: [(identity: UInt64, found: Found)] = []
    for member in document.members(object) {
      for property in entity.references where schema[property].member.matches(document, member.name) {
        guard let set = schema[property].set.map({ schema[$0] }),
          placed.contains(schema[set.destination].tree)
        else { continue }
        let nodes =
          document.kind(member.value) == .array ? Array(document.elements(member.value)) : [member.value]
        for node in nodes {
          guard let identity = identity(document, node, set) else { continue }
          references.append(
            (
              identity,
              Found(
                node: node, member: schema[property].member.characters, entity: entity.name,
                destination: schema[set.destination].name)
            ))
        }
      }
    }
    return references
  }

  /// What a scalar stands for or, where entities are not walked, an embedded object.
  private func identity(_ document: Document, _ node: Document.Node, _ set: Schema.EntitySet) -> UInt64? {
    if document.kind(node) == .object, !set.isWalked {
      return schema.identity(document, node, of: schema[set.destination], hashing)
    }
    return schema.identity(document, reference: node, in: set, hashing)
  }
}

/// The objects of a document that are entities under a model.
enum EntityWalk {
  /// Each of them, owners first, below the root or the value at `node`; said is whether it is reached by a relationship that is included,
  /// not owned. Linear in what is walked; without recursion.
  static func forEach(
    _ document: Document, _ schema: Schema, root: Rules.Declared?, at node: Document.Node? = nil,
    _ body: (Document.Node, Model.EntityID, _ isCopy: Bool) -> Void
  ) {
    let root = (declared: root, node: node ?? document.root)
    var work: [(node: Document.Node, set: Schema.SetID, isCopy: Bool)] = []
    func add(_ value: Document.Node, _ set: Schema.SetID, isCopy: Bool) {
      let isCopy = isCopy || schema[set].isIncluded
      switch document.kind(value) {
      case .object: work.append((value, set, isCopy))
      case .array:
        for element in document.elements(value) where document.kind(element) == .object {
          work.append((element, set, isCopy))
        }
      default: return
      }
    }
    switch root.declared {
    case .tables?:
      for member in document.members(root.node) {
        if let set = schema.tables[document.characters(member.name)] { add(member.value, set, isCopy: false) }
      }
    case .entities(let set)?, .entity(_, let set?)?: add(root.node, set, isCopy: false)
    default: return
    }
    while let (node, set, isCopy) = work.popLast() {
      let destination = schema[set].destination
      let id = (try? schema.entity(document, node, in: destination)) ?? destination
      if !schema[id].isSyncable { continue }
      body(node, id, isCopy)
      if schema[id].walked.isEmpty { continue }
      for member in document.members(node) {
        for property in schema[id].walked where schema[property].member.matches(document, member.name) {
          if let set = schema[property].set { add(member.value, set, isCopy: isCopy) }
        }
      }
    }
  }
}
