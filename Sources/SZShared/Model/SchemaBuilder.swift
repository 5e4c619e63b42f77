/// Makes a ``Schema`` of a model: resolves what is inherited, and which properties are walked or left out.
struct SchemaBuilder {
  private let model: Model
  private(set) var entities: [Schema.Entity] = []
  private(set) var properties: [Schema.Property] = []
  private(set) var sets: [Schema.EntitySet] = []
  private(set) var tables: [[UInt8]: Schema.SetID] = [:]
  private(set) var rootSet: Schema.SetID?
  private(set) var rootSets: [Schema.SetID] = []
  private var isSyncable: [Bool] = []
  /// What the single identifying attribute of each entity means.
  private var references: [TypedValue?] = []
  /// Of each entity the concrete ones that inherit from it: how many, and one of them.
  private var concrete: [(count: Int, one: Model.EntityID?)]
  private var hasSubentities: [Bool]
  /// The entities of each tree of inheritance, by the one that the others inherit from.
  private var trees: [Model.EntityID: [Model.EntityID]] = [:]
  private var propertiesOfTrees: [Model.EntityID: [Akin]] = [:]

  init(_ model: Model) {
    self.model = model
    concrete = model.entities.map { _ in (0, nil) }
    hasSubentities = model.entities.map { _ in false }
  }

  mutating func build() {
    for index in model.entities.indices {
      let id = Model.EntityID(index)
      let lineage = model.lineage(of: id)
      trees[lineage.last ?? id, default: []].append(id)
      isSyncable.append(lineage.allSatisfy { model[$0].isSyncable })
      for ancestor in lineage.dropFirst() {
        hasSubentities[ancestor.index] = true
        if !model[id].isAbstract { concrete[ancestor.index] = (concrete[ancestor.index].count + 1, id) }
      }
      let identity = model.identity(of: id)
      references.append(identity.count == 1 ? model.attribute(identity[0], of: id)?.typed(in: model) : nil)
    }
    for index in model.entities.indices { entities.append(entity(Model.EntityID(index))) }
    for index in model.entities.indices {
      rootSets.append(add(destination: Model.EntityID(index), isOrdered: false))
    }
    switch model.root {
    case .entity(let set)?: rootSet = add(set)
    case .tables(let sets)?:
      for table in sets { tables[Array(table.name.utf8)] = add(table.set) }
    case nil: break
    }
  }

  private mutating func add(_ set: Model.EntitySet) -> Schema.SetID? {
    model.entity(named: set.entity).map { add(destination: $0, isOrdered: set.isOrdered) }
  }

  private mutating func add(destination: Model.EntityID, isOrdered: Bool) -> Schema.SetID {
    sets.append(
      Schema.EntitySet(
        destination: destination, isToMany: true, isOrdered: isOrdered, isWalked: true, isIncluded: false,
        deleteRule: nil, reference: references[destination.index] ?? .plain,
        hasReferences: references[destination.index] != nil))
    return Schema.SetID(index: Int32(sets.count - 1))
  }

  private mutating func entity(_ id: Model.EntityID) -> Schema.Entity {
    let model = model
    let lineage = model.lineage(of: id)
    let units = lineage.flatMap { model[$0].units }
    var byMember: [[UInt8]: Schema.PropertyID] = [:]
    var byName: [String: Schema.PropertyID] = [:]
    var walked: [Schema.PropertyID] = []
    var referring: [Schema.PropertyID] = []
    func declare(_ relationship: Model.Relationship, of owner: Model.EntityID, isOfAnother: Bool = false) {
      let property = self.relationship(relationship, of: owner, isOfAnother: isOfAnother)
      let number = add(property, to: &byMember)
      guard let set = property.set.map({ sets[Int($0.index)] }), !property.isLeftOut else { return }
      if set.isWalked { walked.append(number) }
      if mayRefer(set) { referring.append(number) }
    }
    // What is inherited comes first.
    for ancestor in lineage.reversed() {
      for attribute in model[ancestor].attributes {
        let property = self.attribute(
          attribute, of: id, unit: units.firstIndex { $0.contains(attribute.name) })
        let number = add(property, to: &byMember)
        byName[attribute.name] = number
      }
      for relationship in model[ancestor].relationships { declare(relationship, of: id) }
    }
    for other in properties(ofTree: lineage.last ?? id) where byMember[other.memberName] == nil {
      switch other.kind {
      case .relationship(let relationship): declare(relationship, of: other.owner, isOfAnother: true)
      case .attribute(let attribute):
        _ = add(self.attribute(attribute, of: other.owner, unit: nil, isOfAnother: true), to: &byMember)
      }
    }
    let identity = model.identity(of: id).compactMap { model.attribute($0, of: id) }
    let types = identity.map { $0.typed(in: model) }
    let concrete = concrete[id.index]
    return Schema.Entity(
      name: model[id].name, label: Value(jsonString: Array(model[id].name.utf8)), tree: lineage.last ?? id,
      isAbstract: model[id].isAbstract, isSyncable: isSyncable[id.index],
      isScopedToParent: (lineage.lazy.compactMap { model[$0].scope }.first ?? .document) == .parent,
      key: identity.isEmpty ? nil : IdentityKey(names: identity.map { Array($0.memberName.utf8) }),
      keyTypes: types.allSatisfy { $0 == .plain } ? [] : types, properties: byMember, walked: walked,
      references: referring,
      units: units.map { $0.compactMap { byName[$0] } },
      tombstone: (lineage.lazy.compactMap { model[$0].tombstone }.first ?? model.tombstone).map {
        Array($0.utf8)
      },
      unnamed: model[id].isAbstract && concrete.count == 1 ? concrete.one ?? id : id,
      hasSubentities: hasSubentities[id.index])
  }

  /// A property of one of the entities in a tree.
  private struct Akin {
    enum Kind {
      case attribute(Model.Attribute)
      case relationship(Model.Relationship)

      func isAlike(_ other: Kind) -> Bool {
        switch (self, other) {
        case (.attribute(let own), .attribute(let other)): own.isAlike(other)
        case (.relationship(let own), .relationship(let other)): own == other
        default: false
        }
      }
    }

    let kind: Kind
    let owner: Model.EntityID

    var memberName: [UInt8] {
      switch kind {
      case .attribute(let attribute): Array(attribute.memberName.utf8)
      case .relationship(let relationship): Array(relationship.memberName.utf8)
      }
    }
  }

  /// The properties of all entities in a tree of several, but for those that are not told alike wherever one has their name: what an entity
  /// that has become another one still holds is what it was.
  private mutating func properties(ofTree tree: Model.EntityID) -> [Akin] {
    guard let owners = trees[tree], owners.count > 1 else { return [] }
    if let known = propertiesOfTrees[tree] { return known }
    var found: [Akin] = []
    var numbers: [[UInt8]: Int] = [:]
    var contradicted: Set<[UInt8]> = []
    func add(_ property: Akin) {
      guard let number = numbers[property.memberName] else {
        numbers[property.memberName] = found.count
        found.append(property)
        return
      }
      if !found[number].kind.isAlike(property.kind) { contradicted.insert(property.memberName) }
    }
    for owner in owners {
      let entity = model[owner]
      for attribute in entity.attributes { add(Akin(kind: .attribute(attribute), owner: owner)) }
      for relationship in entity.relationships { add(Akin(kind: .relationship(relationship), owner: owner)) }
    }
    found.removeAll { contradicted.contains($0.memberName) }
    propertiesOfTrees[tree] = found
    return found
  }

  private func attribute(
    _ attribute: Model.Attribute, of id: Model.EntityID, unit: Int?, isOfAnother: Bool = false
  ) -> Schema.Property {
    Schema.Property(
      member: MemberName(attribute.memberName), kind: .attribute(attribute, attribute.typed(in: model)),
      isLeftOut: attribute.isTransient || !attribute.isSyncable || attribute.isExcluded
        || isChosen(attribute.name, of: id, isIncluded: false), set: nil, unit: unit,
      isOfAnother: isOfAnother)
  }

  /// Whether values of a relationship may be references: scalars, or objects with an identity, which may be of several parts.
  private func mayRefer(_ set: Schema.EntitySet) -> Bool {
    set.hasReferences || !set.isWalked && !model.identity(of: set.destination).isEmpty
  }

  private mutating func add(_ property: Schema.Property, to members: inout [[UInt8]: Schema.PropertyID])
    -> Schema.PropertyID
  {
    let id = Schema.PropertyID(index: Int32(properties.count))
    properties.append(property)
    members[property.member.characters] = id
    return id
  }

  private mutating func relationship(
    _ relationship: Model.Relationship, of id: Model.EntityID, isOfAnother: Bool
  ) -> Schema.Property {
    var set: Schema.SetID?
    var isLeftOut =
      relationship.isTransient || !relationship.isSyncable || relationship.isExcluded
      || isChosen(relationship.name, of: id, isIncluded: false)
    if let destination = model.entity(named: relationship.destination) {
      isLeftOut = isLeftOut || !isSyncable[destination.index]
      let isOwned = relationship.deleteRule == .cascade
      let isIncluded = relationship.isIncluded || isChosen(relationship.name, of: id, isIncluded: true)
      set = Schema.SetID(index: Int32(sets.count))
      sets.append(
        Schema.EntitySet(
          destination: destination, isToMany: relationship.isToMany, isOrdered: relationship.isOrdered,
          isWalked: isOwned || isIncluded, isIncluded: !isOwned && isIncluded,
          deleteRule: relationship.deleteRule, reference: references[destination.index] ?? .plain,
          hasReferences: references[destination.index] != nil))
    }
    return Schema.Property(
      member: MemberName(relationship.memberName), kind: .relationship(relationship), isLeftOut: isLeftOut,
      set: set, unit: nil, isOfAnother: isOfAnother)
  }

  /// Whether the command line includes, or excludes, a property of the entity or of one that it inherits from.
  private func isChosen(_ name: String, of id: Model.EntityID, isIncluded: Bool) -> Bool {
    model.choices.contains {
      $0.isIncluded == isIncluded && $0.property == name && model.inherits(id, from: $0.entity)
    }
  }
}
