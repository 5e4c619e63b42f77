internal import SZJSON

/// What must hold between the entities of a model, beyond the shape of its document.
///
/// A mistake is told by the names that lead to it in the model's JSON form, so that the same checks serve every form.
public struct ModelChecks {
  private let model: Model

  /// - Throws: the first mistake: names of entities that lead nowhere, then rings of parents, then the entities in the order of their
  ///   names.
  public static func check(_ model: Model) throws(ModelError) { try ModelChecks(model: model).run() }

  private init(model: Model) { self.model = model }

  private func run() throws(ModelError) {
    try names()
    for index in model.entities.indices { try ancestry(Model.EntityID(index)) }
    for index in model.entities.indices {
      let id = Model.EntityID(index)
      try properties(id)
      try identity(id)
      try tombstone(id)
      try attributes(id)
      try relationships(id)
      try units(id)
      try merge(id)
      try TemplateChecks(model).check(id)
    }
  }

  private func fail(_ reason: ModelError.Reason, at path: String...) -> ModelError {
    ModelError(reason, at: path)
  }

  private func noEntity(_ name: String) -> ModelError.Reason {
    .noEntity(name, nearest: NearestName.of(name, in: model.entities.map(\.name)))
  }

  /// Each entity that is named must be there.
  private func names() throws(ModelError) {
    switch model.root {
    case .entity(let set)? where model.entity(named: set.entity) == nil:
      throw fail(noEntity(set.entity), at: "root", "entity")
    case .tables(let tables)?:
      for table in tables where model.entity(named: table.set.entity) == nil {
        throw fail(noEntity(table.set.entity), at: "root", "tables", table.name, "entity")
      }
    default: break
    }
    for entity in model.entities {
      if let parent = entity.parent, model.entity(named: parent) == nil {
        throw fail(noEntity(parent), at: "entities", entity.name, "parent")
      }
      for relationship in entity.relationships where model.entity(named: relationship.destination) == nil {
        throw fail(
          noEntity(relationship.destination), at: "entities", entity.name, "relationships", relationship.name,
          "destination")
      }
    }
  }

  private func ancestry(_ id: Model.EntityID) throws(ModelError) {
    let lineage = model.lineage(of: id)
    guard let last = lineage.last, model.parent(of: last) != nil else { return }
    throw fail(.ownAncestor(model[id].name), at: "entities", model[id].name, "parent")
  }

  /// No two properties of an entity, inherited ones included, have one name, nor one name in documents.
  private func properties(_ id: Model.EntityID) throws(ModelError) {
    var owners: [String: Model.EntityID] = [:]
    var members: [String: String] = [:]
    for ancestor in model.lineage(of: id).reversed() {
      let entity = model[ancestor]
      let declared =
        entity.attributes.map { ($0.name, $0.memberName, "attributes") }
        + entity.relationships.map { ($0.name, $0.memberName, "relationships") }
      for (name, member, section) in declared {
        if let owner = owners[name] {
          let inherited = owner == ancestor ? nil : model[owner].name
          throw fail(.propertyTwice(name, inherited: inherited), at: "entities", entity.name, section, name)
        }
        owners[name] = ancestor
        if let other = members.updateValue(name, forKey: member) {
          throw fail(.memberTwice(member, other, name), at: "entities", entity.name, section, name)
        }
      }
    }
  }

  private func identity(_ id: Model.EntityID) throws(ModelError) {
    if let reason = ModelChecks.identityMistake(of: id, in: model) {
      throw fail(reason, at: "entities", model[id].name, "identity")
    }
  }

  /// What keeps the declared identity of an entity from being one; nil when nothing does.
  public static func identityMistake(of id: Model.EntityID, in model: Model) -> ModelError.Reason? {
    let entity = model[id]
    let names = entity.identity
    for (index, name) in names.enumerated() {
      if names[..<index].contains(name) { return .identityTwice(name) }
      if model.relationship(name, of: id) != nil { return .identityRelationship(name) }
      guard let attribute = model.attribute(name, of: id) else {
        return .identityNoAttribute(name, entity: entity.name)
      }
      if attribute.isTransient { return .identityLeftOut(name, "transient") }
      if !attribute.isSyncable { return .identityLeftOut(name, "not syncable") }
      if attribute.isExcluded { return .identityLeftOut(name, "excluded") }
      if !entity.hasQuotedIdentity, ReservedWord.isReserved(Array(attribute.memberName.utf8)) {
        let quoted = names.map { ReservedWord.isReserved(Array($0.utf8)) ? "['\($0)']" : $0 }
        return .identityReserved(
          attribute.memberName, entity: entity.name, quoted: quoted.joined(separator: ","))
      }
    }
    guard !names.isEmpty, let parent = model.parent(of: id) else { return nil }
    let inherited = model.identity(of: parent)
    return inherited.isEmpty || inherited == names
      ? nil : .identityOfSubentity(entity.name, parent: model[parent].name)
  }

  /// What marks a deletion gets the value true, and leaves the identity alone.
  private func tombstone(_ id: Model.EntityID) throws(ModelError) {
    let declared = model.lineage(of: id).first { model[$0].tombstone != nil }
    guard let name = declared.map({ model[$0].tombstone }) ?? model.tombstone else { return }
    let path = declared.map { ["entities", model[$0].name, "tombstone"] } ?? ["tombstone"]
    var what = name.isEmpty ? "no name" : nil
    for ancestor in model.lineage(of: id) {
      for attribute in model[ancestor].attributes where attribute.memberName == name {
        if model.identity(of: id).contains(attribute.name) {
          what = "the identity"
        } else if attribute.kind != .boolean, attribute.kind != .any {
          what = "an attribute of type \(attribute.kind.rawValue)"
        }
      }
      if model[ancestor].relationships.contains(where: { $0.memberName == name }) { what = "a relationship" }
    }
    if let what { throw ModelError(.tombstoneProperty(name, what), at: path) }
  }

  /// Policies, formats and defaults go with the type.
  private func attributes(_ id: Model.EntityID) throws(ModelError) {
    for attribute in model[id].attributes {
      let kind = attribute.kind
      func wrong(_ word: String, _ member: String) -> ModelError {
        fail(
          .wrongKind(word, kind.rawValue), at: "entities", model[id].name, "attributes", attribute.name,
          member)
      }
      if let merge = attribute.merge, !merge.allowedKinds.contains(kind) {
        throw wrong(merge.rawValue, "merge")
      }
      if let value = attribute.defaultValue, !attribute.typed(in: model).isValue(value, of: kind) {
        throw fail(
          .defaultKind(kind.rawValue), at: "entities", model[id].name, "attributes", attribute.name, "default"
        )
      }
      if attribute.dateFormat != nil, kind != .date { throw wrong("dateFormat", "dateFormat") }
      if attribute.binaryFormat != nil, kind != .binary { throw wrong("binaryFormat", "binaryFormat") }
    }
  }

  private func relationships(_ id: Model.EntityID) throws(ModelError) {
    for relationship in model[id].relationships {
      func fail(_ reason: ModelError.Reason, _ member: String) -> ModelError {
        self.fail(reason, at: "entities", model[id].name, "relationships", relationship.name, member)
      }
      if relationship.isOrdered, !relationship.isToMany { throw fail(.orderedToOne, "ordered") }
      if let reason = ModelChecks.inverseMistake(relationship, of: id, in: model) {
        throw fail(reason, "inverse")
      }
    }
  }

  /// What keeps the inverse that a relationship of an entity names from being one; nil when nothing does.
  public static func inverseMistake(
    _ relationship: Model.Relationship, of id: Model.EntityID, in model: Model
  ) -> ModelError.Reason? {
    guard let name = relationship.inverse, let destination = model.entity(named: relationship.destination)
    else { return nil }
    guard let inverse = model.relationship(name, of: destination) else {
      return .inverseMissing(name, destination: relationship.destination)
    }
    let pointsHere = model.entity(named: inverse.destination).map {
      model.inherits(id, from: $0) || model.inherits($0, from: id)
    }
    if pointsHere == true, inverse.inverse.map({ $0 == relationship.name }) ?? true { return nil }
    return .inverseElsewhere(name, destination: relationship.destination)
  }

  /// A unit has two attributes or more, each in no other unit and without a policy of its own; inherited units count.
  private func units(_ id: Model.EntityID) throws(ModelError) {
    let name = model[id].name
    var seen: Set<String> = []
    for ancestor in model.lineage(of: id).dropFirst() {
      for unit in model[ancestor].units { seen.formUnion(unit) }
    }
    for unit in model[id].units {
      for member in unit {
        guard let attribute = model.attribute(member, of: id) else {
          throw fail(.unitNoAttribute(member, entity: name), at: "entities", name, "units")
        }
        if !seen.insert(member).inserted { throw fail(.unitTwice(member), at: "entities", name, "units") }
        if attribute.merge != nil { throw fail(.unitPolicy(member), at: "entities", name, "units") }
      }
      if unit.count < 2 { throw fail(.unitTooShort, at: "entities", name, "units") }
    }
  }

  private func merge(_ id: Model.EntityID) throws(ModelError) {
    guard case .newest(let attribute)? = model[id].merge, model.attribute(attribute, of: id) == nil else {
      return
    }
    throw fail(.newestNoAttribute(attribute, entity: model[id].name), at: "entities", model[id].name, "merge")
  }
}

extension ValuePolicy {
  /// The types whose values the policy can join.
  var allowedKinds: [Model.Attribute.Kind] {
    switch self {
    case .sum: [.integer, .decimal, .double, .any]
    case .max, .min: [.integer, .decimal, .double, .any, .date, .string]
    case .union: [.transformable, .any]
    case .edited, .current: Model.Attribute.Kind.allCases
    }
  }
}

extension TypedValue {
  /// Whether a default is null or a value of an attribute's type.
  fileprivate func isValue(_ value: Value, of kind: Model.Attribute.Kind) -> Bool {
    switch (kind, value.kind) {
    case (_, .null), (.any, _), (.transformable, _): true
    case (.integer, .number), (.decimal, .number), (.double, .number): true
    // A number may be kept in a string.
    case (.integer, .string), (.decimal, .string), (.double, .string):
      (try? Document.read(value.document.characters(value.node))).map { $0.kind($0.root) == .number } ?? false
    case (.boolean, .true), (.boolean, .false): true
    case (.date, _): date(value) != nil
    case (.string, _), (.binary, _), (.uuid, _), (.uri, _): value.kind.isString
    default: false
    }
  }
}
