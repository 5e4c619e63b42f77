internal import SZJSON
internal import SZModel

/// The entities that are gone, as owners of others by reference: entities in tables are deleted with them.
final class GoneOwners {
  private let pairs: EntityPairs
  /// The identities of what they owned by references of their own, found when first asked for.
  private var identities: Set<UInt64>?

  init(_ pairs: EntityPairs) { self.pairs = pairs }

  /// Whether an entity at a place, which is gone, was owned by reference by one that is gone too: it refers to it, or is referred to
  /// by it.
  func areOwners(of node: Document.Node, _ place: Rules.Place?) -> Bool {
    let (old, schema) = (pairs.oldDocument, pairs.schema)
    guard pairs.hasGone, let hashing = old.hashing,
      case .entity(let destination, let set?)? = place?.declared, schema[set].deleteRule == nil
    else { return false }
    let entity = schema[schema.entityID(of: node, in: old, among: destination)]
    if let identity = schema.identity(old, node, of: entity, hashing), contains(identity) { return true }
    // Its own references, where the other end owns by them.
    for member in old.members(node) {
      guard let property = entity.property(old.characters(member.name)).map({ schema[$0] }),
        let number = property.set, !schema[number].isToMany, old.kind(member.value) != .array,
        case .relationship(let relationship) = property.kind, let inverse = relationship.inverse,
        let other = schema.model.relationship(inverse, of: schema[number].destination),
        other.deleteRule == .cascade,
        let owner = schema.identity(old, reference: member.value, in: schema[number], hashing)
      else { continue }
      if pairs.isGone(owner) { return true }
    }
    return false
  }

  private func contains(_ identity: UInt64) -> Bool {
    let found = identities ?? find()
    identities = found
    return found.contains(identity)
  }

  /// Linear in the entities that are gone.
  private func find() -> Set<UInt64> {
    let (document, schema) = (pairs.oldDocument, pairs.schema)
    guard let hashing = document.hashing else { return [] }
    var found: Set<UInt64> = []
    for (node, id) in pairs.gone {
      if !schema[id].mayOwn { continue }
      for member in document.members(node) {
        guard let property = schema.walked(document, member.name, of: schema[id]),
          let set = schema[property].set.map({ schema[$0] }), set.deleteRule == .cascade
        else { continue }
        let value = member.value
        let references = document.kind(value) == .array ? Array(document.elements(value)) : [value]
        for reference in references {
          if let identity = schema.identity(document, reference: reference, in: set, hashing) {
            found.insert(identity)
          }
        }
      }
    }
    return found
  }
}
