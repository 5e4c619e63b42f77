internal import SZJSON
internal import SZModel

/// The entities of one side that are not as they were in PRISTINE, and where those of PRISTINE are.
struct SideEntities {
  let index: EntityIndex
  let whereabouts: EntityWhereabouts

  /// Whether any entity has another owner than in PRISTINE.
  var hasMoves: Bool { !whereabouts.destinations.isEmpty }

  /// Whether any entity is there no more, or only its tombstone.
  func hasDeletions(_ tombstone: MemberName?) -> Bool {
    whereabouts.hasGone || hasTombstones(tombstone)
  }

  /// Whether any entity is new.
  var hasCreated: Bool { whereabouts.counterparts.contains { $0 == nil } }

  /// Whether any entity is new and stands alone in a member.
  var hasCreatedInToOne: Bool {
    zip(index.entries.indices, whereabouts.counterparts).contains { position, older in
      older == nil && index.isInToOne(position)
    }
  }

  /// Whether any of what is not as it was is marked as deleted.
  func hasTombstones(_ tombstone: MemberName?) -> Bool {
    if tombstone == nil, !index.schema.hasTombstones { return false }
    return index.entries.indices.contains { index.isTombstone($0, by: tombstone) }
  }

  /// Whether both sides created an entity of one identity, and not in one member of one entity of PRISTINE.
  func hasCreatedApart(from other: SideEntities) -> Bool {
    zip(index.entries, whereabouts.counterparts).contains { entry, older in
      guard older == nil, entry.mayMove,
        let identity = index.schema.identity(
          index.document, entry.node, of: index.schema[entry.entity], index.hashing),
        let position = other.index.position(ofIdentity: identity)
      else { return false }
      return !isBeside(entry, other.index.entries[position], of: other)
    }
  }

  /// Whether two entities stand in one array of PRISTINE.
  private func isBeside(_ entry: EntityIndex.Entry, _ twin: EntityIndex.Entry, of other: SideEntities) -> Bool
  {
    guard let owner = entry.owner.flatMap({ whereabouts.counterparts[$0] }),
      owner == twin.owner.flatMap({ other.whereabouts.counterparts[$0] })
    else { return false }
    let (here, there) = (index.document, other.index.document)
    return here.kind(here.next(entry.container)) == .array
      && there.kind(there.next(twin.container)) == .array
      && here.characters(entry.container) == there.characters(twin.container)
  }
}
