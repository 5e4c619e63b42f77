internal import SZJSON
internal import SZModel

/// What force makes of changes of what is not there, where a model says what must not come of it.
struct ForcedMaking {
  private let basis: PatchBasis
  private let model: ModelledTarget
  private let tree: ChangeTree
  /// The first item of those that say what is made, and what is to hold it.
  private let root: ItemIndex
  private let holder: ChangedPart
  /// The references that it writes, and the entities that come.
  private(set) var brought = BroughtEntities()
  /// What stands against it.
  private(set) var objection: Objection?

  /// Looks at what the items from `root` on say of something that is not there in `holder`. Linear in the items.
  init(_ root: ItemIndex, in holder: ChangedPart, _ basis: PatchBasis, _ model: ModelledTarget) {
    (self.root, self.holder, self.basis, self.model, tree) = (root, holder, basis, model, basis.tree)
    if holder.place?.declared != nil { look() }
  }

  private mutating func look() {
    let makes = EntityText.makers(tree, root)
    var open: [(end: Int, place: Rules.Place?)] = []
    var relation = holder.place
    var item = root
    while objection == nil, item.number < tree.end(of: root).number {
      while let last = open.last, last.end <= item.number { open.removeLast() }
      var part = ChangedPart(item: root, node: holder.node, path: holder.path, place: relation)
      switch tree[item] {
      case .entity(let entity):
        // What makes nothing is not made.
        if entity.state == .deleted || item > root && !makes[item.number - root.number] {
          item = tree.end(of: item)
          continue
        }
        let place = place(ofEntity: item, relation)
        if tree.heading(of: item).to == nil { look(atEntity: item, place) }
        open.append((tree.end(of: item).number, place))
      case .relationship(let name):
        relation = open.last.flatMap { basis.place(of: name, at: $0.place, nil) }
      case .toMany:
        if case .entity? = relation?.declared {
          objection = Objection(
            .update, ChangedPart(item: item, node: holder.node, path: holder.path),
            expected: .words("an entity to put another one for"), found: .nothing)
        }
      case .attribute(let name, _, let new?):
        part.place = open.last.flatMap { basis.place(of: name, at: $0.place, new) }
        brought.add(new, part, name, model)
      case .hunk(let hunk):
        for value in tree.values(hunk.new) { brought.add(value, part, nil, model) }
      case .set(_, let new):
        for value in tree.values(new) { brought.add(value, part, nil, model) }
      default: break
      }
      item = item.next
    }
  }

  /// Asks whether an entity may be made that stands nowhere yet; if so, it is kept that it comes.
  private mutating func look(atEntity item: ItemIndex, _ place: Rules.Place?) {
    let schema = model.schema
    guard let id = basis.entityID(place) else { return }
    guard let identity = ModelledTarget.identity(ofMade: item, tree, schema[id], schema, basis.hashing) else {
      if schema.needsIdentity(place) {
        objection = Objection(
          .create, ChangedPart(item: item, node: holder.node, path: holder.path),
          expected: .words(schema.identityWords(of: id)), found: .nothing)
      }
      return
    }
    if schema[id].isScopedToParent { return }
    // Force does not make it a second time.
    objection = basis.standsElsewhere(item, identity, holder.path)
    if objection != nil { return }
    brought.comings.append(
      BroughtEntities.Coming(item: root, identity: identity, source: .item(item), path: holder.path))
  }

  /// The place of an entity by the name that the change has for it.
  private func place(ofEntity item: ItemIndex, _ relation: Rules.Place?) -> Rules.Place? {
    var place = relation
    if case .entities? = relation?.declared { place = basis.element(of: relation) }
    guard let name = tree.heading(of: item).entityName,
      let id = model.schema.model.entity(named: name.document.string(name.node))
    else { return place }
    var set: Schema.SetID?
    if case .entity(_, let found)? = place?.declared { set = found }
    return model.rules.declaring(.entity(id, set), at: place)
  }
}
