/// Values that are written as a whole, in which entities stand that are found elsewhere, too.
extension Patcher {
  /// Keeps the references that a value holds which is written at a place, and the entities that come with it. Linear in the value.
  mutating func bring(
    _ value: Value, _ place: Rules.Place?, _ item: ItemIndex, _ path: PathTable.Path, _ member: Value?,
    _ node: Document.Node
  ) {
    guard let model, place?.declared != nil else { return }
    let contents = model.rules.contents(of: value, at: place, model.placed, hashing)
    for (found, identity, destination) in contents.references {
      state?.touched.append(
        ModelledState.Touched(
          item: item, identity: identity, destination: destination, value: Value(value.document, found),
          path: path, member: member, node: node))
    }
    for (found, identity, entity) in contents.entities {
      state?.comings.append(
        ModelledState.Coming(
          item: item, identity: identity, source: .value(Value(value.document, found), entity), path: path,
          member: member))
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
