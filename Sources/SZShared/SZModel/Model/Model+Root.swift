extension Model {
  /// What `--include` and `--exclude` say of a property of an entity and its sub-entities.
  public struct Choice: Sendable {
    public let entity: EntityID
    public let property: String
    public let isIncluded: Bool

    public init(entity: EntityID, property: String, isIncluded: Bool) {
      self.entity = entity
      self.property = property
      self.isIncluded = isIncluded
    }
  }

  /// The entities that a document can be when nothing says which: not abstract, reached by no cascade of another entity nor of
  /// its sub-entities; sub-entities of another candidate are not counted.
  public var possibleRoots: [EntityID] {
    var owned: Set<EntityID> = []
    for (number, entity) in entities.enumerated() {
      for relationship in entity.relationships where relationship.deleteRule == .cascade {
        guard let destination = self.entity(named: relationship.destination) else { continue }
        // What an entity owns of its own kind makes it no part of another.
        for index in entities.indices {
          let id = EntityID(index)
          let isOwnKind = inherits(EntityID(number), from: id) || inherits(id, from: EntityID(number))
          if inherits(id, from: destination), !isOwnKind { owned.insert(id) }
        }
      }
    }
    let free = entities.indices.map { EntityID($0) }.filter { !owned.contains($0) && !self[$0].isAbstract }
    return free.filter { id in !lineage(of: id).dropFirst().contains { free.contains($0) } }
  }
}
