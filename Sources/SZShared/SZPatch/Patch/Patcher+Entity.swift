internal import SZJSON
internal import SZModel

extension Patcher {
  /// Applies an entity change to the value that stands in its place.
  mutating func entity(
    _ index: ItemIndex, _ change: ChangeTree.Entity, _ node: Document.Node, _ path: PathTable.Path,
    _ place: Rules.Place?
  ) {
    switch change.state {
    case .deleted:
      // A document or element that goes as a whole has no place of its own to go from.
      return reject(
        index, .delete, path, nil, at: node, expected: .words("a member or element, which can be deleted"),
        found: .value(Value(target, node)))
    case .created where tree.heading(of: index).from == nil && !isOrdering:
      // By force, what the creation names is set, and all else stays.
      if createInPlace(index, node, path, place) || target.kind(node) != .object { return }
    case .updated, .untouched, .created:
      // What comes from elsewhere is there, whatever the change says.
      guard target.kind(node) == .object else {
        return reject(
          index, .update, path, nil, at: node, expected: .words("an object"), found: words(node))
      }
      guard nameFits(index, .update, node, path, nil, place), identityFits(index, node, path, place) else {
        return
      }
    }
    var open = OpenEntity(target, node, path, inner(place, index, node))
    if isDead(index, &open) { return }
    let checkpoint = edits.checkpoint
    let left = leftUnits(index, &open)
    for child in tree.children(of: index) {
      if left.contains(child) || isBlocked(child) { continue }
      switch tree[child] {
      case .relationship(let name): relationship(child, name, &open)
      case _ where isOrdering: break
      case .attribute(let name, let old, let new): attribute(child, name, old, new, &open)
      case .context(let name, let old): context(child, name, old, &open)
      case .value, .entity, .identity, .entityName, .from, .to, .instead, .replacement, .toMany, .move, .list,
        .hunk, .edit, .set:
        break
      }
    }
    if let (children, slots) = open.rewritten() {
      let patch = ContainerPatch(node: node, children: children, slots: slots, checkpoint: checkpoint)
      if open.relations.isEmpty { finish(patch) } else { push(.finish(patch)) }
    }
    for task in open.relations.reversed() { push(task) }
  }

  private mutating func attribute(
    _ index: ItemIndex, _ name: Value, _ old: Value?, _ new: Value?, _ open: inout OpenEntity
  ) {
    let place = place(of: name, in: open, old ?? new)
    if isLeftOut(place) { return }
    let found = open.find(name)
    let current = found.map { Value(target, $0) }
    let (before, after) = (old, new)
    let old = translated(old, isNew: false, like: current, index, name, place, open)
    let new = translated(new, isNew: true, like: current, index, name, place, open)
    // What is asked is not known yet.
    if (old == nil) != (before == nil) || (new == nil) != (after == nil) { return }
    switch (old, new) {
    case (let old, let new?):
      if let current, equal(current, new, place) {
        // The half of a unit that did not change is no part of its own.
        if !(old.map { equal($0, new, place) } ?? false) { alreadyAppliedCount += 1 }
      } else if let current, let found, old.map({ equal(current, $0, place) }) ?? false || policy == .force {
        if let old { noteEmbedded(old, current, name, place, open) }
        write(new, at: found, index, name, place, open)
      } else if current == nil, old == nil || policy == .force || hasPolicy(place) {
        appliedCount += 1
        bring(new, place, index, open.path, name, open.node)
        let value = converted(new, like: nil, name, place, open)
        let start = edits.text.count
        layout.appendMember(name, value, asChildOf: open.node, to: &edits.text)
        open.added.append(.content(edits.content(from: start)))
      } else if let current, let found, hasPolicy(place) {
        join(old, new, current, at: found, index, name, place, open)
      } else {
        misfit(index, old == nil ? .add : .change, name, open, expected: old, found: current)
      }
    case (let old?, nil):
      guard let current, let found else {
        alreadyAppliedCount += 1
        return
      }
      if equal(current, old, place) || policy == .force {
        appliedCount += 1
        noteEmbedded(old, current, name, place, open)
        noteDeletion(index, current.node)
        open.remove(found)
      } else if hasPolicy(place) {
        alreadyAppliedCount += 1
      } else {
        misfit(index, .remove, name, open, expected: old, found: current)
      }
    case (nil, nil): break
    }
  }

  /// Checks a member that the change names as it was.
  private mutating func context(
    _ index: ItemIndex, _ name: Value, _ old: Value, _ open: inout OpenEntity
  ) {
    let place = place(of: name, in: open, old)
    if isLeftOut(place) || hasPolicy(place) { return }
    let current = open.find(name).map { Value(target, $0) }
    if policy != .force, !(current.map { equal($0, old, place) } ?? isNothing(old, place)) {
      misfit(index, .change, name, open, expected: old, found: current)
    }
  }

  private mutating func relationship(_ index: ItemIndex, _ name: Value, _ open: inout OpenEntity) {
    let place = place(of: name, in: open, nil)
    if isLeftOut(place) { return }
    let relation = tree.relation(of: index)
    if isBlocked(relation) { return }
    if case .entity? = place?.declared { return toOne(index, relation, name, place, &open) }
    let found = open.find(name)
    let entity = tree[relation].entity
    guard let value = found else {
      if isOrdering { return }
      switch entity?.state {
      case .deleted: alreadyAppliedCount += 1
      case .created: add(index, relation, name, place, &open)
      case nil where tree.onlyMakes(relation): add(index, relation, name, place, &open)
      case .updated, .untouched, nil:
        if isToMany(place), membersOfNone(relation, open.node, open.path) {
          add(index, relation, name, place, &open)
        } else if policy == .force, EntityText.makesSomething(tree, relation) {
          rejectArrivals(below: relation, open.path)
          if !mayForce(relation, at: place, open.path, open.node) { return }
          appliedCount += 1
          open.added.append(
            .new([
              .bytes(memberText(name, forcedValue(relation, name, open.node, open.path), in: open.node))
            ]))
        } else if policy == .force, !tree.hasEdits(relation) {
          rejectArrivals(below: relation, open.path)
          // What only goes is gone.
          alreadyAppliedCount += 1
        } else if !isToMany(place) {
          misfit(index, .update, name, open, expected: nil, found: nil)
        }
      }
      return
    }
    let isNull = entity == nil && target.kind(value) == .null
    if isNull, tree.onlyMakes(relation) || isToMany(place) && membersOfNone(relation, value, open.path) {
      let path = paths.add(.name(name), below: open.path)
      let pieces = createdPieces(relation, place, path) { patcher, made in
        patcher.layout.replacement(for: value, with: made)
      }
      guard let pieces else { return }
      appliedCount += 1
      edits.replace(target.range(value), with: pieces)
      return
    }
    if isNull, isToMany(place) { return }
    if entity?.state == .deleted {
      if policy == .force || isWhole(relation, value) {
        appliedCount += 1
        open.remove(value)
      } else {
        misfit(
          index, .delete, name, open, expected: EntityText.value(tree, relation), found: Value(target, value))
      }
      return
    }
    open.relations.append(
      .relation(relation, value, path: paths.add(.name(name), below: open.path), place: place))
  }

  /// Adds a member that an item makes.
  mutating func add(
    _ index: ItemIndex, _ relation: ItemIndex, _ name: Value, _ place: Rules.Place?, _ open: inout OpenEntity
  ) {
    let (node, path) = (open.node, paths.add(.name(name), below: open.path))
    let pieces = createdPieces(relation, place, path) { patcher, made in
      patcher.memberText(name, made, in: node)
    }
    guard let pieces else { return }
    appliedCount += 1
    open.added.append(.new(pieces))
  }

  mutating func misfit(
    _ index: ItemIndex, _ operation: Misfit.Operation, _ name: Value, _ open: OpenEntity, expected: Value?,
    found: Value?
  ) {
    let isUpdate = operation == .update
    reject(
      index, operation, open.path, .name(name), at: found?.node ?? open.node,
      expected: expected.map { .value($0) } ?? (isUpdate ? .words("a value to update") : .nothing),
      found: found.map { .value($0) } ?? .nothing)
  }

  func memberText(_ name: Value, _ value: Value, in object: Document.Node) -> [UInt8] {
    var text: [UInt8] = []
    layout.appendMember(name, value, asChildOf: object, to: &text)
    return text
  }

  /// A created entity where a value stands already: an element that a list hunk names, or a to-one. Answers whether that
  /// is all there is to do.
  private mutating func createInPlace(
    _ index: ItemIndex, _ node: Document.Node, _ path: PathTable.Path, _ place: Rules.Place?
  ) -> Bool {
    let isObject = target.kind(node) == .object
    var updates: [Task] = []
    if holds(index, node, place, &updates) {
      alreadyAppliedCount += 1
      for update in updates.reversed() { push(update) }
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
    guard model == nil, target.kind(node) == .object else { return false }
    return tree.identity(of: index).contains { part in
      guard part.value.kind != .null, let found = IdentityPath.node(part.name, target, node) else {
        return false
      }
      return !equal(Value(target, found), part.value)
    }
  }

  private mutating func identityFits(
    _ index: ItemIndex, _ node: Document.Node, _ path: PathTable.Path, _ place: Rules.Place?
  ) -> Bool {
    // Under a model another entity is none to be edited; the root is one whatever its identity becomes.
    if policy == .force, model == nil || node == target.root { return true }
    if model == nil, hasPlainIdentity(index, node) { return true }
    let place = inner(place, index, node)
    for (text, wanted) in tree.identity(of: index) {
      let found = IdentityPath.node(text, target, node)
      if fits(text, wanted, found, place) { continue }
      guard let way = IdentityPath(text) else { continue }
      var step = path
      for name in way.steps.dropLast() {
        step = paths.add(.name(Value(jsonString: name.characters)), below: step)
      }
      let last = way.steps.last.map { PathTable.Step.name(Value(jsonString: $0.characters)) }
      reject(
        index, .update, step, last, at: found ?? node,
        expected: wanted.kind == .null ? .nothing : .value(wanted),
        found: found.map { .value(Value(target, $0)) } ?? .nothing)
      return false
    }
    return true
  }

  /// Whether an identity is all of members that the object at `node` has: as most are, so that no path is read for it.
  private func hasPlainIdentity(_ index: ItemIndex, _ node: Document.Node) -> Bool {
    for child in tree.children(of: index) {
      switch tree[child] {
      case .identity(let name, let wanted):
        guard wanted.kind != .null, IdentityPath.isPlain(name.document, name.node),
          let found = target.member(node, named: name), equal(Value(target, found), wanted)
        else { return false }
      case .entityName, .from, .to, .instead: continue
      default: return true
      }
    }
    return true
  }

  /// Whether a part of an identity is what was found in its place; null says that nothing is there.
  func fits(_ name: [UInt8], _ wanted: Value, _ found: Document.Node?, _ place: Rules.Place?) -> Bool {
    guard let found else { return wanted.kind == .null }
    let place = model.flatMap { $0.rules.member(place, name, wanted) }
    return wanted.kind != .null && equal(Value(target, found), wanted, place)
  }

  /// Whether the object at `node` is just what a deleted entity is said to have been.
  func isWhole(_ index: ItemIndex, _ node: Document.Node) -> Bool {
    equal(Value(target, node), EntityText.value(tree, index))
  }
}
