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
