internal import SZJSON
internal import SZModel

extension Patcher {
  /// Whether an entity holds nothing but what the change that deletes it says; if not, the first thing that it does not say is listed.
  mutating func mayDelete(_ part: ChangedPart, _ step: PathTable.Step) -> Bool {
    let (item, node, path, place) = (part.item, part.node, part.path, part.place)
    guard nameFits(part, .delete, step) else { return false }
    if policy == .force { return true }
    guard place?.declared != nil else {
      if isWhole(item, node) { return true }
      rejectDeletion(item, path, step, at: node)
      return false
    }
    let whole = ChangedPart(item: item, node: node, path: paths.add(step, below: path), place: place)
    guard let unsaid = unsaid(whole) else { return true }
    // It may be in a part of another entity, but all of it is left out.
    let isListed = rejected.contains(unsaid.item)
    reject(
      .delete, ChangedPart(item: unsaid.item, node: unsaid.node, path: unsaid.path),
      expected: unsaid.expected,
      found: unsaid.found)
    if !isListed { rejected.remove(unsaid.item) }
    rejected.insert(item)
    return false
  }

  mutating func rejectDeletion(
    _ item: ItemIndex, _ path: PathTable.Path, _ step: PathTable.Step, at node: Document.Node
  ) {
    reject(
      .delete, ChangedPart(item: item, node: node, path: path), step,
      expected: .value(EntityText.value(tree, item)), found: .value(Value(target, node)))
  }

  /// Keeps that an object is taken away that is not as the change has it: at a relationship which is not walked its identity alone is looked at.
  mutating func noteEmbedded(
    _ old: Value, _ current: Value, _ member: ChangedMember, _ open: OpenEntity
  ) {
    let name = member.name
    guard let model, case .reference? = member.place?.declared, old.kind == .object, current.kind == .object,
      !equal(old, current), let id = entityID(open.place)
    else { return }
    let label = "\(model.schema[id].name).\(name.document.string(name.node))"
    if let number = state?.embedded.firstIndex(where: { $0.name == label }) {
      state?.embedded[number].count += 1
      return
    }
    let note =
      "\(paths.pointer(open.path, .name(name))): what is replaced is the same by its identity only, which alone is compared"
    state?.embedded.append((label, note, 1))
  }

  /// What to say of them.
  var embeddedNotes: [String] {
    (state?.embedded ?? []).map { name, note, count in
      note + (count == 1 ? "" : " (the first of \(count))") + "; --include \(name)"
    }
  }

  /// Keeps that what stands at `node` is taken away by an item, with the entities in it. Logarithmic.
  mutating func noteDeletion(_ item: ItemIndex, _ node: Document.Node) {
    guard let model, target.kind(node).isContainer else { return }
    let taken = model.index.positions(in: node)
    if !taken.isEmpty { state?.taken.append(ModelledState.Taken(item: item, positions: taken)) }
  }

  /// Keeps that the elements of a list which are not among its new ones are taken away by an item.
  mutating func noteDeletions(
    _ item: ItemIndex, _ elements: [Document.Node], besides entries: [ElementSequence.Entry]
  ) {
    guard model != nil else { return }
    let stays = Set(
      entries.compactMap { entry in
        switch entry {
        case .kept(let position), .edited(let position): position
        case .new: nil
        }
      })
    for (position, element) in elements.enumerated() where !stays.contains(position) {
      noteDeletion(item, element)
    }
  }

  /// The entities that deletions take away, those that they own with them; what was moved out of them stays. Linear in what is taken
  /// away.
  func deletedEntities() -> [DeleteRules.Deleted] {
    guard let model, let state else { return [] }
    var deleted: [DeleteRules.Deleted] = []
    for taken in state.taken {
      var position = taken.positions.lowerBound
      while position < taken.positions.upperBound {
        let entry = model.index.entries[position]
        if let move = model.moves.move(of: position), state.arrived.contains(move.arrival) {
          position = entry.end
          continue
        }
        if !entry.isOwn,
          let identity = model.schema.identity(target, entry.node, of: model.schema[entry.entity], hashing)
        {
          deleted.append(
            DeleteRules.Deleted(
              item: taken.item, identity: identity, node: entry.node, entity: entry.entity))
        }
        position = position.next
      }
    }
    return deleted
  }
}
