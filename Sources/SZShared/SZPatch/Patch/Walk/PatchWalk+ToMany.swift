internal import SZJSON
internal import SZModel

extension PatchWalk {
  /// Applies the change of a to-many relationship to an array: members by identity, then their order.
  mutating func toMany(_ array: ChangedPart) {
    let (index, node) = (array.item, array.node)
    guard target.kind(node) == .array else {
      findings.reject(.update, array, expected: .words("an array"), found: basis.words(node))
      findings.hint(target.kind(node) == .object ? "to put another entity into a to-one needs --model" : nil)
      return
    }
    guard var roster = basis.roster(array) else { return }
    if policy == .reject, roster.isOfAnotherKind {
      let key = basis.label(index.next, values: false)
      findings.reject(
        .update, array, expected: .words("an array of objects with \(key)"),
        found: .words("an array without any"))
      return
    }
    let checkpoint = edits.checkpoint
    let updates = members(of: array, &roster)
    let row = roster.isAsItStands ? nil : self.row(array, roster)
    if let row, !row.isTarget(roster.elements.count) {
      let slots = row.stretches.map { stretch -> ContainerRewrite.Slot in
        switch stretch {
        case .elements(let positions): .run(positions)
        case .created(let member): .new(pieces(of: member, roster, in: array))
        }
      }
      push(
        .finish(
          ContainerPatch(
            node: node, children: .elements(target, roster.elements), slots: slots, checkpoint: checkpoint)))
    }
    push(updates)
  }

  /// Says for each member that the change names whether it comes or goes; answers what is changed in those that stay.
  private mutating func members(of array: ChangedPart, _ roster: inout Roster) -> [PendingUpdate] {
    let (node, path) = (array.node, array.path)
    let elements = ChangedPart(
      item: array.item, node: node, path: path, place: basis.element(of: array.place))
    let areIdentified = basis.model == nil && roster.hasOnePart
    var ordered: Set<Int>?
    var updates: [PendingUpdate] = []
    // Under a model what comes from a member may be asked for later.
    let none = ChangedMembers(
      roster.elements, of: elements, areIdentified: areIdentified, areForgotten: basis.model == nil)
    var changed = none
    for entity in roster.entities {
      let child = entity.item
      let count = updates.count
      defer {
        // What else there is to do keeps its place among them.
        if updates.count > count, !changed.isEmpty {
          updates.insert(.members(changed), at: count)
          changed = none
        }
      }
      let found = roster.position(of: entity.member)
      if findings.isBlocked(child) || isOrdering && found == nil { continue }
      if move(entity, found, elements, &roster, &updates) { continue }
      switch tree.state(of: child) {
      case .created: create(entity, found, elements, &roster, &updates)
      case .deleted: delete(entity, found, elements, &roster, &updates)
      case .updated, .untouched, nil:
        if roster.isAmbiguous(entity.member) {
          findings.reject(
            .update, ChangedPart(item: child, node: node, path: path),
            expected: .words("one member with \(basis.label(child))"), found: .words("several"))
        } else if let found {
          changed.add(child, at: found)
        } else if policy == .force {
          findings.rejectArrivals(below: child, path)
          guard EntityText.makesSomething(tree, child) else {
            findings.alreadyAppliedCount += 1
            continue
          }
          if !mayForce(child, elements) { continue }
          findings.appliedCount += 1
          roster.create(entity)
        } else if tree.isBare(child), isOrdered(entity.member, roster, &ordered) {
          // Named for its identity only: it is missing in the order, where that is listed.
          continue
        } else {
          findings.reject(
            .update, ChangedPart(item: child, node: node, path: path),
            expected: .words("a member with \(basis.label(child))"), found: .nothing)
        }
      }
    }
    return updates + [.members(changed)]
  }

  /// Does what an item says of a member that comes from elsewhere or goes there; answers whether it is one.
  private mutating func move(
    _ entity: Roster.Entity, _ found: Int?, _ array: ChangedPart, _ roster: inout Roster,
    _ updates: inout [PendingUpdate]
  ) -> Bool {
    guard let model = basis.model, model.moves.isNamed else { return false }
    let child = entity.item
    let heading = tree.heading(of: child)
    if heading.from != nil {
      if let found {
        takeAsArrived(child, roster.elements[found], &updates)
      } else if arrives(child, array.path) {
        findings.appliedCount += 1
        roster.create(entity)
      }
      return true
    }
    guard heading.to != nil else { return false }
    if let found,
      departs(ChangedPart(item: child, node: roster.elements[found], path: array.path), .index(found))
    {
      roster.delete(entity.member)
    }
    return true
  }

  /// Whether the order moves a member, away from a place or to one; `known` is made when that is first asked.
  private func isOrdered(_ member: Int, _ roster: Roster, _ known: inout Set<Int>?) -> Bool {
    let all = known ?? Set(roster.moves.flatMap { $0.old + $0.new })
    known = all
    return all.contains(member)
  }

  /// A member that is created or comes from elsewhere; of one that is only made by force, what the change makes of an empty one.
  private mutating func pieces(
    of member: Int, _ roster: Roster, in array: ChangedPart
  ) -> [SourceEdits.Piece] {
    guard let item = roster.creator(of: member) else { return [] }
    if let made = created[item] { return made }
    if let model = basis.model, let move = model.moves[item], let pieces = model.pieces(of: move) {
      return pieces
    }
    return [.bytes(layout.elementText(forcedValue(item, nil, array.node, array.path), in: array.node))]
  }

  /// Makes a member that is not there, unless it cannot be, which is listed then.
  private mutating func make(_ entity: Roster.Entity, _ array: ChangedPart, _ roster: inout Roster) {
    let pieces = createdPieces(entity.item, array.place, array.path) { $0.elementText($1, in: array.node) }
    guard let pieces else { return }
    findings.appliedCount += 1
    created[entity.item] = pieces
    roster.create(entity)
  }

  private mutating func create(
    _ entity: Roster.Entity, _ found: Int?, _ array: ChangedPart, _ roster: inout Roster,
    _ updates: inout [PendingUpdate]
  ) {
    let (child, path, place) = (entity.item, array.path, array.place)
    guard let found else { return make(entity, array, &roster) }
    let element = roster.elements[found]
    let isAmbiguous = roster.isAmbiguous(entity.member)
    let part = ChangedPart(item: child, node: element, path: path, place: place)
    if !isAmbiguous, policy == .reject, holds(part, &updates), !basis.isMarked(element, place) {
      findings.alreadyAppliedCount += 1
    } else if !isAmbiguous, policy == .force {
      let path = findings.paths.add(.index(found), below: path)
      updates.append(.relation(ChangedPart(item: child, node: element, path: path, place: place)))
    } else {
      findings.rejectCreation(
        child, path, .index(found), at: element, expected: .words("no member with \(basis.label(child))"))
    }
  }

  private mutating func delete(
    _ entity: Roster.Entity, _ found: Int?, _ array: ChangedPart, _ roster: inout Roster,
    _ updates: inout [PendingUpdate]
  ) {
    let (child, path, place) = (entity.item, array.path, array.place)
    guard let found else {
      findings.alreadyAppliedCount += 1
      return
    }
    let element = roster.elements[found]
    if basis.isMarked(element, place) {
      findings.alreadyAppliedCount += 1
    } else if roster.isAmbiguous(entity.member) {
      findings.rejectDeletion(child, path, .index(found), at: element)
    } else if mayDelete(
      ChangedPart(item: child, node: element, path: path, place: place), .index(found))
    {
      findings.appliedCount += 1
      state?.take(child, element)
      if let id = basis.markedEntity(element, place) {
        updates.append(.markDeleted(element, id))
      } else {
        roster.delete(entity.member)
      }
    }
  }

  /// The members in their new order.
  private mutating func row(_ array: ChangedPart, _ roster: Roster) -> MemberRow {
    let (node, path) = (array.node, array.path)
    var placement = MemberPlacement(roster, tree)
    var left: [Roster.Move] = []
    let moves = roster.moves.filter { move in
      let fits = hasMembers(move, node, path, roster)
      if !fits { left.append(move) }
      return fits
    }
    if tree.isReversed {
      var places = moves.flatMap { move in
        move.old.enumerated().map { (index: move.hunk.at + $0.offset, member: $0.element) }
      }
      let isOrdered = !places.isEmpty
      for entity in roster.entities {
        guard let item = tree[entity.item].entity, let oldIndex = item.oldIndex,
          item.state == .created || tree.heading(of: entity.item).from != nil,
          !findings.rejected.contains(entity.item), isOrdered || roster.creator(of: entity.member) != nil
        else { continue }
        places.append((oldIndex, entity.member))
      }
      placement.place(at: places)
    } else {
      let runs = moves.filter { !$0.new.isEmpty }
      let placeless = placement.place(runs.map { MemberPlacement.Run($0, roster) })
      if policy != .force {
        for number in placeless { rejectPlace(runs[number], node, path) }
        left += placeless.map { runs[$0] }
      }
    }
    rejectCreations(of: left, roster)
    let row = placement.order
    let listed = roster.moves.filter { !findings.rejected.contains($0.item) }.count
    if row.isTarget(roster.elements.count) {
      findings.alreadyAppliedCount += listed
    } else {
      findings.appliedCount += listed
    }
    return row
  }

  /// Whether a move can be made: by force of those of its members that are there, else of all; if not, it is listed.
  private mutating func hasMembers(
    _ move: Roster.Move, _ node: Document.Node, _ path: PathTable.Path, _ roster: Roster
  ) -> Bool {
    let members = tree.isReversed ? move.old : move.new
    if policy == .force || members.allSatisfy({ roster.isMovable($0) }) { return true }
    let isOne = members.count == 1
    let names = names(
      tree.values(tree.isReversed ? move.hunk.old : move.hunk.new), isOne ? "member " : "members ")
    let isTwice = members.contains { roster.isAmbiguous($0) }
    findings.reject(
      .order, ChangedPart(item: move.item, node: node, path: path), expected: .words(names),
      found: isTwice
        ? .words(isOne ? "several" : "one of them twice") : isOne ? .nothing : .words("not all of them"))
    return false
  }

  /// Whoever is created and has no place is among the rejects with it: where it is not there yet, its place alone fits nowhere. So is, of
  /// a change turned round, whoever goes that a move names: turned round again, the move needs its creation.
  private mutating func rejectCreations(of moves: [Roster.Move], _ roster: Roster) {
    if moves.isEmpty { return }
    let members = Set(moves.flatMap { tree.isReversed ? $0.old : $0.new })
    let leaving = tree.isReversed ? Set(moves.flatMap(\.new)) : []
    for entity in roster.entities {
      switch tree.state(of: entity.item) {
      case .created where members.contains(entity.member): findings.rejected.insert(entity.item)
      case .deleted where leaving.contains(entity.member): findings.rejected.insert(entity.item)
      default: continue
      }
    }
  }

  private mutating func rejectPlace(_ move: Roster.Move, _ node: Document.Node, _ path: PathTable.Path) {
    let neighbours = [move.hunk.before, move.hunk.after].flatMap { tree.values($0.stretch) }
    findings.reject(
      .order, ChangedPart(item: move.item, node: node, path: path),
      expected: .words(names(neighbours, "a neighbour among ")), found: .nothing)
  }

  private func names(_ values: [Value], _ prefix: String) -> String {
    var text: [UInt8] = []
    for (number, value) in values.prefix(4).enumerated() {
      if number > 0 { text += Array(", ".utf8) }
      value.appendCompact(to: &text)
    }
    return prefix + String(decoding: text, as: UTF8.self) + (values.count > 4 ? ", ..." : "")
  }
}
