internal import SZJSON
internal import SZModel

extension Patcher {
  /// Whether two values at a place are equal: by what they mean where a model says that.
  func equal(_ left: Value, _ right: Value, _ place: Rules.Place?) -> Bool {
    guard let model, let declared = place?.declared else { return equal(left, right) }
    if !left.kind.isContainer, !right.kind.isContainer {
      return model.rules.typed(place).isEqual(left, right, exactNumbers: exactNumbers)
    }
    if case .attribute = declared, !model.rules.isSet(place) { return equal(left, right) }
    return model.hashes.of(left.document, left.node, place)
      == model.hashes.of(right.document, right.node, place)
  }

  /// Whether a value at a place says the same as none: a to-many without members.
  func isNothing(_ value: Value, _ place: Rules.Place?) -> Bool {
    model?.hashes.isNoMembers(value.document, value.node, place) ?? false
  }

  /// The place of an entity as that of what it is, in the target or in the change, whichever has more properties.
  func inner(_ place: Rules.Place?, _ item: ItemIndex, _ node: Document.Node) -> Rules.Place? {
    guard let model, case .entity(let destination, let set)? = place?.declared else { return place }
    let schema = model.schema
    // What it becomes says what its members are, and what it was of those that it does not have then, as in a comparison.
    if schema[destination].hasSubentities, let (before, after) = renaming(item),
      schema.model.inherits(after, from: destination)
    {
      return model.rules.declaring(after, of: set, or: before, at: place)
    }
    let place = model.rules.resolved(place, target, node)
    guard case .entity(let id, _)? = place?.declared, model.schema[destination].hasSubentities,
      let name = tree.heading(of: item).entityName,
      let named = model.schema.model.entity(named: name.document.string(name.node)), named != id,
      model.schema.model.inherits(named, from: id)
    else { return place }
    return model.rules.declaring(.entity(named, set), at: place)
  }

  /// The entity that an item makes of another one, and which that was.
  private func renaming(_ item: ItemIndex) -> (before: Model.EntityID?, after: Model.EntityID)? {
    func entity(_ name: Value) -> Model.EntityID? {
      name.kind.isString ? model?.schema.model.entity(named: name.document.string(name.node)) : nil
    }
    for child in tree.children(of: item) {
      guard case .attribute(let name, let old?, let new?) = tree[child],
        name.document.isString(name.node, equalTo: Schema.entityName.characters)
      else { continue }
      return entity(new).map { (entity(old), $0) }
    }
    return nil
  }

  /// Whether an item names an entity that may stand at a place; if not, it is listed.
  mutating func nameFits(
    _ part: ChangedPart, _ operation: Misfit.Operation, _ step: PathTable.Step? = nil
  ) -> Bool {
    guard let schema = model?.schema, case .entity(let destination, _)? = part.place?.declared,
      let name = tree.heading(of: part.item).entityName
    else { return true }
    // The entity of a place is one that it has been found to be, or one that stands for all that inherit from it.
    if let named = schema.model.entity(named: name.document.string(name.node)),
      schema[named].tree == schema[destination].tree
    {
      return true
    }
    reject(operation, part, step, expected: .words(schema.nameWords(of: destination)), found: .value(name))
    return false
  }

  func place(of name: Value, in open: OpenEntity, _ value: Value?) -> Rules.Place? {
    place(of: name, at: open.place, value)
  }

  /// The place of a member of an entity.
  func place(of name: Value, at place: Rules.Place?, _ value: Value?) -> Rules.Place? {
    guard let model, place != nil else { return nil }
    return model.rules.member(place, name.document.characters(name.node), value ?? name)
  }

  /// The place of the elements of an array.
  func element(of place: Rules.Place?) -> Rules.Place? {
    guard let model, place != nil else { return nil }
    return model.rules.element(place, 0, of: 1, JSONText.null)
  }

  func isLeftOut(_ place: Rules.Place?) -> Bool {
    guard let model, place != nil else { return false }
    return model.rules.isLeftOut(place)
  }

  /// Whether absent, null and an empty array are one value at a place.
  func isToMany(_ place: Rules.Place?) -> Bool {
    switch place?.declared {
    case .entities?, .references?: true
    default: false
    }
  }

  /// What hashes the elements of an array.
  func elementHash(_ place: Rules.Place?) -> ElementHash {
    if model == nil { return ElementHash(hashing) }
    guard let model, place?.declared != nil else { return ElementHash(Hashing(exactNumbers: exactNumbers)) }
    return ElementHash(model.hashes, elementsOf: place)
  }

  /// The property that stands at a place.
  func attribute(at place: Rules.Place?) -> Model.Attribute? {
    guard let model, case .attribute(let id)? = place?.declared,
      case .attribute(let attribute, _) = model.schema[id].kind
    else { return nil }
    return attribute
  }

  /// The entity of a place.
  func entityID(_ place: Rules.Place?) -> Model.EntityID? {
    if case .entity(let id, _)? = place?.declared { id } else { nil }
  }
}

extension ModelledTarget {
  /// The entity that a part of a change is about, for a message: that at `node` or the one around it.
  func entity(of item: ItemIndex, _ tree: ChangeTree, at node: Document.Node, _ target: Document) -> Misfit
    .Entity?
  {
    if case .entity = tree[item], let name = tree.heading(of: item).entityName {
      let identity = tree.identity(of: item).map { (name: Value(jsonString: $0.name), value: $0.value) }
      return Misfit.Entity(name: name.document.string(name.node), identity: identity)
    }
    guard let position = index.position(around: node) else { return nil }
    let (entry, entity) = (index.entries[position], index.entity(position))
    return Misfit.Entity(name: entity.name, identity: schema.identity(target, entry.node, of: entity))
  }
}
