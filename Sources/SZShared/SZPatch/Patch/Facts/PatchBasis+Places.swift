internal import SZJSON
internal import SZModel

/// What holds at a place.
extension PatchBasis {
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

  /// The property that stands at a place.
  func attribute(at place: Rules.Place?) -> Model.Attribute? {
    guard let model, case .attribute(let id)? = place?.declared,
      case .attribute(let attribute, _) = model.schema[id].kind
    else { return nil }
    return attribute
  }

  /// Whether a policy settles what does not fit at a place.
  func hasPolicy(_ place: Rules.Place?) -> Bool {
    model != nil && !options.isLiteral && attribute(at: place)?.merge != nil
  }

  /// The entity of a place.
  func entityID(_ place: Rules.Place?) -> Model.EntityID? {
    if case .entity(let id, _)? = place?.declared { id } else { nil }
  }

  /// The program that an entity at a place is left to.
  func delegate(_ place: Rules.Place?) -> Int? {
    guard let delegation = options.delegation, let id = entityID(place) else { return nil }
    return delegation.delegates[id]
  }
}

/// Which entities are marked as deleted.
extension PatchBasis {
  /// The marker of deleted entities at a place.
  func marker(_ place: Rules.Place?) -> [UInt8]? {
    guard let model, let id = entityID(place) else { return nil }
    return model.schema[id].tombstone
  }

  /// Whether what stands at a place is an entity that is marked as deleted.
  func isMarked(_ node: Document.Node, _ place: Rules.Place?) -> Bool {
    guard let marker = marker(model?.rules.resolved(place, target, node)) else { return false }
    return Tombstone.isMarked(node, in: target, by: MemberName(marker))
  }

  func isMarked(at position: EntityIndex.Position) -> Bool {
    guard let model, let marker = model.index.entity(position).tombstone else { return false }
    return Tombstone.isMarked(model.index.entries[position].node, in: target, by: MemberName(marker))
  }

  /// The entity at a place, when it is marked rather than removed.
  func markedEntity(_ node: Document.Node, _ place: Rules.Place?) -> Model.EntityID? {
    guard !options.isLiteral, let model, let inner = model.rules.resolved(place, target, node),
      let id = entityID(inner), marker(inner) != nil
    else { return nil }
    if let identity = model.schema.identity(target, node, of: model.schema[id], hashing),
      earlier.withoutTombstone.contains(identity)
    {
      return nil
    }
    return id
  }

  /// Whether an entity has a move that is known not to fit.
  func isHeldBack(_ node: Document.Node) -> Bool {
    guard let model, !earlier.blocked.isEmpty, let position = model.index.position(of: node),
      let move = model.moves.move(of: position)
    else { return false }
    return earlier.blocked[move.arrival] != nil
  }
}
