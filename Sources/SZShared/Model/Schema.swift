/// The declarations of a model in the form in which documents are looked up in them: what is inherited is resolved, names are
/// those that documents have, and what the command line chooses is settled.
package final class Schema: Sendable {
  /// A property of one entity, declared or inherited, by its place in ``properties``.
  package struct PropertyID: Hashable, Sendable {
    package let index: Int32
  }

  /// A place in documents where entities of one kind stand together, by its place in ``sets``.
  package struct SetID: Hashable, Sendable {
    package let index: Int32
  }

  /// One property of one entity.
  package struct Property: Sendable {
    package enum Kind: Sendable {
      case attribute(Model.Attribute, TypedValue)
      case relationship(Model.Relationship)
    }

    /// Its name in documents.
    package let member: MemberName
    package let kind: Kind
    /// Transient, not syncable, excluded, or a relationship to what is never in a change.
    package let isLeftOut: Bool
    /// What it leads to, when it is a relationship: to-manys that are walked or not, and to-ones.
    package let set: SetID?
    /// The unit that it belongs to, by its place among those of the entity.
    package let unit: Int?
  }

  /// What stands at a relationship, a table or the root.
  package struct EntitySet: Sendable {
    package let destination: Model.EntityID
    package let isToMany: Bool
    package let isOrdered: Bool
    /// Whether it is compared entity by entity: it is owned, or included.
    package let isWalked: Bool
    /// Whether what it leads to are copies of entities that have their place elsewhere.
    package let isIncluded: Bool
    package let deleteRule: Model.Relationship.DeleteRule?
    /// What a scalar means that stands for an entity here.
    package let reference: TypedValue
    /// Whether such a scalar says which entity it stands for: that has an identity of one attribute.
    package let hasReferences: Bool
  }

  /// One entity.
  package struct Entity: Sendable {
    package let name: String
    /// The name as a change has it.
    package let label: Value
    /// The entity that everything it is akin to inherits from.
    package let tree: Model.EntityID
    package let isAbstract: Bool
    package let isSyncable: Bool
    /// Whether its identity is its own only within its to-many.
    package let isScopedToParent: Bool
    /// Nil when no identity is declared.
    package let key: IdentityKey?
    /// What the parts of the identity mean; empty when all are compared as they stand.
    package let keyTypes: [TypedValue]
    package let properties: [[UInt8]: PropertyID]
    /// The relationships that are walked.
    package let walked: [PropertyID]
    /// The relationships that may hold references.
    package let references: [PropertyID]
    package let units: [[PropertyID]]
    package let tombstone: [UInt8]?
    /// What an object is that does not name its entity: this one, or the only concrete one that inherits from it.
    package let unnamed: Model.EntityID
    package let hasSubentities: Bool
  }

  package let model: Model
  package let entities: [Entity]
  package let properties: [Property]
  package let sets: [EntitySet]
  /// The tables of a dump by table, by member.
  let tables: [[UInt8]: SetID]
  /// The set that the root is, or the one entity of which it is.
  let rootSet: SetID?
  /// For each entity the set that the root is when nothing but the document says that it is of it.
  let rootSets: [SetID]
  /// Whether any relationship is walked that is not owned.
  package let hasIncludes: Bool

  package static let entityName = MemberName("entityName")

  /// Linear in the declarations, but for the depth of inheritance.
  package init(_ model: Model) {
    var builder = SchemaBuilder(model)
    builder.build()
    self.model = model
    entities = builder.entities
    properties = builder.properties
    sets = builder.sets
    tables = builder.tables
    rootSet = builder.rootSet
    rootSets = builder.rootSets
    hasIncludes = builder.sets.contains { $0.isIncluded && $0.isWalked }
  }

  /// The trees of inheritance of which entities have a place in a document whose root is declared to be `root`: along what is
  /// owned, and in tables. Linear in the declarations.
  func placed(below root: Rules.Declared?) -> Set<Model.EntityID> {
    var work: [Model.EntityID] = []
    switch root {
    case .tables?: work = tables.values.map { self[$0].destination }
    case .entities(let set)?, .entity(_, let set?)?: work = [self[set].destination]
    default: return []
    }
    var placed: Set<Model.EntityID> = []
    while let next = work.popLast() {
      let tree = self[next].tree
      if !placed.insert(tree).inserted { continue }
      for index in entities.indices where entities[index].tree == tree {
        for property in entities[index].walked {
          if let set = self[property].set, !self[set].isIncluded { work.append(self[set].destination) }
        }
      }
    }
    return placed
  }

  /// Whether any entity may refer to one of these trees.
  func hasReferences(to trees: Set<Model.EntityID>) -> Bool {
    entities.contains { entity in
      entity.references.contains { property in
        self[property].set.map { trees.contains(self[self[$0].destination].tree) } ?? false
      }
    }
  }

  package subscript(_ id: Model.EntityID) -> Entity { entities[id.index] }
  package subscript(_ id: PropertyID) -> Property { properties[Int(id.index)] }
  package subscript(_ id: SetID) -> EntitySet { sets[Int(id.index)] }

  /// The entity of an object where one of `destination` may stand, by its `entityName`.
  /// - Throws: when that names no entity that may stand there.
  package func entity(_ document: Document, _ object: Document.Node, in destination: Model.EntityID)
    throws(EntityError) -> Model.EntityID
  {
    for member in document.members(object) where Schema.entityName.matches(document, member.name) {
      guard document.kind(member.value).isString else { break }
      return try named(document.string(member.value), destination, at: member.value)
    }
    return self[destination].unnamed
  }

  private func named(_ name: String, _ destination: Model.EntityID, at node: Document.Node)
    throws(EntityError)
    -> Model.EntityID
  {
    guard let id = model.entity(named: name) else {
      throw EntityError(
        .unknownEntity(name, nearest: NearestName.of(name, in: entities.map(\.name))), at: node)
    }
    if !model.inherits(id, from: destination) {
      throw EntityError(.entityElsewhere(name, destination: self[destination].name), at: node)
    }
    if self[id].isAbstract { throw EntityError(.abstractEntity(name), at: node) }
    return id
  }

  /// One hash for the identity of an object of `entity`, the same for all entities that it is akin to and different for
  /// others; nil when it has none.
  @inline(__always) package func identity(
    _ document: Document, _ object: Document.Node, of entity: Entity, _ hashing: Hashing
  ) -> UInt64? {
    guard let key = entity.key else { return nil }
    if entity.keyTypes.isEmpty {
      guard let found = key.hash(document, object, hashing) else { return nil }
      return Schema.hash(found.hash, in: entity.tree)
    }
    return typedIdentity(document, object, key, entity, hashing)
  }

  private func typedIdentity(
    _ document: Document, _ object: Document.Node, _ key: IdentityKey, _ entity: Entity, _ hashing: Hashing
  ) -> UInt64? {
    var all = Hashing.Tuple(hashing)
    for (number, type) in entity.keyTypes.enumerated() {
      guard document.kind(object) == .object, case .value(let value) = key.find(document, object, number)
      else { return nil }
      all.add(type.hash(document, value, hashing))
    }
    return Schema.hash(all.hash, in: entity.tree)
  }

  /// The hash of the identity that a scalar stands for in `set`; nil when it stands for none.
  package func identity(
    _ document: Document, reference node: Document.Node, in set: EntitySet, _ hashing: Hashing
  )
    -> UInt64?
  {
    guard set.hasReferences, !document.kind(node).isContainer, document.kind(node) != .null else {
      return nil
    }
    return Schema.hash(set.reference.hash(document, node, hashing), in: self[set.destination].tree)
  }

  /// Different trees of inheritance have identities of their own. Hashes of one run are secrets, so that moving those of a
  /// tree by a fixed distance makes no two meet.
  @inline(__always) private static func hash(_ identity: UInt64, in tree: Model.EntityID) -> UInt64 {
    identity &+ UInt64(truncatingIfNeeded: tree.index) &* 0x9E37_79B9_7F4A_7C15
  }
}
