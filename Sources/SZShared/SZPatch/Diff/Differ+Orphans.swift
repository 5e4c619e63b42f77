internal import SZJSON
internal import SZModel

/// Entities in tables that were deleted with what owned them by reference.
extension Differ {
  /// Whether an entity at a place, which is gone, was owned by reference by one that is gone too: it refers to it, or is referred to
  /// by it.
  func isOwnedByGone(_ node: Document.Node, _ place: Rules.Place?) -> Bool {
    guard let pairs, pairs.hasGone, let hashing = old.hashing,
      case .entity(let destination, let set?)? = place?.declared, pairs.schema[set].deleteRule == nil
    else { return false }
    let schema = pairs.schema
    let entity = schema[entityID(old, node, destination, schema)]
    if let identity = schema.identity(old, node, of: entity, hashing), ownedByGone(identity) { return true }
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

  /// Whether an entity that is gone owns the one of this identity by a reference.
  private func ownedByGone(_ identity: UInt64) -> Bool { goneReferences?.contains(identity) ?? false }
}

/// The identities of what entities that are gone owned by references, found when first asked for.
final class GoneReferences {
  private let pairs: EntityPairs
  private var identities: Set<UInt64>?

  init(_ pairs: EntityPairs) { self.pairs = pairs }

  func contains(_ identity: UInt64) -> Bool {
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
