internal import SZJSON
internal import SZModel

/// Values that are written as a whole, in which entities stand that are found elsewhere, too.
extension Patcher {
  /// Keeps the references that a value holds which is written at a place, and the entities that come with it. Linear in the value.
  mutating func bring(
    _ value: Value, _ member: ChangedMember, _ path: PathTable.Path, _ node: Document.Node
  ) {
    let part = ChangedPart(item: member.item, node: node, path: path, place: member.place)
    bring(value, part, member.name)
  }

  /// The same, of a value that comes into an array, or of a member of it.
  mutating func bring(_ value: Value, _ part: ChangedPart, _ member: Value? = nil) {
    guard let model, part.place?.declared != nil else { return }
    let contents = model.rules.contents(of: value, at: part.place, model.placed, hashing)
    for (found, identity, destination) in contents.references {
      state?.touched.append(
        ModelledState.Touched(
          item: part.item, identity: identity, destination: destination, value: Value(value.document, found),
          path: part.path, member: member, node: part.node))
    }
    for (found, identity, entity) in contents.entities {
      state?.comings.append(
        ModelledState.Coming(
          item: part.item, identity: identity, source: .value(Value(value.document, found), entity),
          path: part.path, member: member))
    }
  }

  /// Finds out from the result what the replies of programs brought and took away, as they may say anything; answers what makes it
  /// unsound. Linear in the result, where a program was asked.
  func followReplies(_ deleted: inout [DeleteRules.Deleted], _ coming: inout Set<UInt64>) -> [(
    item: ItemIndex, misfit: Misfit
  )] {
    guard let model, let delegation = options.delegation, !delegation.answers.isEmpty else { return [] }
    let made = target.edited(by: edits)
    let index: EntityIndex
    do { index = try EntityScan.index(made, model.schema, hashing, root: model.declaredRoot) } catch {
      let misfit = Misfit(
        operation: .update, pointer: "", offset: target.start(target.root),
        expected: .words("replies of delegates that the model allows"),
        found: .words(error.words { NodePaths(made, to: [$0]).text(to: $0) }), entity: nil)
      return [(.root, misfit)]
    }
    func forEachNotIn(
      _ other: EntityIndex, of index: EntityIndex, _ body: (UInt64, EntityIndex.Entry) -> Void
    ) {
      for entry in index.entries where !entry.isOwn {
        if let identity = model.schema.identity(
          index.document, entry.node, of: model.schema[entry.entity], hashing),
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
