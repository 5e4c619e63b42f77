/// Values that are written as a whole, in which entities stand that are found elsewhere, too.
extension Patcher {
  /// Keeps the references that a value holds which is written at a place, and the entities that come with it. Linear in the value.
  mutating func bring(
    _ value: Value, _ place: Rules.Place?, _ item: ItemIndex, _ path: PathTable.Path, _ member: Value?,
    _ node: Document.Node
  ) {
    guard let model, place?.declared != nil else { return }
    for (found, identity, destination) in model.rules.references(value, place, hashing) {
      state?.touched.append(
        ModelledState.Touched(
          item: item, identity: identity, destination: destination, value: Value(value.document, found),
          path: path, member: member, node: node))
    }
    guard value.kind.isContainer else { return }
    let (schema, document) = (model.schema, value.document)
    let placed = schema.placed(below: model.declaredRoot)
    EntityWalk.forEach(document, schema, root: place?.declared, at: value.node) { found, id, isCopy in
      let entity = schema[id]
      if !isCopy, !entity.isScopedToParent,
        let identity = schema.identity(document, found, of: entity, hashing)
      {
        state?.comings.append(
          ModelledState.Coming(
            item: item, identity: identity, source: .value(Value(document, found), id), path: path,
            member: member))
      }
      References.forEach(document, found, entity, schema, placed, hashing) {
        reference, identity, property, _ in
        guard let set = schema[property].set else { return }
        state?.touched.append(
          ModelledState.Touched(
            item: item, identity: identity, destination: schema[set].destination,
            value: Value(document, reference), path: path, member: member, node: node))
      }
    }
  }

  /// Keeps what a hunk of the list `item` brings.
  mutating func bring(
    _ hunk: ItemIndex, _ place: Rules.Place?, _ item: ItemIndex, _ path: PathTable.Path, _ node: Document.Node
  ) {
    guard model != nil, case .hunk(let hunk) = tree[hunk] else { return }
    for value in tree.values(hunk.new) { bring(value, place, item, path, nil, node) }
  }
}
