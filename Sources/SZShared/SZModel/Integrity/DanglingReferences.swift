public import SZJSON

/// References of a new version of a document that no entity of it answers, and that were answered in the old one or were not there.
public final class DanglingReferences {
  /// One of them.
  public struct Found: Sendable {
    /// The reference, in the new document.
    public let node: Document.Node
    /// The member that holds it, and the entity that does.
    public let member: [UInt8]
    public let entity: String
    public let destination: String
  }

  private let pairs: EntityPairs
  private let schema: Schema
  private let hashing: Hashing
  /// The trees of inheritance that have a place in the documents: a reference to any other cannot dangle.
  private let placed: Set<Model.EntityID>
  private var found: [Found] = []

  /// In the order of the document. Linear in what changed, and in the document where some entity is gone.
  public static func find(_ pairs: EntityPairs) -> [Found] {
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
    var references: [(identity: UInt64, found: Found)] = []
    HeldReferences(schema, to: placed, hashing).forEach(document, object, schema[id]) {
      node, identity, property, _ in
      guard let set = schema[property].set else { return }
      references.append(
        (
          identity,
          Found(
            node: node, member: schema[property].member.characters, entity: schema[id].name,
            destination: schema[schema[set].destination].name)
        ))
    }
    return references
  }
}
