internal import SZJSON

/// An ``EntityIndex`` while its entities are found, owners first.
struct EntityIndexBuilder {
  typealias Position = EntityIndex.Position

  private(set) var entries = EntityColumn<EntityIndex.Entry>()
  private(set) var table: HashTable

  /// Room for `expected` entities.
  init(expected: Int) {
    table = HashTable(expected: expected)
    entries.reserveCapacity(expected)
  }

  /// Adds an entity, to be closed by ``close(_:)``; nil when another one has its identity.
  @inline(__always) mutating func add(_ entry: EntityIndex.Entry, identity: UInt64?) -> Position? {
    let position = entries.endIndex
    if let identity, !table.insert(identity, value: position.number) { return nil }
    entries.append(entry)
    entries[position].end = position.next
    return position
  }

  /// Says that all that the entity owns has been added.
  @inline(__always) mutating func close(_ position: Position) { entries[position].end = entries.endIndex }

  /// The entity of this identity that has been added.
  func entry(ofIdentity hash: UInt64) -> EntityIndex.Entry? {
    table.value(hash).map { entries[Position($0)] }
  }
}
