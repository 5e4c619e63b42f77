internal import SZJSON
internal import SZModel

extension PatchWalk {
  /// Applies the change of a to-one under a model: where an entity comes, goes, is another one or null.
  mutating func toOne(_ member: ChangedMember, _ open: inout OpenEntity) {
    let relation = tree.relation(of: member.item)
    let node = open.find(member.name)
    switch tree.kind(of: relation) {
    case .toMany, .replacement: replace(member, node, &open)
    case .entity:
      let heading = tree.heading(of: relation)
      let state = tree.state(of: relation)
      if heading.from != nil {
        come(member, heading, node, &open)
      } else if heading.to != nil {
        guard let node, basis.isEntity(relation, node, member.place),
          departs(part(relation, node, member, open), .name(member.name))
        else { return }
        go(node, heading.instead?.new, &open)
      } else if state == .created {
        come(member, heading, node, &open)
      } else if state == .deleted {
        delete(member, heading, node, &open)
      } else if let node {
        open.updates.append(.relation(changed(member, node, open)))
      } else {
        findings.reject(.update, member, in: open, expected: nil, found: nil)
      }
    default:
      guard let node else { return findings.reject(.update, member, in: open, expected: nil, found: nil) }
      open.updates.append(.relation(changed(member, node, open)))
    }
  }

  /// What an item makes of the value of a to-one.
  private func part(_ item: ItemIndex, _ node: Document.Node, _ member: ChangedMember, _ open: OpenEntity)
    -> ChangedPart
  {
    ChangedPart(item: item, node: node, path: open.path, place: member.place)
  }

  /// An entity that is created or comes from elsewhere.
  private mutating func come(
    _ member: ChangedMember, _ heading: ChangeTree.Heading, _ node: Document.Node?, _ open: inout OpenEntity
  ) {
    let (relation, place) = (tree.relation(of: member.item), member.place)
    let old = heading.instead?.old
    guard let node else {
      if old == nil || policy == .force {
        put(relation, at: nil, member, &open)
      } else {
        findings.reject(.create, member, in: open, expected: old, found: nil)
      }
      return
    }
    let isSame = basis.isEntity(relation, node, place) && !tree.identity(of: relation).isEmpty
    if heading.from != nil, isSame {
      takeAsArrived(relation, node, &open.updates)
    } else if heading.from == nil, policy == .reject,
      holds(part(relation, node, member, open), &open.updates), !basis.isMarked(node, place)
    {
      findings.alreadyAppliedCount += 1
    } else if heading.from == nil, policy == .force, isSame {
      open.updates.append(.relation(changed(member, node, open)))
    } else if policy == .force
      || !target.kind(node).isContainer && old.map({ basis.equal(Value(target, node), $0, place) }) ?? false
    {
      if put(relation, at: node, member, &open) { state?.take(relation, node) }
    } else {
      findings.rejectCreation(
        relation, open.path, .name(member.name), at: node,
        expected: old.map { .value($0) } ?? .nothing)
    }
  }

  /// Puts an entity that is created or comes from elsewhere in the place of a value, or of nothing; answers whether it can come.
  @discardableResult
  private mutating func put(
    _ relation: ItemIndex, at node: Document.Node?, _ member: ChangedMember, _ open: inout OpenEntity
  ) -> Bool {
    let name = member.name
    let (object, path) = (open.node, findings.paths.add(.name(name), below: open.path))
    var pieces: [SourceEdits.Piece]?
    if tree.heading(of: relation).from != nil {
      guard arrives(relation, path), let model = basis.model, let move = model.moves[relation] else {
        return false
      }
      pieces = model.pieces(of: move)
      if node == nil {
        pieces =
          [.bytes(Array(layout.memberText(name, JSONText.null, in: object).dropLast(4)))] + (pieces ?? [])
      }
    } else {
      pieces = createdPieces(relation, member.place, path) { layout, made in
        node.map { layout.replacement(for: $0, with: made) } ?? layout.memberText(name, made, in: object)
      }
    }
    guard let pieces else { return false }
    findings.appliedCount += 1
    if let node {
      edits.replace(target.range(node), with: pieces)
    } else {
      open.added.append(.new(pieces))
    }
    return true
  }

  /// An entity that is deleted.
  private mutating func delete(
    _ member: ChangedMember, _ heading: ChangeTree.Heading, _ node: Document.Node?, _ open: inout OpenEntity
  ) {
    guard let node else {
      findings.alreadyAppliedCount += 1
      return
    }
    let (relation, place) = (tree.relation(of: member.item), member.place)
    let new = heading.instead?.new
    if basis.isMarked(node, place) || new.map({ basis.equal(Value(target, node), $0, place) }) ?? false {
      findings.alreadyAppliedCount += 1
    } else if policy == .force, new == nil, target.kind(node) == .object,
      !basis.isEntity(relation, node, place)
    {
      // Another entity is none of its business.
      findings.alreadyAppliedCount += 1
    } else if mayDelete(part(relation, node, member, open), .name(member.name)) {
      findings.appliedCount += 1
      state?.take(relation, node)
      if new == nil, target.kind(node) == .object, let id = basis.markedEntity(node, place) {
        open.updates.append(.markDeleted(node, id))
      } else {
        go(node, new, &open)
      }
    }
  }

  /// Takes a to-one away; `new` stands there then, or nothing.
  private mutating func go(_ node: Document.Node, _ new: Value?, _ open: inout OpenEntity) {
    if let new {
      edits.replace(target.range(node), with: layout.replacement(for: node, with: new))
    } else {
      open.remove(node)
    }
  }

  /// A to-one that holds another entity: one that goes, and one that comes.
  private mutating func replace(
    _ member: ChangedMember, _ node: Document.Node?, _ open: inout OpenEntity
  ) {
    let (relation, name, place) = (tree.relation(of: member.item), member.name, member.place)
    let items = tree.children(of: relation).filter { tree.kind(of: $0) == .entity }
    func leaves(_ item: ItemIndex) -> Bool {
      tree.state(of: item) == .deleted || tree.heading(of: item).to != nil
    }
    guard items.count == 2, let gone = items.first(where: leaves),
      let come = items.first(where: { !leaves($0) })
    else {
      return findings.reject(
        .update, ChangedPart(item: relation, node: node ?? open.node, path: open.path), .name(name),
        expected: .words("one entity that goes and one that comes, as in a to-one"), found: .nothing)
    }
    findings.replacements.append((gone, come))
    if findings.isBlocked(gone) || findings.isBlocked(come) { return }
    let isMoved = tree.heading(of: come).from != nil
    if let node, basis.isEntity(come, node, place) {
      if isMoved {
        takeAsArrived(come, node, &open.updates)
      } else if policy == .force {
        let path = findings.paths.add(.name(name), below: open.path)
        open.updates.append(.relation(ChangedPart(item: come, node: node, path: path, place: place)))
      } else if holds(part(come, node, member, open), &open.updates) {
        findings.alreadyAppliedCount += 1
      } else {
        findings.rejectCreation(come, open.path, .name(name), at: node, expected: .nothing)
      }
      return
    }
    guard let node else {
      if policy == .force {
        put(come, at: nil, member, &open)
        return
      }
      return findings.reject(
        .replace, ChangedPart(item: gone, node: open.node, path: open.path), .name(name),
        expected: .words(basis.label(gone)), found: .nothing)
    }
    if basis.isEntity(gone, node, place) {
      if tree.heading(of: gone).to != nil {
        guard departs(part(gone, node, member, open), .name(name)) else { return }
        // What nothing takes the place of stays.
        if !put(come, at: node, member, &open) { state?.moves.withdraw(departure: gone) }
      } else if mayDelete(part(gone, node, member, open), .name(name)),
        put(come, at: node, member, &open)
      {
        state?.take(gone, node)
      }
    } else if policy != .force {
      return findings.reject(
        .replace, ChangedPart(item: gone, node: node, path: open.path), .name(name),
        expected: .words(basis.label(gone)), found: .value(Value(target, node)))
    } else if put(come, at: node, member, &open) {
      state?.take(come, node)
    }
  }
}
