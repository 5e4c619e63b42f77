extension Patcher {
  /// Applies the change of a to-many relationship to an array: members by identity, then their order.
  mutating func toMany(_ index: ItemIndex, _ node: Document.Node, _ path: Int) {
    guard target.kind(node) == .array else {
      reject(
        index, .update, path, nil, at: node, expected: .words("an array"), found: words(node),
        hint: target.kind(node) == .object ? "to put another entity into a to-one needs --model" : nil)
      return
    }
    guard var roster = roster(index, node) else { return }
    if policy == .refuse, roster.isOfAnotherKind {
      let key = label(index.next, values: false)
      reject(
        index, .update, path, nil, at: node, expected: .words("an array of objects with \(key)"),
        found: .words("an array without any"))
      return
    }
    var placed: Set<UInt64>?
    var updates: [Task] = []
    var replaced = false
    let mark = edits.mark
    for child in tree.children(of: index) {
      guard let entity = tree[child].entity else { continue }
      let hash = roster.hash(tree.identity(of: child))
      let found = roster.position(of: hash)
      switch entity.state {
      case .created: create(child, hash, found, path, &roster, &updates)
      case .deleted: delete(child, hash, found, node, path, &roster)
      case .updated, .untouched:
        if roster.isAmbiguous(hash) {
          reject(
            child, .update, path, nil, at: node, expected: .words("one member with \(label(child))"),
            found: .words("several"))
        } else if let found {
          updates.append(
            .relation(child, roster.elements[found], path: paths.add(.index(found), below: path)))
        } else if policy == .force {
          guard EntityText.makesSomething(tree, child) else {
            alreadyAppliedCount += 1
            continue
          }
          appliedCount += 1
          roster.create(hash, child)
        } else if tree.isBare(child), named(in: index, roster, &placed).contains(hash) {
          // Named for its identity only: it is missing in the order, where that is listed.
          continue
        } else {
          reject(
            child, .update, path, nil, at: node, expected: .words("a member with \(label(child))"),
            found: .nothing)
        }
      }
    }
    let order = place(index, node, path, &roster, &replaced)
    if replaced {
      let slots = order.stretches.map { stretch -> ContainerRewrite.Slot in
        switch stretch {
        case .elements(let positions): .run(positions)
        case .created(let child): .new([.bytes(text(of: child, in: node))])
        }
      }
      push(
        .finish(
          ContainerPatch(
            node: node, children: roster.elements.map { target.range($0) }, slots: slots, mark: mark)))
    }
    for update in updates.reversed() { push(update) }
  }

  /// The members of the array at `node`, found by the key that the to-many change names; nil when it names none.
  func roster(_ index: ItemIndex, _ node: Document.Node) -> Roster? {
    guard let first = tree.children(of: index).first(where: { tree[$0].entity != nil }) else {
      return nil
    }
    let names = tree.identity(of: first).map(\.name)
    return Roster(target, node, names: names, hashing: hashing, tree, index)
  }

  /// The identities that the order puts somewhere, made when they are first asked for.
  private func named(in index: ItemIndex, _ roster: Roster, _ known: inout Set<UInt64>?) -> Set<UInt64> {
    if let known { return known }
    var hashes: Set<UInt64> = []
    for (_, move) in moves(of: index) {
      for value in tree.values(tree.isReversed ? move.old : move.new) { hashes.insert(roster.hash(value)) }
    }
    known = hashes
    return hashes
  }

  private func moves(of toMany: ItemIndex) -> [(index: ItemIndex, hunk: ChangeTree.Hunk)] {
    tree.children(of: toMany).compactMap { child in
      if case .move(let hunk) = tree[child] { (child, hunk) } else { nil }
    }
  }

  /// The identity as messages show it, or only its names.
  private func label(_ entity: ItemIndex, values: Bool = true) -> String {
    tree.identity(of: entity).map { part in
      let name = String(decoding: part.name, as: UTF8.self)
      if !values { return name }
      if part.value.kind == .null { return "no \(name)" }
      return "\(name) \(String(decoding: part.value.document.text(part.value.node), as: UTF8.self))"
    }.joined(separator: ", ")
  }

  private func text(of created: ItemIndex, in array: Document.Node) -> [UInt8] {
    var text: [UInt8] = []
    surroundings.append(EntityText.value(tree, created), asChildOf: array, to: &text)
    return text
  }

  private mutating func create(
    _ child: ItemIndex, _ hash: UInt64, _ found: Int?, _ path: Int, _ roster: inout Roster,
    _ updates: inout [Task]
  ) {
    guard let found else {
      appliedCount += 1
      roster.create(hash, child)
      return
    }
    let element = roster.elements[found]
    if roster.isAmbiguous(hash) {
      rejectCreation(
        child, path, .index(found), at: element, expected: .words("no member with \(label(child))"))
    } else if policy == .refuse, holds(child, element) {
      alreadyAppliedCount += 1
    } else if policy == .force {
      updates.append(.relation(child, element, path: paths.add(.index(found), below: path)))
    } else {
      rejectCreation(
        child, path, .index(found), at: element, expected: .words("no member with \(label(child))"))
    }
  }

  private mutating func delete(
    _ child: ItemIndex, _ hash: UInt64, _ found: Int?, _ node: Document.Node, _ path: Int,
    _ roster: inout Roster
  ) {
    guard let found else {
      alreadyAppliedCount += 1
      return
    }
    let element = roster.elements[found]
    if !roster.isAmbiguous(hash), policy == .force || isWhole(child, element) {
      appliedCount += 1
      roster.delete(found)
    } else {
      reject(
        child, .delete, path, .index(found), at: element, expected: .value(EntityText.value(tree, child)),
        found: .value(Value(target, element)))
    }
  }

  /// The members in their new order; `changed` says whether it is another than the target's.
  private mutating func place(
    _ index: ItemIndex, _ node: Document.Node, _ path: Int, _ roster: inout Roster, _ changed: inout Bool
  ) -> SlotOrder {
    let moves = moves(of: index)
    var order: SlotOrder
    if moves.isEmpty, !tree.isReversed {
      order = roster.staying
      order.append(roster.createdSlots)
    } else if tree.isReversed {
      order = placeBack(moves, node, path, &roster)
    } else {
      order = placeByNeighbours(moves, node, path, &roster)
    }
    changed = !order.isTarget(roster.elements.count)
    let listed = moves.filter { !rejected.contains($0.index) }.count
    if changed { appliedCount += listed } else { alreadyAppliedCount += listed }
    return order
  }

  /// Puts what the moves name behind or before its neighbours.
  private mutating func placeByNeighbours(
    _ moves: [(index: ItemIndex, hunk: ChangeTree.Hunk)], _ node: Document.Node, _ path: Int,
    _ roster: inout Roster
  ) -> SlotOrder {
    var runs: [(item: ItemIndex, hunk: ChangeTree.Hunk, slots: [Roster.Slot])] = []
    let numbers = roster.numbering()
    var placed = SlotSet(numbers)
    var chain = roster.chain(numbers)
    for (move, hunk) in moves {
      let wanted = tree.values(hunk.new)
      if wanted.isEmpty { continue }
      let slots = roster.slots(of: wanted)
      if slots.count < wanted.count, policy != .force {
        rejectOrder(move, wanted, node, path)
        continue
      }
      runs.append((move, hunk, slots))
      for slot in slots where placed.insert(slot) { chain.remove(slot) }
    }
    for run in runs {
      let before = tree.values(run.hunk.before.stretch)
      let after = tree.values(run.hunk.after.stretch)
      if before.isEmpty {
        chain.insert(run.slots, after: nil)
      } else if let anchor = roster.slots(of: before.reversed()).first(where: { chain.contains($0) }) {
        chain.insert(run.slots, after: anchor)
      } else if let anchor = roster.slots(of: after).first(where: { chain.contains($0) }) {
        chain.insert(run.slots, before: anchor)
      } else {
        if policy != .force {
          reject(
            run.item, .order, path, nil, at: node,
            expected: .words(names(before + after, "a neighbour among ")),
            found: .nothing)
        }
        chain.append(run.slots)
      }
    }
    chain.append(roster.createdSlots.filter { !placed.contains($0) })
    return chain.order
  }

  /// Puts what was moved, and what comes back, where it stood in the old order.
  private mutating func placeBack(
    _ moves: [(index: ItemIndex, hunk: ChangeTree.Hunk)], _ node: Document.Node, _ path: Int,
    _ roster: inout Roster
  ) -> SlotOrder {
    var places: [(index: Int, slot: Roster.Slot)] = []
    let numbers = roster.numbering()
    var placed = SlotSet(numbers)
    for (move, hunk) in moves {
      let wanted = tree.values(hunk.old)
      if policy != .force, roster.slots(of: wanted).count < wanted.count {
        rejectOrder(move, wanted, node, path)
        continue
      }
      for (offset, value) in wanted.enumerated() {
        guard let slot = roster.slot(of: roster.hash(value)), placed.insert(slot) else { continue }
        places.append((hunk.at + offset, slot))
      }
    }
    for slot in roster.createdSlots {
      guard case .created(let child) = slot, let oldIndex = tree[child].entity?.oldIndex,
        placed.insert(slot)
      else { continue }
      places.append((oldIndex, slot))
    }
    places.sort { $0.index < $1.index }
    var chain = roster.chain(numbers)
    for place in places { chain.remove(place.slot) }
    var rest = chain.order.stretches[...]
    var order = SlotOrder()
    for place in places {
      order.append(upTo: place.index, of: &rest)
      order.append(place.slot)
    }
    order.append(rest)
    order.append(roster.createdSlots.filter { !placed.contains($0) })
    return order
  }

  private mutating func rejectOrder(_ move: ItemIndex, _ wanted: [Value], _ node: Document.Node, _ path: Int)
  {
    reject(
      move, .order, path, nil, at: node, expected: .words(names(wanted, "members ")),
      found: .words("not all of them"))
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
