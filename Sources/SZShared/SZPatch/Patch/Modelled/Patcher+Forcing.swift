internal import SZJSON
internal import SZModel

/// What force makes of changes of what is not there, where a model says what must not come of it.
extension Patcher {
  /// Whether force may make what the items from `root` on say of something that is not there in `holder`; if not, it is listed. The
  /// references that it would write are kept, and the entities that come. Linear in the items.
  mutating func mayForce(
    _ root: ItemIndex, _ holder: ChangedPart
  ) -> Bool {
    let known = (touched: state?.touched.count ?? 0, comings: state?.comings.count ?? 0)
    if mayMake(root, holder) { return true }
    state?.touched.removeSubrange(known.touched...)
    state?.comings.removeSubrange(known.comings...)
    return false
  }

  private mutating func mayMake(_ root: ItemIndex, _ holder: ChangedPart) -> Bool {
    let (path, node, place) = (holder.path, holder.node, holder.place)
    guard let model, place?.declared != nil else { return true }
    let makes = EntityText.makers(tree, root)
    var open: [(end: Int, place: Rules.Place?)] = []
    var relation = place
    var item = root
    while item.number < tree.end(of: root).number {
      while let last = open.last, last.end <= item.number { open.removeLast() }
      switch tree[item] {
      case .entity(let entity):
        // What makes nothing is not made.
        if entity.state == .deleted || item > root && !makes[item.number - root.number] {
          item = tree.end(of: item)
          continue
        }
        let place = self.place(ofEntity: item, relation, model)
        if tree.heading(of: item).to == nil, !mayMake(entity: item, at: place, root, holder) {
          return false
        }
        open.append((tree.end(of: item).number, place))
      case .relationship(let name):
        relation = open.last.flatMap { self.place(of: name, at: $0.place, nil) }
      case .toMany:
        if case .entity? = relation?.declared {
          reject(
            .update, ChangedPart(item: item, node: node, path: path),
            expected: .words("an entity to put another one for"), found: .nothing)
          return false
        }
      case .attribute(let name, _, let new?):
        let place = open.last.flatMap { self.place(of: name, at: $0.place, new) }
        bring(new, ChangedMember(item: root, name: name, place: place), path, node)
      case .hunk(let hunk):
        let part = ChangedPart(item: root, node: node, path: path, place: relation)
        for value in tree.values(hunk.new) { bring(value, part) }
      case .set(_, let new):
        let part = ChangedPart(item: root, node: node, path: path, place: relation)
        for value in tree.values(new) { bring(value, part) }
      default: break
      }
      item = item.next
    }
    return true
  }

  /// Whether an entity may be made that stands nowhere yet; if so, it is kept that it comes.
  private mutating func mayMake(
    entity item: ItemIndex, at place: Rules.Place?, _ root: ItemIndex, _ holder: ChangedPart
  ) -> Bool {
    guard let schema = model?.schema, let id = entityID(place) else { return true }
    guard let identity = ModelledTarget.identity(ofMade: item, tree, schema[id], schema, hashing) else {
      if !schema.needsIdentity(place) { return true }
      reject(
        .create, ChangedPart(item: item, node: holder.node, path: holder.path),
        expected: .words(schema.identityWords(of: id)), found: .nothing)
      return false
    }
    if schema[id].isScopedToParent { return true }
    // Force does not make it a second time.
    if standsElsewhere(item, identity, holder.path) { return false }
    state?.comings.append(
      ModelledState.Coming(item: root, identity: identity, source: .item(item), path: holder.path))
    return true
  }

  /// The place of an entity by the name that the change has for it.
  private func place(ofEntity item: ItemIndex, _ relation: Rules.Place?, _ model: ModelledTarget)
    -> Rules.Place?
  {
    var place = relation
    if case .entities? = relation?.declared { place = element(of: relation) }
    guard let name = tree.heading(of: item).entityName,
      let id = model.schema.model.entity(named: name.document.string(name.node))
    else { return place }
    var set: Schema.SetID?
    if case .entity(_, let found)? = place?.declared { set = found }
    return model.rules.declaring(.entity(id, set), at: place)
  }
}
