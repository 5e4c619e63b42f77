internal import SZJSON
internal import SZModel

/// What stands elsewhere than the change takes it to.
extension Patcher {
  /// Whether an entity that an item would make has its place elsewhere in the target; if so, it is listed.
  mutating func standsElsewhere(_ item: ItemIndex, _ identity: UInt64, _ path: PathTable.Path) -> Bool {
    guard let model, let position = model.index.position(ofIdentity: identity) else { return false }
    let entry = model.index.entries[position]
    // It may go yet, alone or with an element that has no identity: that is known when all has been done.
    if model.leaving.contains(identity) || !entry.mayMove { return false }
    let there = String(decoding: model.index.path(of: position), as: UTF8.self)
    let label = identityLabel(Value(target, entry.node), model.index.entity(position), model.schema)
    reject(
      .create, ChangedPart(item: item, node: entry.node, path: path),
      expected: .words("no entity with \(label)"), found: .words("one at \(there)"))
    return true
  }

  /// The entities that come although one of their identity stays, or comes, too. Linear in what comes and goes.
  func twice(_ deleted: [DeleteRules.Deleted]) -> [(item: ItemIndex, misfit: Misfit)] {
    guard let model, let state, !state.comings.isEmpty else { return [] }
    let gone = Set(deleted.map(\.identity))
    var seen: Set<UInt64> = []
    var twice: [(coming: ModelledState.Coming, node: Document.Node?)] = []
    for coming in state.comings {
      if !seen.insert(coming.identity).inserted {
        twice.append((coming, nil))
      } else if !gone.contains(coming.identity),
        let position = model.index.position(ofIdentity: coming.identity)
      {
        twice.append((coming, model.index.entries[position].node))
      }
    }
    if twice.isEmpty { return [] }
    let ways = NodePaths(target, to: twice.compactMap(\.node))
    return twice.map { coming, node in
      let (label, entity) = words(of: coming, model)
      return (
        coming.item,
        Misfit(
          operation: .create, pointer: paths.pointer(coming.path, coming.member.map { .name($0) }),
          offset: target.start(node ?? target.root),
          expected: .words("no entity with \(label)"),
          found: .words(node.map { "one at \(ways.text(to: $0))" } ?? "another one in the change"),
          entity: entity)
      )
    }
  }

  /// Notes about entities that the change deletes, and that stand elsewhere by now, where they stay. Linear in the deletions.
  func undeleted(besides deleted: [DeleteRules.Deleted], _ coming: Set<UInt64>) -> [String] {
    guard let model, misfits.isEmpty, !model.leaving.isEmpty else { return [] }
    let gone = coming.union(deleted.map(\.identity))
    let positions = model.leaving.subtracting(gone).compactMap { identity in
      model.index.position(ofIdentity: identity)
    }
    return positions.sorted().filter { position in
      model.index.entries[position].mayMove && !isMarked(at: position)
        && model.moves.move(of: position) == nil
    }.map { position in
      let path = String(decoding: model.index.path(of: position), as: UTF8.self)
      return "\(path): not deleted, as it stands elsewhere than the change has it"
    }
  }

  private func words(of coming: ModelledState.Coming, _ model: ModelledTarget) -> (String, Misfit.Entity?) {
    switch coming.source {
    case .item(let item):
      let label = tree.identity(of: item).isEmpty ? "the identity that it gets" : label(item)
      return (label, model.entity(of: item, tree, at: target.root, target))
    case .value(let value, let id):
      let entity = model.schema[id]
      let identity = model.schema.identity(value.document, value.node, of: entity)
      return (
        identityLabel(value, entity, model.schema), Misfit.Entity(name: entity.name, identity: identity)
      )
    }
  }

  private func identityLabel(_ object: Value, _ entity: Schema.Entity, _ schema: Schema) -> String {
    schema.identity(object.document, object.node, of: entity)
      .map { "\($0.name.document.string($0.name.node)) \($0.value.shown)" }.joined(separator: ", ")
  }
}
