extension Patcher {
  /// Whether an entity holds nothing but what the change that deletes it says; if not, the first thing that it does not say is listed.
  mutating func mayDelete(
    _ item: ItemIndex, _ node: Document.Node, _ path: PathTable.Path, _ step: PathTable.Step,
    _ place: Rules.Place?
  ) -> Bool {
    if policy == .force { return true }
    guard place?.declared != nil else {
      if isWhole(item, node) { return true }
      rejectDeletion(item, path, step, at: node)
      return false
    }
    guard let unsaid = unsaid(item, node, paths.add(step, below: path), place) else { return true }
    reject(
      item, .delete, unsaid.path, nil, at: unsaid.node, expected: unsaid.expected, found: unsaid.found
    )
    return false
  }

  mutating func rejectDeletion(
    _ item: ItemIndex, _ path: PathTable.Path, _ step: PathTable.Step, at node: Document.Node
  ) {
    reject(
      item, .delete, path, step, at: node, expected: .value(EntityText.value(tree, item)),
      found: .value(Value(target, node)))
  }

  /// Something of the target that a deletion does not speak of.
  private struct Unsaid {
    let path: PathTable.Path
    let node: Document.Node
    let expected: Misfit.Side
    let found: Misfit.Side
  }

  /// The first of it in an entity, with what it owns. Without recursion.
  private mutating func unsaid(
    _ item: ItemIndex, _ node: Document.Node, _ path: PathTable.Path, _ place: Rules.Place?
  )
    -> Unsaid?
  {
    var work = [(item: item, node: node, path: path, place: place)]
    while let (item, node, path, place) = work.popLast() {
      func found(_ node: Document.Node, _ expected: Misfit.Side = .nothing) -> Unsaid {
        Unsaid(path: path, node: node, expected: expected, found: .value(Value(target, node)))
      }
      switch tree[item] {
      case .entity:
        if tree.heading(of: item).to != nil {
          guard let move = model?.moves[item], move.fits else {
            return found(node, .words("\(label(item)) elsewhere"))
          }
          continue
        }
        guard target.kind(node) == .object else { return found(node, .words(label(item))) }
        if isMarked(node, place) { continue }
        let place = inner(place, item, node)
        var members: [[UInt8]: (old: Value?, relation: ItemIndex?)] = [:]
        for part in tree.identity(of: item) { members[part.name] = (part.value, nil) }
        for child in tree.children(of: item) {
          switch tree[child] {
          case .attribute(let name, let old, _): members[characters(name)] = (old, nil)
          case .context(let name, let old): members[characters(name)] = (old, nil)
          case .relationship(let name): members[characters(name)] = (nil, tree.relation(of: child))
          default: continue
          }
        }
        for (name, value) in target.members(node) {
          let characters = target.characters(name)
          let memberPlace = self.place(of: Value(target, name), at: place, Value(target, value))
          let said = members.removeValue(forKey: characters)
          if isLeftOut(memberPlace) || hasPolicy(memberPlace) { continue }
          let step = PathTable.Step.name(Value(target, name))
          if let relation = said?.relation {
            work.append((relation, value, paths.add(step, below: path), memberPlace))
          } else if let old = said?.old {
            if equal(Value(target, value), old, memberPlace) { continue }
            return Unsaid(
              path: paths.add(step, below: path), node: value, expected: .value(old),
              found: .value(Value(target, value)))
          } else if !isNothing(Value(target, value), memberPlace), !isEntityName(name, item) {
            return Unsaid(
              path: paths.add(step, below: path), node: value, expected: .nothing,
              found: .value(Value(target, value)))
          }
        }
        for (name, said) in members {
          guard let old = said.old, old.kind != .null else { continue }
          let memberPlace = self.place(of: Value(jsonString: name), at: place, old)
          if isLeftOut(memberPlace) || hasPolicy(memberPlace) || isNothing(old, memberPlace) { continue }
          return Unsaid(
            path: paths.add(.name(Value(jsonString: name)), below: path), node: node, expected: .value(old),
            found: .nothing)
        }
      case .toMany:
        if isNothing(Value(target, node), place) { continue }
        guard target.kind(node) == .array, let roster = roster(item, node, place) else { return found(node) }
        var said: [Int: ItemIndex] = [:]
        for entity in roster.entities {
          if let position = roster.position(of: entity.member) { said[position] = entity.item }
        }
        let element = element(of: place)
        for (position, node) in roster.elements.enumerated() {
          let path = paths.add(.index(position), below: path)
          if let item = said[position] {
            work.append((item, node, path, element))
          } else if !isMarked(node, element) {
            return Unsaid(
              path: path, node: node, expected: .nothing, found: .value(Value(target, node)))
          }
        }
      case .list, .set:
        let old = oldValues(item)
        if isNothing(Value(target, node), place), old.isEmpty { continue }
        guard target.kind(node) == .array else { return found(node) }
        let hash = elementHash(place)
        var wanted = old.map { hash.of($0.document, $0.node) }
        var there = target.elements(node).map { hash.of(target, $0) }
        if case .set = tree[item] {
          wanted.sort()
          there.sort()
        }
        if wanted != there { return found(node, .words("just the elements that the change deletes")) }
      default: continue
      }
    }
    return nil
  }

  private func characters(_ name: Value) -> [UInt8] { name.document.characters(name.node) }

  private func oldValues(_ item: ItemIndex) -> [Value] {
    if case .set(let old, _) = tree[item] { return tree.values(old) }
    return tree.children(of: item).flatMap { child -> [Value] in
      if case .hunk(let hunk) = tree[child] { tree.values(hunk.old) } else { [] }
    }
  }

  /// Whether a member is the name of an entity that the change gives in its head.
  private func isEntityName(_ name: Document.Node, _ item: ItemIndex) -> Bool {
    Schema.entityName.matches(target, name) && tree.heading(of: item).entityName != nil
  }

  /// Keeps which entities a deletion takes away, those that it owns with it; what moves out of it stays.
  mutating func noteDeletion(_ item: ItemIndex, _ node: Document.Node) {
    guard let model else { return }
    if !model.moves.isEmpty {
      var inside = item
      while inside < tree.end(of: item) {
        if case .to = tree[inside] {
          // The head of the item that goes elsewhere is the entity before it.
          if let departure = entity(before: inside), model.moves[departure]?.fits ?? false {
            state?.departed.insert(departure)
          }
        }
        inside = inside.next
      }
    }
    guard let first = model.index.position(of: node) else { return }
    let end = model.index.entries[first].end
    var position = first
    while position < end {
      let entry = model.index.entries[position]
      if let move = model.moves.move(of: position), move.fits, position > first {
        position = entry.end
        continue
      }
      if let identity = model.schema.identity(target, entry.node, of: model.schema[entry.entity], hashing),
        !entry.isOwn
      {
        state?.deleted.append(
          DeleteRules.Deleted(item: item, identity: identity, node: entry.node, entity: entry.entity))
      }
      position = position.next
    }
  }

  private func entity(before item: ItemIndex) -> ItemIndex? {
    var index = item
    while index.number > 0 {
      index = ItemIndex(index.number - 1)
      if case .entity = tree[index] { return index }
    }
    return nil
  }
}
