internal import SZJSON
internal import SZModel

extension PatchWalk {
  /// Applies an entity change to the value that stands in its place, which is known to have its identity where that is said.
  mutating func entity(_ part: ChangedPart, isIdentified: Bool) {
    let (index, node, path) = (part.item, part.node, part.path)
    switch tree.state(of: index) {
    case .deleted:
      // A document or element that goes as a whole has no place of its own to go from.
      return findings.reject(
        .delete, part, expected: .words("a member or element, which can be deleted"),
        found: .value(Value(target, node)))
    case .created where tree.heading(of: index).from == nil && !isOrdering:
      // By force, what the creation names is set, and all else stays.
      if createInPlace(part) || target.kind(node) != .object { return }
    case .updated, .untouched, .created, nil:
      // What comes from elsewhere is there, whatever the change says.
      guard target.kind(node) == .object else {
        return findings.reject(.update, part, expected: .words("an object"), found: basis.words(node))
      }
      guard findings.passes(basis.otherName(part, .update)),
        isIdentified || findings.passes(basis.otherIdentity(part, &findings.paths))
      else { return }
    }
    var open = OpenEntity(target, node, path, basis.inner(part.place, index, node))
    if isDead(index, &open) { return }
    let checkpoint = edits.checkpoint
    let left = leaveUnits(index, &open)
    for child in tree.children(of: index) {
      switch tree.kind(of: child) {
      case .relationship, .attribute, .context: break
      default: continue
      }
      if left.contains(child) || findings.isBlocked(child) { continue }
      switch tree[child] {
      case .relationship(let name):
        relationship(
          ChangedMember(item: child, name: name, place: basis.place(of: name, in: open, nil)), &open)
      case _ where isOrdering: break
      case .attribute(let name, let old, let new):
        let place = basis.place(of: name, in: open, old ?? new)
        attribute(ChangedMember(item: child, name: name, place: place), old, new, &open)
      case .context(let name, let old):
        context(
          ChangedMember(item: child, name: name, place: basis.place(of: name, in: open, old)), old, &open)
      default: break
      }
    }
    if let (children, slots) = open.rewritten() {
      let patch = ContainerPatch(node: node, children: children, slots: slots, checkpoint: checkpoint)
      if open.updates.isEmpty { finish(patch) } else { push(.finish(patch)) }
    }
    push(open.updates)
  }

  private mutating func attribute(
    _ member: ChangedMember, _ old: Value?, _ new: Value?, _ open: inout OpenEntity
  ) {
    let place = member.place
    if basis.isLeftOut(place) { return }
    let found = open.find(member.name)
    let current = found.map { Value(target, $0) }
    let (before, after) = (old, new)
    var (old, new) = (old, new)
    if options.delegation != nil, state != nil {
      old = state?.delegated.translated(old, isNew: false, like: current, member, open)
      new = state?.delegated.translated(new, isNew: true, like: current, member, open)
      // What is asked is not known yet.
      if (old == nil) != (before == nil) || (new == nil) != (after == nil) { return }
    }
    switch (old, new) {
    case (let old, let new?):
      if let current, basis.equal(current, new, place) {
        // The half of a unit that did not change is no part of its own.
        if !(old.map { basis.equal($0, new, place) } ?? false) { findings.alreadyAppliedCount += 1 }
      } else if let current, let found,
        old.map({ basis.equal(current, $0, place) }) ?? false || policy == .force
      {
        if let old { state?.noteEmbedded(old, current, member, open, findings.paths) }
        write(new, at: found, member, open)
      } else if current == nil, old == nil || policy == .force || basis.hasPolicy(place) {
        findings.appliedCount += 1
        bring(new, member, open.node, open)
        let value = converted(new, like: nil, member, open)
        let start = edits.text.count
        layout.appendMember(member.name, value, asChildOf: open.node, to: &edits.text)
        open.added.append(.content(edits.content(from: start)))
      } else if let current, basis.hasPolicy(place) {
        join(old, new, current, member, open)
      } else {
        findings.reject(old == nil ? .add : .change, member, in: open, expected: old, found: current)
      }
    case (let old?, nil):
      guard let current, let found else {
        findings.alreadyAppliedCount += 1
        return
      }
      if basis.equal(current, old, place) || policy == .force {
        findings.appliedCount += 1
        state?.noteEmbedded(old, current, member, open, findings.paths)
        state?.take(member.item, current.node)
        open.remove(found)
      } else if basis.hasPolicy(place) {
        findings.alreadyAppliedCount += 1
      } else {
        findings.reject(.remove, member, in: open, expected: old, found: current)
      }
    case (nil, nil): break
    }
  }

  /// Checks a member that the change names as it was.
  private mutating func context(_ member: ChangedMember, _ old: Value, _ open: inout OpenEntity) {
    let place = member.place
    if basis.isLeftOut(place) || basis.hasPolicy(place) { return }
    let current = open.find(member.name).map { Value(target, $0) }
    if policy != .force, !(current.map { basis.equal($0, old, place) } ?? basis.isNothing(old, place)) {
      findings.reject(.change, member, in: open, expected: old, found: current)
    }
  }

  private mutating func relationship(_ member: ChangedMember, _ open: inout OpenEntity) {
    let (name, place) = (member.name, member.place)
    if basis.isLeftOut(place) { return }
    let relation = tree.relation(of: member.item)
    if findings.isBlocked(relation) { return }
    if case .entity? = place?.declared { return toOne(member, &open) }
    let found = open.find(name)
    let state = tree.state(of: relation)
    guard let value = found else {
      if isOrdering { return }
      switch state {
      case .deleted: findings.alreadyAppliedCount += 1
      case .created: add(member, &open)
      case nil where makesArray(relation, place): add(member, &open)
      case .updated, .untouched, nil:
        if basis.isToMany(place), makesMembersOfNone(relation, open.node, open.path) {
          add(member, &open)
        } else if policy == .force, EntityText.makesSomething(tree, relation) {
          findings.rejectArrivals(below: relation, open.path)
          let holder = ChangedPart(item: relation, node: open.node, path: open.path, place: place)
          if !mayForce(relation, holder) { return }
          findings.appliedCount += 1
          open.added.append(
            .new([
              .bytes(
                layout.memberText(name, forcedValue(relation, name, open.node, open.path), in: open.node))
            ]))
        } else if policy == .force, !tree.hasEdits(relation) {
          findings.rejectArrivals(below: relation, open.path)
          // What only goes is gone.
          findings.alreadyAppliedCount += 1
        } else if !basis.isToMany(place) {
          findings.reject(.update, member, in: open, expected: nil, found: nil)
        }
      }
      return
    }
    let isNull = state == nil && target.kind(value) == .null
    if isNull,
      makesArray(relation, place) || basis.isToMany(place) && makesMembersOfNone(relation, value, open.path)
    {
      let path = findings.paths.add(.name(name), below: open.path)
      let pieces = createdPieces(relation, place, path) { $0.replacement(for: value, with: $1) }
      guard let pieces else { return }
      findings.appliedCount += 1
      edits.replace(target.range(value), with: pieces)
      return
    }
    if isNull, basis.isToMany(place) { return }
    if state == .deleted {
      if policy == .force || basis.isWhole(relation, value) {
        findings.appliedCount += 1
        open.remove(value)
      } else {
        findings.reject(
          .delete, member, in: open, expected: EntityText.value(tree, relation), found: Value(target, value))
      }
      return
    }
    open.updates.append(.relation(changed(member, value, open)))
  }

  /// What is held by a member of an entity, and changed.
  mutating func changed(_ member: ChangedMember, _ value: Document.Node, _ open: OpenEntity) -> ChangedPart {
    ChangedPart(
      item: tree.relation(of: member.item), node: value,
      path: findings.paths.add(.name(member.name), below: open.path), place: member.place)
  }

  /// Adds a member that an item makes.
  mutating func add(_ member: ChangedMember, _ open: inout OpenEntity) {
    let (name, node) = (member.name, open.node)
    let path = findings.paths.add(.name(name), below: open.path)
    let pieces = createdPieces(tree.relation(of: member.item), member.place, path) {
      $0.memberText(name, $1, in: node)
    }
    guard let pieces else { return }
    findings.appliedCount += 1
    open.added.append(.new(pieces))
  }

  /// A created entity where a value stands already: an element that a list hunk names, or a to-one. Answers whether that
  /// is all there is to do.
  private mutating func createInPlace(_ part: ChangedPart) -> Bool {
    let (index, node) = (part.item, part.node)
    let isObject = target.kind(node) == .object
    var updates: [PendingUpdate] = []
    if holds(part, &updates) {
      findings.alreadyAppliedCount += 1
      push(updates)
    } else if basis.isReplacedByIdentity(index, node) || policy == .force && !target.kind(node).isContainer {
      replace(node, with: MadeValue.created(tree, index, options))
    } else if policy == .force, isObject {
      return false
    } else {
      findings.rejectCreation(index, part.path, nil, at: node, expected: .nothing)
    }
    return true
  }

  /// The items of attributes that are left out because their unit does not fit, as a whole; they are listed.
  private mutating func leaveUnits(_ index: ItemIndex, _ open: inout OpenEntity) -> Set<ItemIndex> {
    var left: Set<ItemIndex> = []
    for unit in ChangedUnits(index, &open, basis).left {
      for part in unit.misfits {
        findings.reject(.change, part.member, in: open, expected: part.old, found: part.found)
      }
      findings.rejected.formUnion(unit.items)
      left.formUnion(unit.items)
    }
    return left
  }

  /// Writes a new value in the place of an attribute, in the representation of what stands there.
  private mutating func write(
    _ new: Value, at node: Document.Node, _ member: ChangedMember, _ open: OpenEntity
  ) {
    bring(new, member, node, open)
    state?.take(member.item, node)
    replace(node, with: converted(new, like: node, member, open))
  }

  /// A date or binary in the representation that the target keeps.
  private func converted(
    _ value: Value, like node: Document.Node?, _ member: ChangedMember, _ open: OpenEntity
  ) -> Value {
    guard let spellings = state?.spellings else { return value }
    let name = member.name.document.characters(member.name.node)
    return spellings.converted(value, like: node, name, member.place, basis.entityID(open.place))
  }

  /// Joins a new value with what stands there, by the policy of the attribute.
  private mutating func join(
    _ old: Value?, _ new: Value, _ current: Value, _ member: ChangedMember, _ open: OpenEntity
  ) {
    let (place, node) = (member.place, current.node)
    guard let model = basis.model, let policy = basis.attribute(at: place)?.merge else { return }
    // What stands there is the current value. Where the policy has no say, the new one is written: it never misfits.
    let outcome = ValueJoin.outcome(
      policy, pristine: old, edited: new, current: current, model.rules.typed(place))
    switch outcome {
    case .current: findings.alreadyAppliedCount += 1
    case .edited, nil: write(new, at: node, member, open)
    case .value(let value):
      if basis.equal(value, current, place) {
        findings.alreadyAppliedCount += 1
      } else {
        write(value, at: node, member, open)
      }
    }
  }

  /// Whether the change of an array may find none, or null: where all that it says is that elements come, and it was made with a model, under
  /// which no members are as an empty array. Else OLD had one.
  private mutating func makesArray(_ relation: ItemIndex, _ place: Rules.Place?) -> Bool {
    tree.onlyMakes(relation) && (basis.model == nil ? namesEntities : basis.isToMany(place))
  }

  /// Applies the change of a to-many to none; answers whether something is made.
  private mutating func makesMembersOfNone(
    _ relation: ItemIndex, _ node: Document.Node, _ path: PathTable.Path
  ) -> Bool {
    let members = MembersOfNone(relation, node, path, basis)
    findings.alreadyAppliedCount += members.doneCount
    for objection in members.objections { findings.reject(objection) }
    return members.makes
  }
}
