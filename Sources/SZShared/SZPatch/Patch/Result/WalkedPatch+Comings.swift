internal import SZJSON
internal import SZModel

/// What of all that comes cannot be.
extension WalkedPatch {
  /// The entities that come although one of their identity stays, or comes, too. Linear in what comes and goes.
  func twice(_ deleted: [DeleteRules.Deleted]) -> [LateMisfit] {
    if state.brought.comings.isEmpty { return [] }
    let gone = Set(deleted.map(\.identity))
    var seen: Set<UInt64> = []
    var twice: [(coming: BroughtEntities.Coming, node: Document.Node?)] = []
    for coming in state.brought.comings {
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
      let (label, entity) = words(of: coming)
      return LateMisfit(
        item: coming.item,
        misfit: Misfit(
          operation: .create, pointer: findings.paths.pointer(coming.path, coming.member.map { .name($0) }),
          offset: target.start(node ?? target.root),
          expected: .words("no entity with \(label)"),
          found: .words(node.map { "one at \(ways.text(to: $0))" } ?? "another one in the change")
        ).of(entity))
    }
  }

  private func words(of coming: BroughtEntities.Coming) -> (String, Misfit.Entity?) {
    switch coming.source {
    case .item(let item):
      let label = tree.identity(of: item).isEmpty ? "the identity that it gets" : basis.label(item)
      return (label, model.entity(of: item, tree, at: target.root))
    case .value(let value, let id):
      let entity = model.schema[id]
      let identity = model.schema.identity(value.document, value.node, of: entity)
      return (model.label(value, entity), Misfit.Entity(name: entity.name, identity: identity))
    }
  }

  /// References that the change writes, and that no entity of the result answers although there is a place for it.
  func danglingReferences(with coming: Set<UInt64>, without deleted: [DeleteRules.Deleted]) -> [LateMisfit] {
    if state.brought.touched.isEmpty || basis.options.allowsDangling { return [] }
    let deleted = Set(deleted.map(\.identity))
    var found: [LateMisfit] = []
    for reference in state.brought.touched
    where model.placed.contains(model.schema[reference.destination].tree) {
      if coming.contains(reference.identity) { continue }
      if let position = model.index.position(ofIdentity: reference.identity),
        !deleted.contains(reference.identity),
        !basis.isMarked(at: position) || state.revived.contains(reference.identity)
      {
        continue
      }
      let destination = model.schema[reference.destination].name
      found.append(
        LateMisfit(
          item: reference.item,
          misfit: Misfit(
            operation: .refer,
            pointer: findings.paths.pointer(reference.path, reference.member.map { .name($0) }),
            offset: target.start(reference.node),
            expected: .words("a '\(destination)' with the identity \(reference.value.shown)"),
            found: .nothing
          ).of(model.entity(of: reference.item, tree, at: reference.node))
            .hinting("--dangling allow takes it")))
    }
    return found
  }

  /// Finds out from the result what the replies of programs brought and took away, as they may say anything; answers what makes it
  /// unsound. Linear in the result, where a program was asked.
  func followReplies(_ deleted: inout [DeleteRules.Deleted], _ coming: inout Set<UInt64>) -> [LateMisfit] {
    guard let delegation = basis.options.delegation, !delegation.answers.isEmpty else { return [] }
    let patched = target.edited(by: edits)
    let index: EntityIndex
    do { index = try EntityScan.index(patched, model.schema, basis.hashing, root: model.declaredRoot) } catch
    {
      let misfit = Misfit(
        operation: .update, pointer: "", offset: target.start(target.root),
        expected: .words("replies of delegates that the model allows"),
        found: .words(error.words { NodePaths(patched, to: [$0]).text(to: $0) }))
      return [LateMisfit(item: .root, misfit: misfit)]
    }
    func forEachNotIn(
      _ other: EntityIndex, of index: EntityIndex, _ body: (UInt64, EntityIndex.Entry) -> Void
    ) {
      for entry in index.entries where !entry.isOwn {
        if let identity = model.schema.identity(
          index.document, entry.node, of: model.schema[entry.entity], basis.hashing),
          other.position(ofIdentity: identity) == nil
        {
          body(identity, entry)
        }
      }
    }
    coming = coming.filter { index.position(ofIdentity: $0) != nil }
    forEachNotIn(model.index, of: index) { identity, _ in coming.insert(identity) }
    let known = Set(deleted.map(\.identity))
    forEachNotIn(index, of: model.index) { identity, entry in
      if known.contains(identity) { return }
      deleted.append(
        DeleteRules.Deleted(item: .root, identity: identity, node: entry.node, entity: entry.entity))
    }
    return []
  }
}
