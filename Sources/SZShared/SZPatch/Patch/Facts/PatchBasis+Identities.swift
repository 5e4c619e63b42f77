internal import SZJSON
internal import SZModel

/// Who is who: the entities that the change names, in the target.
extension PatchBasis {
  /// Whether a part of an identity is what was found in its place; null says that nothing is there.
  func fits(_ name: [UInt8], _ wanted: Value, _ found: Document.Node?, _ place: Rules.Place?) -> Bool {
    guard let found else { return wanted.kind == .null }
    let place = model.flatMap { $0.rules.member(place, name, wanted) }
    return wanted.kind != .null && equal(Value(target, found), wanted, place)
  }

  /// Whether the object at `node` is the entity that a change names.
  func isEntity(_ item: ItemIndex, _ node: Document.Node, _ place: Rules.Place?) -> Bool {
    guard target.kind(node) == .object else { return false }
    let place = inner(place, item, node)
    return tree.identity(of: item).allSatisfy {
      fits($0.name, $0.value, IdentityPath.node($0.name, target, node), place)
    }
  }

  /// Whether the object at `node` is just what a deleted entity is said to have been.
  func isWhole(_ index: ItemIndex, _ node: Document.Node) -> Bool {
    equal(Value(target, node), EntityText.value(tree, index))
  }

  /// Whether the object at `node` has another identity than the entity change: a to-one that is replaced.
  func isReplacedByIdentity(_ index: ItemIndex, _ node: Document.Node) -> Bool {
    guard model == nil, target.kind(node) == .object else { return false }
    return tree.identity(of: index).contains { part in
      guard part.value.kind != .null, let found = IdentityPath.node(part.name, target, node) else {
        return false
      }
      return !equal(Value(target, found), part.value)
    }
  }

  /// What stands against editing an object as the entity that a part names: a part of its identity that is another one.
  func otherIdentity(_ part: ChangedPart, _ paths: inout PathTable) -> Objection? {
    let (index, node) = (part.item, part.node)
    // Under a model another entity is none to be edited; the root is one whatever its identity becomes.
    if policy == .force, model == nil || node == target.root { return nil }
    if model == nil, hasPlainIdentity(index, node) { return nil }
    let place = inner(part.place, index, node)
    for (text, wanted) in tree.identity(of: index) {
      let found = IdentityPath.node(text, target, node)
      if fits(text, wanted, found, place) { continue }
      guard let way = IdentityPath(text) else { continue }
      var step = part.path
      for name in way.steps.dropLast() {
        step = paths.add(.name(Value(jsonString: name.characters)), below: step)
      }
      return Objection(
        .update, ChangedPart(item: index, node: found ?? node, path: step),
        way.steps.last.map { .name(Value(jsonString: $0.characters)) },
        expected: wanted.kind == .null ? .nothing : .value(wanted),
        found: found.map { .value(Value(target, $0)) } ?? .nothing)
    }
    return nil
  }

  /// Whether an identity is all of members that the object at `node` has: as most are, so that no path is read for it.
  private func hasPlainIdentity(_ index: ItemIndex, _ node: Document.Node) -> Bool {
    for child in tree.children(of: index) {
      switch tree[child] {
      case .identity(let name, let wanted):
        guard wanted.kind != .null, IdentityPath.isPlain(name.document, name.node),
          let found = target.member(node, named: name), equal(Value(target, found), wanted)
        else { return false }
      case .entityName, .from, .to, .instead: continue
      default: return true
      }
    }
    return true
  }

  /// What stands against the name that a part has for an entity: that it names none which may stand at the place.
  func otherName(
    _ part: ChangedPart, _ operation: Misfit.Operation, _ step: PathTable.Step? = nil
  ) -> Objection? {
    guard let schema = model?.schema, case .entity(let destination, _)? = part.place?.declared,
      let name = tree.heading(of: part.item).entityName
    else { return nil }
    // The entity of a place is one that it has been found to be, or one that stands for all that inherit from it.
    if let named = schema.model.entity(named: name.document.string(name.node)),
      schema[named].tree == schema[destination].tree
    {
      return nil
    }
    return Objection(
      operation, part, step, expected: .words(schema.nameWords(of: destination)), found: .value(name))
  }

  /// What stands against making an entity of an identity: that one has its place elsewhere in the target.
  func standsElsewhere(_ item: ItemIndex, _ identity: UInt64, _ path: PathTable.Path) -> Objection? {
    guard let model, let position = model.index.position(ofIdentity: identity) else { return nil }
    let entry = model.index.entries[position]
    // It may go yet, alone or with an element that has no identity: that is known when all has been done.
    if model.leaving.contains(identity) || !entry.mayMove { return nil }
    let label = model.label(Value(target, entry.node), model.index.entity(position))
    return Objection(
      .create, ChangedPart(item: item, node: entry.node, path: path),
      expected: .words("no entity with \(label)"), found: .words("one at \(model.words(at: position))"))
  }

  /// The members of an array, found by the key that the to-many change names; nil when it names none.
  func roster(_ array: ChangedPart) -> Roster? {
    guard let first = tree.children(of: array.item).first(where: { tree.kind(of: $0) == .entity }) else {
      return nil
    }
    var key = Roster.KeyNames(names: tree.identity(of: first).map(\.name), hashing: hashing)
    if let model, case .entities(let set)? = array.place?.declared {
      key.types = model.schema.types(of: key.names, in: model.schema[model.schema[set].destination])
    }
    return Roster(Value(target, array.node), by: key, tree, array.item)
  }

  /// The identity as messages show it, or only its names.
  func label(_ entity: ItemIndex, values: Bool = true) -> String {
    tree.identity(of: entity).map { part in
      let name = PatchBasis.shown(part.name)
      if !values { return name }
      if part.value.kind == .null { return "no \(name)" }
      return "\(name) \(String(decoding: part.value.document.text(part.value.node), as: UTF8.self))"
    }.joined(separator: ", ")
  }

  /// A key as messages show it: in quotes, unless it is one or more plain words.
  private static func shown(_ name: [UInt8]) -> String {
    let text = String(decoding: name, as: UTF8.self)
    let isPlain = !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || "_-.".contains($0) }
    return isPlain ? text : JSONString.shown(text)
  }
}
