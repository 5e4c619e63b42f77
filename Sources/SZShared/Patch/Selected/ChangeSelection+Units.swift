/// Units of a model are never torn: one of which an attribute is out stays as it is.
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

  /// Leaves out what a change says of units of which an attribute, changed or not, is out.
  mutating func leaveOutUnits(of item: ItemIndex, _ members: ObjectMembers?, _ place: Rules.Place) {
    guard let schema = rules.schema, case .entity(let id, _)? = place.declared, !schema[id].units.isEmpty
    else { return }
    var members = members
    var changed: [Int: [ItemIndex]] = [:]
    var values: [Schema.PropertyID: [Value?]] = [:]
    for child in tree.children(of: item) {
      guard case .attribute(let name, let old, let new) = tree[child],
        let property = schema[id].properties[name.document.characters(name.node)],
        let unit = schema[property].unit
      else { continue }
      changed[unit, default: []].append(child)
      values[property] = [old, new]
    }
    for (unit, items) in changed {
      let isTorn = schema[id].units[unit].contains { property in
        if schema[property].isLeftOut { return false }
        let name = schema[property].member.characters
        let known =
          values[property] ?? [members?.find(name).flatMap { members?.value($0) }.map { Value(target, $0) }]
        return !rules.isIn(rules.member(place, name) { ChangedValue.answers($0, known) })
      }
      if isTorn { for item in items { leaveOut(item) } }
    }
  }
}
