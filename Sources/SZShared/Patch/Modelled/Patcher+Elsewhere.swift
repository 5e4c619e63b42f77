/// What would be made a second time.
extension Patcher {
  /// Whether an entity that an item would make has its place elsewhere in the target; if so, it is listed.
  mutating func standsElsewhere(_ item: ItemIndex, _ identity: UInt64, _ path: PathTable.Path) -> Bool {
    guard let model, let position = model.index.position(ofIdentity: identity),
      !model.leaving.contains(identity)
    else { return false }
    let entry = model.index.entries[position]
    // It stands in an element without identity, which may go as a whole: that is known when all has been done.
    if !entry.mayMove {
      state?.doubtful.append(
        ModelledState.Doubtful(item: item, identity: identity, node: entry.node, path: path))
      return false
    }
    let there = String(decoding: model.index.path(of: position), as: UTF8.self)
    reject(
      item, .create, path, nil, at: entry.node, expected: .words("no entity with \(label(item))"),
      found: .words("one at \(there)"))
    return true
  }

  /// The entities that were made and stand in the result a second time. Linear in the result, where any are in doubt.
  func madeTwice() -> [(item: ItemIndex, misfit: Misfit)] {
    guard let model, let doubtful = state?.doubtful, !doubtful.isEmpty else { return [] }
    let made = target.edited(by: edits)
    do {
      _ = try EntityScan.index(made, model.schema, hashing, root: model.declaredRoot)
      return []
    } catch {
      guard case .identityTwice(_, let name, _, _) = error.reason else { return [] }
      let identity = model.schema.model.entity(named: name).flatMap {
        model.schema.identity(made, error.node, of: model.schema[$0], hashing)
      }
      let twice = doubtful.filter { $0.identity == identity }
      let ways = NodePaths(target, to: doubtful.map(\.node))
      return (twice.isEmpty ? doubtful : twice).map { doubtful in
        (
          doubtful.item,
          Misfit(
            operation: .create, pointer: paths.pointer(doubtful.path, nil),
            offset: target.start(doubtful.node),
            expected: .words("no entity with \(label(doubtful.item))"),
            found: .words("one at \(ways.text(to: doubtful.node))"),
            entity: model.entity(of: doubtful.item, tree, at: doubtful.node, target))
        )
      }
    }
  }
}
