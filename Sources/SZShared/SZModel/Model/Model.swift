internal import SZJSON

/// What is known about the entities of documents: the declarations of a model, as `sz-model(5)` describes them.
///
/// Entities stand in the order of their names. A model that was read is sound: every name in it names something, and the rules
/// between entities hold (``ModelChecks``).
public struct Model: Sendable {
  /// An entity by its place in ``entities``.
  public struct EntityID: Hashable, Comparable, Sendable, BitwiseCopyable {
    public let index: Int

    public init(_ index: Int) { self.index = index }

    public static func < (left: EntityID, right: EntityID) -> Bool { left.index < right.index }
  }

  /// What a document is.
  public enum Root: Equatable, Sendable {
    case entity(EntitySet)
    /// A dump by table: members of the root, each a set of entities.
    case tables([(name: String, set: EntitySet)])

    public static func == (left: Root, right: Root) -> Bool {
      switch (left, right) {
      case (.entity(let left), .entity(let right)): left == right
      case (.tables(let left), .tables(let right)):
        left.elementsEqual(right) { $0.name == $1.name && $0.set == $1.set }
      default: false
      }
    }
  }

  /// Entities that stand together; only an array has an order.
  public struct EntitySet: Equatable, Sendable {
    public var entity: String
    public var isOrdered = false

    public init(entity: String, isOrdered: Bool = false) {
      self.entity = entity
      self.isOrdered = isOrdered
    }
  }

  /// What is done about members of documents that the model does not know.
  public enum UnknownMembers: String, CaseIterable, Sendable { case compare, ignore, error }

  /// What a number in a date counts, and how a date is written.
  public enum DateFormat: String, CaseIterable, Sendable {
    case iso, dotnet, epoch
    case epochMilliseconds = "epoch-ms"
    /// Seconds since 2001-01-01T00:00Z.
    case reference
  }

  public enum BinaryFormat: String, CaseIterable, Sendable { case base64, base64url, hex }

  public var entities: [Entity] = []
  public var root: Root?
  public var dateFormat: DateFormat?
  public var binaryFormat: BinaryFormat?
  /// The marker of deleted entities, where an entity declares none of its own.
  public var tombstone: String?
  public var unknownMembers = UnknownMembers.compare
  /// What the command line adds about single properties; a model's file has the same as `include` and `exclude`.
  public var choices: [Choice] = []

  public init() {}

  /// The entity of this name. Logarithmic in the entities.
  public func entity(named name: String) -> EntityID? {
    let first = Bisection.count(entities) { $0.name < name }
    return first < entities.count && entities[first].name == name ? EntityID(first) : nil
  }

  public subscript(_ id: EntityID) -> Entity { entities[id.index] }

  public func parent(of id: EntityID) -> EntityID? { self[id].parent.flatMap { entity(named: $0) } }

  /// The entity and what it inherits from, nearest first. Ends in a model whose parents make a ring, too.
  public func lineage(of id: EntityID) -> [EntityID] {
    var lineage = [id]
    var seen: Set<EntityID> = [id]
    while let parent = parent(of: lineage[lineage.count - 1]), seen.insert(parent).inserted {
      lineage.append(parent)
    }
    return lineage
  }

  /// Whether `id` is `ancestor` or inherits from it.
  public func inherits(_ id: EntityID, from ancestor: EntityID) -> Bool {
    lineage(of: id).contains(ancestor)
  }

  /// The attribute of this name that the entity declares or inherits.
  public func attribute(_ name: String, of id: EntityID) -> Attribute? {
    lineage(of: id).lazy.compactMap { self[$0].attributes.first { $0.name == name } }.first
  }

  /// The relationship of this name that the entity declares or inherits.
  public func relationship(_ name: String, of id: EntityID) -> Relationship? {
    lineage(of: id).lazy.compactMap { self[$0].relationships.first { $0.name == name } }.first
  }

  /// The names of the attributes that identify the entity, its own or inherited; empty when none does.
  public func identity(of id: EntityID) -> [String] {
    lineage(of: id).lazy.map { self[$0].identity }.first { !$0.isEmpty } ?? []
  }

  /// The scope that the entity would have if it declared none.
  func inheritedScope(of id: EntityID) -> Entity.Scope {
    lineage(of: id).dropFirst().lazy.compactMap { self[$0].scope }.first ?? .document
  }
}
