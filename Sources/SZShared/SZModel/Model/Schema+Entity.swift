public import SZJSON

extension Schema {
  /// One entity.
  public final class Entity: Sendable {
    public let name: String
    /// The name as a change has it.
    public let label: Value
    /// The entity that everything it is akin to inherits from.
    public let tree: Model.EntityID
    public let isAbstract: Bool
    public let isSyncable: Bool
    /// Whether its identity is its own only within its to-many.
    public let isScopedToParent: Bool
    /// Nil when no identity is declared.
    public let key: IdentityKey?
    /// What the parts of the identity mean; empty when all are compared as they stand.
    public let keyTypes: [TypedValue]
    /// The name of an identity that is one attribute, compared as it stands: what most are, and quick to look for.
    let plainKey: MemberName.Head?
    /// Those that it declares or inherits, by their name in documents.
    public let properties: [[UInt8]: PropertyID]
    /// The ones among them that are walked.
    public let walked: [PropertyID]
    /// The ones among them that may hold references.
    public let references: [PropertyID]
    /// What the entities of its tree have; nil when there is no other one.
    let propertiesOfTree: TreeProperties?
    public let units: [[PropertyID]]
    public let tombstone: [UInt8]?
    /// What an object is that does not name its entity: this one, or the only concrete one that inherits from it.
    public let unnamed: Model.EntityID
    public let hasSubentities: Bool
    /// Whether it owns nothing, and an identity of one member tells it from all others.
    var isSimple: Bool { !mayOwn && isSyncable && !isScopedToParent && plainKey != nil }

    /// Who it is akin to.
    struct Kin {
      let tree: Model.EntityID
      let propertiesOfTree: TreeProperties?
      let unnamed: Model.EntityID
      let hasSubentities: Bool
    }

    /// What it consists of.
    struct Members {
      var properties: [[UInt8]: PropertyID] = [:]
      var walked: [PropertyID] = []
      var references: [PropertyID] = []
      var units: [[PropertyID]] = []
    }

    init(_ id: Model.EntityID, of model: Model, _ members: Members, _ kin: Kin, isSyncable: Bool) {
      let lineage = model.lineage(of: id)
      name = model[id].name
      label = Value(jsonString: Array(name.utf8))
      (tree, propertiesOfTree) = (kin.tree, kin.propertiesOfTree)
      (unnamed, hasSubentities) = (kin.unnamed, kin.hasSubentities)
      isAbstract = model[id].isAbstract
      self.isSyncable = isSyncable
      isScopedToParent = (lineage.lazy.compactMap { model[$0].scope }.first ?? .document) == .parent
      let identity = model.identity(of: id).compactMap { model.attribute($0, of: id) }
      let key = identity.isEmpty ? nil : IdentityKey(names: identity.map { Array($0.memberName.utf8) })
      let types = identity.map { $0.typed(in: model) }
      let keyTypes = types.allSatisfy { $0 == .plain } ? [] : types
      (self.key, self.keyTypes) = (key, keyTypes)
      if let key, key.parts.count == 1, key.parts[0].path.isName, keyTypes.isEmpty {
        plainKey = key.parts[0].path.steps[0].head
      } else {
        plainKey = nil
      }
      properties = members.properties
      (walked, references, units) = (members.walked, members.references, members.units)
      tombstone = (lineage.lazy.compactMap { model[$0].tombstone }.first ?? model.tombstone).map {
        Array($0.utf8)
      }
    }
  }
}
