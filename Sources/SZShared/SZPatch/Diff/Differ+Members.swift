internal import SZJSON
internal import SZModel

/// To-manys and to-ones of which a model says what they hold.
extension Differ {
  /// Compares the members of a to-many: by their declared identity, else as without a model.
  mutating func members(_ pair: MemberPair, _ set: Schema.SetID, _ place: Rules.Place?) {
    guard let pairs else { return }
    let destination = pairs.schema[pairs.schema[set].destination]
    if let key = destination.key, !rules.hasOwnKey(place) {
      let hasOrder = !options.unordered && !rules.isUnordered(place)
      toMany(
        ToManyPlan(
          key: key, pairs.members(set, old: pair.oldName, new: pair.newName), place: place, hasOrder: hasOrder
        ))
    } else if let before = pair.old, let after = pair.new, before.kind == .array, after.kind == .array {
      relation(before.node, after.node, place)
    } else {
      values(pair, place)
    }
  }

  /// Compares references, or what has no identity, one side of which may be absent.
  mutating func references(_ pair: MemberPair, _ place: Rules.Place?) { values(pair, place) }

  private mutating func values(_ pair: MemberPair, _ place: Rules.Place?) {
    guard let (before, after) = elements(pair) else { return }
    if options.unordered || rules.isUnordered(place) {
      set(before, after, place)
    } else {
      list(before, after, place)
    }
  }

  /// Compares a to-one that holds an entity on one side, or on both.
  mutating func toOne(_ pair: MemberPair, _ place: Rules.Place?) {
    let before = pair.old.flatMap { $0.kind == .object ? $0.node : nil }
    let after = pair.new.flatMap { $0.kind == .object ? $0.node : nil }
    switch (before, after) {
    case (let before?, let after?):
      if isRelation(before, after, place) { return entity(before, after, key: rules.key(place), place) }
      push(.close(tree.open(.replacement)))
      push(.come(PlacedEntity(node: after, place: place)))
      push(.go(PlacedEntity(node: before, place: place)))
    case (let before?, nil): go(PlacedEntity(node: before, place: place, instead: pair.new))
    case (nil, let after?): come(PlacedEntity(node: after, place: place, instead: pair.old))
    case (nil, nil): return
    }
  }

  /// Where an entity has moved.
  private func move(ofOld node: Document.Node) -> EntityPairs.Elsewhere? { pairs?.move(ofOld: node) }

  private func move(ofNew node: Document.Node) -> EntityPairs.Elsewhere? { pairs?.move(ofNew: node) }

  /// Whether what came to its place is an entity that is marked as deleted and was not there before: that is no difference.
  func isTombstone(new node: Document.Node, _ place: Rules.Place?) -> Bool {
    rules.isMarked(new, node, place) && move(ofNew: node) == nil
  }

  /// Whether what left its place is one that was marked, and is nowhere now.
  func isTombstone(old node: Document.Node, _ place: Rules.Place?) -> Bool {
    rules.isMarked(old, node, place) && move(ofOld: node) == nil
  }

  /// Adds an entity that came to its place: created, or moved from elsewhere.
  mutating func come(_ entity: PlacedEntity) {
    if let source = move(ofNew: entity.node) { moved(entity, from: source) } else { whole(entity, .created) }
  }

  /// Adds an entity that left its place: deleted, or moved elsewhere.
  mutating func go(_ entity: PlacedEntity) {
    let (node, place) = (entity.node, entity.place)
    if let target = move(ofOld: node) {
      let item = tree.open(.entity(.init(oldIndex: entity.oldIndex, oldNode: node, newNode: target.node)))
      addEntityName(new, target.node, place)
      addIdentity(Value(new, target.node), rules.key(place))
      tree.add(.to(Value(jsonString: target.path)))
      if let instead = entity.instead { tree.add(.instead(old: nil, new: instead)) }
      tree.close(item)
      return
    }
    var gone = entity
    gone.parentWasDeleted = entity.parentWasDeleted || goneOwners?.areOwners(of: node, place) ?? false
    whole(gone, .deleted)
  }

  /// Adds an entity with all that it has on one side: a created or deleted one. What it owns stands below it.
  private mutating func whole(_ entity: PlacedEntity, _ state: ChangeTree.EntityState) {
    let place = entity.place
    guard let schema = rules.schema, case .entity(let destination, let set)? = place?.declared else { return }
    let isCreated = state == .created
    let object = Value(isCreated ? new : old, entity.node)
    let id = schema.entityID(of: object.node, in: object.document, among: destination)
    let inner = rules.declaring(.entity(id, set), at: place)
    var change = ChangeTree.Entity(
      state, oldIndex: entity.oldIndex, oldNode: isCreated ? nil : object.node,
      newNode: isCreated ? object.node : nil)
    change.parentWasDeleted = entity.parentWasDeleted
    let item = tree.open(.entity(change))
    push(.close(item))
    tree.add(.entityName(schema[id].label))
    addIdentity(object, entity.key ?? rules.key(inner))
    if let instead = entity.instead {
      tree.add(isCreated ? .instead(old: instead, new: nil) : .instead(old: nil, new: instead))
    }
    var relationships: [Task] = []
    for member in object.document.members(object.node) {
      let (name, value) = (Value(object.document, member.name), Value(object.document, member.value))
      let child = rules.member(inner, object.document.characters(member.name), value)
      if child?.declared == .leftOut { continue }
      if let (nodes, isToMany) = owned(value, child) {
        relationships.append(.owned(name: name, nodes, isCreated: isCreated, isToMany: isToMany, child))
      } else {
        let value = DeclaredText.value(value, child, rules)
        tree.add(
          isCreated
            ? .attribute(name: name, old: nil, new: value) : .attribute(name: name, old: value, new: nil))
      }
    }
    for task in relationships.reversed() { push(task) }
  }

  /// The objects of the entities that a value holds which are created and deleted with it; nil where it is a mere value.
  private func owned(_ value: Value, _ place: Rules.Place?) -> (nodes: [Document.Node], isToMany: Bool)? {
    guard let schema = rules.schema else { return nil }
    switch place?.declared {
    case .entity(_, let set?)? where value.kind == .object && !schema[set].isIncluded:
      return ([value.node], false)
    case .entities(let set)? where value.kind == .array && !schema[set].isIncluded:
      let nodes = Array(value.document.elements(value.node))
      guard !nodes.isEmpty, schema[schema[set].destination].key != nil, !rules.hasOwnKey(place),
        nodes.allSatisfy({ value.document.kind($0) == .object })
      else { return nil }
      return (nodes, true)
    default: return nil
    }
  }

  /// Adds what a created or deleted entity owns.
  mutating func owned(
    name: Value, _ nodes: [Document.Node], isCreated: Bool, isToMany: Bool, _ place: Rules.Place?
  ) {
    push(.close(tree.open(.relationship(name: name))))
    if isToMany { push(.close(tree.open(.toMany))) }
    let document = isCreated ? new : old
    for (index, node) in nodes.enumerated().reversed() {
      let child =
        isToMany ? rules.element(place, index, of: nodes.count, Value(document, node)) : place
      let entity = PlacedEntity(node: node, place: child, parentWasDeleted: !isCreated)
      push(isCreated ? .come(entity) : .go(entity))
    }
  }
}
