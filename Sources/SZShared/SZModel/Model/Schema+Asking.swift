public import SZJSON

extension Schema {
  /// Whether entities without identity may be members of what is walked.
  public var hasUnidentified: Bool {
    sets.contains { $0.isWalked && $0.isToMany && self[$0.destination].key == nil }
  }

  /// The name of an entity that others own which `entity` owns, and that is one in the whole document, so that it may move from
  /// one owner to another; nil when there is none. Linear in the declarations.
  public func roamingEntity(below entity: Model.EntityID) -> String? {
    var seen: Set<Model.EntityID> = [entity]
    var open = [entity]
    while let next = open.popLast() {
      for property in self[next].walked {
        guard let set = self[property].set, !self[set].isIncluded else { continue }
        let destination = self[set].destination
        if self[destination].key != nil, !self[destination].isScopedToParent { return self[destination].name }
        if seen.insert(destination).inserted { open.append(destination) }
      }
    }
    return nil
  }

  /// Whether any relationship denies deletions.
  public var denies: Bool { sets.contains { $0.deleteRule == .deny } }

  /// The hash of an identity as a change names it, that of ``identity(_:_:of:_:)``; nil when it is not by the entity's declared
  /// attributes.
  public func identity(of parts: [(name: [UInt8], value: Value)], in entity: Entity, _ hashing: Hashing)
    -> UInt64?
  {
    guard let key = entity.key, key.parts.count == parts.count else { return nil }
    var all = Hashing.Tuple(hashing)
    for (number, part) in key.parts.enumerated() {
      guard let value = parts.first(where: { $0.name == part.path.text })?.value, !value.kind.isContainer,
        value.kind != .null
      else { return nil }
      let type = entity.keyTypes.isEmpty ? .plain : entity.keyTypes[number]
      all.add(type.hash(value.document, value.node, hashing))
    }
    return Schema.hash(all.hash, in: entity.tree)
  }

  /// What the parts of an identity mean that a change has by these names; empty when all are compared as they stand.
  public func types(of names: [[UInt8]], in entity: Entity) -> [TypedValue] {
    guard let key = entity.key, !entity.keyTypes.isEmpty else { return [] }
    return names.map { name in
      key.parts.firstIndex { $0.path.text == name }.map { entity.keyTypes[$0] } ?? .plain
    }
  }

  /// What becomes of what holds a reference when the entity that it names is deleted: the rule of the relationship's inverse; nil
  /// without one.
  public func rule(forReferencesIn property: PropertyID) -> Model.Relationship.DeleteRule? {
    guard case .relationship(let relationship) = self[property].kind, let inverse = relationship.inverse,
      let destination = model.entity(named: relationship.destination)
    else { return nil }
    return model.relationship(inverse, of: destination)?.deleteRule
  }

  /// What becomes of what an entity refers to when it is deleted itself.
  public func ownRule(of property: PropertyID) -> Model.Relationship.DeleteRule? {
    if case .relationship(let relationship) = self[property].kind { relationship.deleteRule } else { nil }
  }

  /// The identity of an object as messages show it: each name with its value.
  public func label(_ document: Document, _ object: Document.Node, of entity: Entity) -> String {
    let parts = entity.key?.members(Value(document, object)) ?? []
    let identity = parts.map { part in
      "\(part.name.document.string(part.name.node)) \(part.value.shown)"
    }
    return ([entity.name] + (identity.isEmpty ? [] : [identity.joined(separator: ", ")])).joined(
      separator: " ")
  }

  /// The identity of an object as a change has it.
  public func identity(_ document: Document, _ object: Document.Node, of entity: Entity) -> [(
    name: Value, value: Value
  )] {
    entity.key?.members(Value(document, object)) ?? []
  }

  /// Whether an entity at a place is a member of a to-many whose entity has an identity.
  public func needsIdentity(_ place: Rules.Place?) -> Bool {
    guard case .entity(let id, let set?)? = place?.declared else { return false }
    return self[set].isToMany && self[id].key != nil
  }

  /// What is expected of a member of a to-many that has no identity, in words.
  public func identityWords(of id: Model.EntityID) -> String {
    let names = (self[id].key?.parts ?? []).map { String(decoding: $0.path.text, as: UTF8.self) }
    return "the identity of a '\(self[id].name)', \(names.joined(separator: ", "))"
  }

  /// What is expected of an `entityName` where this entity may stand, in words.
  public func nameWords(of destination: Model.EntityID) -> String {
    "an entityName that may stand there, as \"\(self[destination].name)\""
  }

  /// The entity of the object at `node`, where one of `destination` may stand, in a document that has been looked through.
  public func entityID(of node: Document.Node, in document: Document, among destination: Model.EntityID)
    -> Model.EntityID
  {
    // So nothing is wrong with it.
    (try? entity(document, node, in: destination)) ?? destination
  }
}
