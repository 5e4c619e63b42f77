internal import SZJSON
internal import SZModel

extension Patcher {
  /// The marker of deleted entities at a place.
  private func marker(_ place: Rules.Place?) -> [UInt8]? {
    guard let model, let id = entityID(place) else { return nil }
    return model.schema[id].tombstone
  }

  /// Whether what stands at a place is an entity that is marked as deleted.
  func isMarked(_ node: Document.Node, _ place: Rules.Place?) -> Bool {
    guard let marker = marker(model?.rules.resolved(place, target, node)) else { return false }
    return Tombstone.isMarked(node, in: target, by: MemberName(marker))
  }

  /// The entity at a place, when it is marked rather than removed.
  func markedEntity(_ node: Document.Node, _ place: Rules.Place?) -> Model.EntityID? {
    guard !options.isLiteral, let model, let inner = model.rules.resolved(place, target, node),
      let id = entityID(inner), marker(inner) != nil
    else { return nil }
    if let identity = model.schema.identity(target, node, of: model.schema[id], hashing),
      earlier.unmarked.contains(identity)
    {
      return nil
    }
    return id
  }

  /// Leaves of an entity its identity and the marker.
  mutating func markDeleted(_ node: Document.Node, _ entity: Model.EntityID) {
    guard let schema = model?.schema, let marker = schema[entity].tombstone else { return }
    if let identity = schema.identity(target, node, of: schema[entity], hashing) {
      state?.marked.insert(identity)
    }
    NodeRemoval.mark(
      node, in: target, kept: Tombstone.kept(target, node, schema[entity]), marker, layout, &edits)
  }

  /// Whether an entity that is marked as deleted must not be edited, which is listed then. By force it comes back, and a change that
  /// speaks of the marker may do what it says.
  mutating func isDead(_ item: ItemIndex, _ open: inout OpenEntity) -> Bool {
    guard let marker = marker(open.place), Tombstone.isMarked(open.node, in: target, by: MemberName(marker))
    else { return false }
    let speaksOfIt = tree.children(of: item).contains { child in
      tree[child].attribute.map { $0.name.document.isString($0.name.node, equalTo: marker) } ?? false
    }
    if speaksOfIt || tree.isBare(item) { return false }
    if policy == .force {
      if let found = open.find(marker) { open.remove(found) }
      if let schema = model?.schema, let id = entityID(open.place),
        let identity = schema.identity(target, open.node, of: schema[id], hashing)
      {
        state?.revived.insert(identity)
      }
      return false
    }
    reject(
      tree.state(of: item) == .created ? .create : .update,
      ChangedPart(item: item, node: open.node, path: open.path),
      expected: .words("an entity that is not deleted"),
      found: .words("\"\(String(decoding: marker, as: UTF8.self))\": true"))
    return true
  }
}
