internal import SZJSON
internal import SZModel

extension ChangeSelection {
  /// The place of an entity as that of the one that it really is, as the change says or the target does.
  func entityPlace(of item: ItemIndex, _ node: Document.Node?, _ place: Rules.Place) -> Rules.Place {
    guard let schema = rules.schema, case .entity(_, let set)? = place.declared else { return place }
    if let name = tree.heading(of: item).entityName,
      let id = schema.model.entity(named: name.document.string(name.node))
    {
      return rules.declaring(.entity(id, set), at: place) ?? place
    }
    return node.flatMap { rules.resolved(place, target, $0) } ?? place
  }

  /// Leaves out what a change says of members of an entity that are out, and looks at those that hold something.
  mutating func members(of item: ItemIndex, _ node: Document.Node?, _ place: Rules.Place) {
    var members: ObjectMembers?
    if let node, target.kind(node) == .object { members = ObjectMembers(target, node) }
    for child in tree.children(of: item) {
      switch tree[child] {
      case .attribute(let name, let old, let new):
        leaveOut(child, name, [old, new], below: place)
      case .context(let name, let old): leaveOut(child, name, [old], below: place)
      case .relationship(let name):
        let characters = name.document.characters(name.node)
        let relation = tree.relation(of: child)
        let value = members?.find(characters).flatMap { members?.value($0) }
        let changed = ChangedValue(tree: tree, target: target, node: value, change: relation)
        look(at: relation, value, rules.member(place, characters, answers: changed.answers))
      case .value, .entity, .identity, .entityName, .from, .to, .instead, .replacement, .toMany, .move, .list,
        .hunk, .edit, .set:
        continue
      }
    }
    leaveOutUnits(of: item, members, place)
  }

  /// Leaves an attribute out, unless its place is in.
  private mutating func leaveOut(
    _ item: ItemIndex, _ name: Value, _ values: [Value?], below place: Rules.Place
  ) {
    let place = rules.member(place, name.document.characters(name.node)) {
      ChangedValue.answers($0, values)
    }
    if !rules.isIn(place) { leaveOut(item) }
  }

  /// Leaves out what a change says of units of which an attribute, changed or not, is out: they are never torn.
  private mutating func leaveOutUnits(of item: ItemIndex, _ members: ObjectMembers?, _ place: Rules.Place) {
    let units = rules.units(place, said: unitNames)
    if units.isEmpty { return }
    var members = members
    var changes: [[UInt8]: (item: ItemIndex, values: [Value?])] = [:]
    for child in tree.children(of: item) {
      switch tree[child] {
      case .attribute(let name, let old, let new):
        changes[name.document.characters(name.node)] = (child, [old, new])
      case .relationship(let name):
        changes[name.document.characters(name.node)] = (tree.relation(of: child), [])
      default: continue
      }
    }
    for unit in units {
      let changed = unit.compactMap { changes[$0.characters]?.item }
      if changed.isEmpty { continue }
      let isTorn = unit.contains { attribute in
        let name = attribute.characters
        let value = members?.find(name).flatMap { members?.value($0) }.map { Value(target, $0) }
        let values = (changes[name]?.values ?? []) + [value]
        return !rules.isIn(rules.member(place, name) { ChangedValue.answers($0, values) })
      }
      if isTorn { for item in changed { leaveOut(item) } }
    }
  }
}
