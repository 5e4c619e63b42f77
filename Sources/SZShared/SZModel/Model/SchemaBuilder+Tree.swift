internal import SZJSON

/// The properties that the entities of one tree of inheritance have among them.
extension SchemaBuilder {
  /// A property, and the first entity that declares it.
  private struct Declared {
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

  /// The properties of these entities, which are one tree, but for those that are not declared alike wherever one has their name.
  /// Linear in the declarations.
  mutating func properties(of owners: [Model.EntityID]) -> Schema.TreeProperties {
    var found = Schema.TreeProperties()
    for declared in declared(by: owners) {
      let property =
        switch declared.kind {
        case .attribute(let attribute): self.attribute(attribute, of: declared.owner, unit: nil)
        case .relationship(let relationship): self.relationship(relationship, of: declared.owner)
        }
      let number = add(property, to: &found.all)
      if isWalked(number) { found.walked[property.member] = number }
      if mayRefer(number) { found.references[property.member] = number }
    }
    return found
  }

  private func declared(by owners: [Model.EntityID]) -> [Declared] {
    var found: [Declared] = []
    var numbers: [[UInt8]: Int] = [:]
    var contradicted: Set<[UInt8]> = []
    func add(_ property: Declared) {
      guard let number = numbers[property.memberName] else {
        numbers[property.memberName] = found.count
        found.append(property)
        return
      }
      if !found[number].kind.isAlike(property.kind) { contradicted.insert(property.memberName) }
    }
    for owner in owners {
      let entity = model[owner]
      for attribute in entity.attributes { add(Declared(kind: .attribute(attribute), owner: owner)) }
      for relationship in entity.relationships {
        add(Declared(kind: .relationship(relationship), owner: owner))
      }
    }
    return found.filter { !contradicted.contains($0.memberName) }
  }
}
