public import SZJSON

/// The declarations of a model in the form in which documents are looked up in them: what is inherited is resolved, names are
/// those that documents have, and what the command line chooses is settled.
public final class Schema: Sendable {
  /// A property of one entity, declared or inherited, by its place in ``properties``.
  public struct PropertyID: Hashable, Sendable, BitwiseCopyable {
    public let index: Int32
  }

  /// A place in documents where entities of one kind stand together, by its place in ``sets``.
  public struct SetID: Hashable, Sendable, BitwiseCopyable {
    public let index: Int32
  }

  /// One property of one entity.
  public final class Property: Sendable {
    public enum Kind: Sendable {
      case attribute(Model.Attribute, TypedValue)
      case relationship(Model.Relationship)
    }

    /// Its name in documents.
    public let member: MemberName
    public let kind: Kind
    /// Transient, not syncable, excluded, or a relationship to what is never in a change.
    public let isLeftOut: Bool
    /// What it leads to, when it is a relationship: to-manys that are walked or not, and to-ones.
    public let set: SetID?
    /// The unit that it belongs to, by its place among those of the entity.
    public let unit: Int?

    /// Whether an object or array that the property holds is looked into, as without a model: an attribute that is no value as a whole.
    public var isLookedInto: Bool {
      guard case .attribute(let attribute, _) = kind else { return false }
      return attribute.kind != .transformable && attribute.merge == nil && !attribute.isSet && unit == nil
    }

    init(member: MemberName, kind: Kind, isLeftOut: Bool, set: SetID?, unit: Int?) {
      self.member = member
      self.kind = kind
      self.isLeftOut = isLeftOut
      self.set = set
      self.unit = unit
    }
  }

  /// What stands at a relationship, a table or the root.
  public struct EntitySet: Sendable {
    public let destination: Model.EntityID
    public let isToMany: Bool
    public let isOrdered: Bool
    /// Whether it is compared entity by entity: it is owned, or included.
    public let isWalked: Bool
    /// Whether what it leads to are copies of entities that have their place elsewhere.
    public let isIncluded: Bool
    public let deleteRule: Model.Relationship.DeleteRule?
    /// What a scalar means that stands for an entity here.
    public let reference: TypedValue
    /// Whether such a scalar says which entity it stands for: that has an identity of one attribute.
    public let hasReferences: Bool
  }

  public let model: Model
  public let entities: [Entity]
  public let properties: [Property]
  public let sets: [EntitySet]
  /// The tables of a dump by table, by member.
  let tables: [[UInt8]: SetID]
  /// The set that the root is, or the one entity of which it is.
  public let rootSet: SetID?
  /// For each entity the set that the root is when nothing but the document says that it is of it.
  let rootSets: [SetID]
  /// Whether any relationship is walked that is not owned.
  public let hasIncludes: Bool
  /// Whether any entity may be marked as deleted.
  public let hasTombstones: Bool
  /// Whether anything of documents is never in a change.
  public let hasLeftOut: Bool

  public static let entityName = MemberName("entityName")
  private let nameHead = Schema.entityName.head
  /// For each entity what an object is that does not name its own.
  private let unnamed: [Model.EntityID]

  /// Linear in the declarations, but for the depth of inheritance.
  public init(_ model: Model) {
    var builder = SchemaBuilder(model)
    builder.build()
    self.model = model
    entities = builder.entities
    unnamed = builder.entities.map(\.unnamed)
    properties = builder.properties
    sets = builder.sets
    tables = builder.tables
    rootSet = builder.rootSet
    rootSets = builder.rootSets
    hasTombstones = builder.entities.contains { $0.tombstone != nil }
    hasLeftOut =
      builder.properties.contains { $0.isLeftOut } || builder.entities.contains { !$0.isSyncable }
      || model.unknownMembers == .ignore
    hasIncludes = builder.sets.contains { $0.isIncluded && $0.isWalked }
  }

  /// The trees of inheritance of which entities have a place in a document whose root is declared to be `root`: along what is
  /// owned, and in tables. Linear in the declarations.
  public func placed(below root: Rules.Declared?) -> Set<Model.EntityID> {
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

  /// Whether any entity of these trees may refer to one of them.
  public func hasReferences(among trees: Set<Model.EntityID>) -> Bool {
    entities.contains { entity in
      trees.contains(entity.tree)
        && entity.references.contains { property in
          self[property].set.map { trees.contains(self[self[$0].destination].tree) } ?? false
        }
    }
  }

  public subscript(_ id: Model.EntityID) -> Entity { entities[id.index] }
  public subscript(_ id: PropertyID) -> Property { properties[Int(id.index)] }
  public subscript(_ id: SetID) -> EntitySet { sets[Int(id.index)] }

  /// The entity of an object where one of `destination` may stand, by its `entityName`.
  /// - Throws: when that names no entity that may stand there.
  public func entity(_ document: Document, _ object: Document.Node, in destination: Model.EntityID)
    throws(EntityError) -> Model.EntityID
  {
    var node = document.firstChild(object)
    let end = document.end(object)
    while node < end {
      if nameHead.isOther(document.tape[node.index]) {
        node = document.next(Document.Node(node.index &+ 1))
        continue
      }
      let value = document.next(node)
      // The name has more characters than are told apart at once.
      if nameHead.matches(document, node) ?? Schema.entityName.matches(document, node),
        document.kind(node) != .shadowedName, document.kind(value).isString
      {
        return try named(document.string(value), destination, at: value)
      }
      node = document.next(value)
    }
    return unnamed[destination.index]
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
}
