internal import SZJSON

/// Makes a ``Schema`` of a model: resolves what is inherited, and which properties are walked or left out.
struct SchemaBuilder {
  let model: Model
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
  private var propertiesOfTrees: [Model.EntityID: Schema.TreeProperties] = [:]

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
    for index in model.entities.indices {
      let id = Model.EntityID(index)
      if let owners = trees[id], owners.count > 1 { propertiesOfTrees[id] = properties(of: owners) }
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
    var members = Schema.Entity.Members()
    var byName: [String: Schema.PropertyID] = [:]
    // What is inherited comes first.
    for ancestor in lineage.reversed() {
      for attribute in model[ancestor].attributes {
        let property = self.attribute(
          attribute, of: id, unit: units.firstIndex { $0.contains(attribute.name) })
        let number = add(property, to: &members.properties)
        byName[attribute.name] = number
      }
      for relationship in model[ancestor].relationships {
        let number = add(self.relationship(relationship, of: id), to: &members.properties)
        if isWalked(number) { members.walked.append(number) }
        if mayRefer(number) { members.references.append(number) }
      }
    }
    members.units = units.map { $0.compactMap { byName[$0] } }
    let (tree, concrete) = (lineage.last ?? id, concrete[id.index])
    let kin = Schema.Entity.Kin(
      tree: tree, propertiesOfTree: propertiesOfTrees[tree],
      unnamed: model[id].isAbstract && concrete.count == 1 ? concrete.one ?? id : id,
      hasSubentities: hasSubentities[id.index])
    return Schema.Entity(id, of: model, members, kin, isSyncable: isSyncable[id.index])
  }

  func attribute(_ attribute: Model.Attribute, of id: Model.EntityID, unit: Int?) -> Schema.Property {
    Schema.Property(
      member: MemberName(attribute.memberName), kind: .attribute(attribute, attribute.typed(in: model)),
      isLeftOut: attribute.isTransient || !attribute.isSyncable || attribute.isExcluded
        || isChosen(attribute.name, of: id, isIncluded: false), set: nil, unit: unit)
  }

  /// What a relationship leads to that is not left out; nil for other properties.
  private func set(_ number: Schema.PropertyID) -> Schema.EntitySet? {
    let property = properties[Int(number.index)]
    return property.isLeftOut ? nil : property.set.map { sets[Int($0.index)] }
  }

  func isWalked(_ number: Schema.PropertyID) -> Bool { set(number)?.isWalked ?? false }

  /// Whether values of a property may be references: scalars, or objects with an identity, which may be of several parts.
  func mayRefer(_ number: Schema.PropertyID) -> Bool {
    guard let set = set(number) else { return false }
    return set.hasReferences || !set.isWalked && !model.identity(of: set.destination).isEmpty
  }

  mutating func add(_ property: Schema.Property, to members: inout [[UInt8]: Schema.PropertyID])
    -> Schema.PropertyID
  {
    let id = Schema.PropertyID(index: Int32(properties.count))
    properties.append(property)
    members[property.member.characters] = id
    return id
  }

  mutating func relationship(_ relationship: Model.Relationship, of id: Model.EntityID) -> Schema.Property {
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
      set: set, unit: nil)
  }

  /// Whether the command line includes, or excludes, a property of the entity or of one that it inherits from.
  private func isChosen(_ name: String, of id: Model.EntityID, isIncluded: Bool) -> Bool {
    model.choices.contains {
      $0.isIncluded == isIncluded && $0.property == name && model.inherits(id, from: $0.entity)
    }
  }
}
