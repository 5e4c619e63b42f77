internal import SZElements
internal import SZJSON
internal import SZModel

/// The entities of one document, each with a hash of who it is and one of what holds it, which are the same in all versions that
/// were read with one ``Hashing``.
struct EntityPlaces {
  let index: EntityIndex
  /// One for each entity, by its position.
  private(set) var keys = EntityColumn<UInt64>()
  /// The owner and the member in which each one stands.
  private(set) var containers = EntityColumn<UInt64>()
  private var positions: HashTable
  /// Where entities are that stand in an element without identity, by the hashes of their identities: they have no key of their own.
  private(set) var unplaced: [UInt64: EntityIndex.Position] = [:]
  /// Those that are marked as deleted, or owned by one that is: they count as deleted.
  private var tombstoned: Set<EntityIndex.Position> = []
  /// Where the entities of these keys are marked as deleted.
  private(set) var tombstones: [UInt64: EntityIndex.Position] = [:]

  /// Where deleted entities are marked by `tombstone`, or by what the model says of each. Linear in the entities.
  init(_ index: EntityIndex, tombstone: MemberName?) {
    self.index = index
    positions = HashTable(expected: index.entries.count)
    let (document, schema, hashing) = (index.document, index.schema, index.hashing)
    for (position, entry) in zip(index.entries.indices, index.entries) {
      let isRoot = entry.container == EntityIndex.rootContainer
      let container = hashing.pair(
        entry.owner.map { keys[$0] } ?? 0,
        isRoot ? 0 : hashing.characters(document.characters(entry.container)))
      let identity = schema.identity(document, entry.node, of: schema[entry.entity], hashing)
      var key = identity ?? 0
      // What is its own only where it stands is told by its place; and the root is one entity, whatever its identity becomes.
      if entry.node == document.root {
        key = container
      } else if !entry.mayMove || identity == nil {
        key = hashing.pair(container, key)
      }
      keys.append(key)
      containers.append(container)
      if index.isTombstone(position, by: tombstone) || entry.owner.map({ tombstoned.contains($0) }) ?? false {
        tombstoned.insert(position)
        tombstones[key] = position
      } else {
        _ = positions.insert(key, value: position.number)
        if !entry.mayMove, !entry.isOwn, let identity { unplaced[identity] = position }
      }
    }
  }

  func isTombstone(_ position: EntityIndex.Position) -> Bool { tombstoned.contains(position) }

  /// Where the entity of this key is marked as deleted; nil when it is not.
  func tombstone(_ key: UInt64) -> EntityIndex.Position? { tombstones[key] }

  /// Where the entity of this key is; nil when the document does not have it.
  func position(_ key: UInt64) -> EntityIndex.Position? {
    positions.value(key).map { EntityIndex.Position($0) }
  }

  /// Whether the document has the entity of this key or identity, be it in an element without identity.
  func has(_ key: UInt64) -> Bool { position(key) != nil || unplaced[key] != nil }

  func node(_ position: EntityIndex.Position) -> Document.Node { index.entries[position].node }

  /// The key of what owns an entity; nil at the root, and in tables.
  func owner(of position: EntityIndex.Position) -> UInt64? { index.owner(of: position).map { keys[$0] } }
}

extension EntityPlaces {
  /// What stands in each to-one, by the hash of what holds it. Linear in the entities.
  var toOnes: [UInt64: EntityIndex.Position] {
    var found: [UInt64: EntityIndex.Position] = [:]
    for position in keys.indices where !isTombstone(position) && isInToOne(position) {
      found[containers[position]] = position
    }
    return found
  }

  /// Whether an entity stands alone in a member.
  func isInToOne(_ position: EntityIndex.Position) -> Bool { index.isInToOne(position) }
}

extension Three where Part == EntityPlaces {
  /// Whether a side deleted the entity of this key.
  func isDeleted(_ key: UInt64, by party: Party) -> Bool {
    if self[party].position(key) != nil { return false }
    return pristine.position(key) != nil
      || self[party].tombstone(key) != nil && pristine.tombstone(key) == nil
  }
}

extension EntityIndex {
  /// Whether an entity is marked as deleted, by `tombstone` or else by what the model says of it.
  func isTombstone(_ position: Position, by tombstone: MemberName?) -> Bool {
    guard let marker = tombstone ?? entity(position).tombstone.map({ MemberName($0) }) else { return false }
    return Tombstone.isMarked(entries[position].node, in: document, by: marker)
  }

  /// Whether an entity stands alone in a member.
  func isInToOne(_ position: Position) -> Bool {
    let entry = entries[position]
    return entry.container != EntityIndex.rootContainer && document.next(entry.container) == entry.node
  }
}
