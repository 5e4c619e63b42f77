extension Patcher {
  /// Applies an entity change to the value that stands in its place.
  mutating func entity(
    _ index: ItemIndex, _ change: ChangeTree.Entity, _ node: Document.Node, _ path: PathTable.Path
  ) {
    switch change.state {
    case .deleted:
      // A document or element that goes as a whole has no place of its own to go from.
      return reject(
        index, .delete, path, nil, at: node, expected: .words("a member that can go"),
        found: .value(Value(target, node)))
    case .created:
      // By force, what the creation names is set, and all else stays.
      if createInPlace(index, node, path) || target.kind(node) != .object { return }
    case .updated, .untouched:
      guard target.kind(node) == .object else {
        return reject(
          index, .update, path, nil, at: node, expected: .words("an object"), found: words(node))
      }
      guard identityFits(index, node, path) else { return }
    }
    let checkpoint = edits.checkpoint
    var members = ObjectMembers(target, node)
    var removed: Set<Int> = []
    var added: [[UInt8]] = []
    var relations: [Task] = []
    func find(_ name: Value) -> Int? { members.find(name.document.characters(name.node)) }
    for child in tree.children(of: index) {
      switch tree[child] {
      case .attribute(let name, let old, let new):
        attribute(child, name, old, new, find(name), &members, node, path, &removed, &added)
      case .context(let name, let old): context(child, name, old, find(name), members, node, path)
      case .relationship(let name):
        relationship(child, name, find(name), &members, node, path, &removed, &added, &relations)
      case .value, .entity, .identity, .entityName, .from, .to, .instead, .replacement, .toMany, .move, .list,
        .hunk, .edit, .set:
        break
      }
    }
    if !removed.isEmpty || !added.isEmpty {
      let slots: [ContainerRewrite.Slot] =
        members.names.indices.filter { !removed.contains($0) }.map { .kept($0) }
        + added.map { .new([.bytes($0)]) }
      push(
        .finish(
          ContainerPatch(node: node, children: .ranges(members.ranges), slots: slots, checkpoint: checkpoint))
      )
    }
    for task in relations.reversed() { push(task) }
  }

  private mutating func attribute(
    _ index: ItemIndex, _ name: Value, _ old: Value?, _ new: Value?, _ found: Int?,
    _ members: inout ObjectMembers, _ node: Document.Node, _ path: PathTable.Path, _ removed: inout Set<Int>,
    _ added: inout [[UInt8]]
  ) {
    let current = found.map { Value(target, members.value($0)) }
    switch (old, new) {
    case (let old, let new?):
      if let current, equal(current, new) {
        alreadyAppliedCount += 1
      } else if let current, let found, old.map({ equal(current, $0) }) ?? false || policy == .force {
        replace(members.value(found), with: new)
      } else if current == nil, old == nil || policy == .force {
        appliedCount += 1
        added.append(memberText(name, new, in: node))
      } else {
        misfit(index, old == nil ? .add : .change, name, node, path, expected: old, found: current)
      }
    case (let old?, nil):
      guard let current, let found else {
        alreadyAppliedCount += 1
        return
      }
      if equal(current, old) || policy == .force {
        appliedCount += 1
        removed.formUnion(members.sameName(found))
      } else {
        misfit(index, .remove, name, node, path, expected: old, found: current)
      }
    case (nil, nil): break
    }
  }

  /// Checks a member that the change names as it was.
  private mutating func context(
    _ index: ItemIndex, _ name: Value, _ old: Value, _ found: Int?, _ members: ObjectMembers,
    _ node: Document.Node, _ path: PathTable.Path
  ) {
    let current = found.map { Value(target, members.value($0)) }
    if policy != .force, !(current.map { equal($0, old) } ?? false) {
      misfit(index, .change, name, node, path, expected: old, found: current)
    }
  }

  private mutating func relationship(
    _ index: ItemIndex, _ name: Value, _ found: Int?, _ members: inout ObjectMembers, _ node: Document.Node,
    _ path: PathTable.Path,
    _ removed: inout Set<Int>, _ added: inout [[UInt8]], _ relations: inout [Task]
  ) {
    let relation = tree.relation(of: index)
    let entity = tree[relation].entity
    guard let found else {
      switch entity?.state {
      case .deleted: alreadyAppliedCount += 1
      case .created:
        appliedCount += 1
        added.append(memberText(name, createdValue(relation), in: node))
      case nil where tree.onlyMakes(relation):
        appliedCount += 1
        added.append(memberText(name, createdValue(relation), in: node))
      case .updated, .untouched, nil:
        if policy == .force, EntityText.makesSomething(tree, relation) {
          appliedCount += 1
          added.append(memberText(name, forcedValue(relation, name, node, path), in: node))
        } else if policy == .force, !tree.hasEdits(relation) {
          // What only goes is gone.
          alreadyAppliedCount += 1
        } else {
          misfit(index, .update, name, node, path, expected: nil, found: nil)
        }
      }
      return
    }
    let value = members.value(found)
    if entity == nil, target.kind(value) == .null, tree.onlyMakes(relation) {
      replace(value, with: EntityText.value(tree, relation))
      return
    }
    if entity?.state == .deleted {
      if policy == .force || isWhole(relation, value) {
        appliedCount += 1
        removed.formUnion(members.sameName(found))
      } else {
        misfit(
          index, .delete, name, node, path, expected: EntityText.value(tree, relation),
          found: Value(target, value))
      }
      return
    }
    relations.append(.relation(relation, value, path: paths.add(.name(name), below: path)))
  }

  private mutating func misfit(
    _ index: ItemIndex, _ operation: Misfit.Operation, _ name: Value, _ node: Document.Node,
    _ path: PathTable.Path,
    expected: Value?,
    found: Value?
  ) {
    let isUpdate = operation == .update
    reject(
      index, operation, path, .name(name), at: found?.node ?? node,
      expected: expected.map { .value($0) } ?? (isUpdate ? .words("a value to update") : .nothing),
      found: found.map { .value($0) } ?? .nothing)
  }

  private func memberText(_ name: Value, _ value: Value, in object: Document.Node) -> [UInt8] {
    var text: [UInt8] = []
    layout.appendMember(name, value, asChildOf: object, to: &text)
    return text
  }

  /// A created entity where a value stands already: an element that a list hunk names, or a to-one. Answers whether that
  /// is all there is to do.
  private mutating func createInPlace(_ index: ItemIndex, _ node: Document.Node, _ path: PathTable.Path)
    -> Bool
  {
    let isObject = target.kind(node) == .object
    if policy == .refuse, holds(index, node) {
      alreadyAppliedCount += 1
    } else if isReplacedByIdentity(index, node) || policy == .force && !target.kind(node).isContainer {
      replace(node, with: createdValue(index))
    } else if policy == .force, isObject {
      return false
    } else {
      rejectCreation(index, path, nil, at: node, expected: .nothing)
    }
    return true
  }

  /// Lists a creation where something stands; where an update may be what was meant, it says how one is written.
  mutating func rejectCreation(
    _ index: ItemIndex, _ path: PathTable.Path, _ step: PathTable.Step?, at node: Document.Node,
    expected: Misfit.Side
  ) {
    reject(
      index, .create, path, step, at: node, expected: expected, found: .value(Value(target, node)),
      hint: target.kind(node) == .object
        ? "to update it, give \"old\" beside \"new\", if only \"old\": {}" : nil)
  }

  /// Whether the object at `node` has another identity than the entity change: a to-one that is replaced.
  private func isReplacedByIdentity(_ index: ItemIndex, _ node: Document.Node) -> Bool {
    guard target.kind(node) == .object else { return false }
    return tree.identity(of: index).contains { part in
      guard part.value.kind != .null, let found = IdentityPath.node(part.name, target, node) else {
        return false
      }
      return !equal(Value(target, found), part.value)
    }
  }

  private mutating func identityFits(_ index: ItemIndex, _ node: Document.Node, _ path: PathTable.Path)
    -> Bool
  {
    if policy == .force { return true }
    for (text, wanted) in tree.identity(of: index) {
      let found = IdentityPath.node(text, target, node)
      if fits(wanted, found) { continue }
      guard let way = IdentityPath(text) else { continue }
      var place = path
      for step in way.steps.dropLast() {
        place = paths.add(.name(Value(jsonString: step.characters)), below: place)
      }
      let last = way.steps.last.map { PathTable.Step.name(Value(jsonString: $0.characters)) }
      reject(
        index, .update, place, last, at: found ?? node,
        expected: wanted.kind == .null ? .nothing : .value(wanted),
        found: found.map { .value(Value(target, $0)) } ?? .nothing)
      return false
    }
    return true
  }

  /// Whether a part of an identity is what was found in its place; null says that nothing is there.
  private func fits(_ wanted: Value, _ found: Document.Node?) -> Bool {
    guard let found else { return wanted.kind == .null }
    return wanted.kind != .null && equal(Value(target, found), wanted)
  }

  /// Whether the value at `node` has everything that a creation names, and may have more. Without recursion.
  func holds(_ index: ItemIndex, _ node: Document.Node) -> Bool {
    var work = [(index, node)]
    while let (index, node) = work.popLast() {
      switch tree[index] {
      case .entity:
        guard target.kind(node) == .object,
          tree.identity(of: index).allSatisfy({
            fits($0.value, IdentityPath.node($0.name, target, node))
          })
        else { return false }
        var members = ObjectMembers(target, node)
        func find(_ name: Value) -> Document.Node? {
          members.find(name.document.characters(name.node)).map { members.value($0) }
        }
        for child in tree.children(of: index) {
          switch tree[child] {
          case .attribute(let name, _, let new?):
            guard let found = find(name), equal(Value(target, found), new) else { return false }
          case .attribute(let name, _, nil), .context(let name, _):
            if find(name) != nil { return false }
          case .relationship(let name):
            guard let found = find(name) else { return false }
            work.append((tree.relation(of: child), found))
          default: continue
          }
        }
      case .toMany:
        guard target.kind(node) == .array, let roster = roster(index, node) else { return false }
        for entity in roster.entities {
          guard let found = roster.position(of: entity.member) else { return false }
          work.append((entity.item, roster.elements[found]))
        }
      case .list:
        guard target.kind(node) == .array else { return false }
        var elements = target.elements(node)
        for child in tree.children(of: index) {
          guard case .hunk(let hunk) = tree[child] else { continue }
          for value in tree.values(hunk.new) {
            guard let element = elements.next(), equal(Value(target, element), value) else { return false }
          }
        }
        if elements.next() != nil { return false }
      case .set(_, let new):
        guard target.kind(node) == .array else { return false }
        var elements = target.elements(node)
        for value in tree.values(new) {
          guard let element = elements.next(), equal(Value(target, element), value) else { return false }
        }
        if elements.next() != nil { return false }
      case .value, .identity, .entityName, .from, .to, .instead, .attribute, .context, .relationship,
        .replacement, .move, .hunk, .edit:
        return false
      }
    }
    return true
  }

  /// Whether the object at `node` is just what a deleted entity is said to have been.
  func isWhole(_ index: ItemIndex, _ node: Document.Node) -> Bool {
    hasJust(index, node) ?? equal(Value(target, node), EntityText.value(tree, index))
  }

  /// The same, told without making that object: for attributes alone, in the order of the members, its identity among them. Nil
  /// where it is not told so.
  private func hasJust(_ index: ItemIndex, _ node: Document.Node) -> Bool? {
    guard target.kind(node) == .object else { return false }
    var member = target.firstChild(node)
    let end = target.end(node)
    var identity: [Value] = []
    for child in tree.children(of: index) {
      switch tree[child] {
      case .identity(let name, _): identity.append(name)
      case .attribute(let name, let old?, nil):
        guard member < end, target.kind(member) == .string, name.kind == .string,
          target.bytes.equals(target.range(member), name.document.bytes, name.document.range(name.node))
        else { return nil }
        let value = target.next(member)
        if !equal(Value(target, value), old) { return false }
        member = target.next(value)
        identity.removeAll {
          $0.kind == .string
            && $0.document.bytes.equals(
              $0.document.range($0.node), name.document.bytes, name.document.range(name.node))
        }
      case .entityName: continue
      default: return nil
      }
    }
    return member == end && identity.isEmpty ? true : nil
  }
}
