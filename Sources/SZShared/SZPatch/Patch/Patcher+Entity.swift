internal import SZJSON
internal import SZModel

extension Patcher {
  /// Applies an entity change to the value that stands in its place, which is known to have its identity where that is said.
  mutating func entity(_ part: ChangedPart, isIdentified: Bool) {
    let (index, node, path) = (part.item, part.node, part.path)
    switch tree.state(of: index) {
    case .deleted:
      // A document or element that goes as a whole has no place of its own to go from.
      return reject(
        .delete, part, expected: .words("a member or element, which can be deleted"),
        found: .value(Value(target, node)))
    case .created where tree.heading(of: index).from == nil && !isOrdering:
      // By force, what the creation names is set, and all else stays.
      if createInPlace(part) || target.kind(node) != .object { return }
    case .updated, .untouched, .created, nil:
      // What comes from elsewhere is there, whatever the change says.
      guard target.kind(node) == .object else {
        return reject(.update, part, expected: .words("an object"), found: words(node))
      }
      guard nameFits(part, .update), isIdentified || identityFits(part) else { return }
    }
    var open = OpenEntity(target, node, path, inner(part.place, index, node))
    if isDead(index, &open) { return }
    let checkpoint = edits.checkpoint
    let left = leftUnits(index, &open)
    for child in tree.children(of: index) {
      switch tree.kind(of: child) {
      case .relationship, .attribute, .context: break
      default: continue
      }
      if left.contains(child) || isBlocked(child) { continue }
      switch tree[child] {
      case .relationship(let name):
        relationship(ChangedMember(item: child, name: name, place: place(of: name, in: open, nil)), &open)
      case _ where isOrdering: break
      case .attribute(let name, let old, let new):
        let place = place(of: name, in: open, old ?? new)
        attribute(ChangedMember(item: child, name: name, place: place), old, new, &open)
      case .context(let name, let old):
        context(ChangedMember(item: child, name: name, place: place(of: name, in: open, old)), old, &open)
      default: break
      }
    }
    if let (children, slots) = open.rewritten() {
      let patch = ContainerPatch(node: node, children: children, slots: slots, checkpoint: checkpoint)
      if open.relations.isEmpty { finish(patch) } else { push(.finish(patch)) }
    }
    for task in open.relations.reversed() { push(task) }
  }

  private mutating func attribute(
    _ member: ChangedMember, _ old: Value?, _ new: Value?, _ open: inout OpenEntity
  ) {
    let place = member.place
    if isLeftOut(place) { return }
    let found = open.find(member.name)
    let current = found.map { Value(target, $0) }
    let (before, after) = (old, new)
    let old = translated(old, isNew: false, like: current, member, open)
    let new = translated(new, isNew: true, like: current, member, open)
    // What is asked is not known yet.
    if (old == nil) != (before == nil) || (new == nil) != (after == nil) { return }
    switch (old, new) {
    case (let old, let new?):
      if let current, equal(current, new, place) {
        // The half of a unit that did not change is no part of its own.
        if !(old.map { equal($0, new, place) } ?? false) { alreadyAppliedCount += 1 }
      } else if let current, let found, old.map({ equal(current, $0, place) }) ?? false || policy == .force {
        if let old { noteEmbedded(old, current, member, open) }
        write(new, at: found, member, open)
      } else if current == nil, old == nil || policy == .force || hasPolicy(place) {
        appliedCount += 1
        bring(new, member, open.path, open.node)
        let value = converted(new, like: nil, member, open)
        let start = edits.text.count
        layout.appendMember(member.name, value, asChildOf: open.node, to: &edits.text)
        open.added.append(.content(edits.content(from: start)))
      } else if let current, hasPolicy(place) {
        join(old, new, current, member, open)
      } else {
        misfit(member, old == nil ? .add : .change, open, expected: old, found: current)
      }
    case (let old?, nil):
      guard let current, let found else {
        alreadyAppliedCount += 1
        return
      }
      if equal(current, old, place) || policy == .force {
        appliedCount += 1
        noteEmbedded(old, current, member, open)
        noteDeletion(member.item, current.node)
        open.remove(found)
      } else if hasPolicy(place) {
        alreadyAppliedCount += 1
      } else {
        misfit(member, .remove, open, expected: old, found: current)
      }
    case (nil, nil): break
    }
  }

  /// Checks a member that the change names as it was.
  private mutating func context(_ member: ChangedMember, _ old: Value, _ open: inout OpenEntity) {
    let place = member.place
    if isLeftOut(place) || hasPolicy(place) { return }
    let current = open.find(member.name).map { Value(target, $0) }
    if policy != .force, !(current.map { equal($0, old, place) } ?? isNothing(old, place)) {
      misfit(member, .change, open, expected: old, found: current)
    }
  }

  private mutating func relationship(_ member: ChangedMember, _ open: inout OpenEntity) {
    let (name, place) = (member.name, member.place)
    if isLeftOut(place) { return }
    let relation = tree.relation(of: member.item)
    if isBlocked(relation) { return }
    if case .entity? = place?.declared { return toOne(member, &open) }
    let found = open.find(name)
    let state = tree.state(of: relation)
    guard let value = found else {
      if isOrdering { return }
      switch state {
      case .deleted: alreadyAppliedCount += 1
      case .created: add(member, &open)
      case nil where tree.onlyMakes(relation): add(member, &open)
      case .updated, .untouched, nil:
        if isToMany(place), membersOfNone(relation, open.node, open.path) {
          add(member, &open)
        } else if policy == .force, EntityText.makesSomething(tree, relation) {
          rejectArrivals(below: relation, open.path)
          let holder = ChangedPart(item: relation, node: open.node, path: open.path, place: place)
          if !mayForce(relation, holder) { return }
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
          misfit(member, .update, open, expected: nil, found: nil)
        }
      }
      return
    }
    let isNull = state == nil && target.kind(value) == .null
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
    if state == .deleted {
      if policy == .force || isWhole(relation, value) {
        appliedCount += 1
        open.remove(value)
      } else {
        misfit(
          member, .delete, open, expected: EntityText.value(tree, relation), found: Value(target, value))
      }
      return
    }
    open.relations.append(.relation(changed(member, value, open)))
  }

  /// What is held by a member of an entity, and changed.
  mutating func changed(_ member: ChangedMember, _ value: Document.Node, _ open: OpenEntity) -> ChangedPart {
    ChangedPart(
      item: tree.relation(of: member.item), node: value,
      path: paths.add(.name(member.name), below: open.path), place: member.place)
  }

  /// Adds a member that an item makes.
  mutating func add(_ member: ChangedMember, _ open: inout OpenEntity) {
    let (name, node) = (member.name, open.node)
    let path = paths.add(.name(name), below: open.path)
    let pieces = createdPieces(tree.relation(of: member.item), member.place, path) { patcher, made in
      patcher.memberText(name, made, in: node)
    }
    guard let pieces else { return }
    appliedCount += 1
    open.added.append(.new(pieces))
  }

  mutating func misfit(
    _ member: ChangedMember, _ operation: Misfit.Operation, _ open: OpenEntity, expected: Value?,
    found: Value?
  ) {
    let isUpdate = operation == .update
    reject(
      operation, ChangedPart(item: member.item, node: found?.node ?? open.node, path: open.path),
      .name(member.name),
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
  private mutating func createInPlace(_ part: ChangedPart) -> Bool {
    let (index, node) = (part.item, part.node)
    let isObject = target.kind(node) == .object
    var updates: [Task] = []
    if holds(part, &updates) {
      alreadyAppliedCount += 1
      for update in updates.reversed() { push(update) }
    } else if isReplacedByIdentity(index, node) || policy == .force && !target.kind(node).isContainer {
      replace(node, with: createdValue(index))
    } else if policy == .force, isObject {
      return false
    } else {
      rejectCreation(index, part.path, nil, at: node, expected: .nothing)
    }
    return true
  }

  /// Lists a creation where something stands; where an update may be what was meant, it says how one is written.
  mutating func rejectCreation(
    _ index: ItemIndex, _ path: PathTable.Path, _ step: PathTable.Step?, at node: Document.Node,
    expected: Misfit.Side
  ) {
    reject(
      .create, ChangedPart(item: index, node: node, path: path), step, expected: expected,
      found: .value(Value(target, node)))
    hint(
      target.kind(node) == .object ? "to update it, give \"old\" beside \"new\", if only \"old\": {}" : nil)
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

  private mutating func identityFits(_ part: ChangedPart) -> Bool {
    let (index, node) = (part.item, part.node)
    // Under a model another entity is none to be edited; the root is one whatever its identity becomes.
    if policy == .force, model == nil || node == target.root { return true }
    if model == nil, hasPlainIdentity(index, node) { return true }
    let place = inner(part.place, index, node)
    for (text, wanted) in tree.identity(of: index) {
      let found = IdentityPath.node(text, target, node)
      if fits(text, wanted, found, place) { continue }
      guard let way = IdentityPath(text) else { continue }
      var step = part.path
      for name in way.steps.dropLast() {
        step = paths.add(.name(Value(jsonString: name.characters)), below: step)
      }
      let last = way.steps.last.map { PathTable.Step.name(Value(jsonString: $0.characters)) }
      reject(
        .update, ChangedPart(item: index, node: found ?? node, path: step), last,
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
