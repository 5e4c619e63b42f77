internal import SZJSON
internal import SZModel

/// Looks for what the target has in an entity that a deletion does not speak of: with it the entity may not go.
struct UnsaidPart {
  private let basis: PatchBasis
  private let tree: ChangeTree
  private let target: Document

  init(_ basis: PatchBasis) { (self.basis, tree, target) = (basis, basis.tree, basis.target) }

  /// The first of it in an entity, with what it owns, as what stands against its deletion; nil when all that is there is said.
  /// Linear in the entity.
  func first(in deleted: ChangedPart, _ paths: inout PathTable) -> Objection? {
    var parts = [deleted]
    while let part = parts.popLast() {
      let unsaid: Objection? =
        switch tree[part.item] {
        case .entity: unsaidMember(part, &parts, &paths)
        case .toMany: unsaidElement(part, &parts, &paths)
        case .list, .set: unsaidValues(part)
        default: nil
        }
      if let unsaid { return unsaid }
    }
    return nil
  }

  /// What stands in the place of a part, which ought to be something else.
  private func instead(_ part: ChangedPart, _ expected: Misfit.Side = .nothing) -> Objection {
    Objection(
      .delete, ChangedPart(item: part.item, node: part.node, path: part.path), expected: expected,
      found: .value(Value(target, part.node)))
  }

  /// Looks at the members of an entity, but for those that are relationships: they are the next parts.
  private func unsaidMember(
    _ part: ChangedPart, _ parts: inout [ChangedPart], _ paths: inout PathTable
  ) -> Objection? {
    let (item, node) = (part.item, part.node)
    if tree.heading(of: item).to != nil {
      if let move = basis.model?.moves[item], move.fits, basis.earlier.blocked[move.arrival] == nil {
        return nil
      }
      return instead(part, .words("\(basis.label(item)) elsewhere"))
    }
    if basis.isHeldBack(node) { return instead(part, .words("\(basis.label(item)) elsewhere")) }
    guard target.kind(node) == .object else { return instead(part, .words(basis.label(item))) }
    if basis.isMarked(node, part.place) { return nil }
    let place = basis.inner(part.place, item, node)
    var said = saidMembers(of: item)
    for (name, value) in target.members(node) {
      let memberPlace = basis.place(of: Value(target, name), at: place, Value(target, value))
      let member = said.removeValue(forKey: target.characters(name))
      if basis.isLeftOut(memberPlace) || basis.hasPolicy(memberPlace) { continue }
      let path = paths.add(.name(Value(target, name)), below: part.path)
      let there = Value(target, value)
      switch member {
      case .relation(let relation):
        parts.append(ChangedPart(item: relation, node: value, path: path, place: memberPlace))
      case .value(let old):
        if basis.equal(there, old, memberPlace) { continue }
        return Objection(
          .delete, ChangedPart(item: item, node: value, path: path), expected: .value(old),
          found: .value(there))
      case nil:
        if basis.isNothing(there, memberPlace) || isEntityName(name, item) { continue }
        return Objection(
          .delete, ChangedPart(item: item, node: value, path: path), expected: .nothing, found: .value(there))
      }
    }
    for (name, member) in said {
      guard case .value(let old) = member, old.kind != .null else { continue }
      let memberPlace = basis.place(of: Value(jsonString: name), at: place, old)
      if basis.isLeftOut(memberPlace) || basis.hasPolicy(memberPlace) || basis.isNothing(old, memberPlace) {
        continue
      }
      return Objection(
        .delete,
        ChangedPart(
          item: item, node: node, path: paths.add(.name(Value(jsonString: name)), below: part.path)),
        expected: .value(old), found: .nothing)
    }
    return nil
  }

  /// What a deletion says of a member.
  private enum SaidMember {
    case value(Value)
    case relation(ItemIndex)
  }

  private func saidMembers(of item: ItemIndex) -> [[UInt8]: SaidMember] {
    func characters(_ name: Value) -> [UInt8] { name.document.characters(name.node) }
    var members: [[UInt8]: SaidMember] = [:]
    for part in tree.identity(of: item) {
      // A part that lies deeper is said by the member that it lies in.
      let steps = IdentityPath(part.name)?.steps ?? []
      if steps.count == 1 { members[steps[0].characters] = .value(part.value) }
    }
    for child in tree.children(of: item) {
      switch tree[child] {
      case .attribute(let name, let old, _): members[characters(name)] = old.map { .value($0) }
      case .context(let name, let old): members[characters(name)] = .value(old)
      case .relationship(let name): members[characters(name)] = .relation(tree.relation(of: child))
      default: continue
      }
    }
    return members
  }

  /// Looks for elements of a to-many that are not said; those that are become the next parts.
  private func unsaidElement(
    _ part: ChangedPart, _ parts: inout [ChangedPart], _ paths: inout PathTable
  ) -> Objection? {
    if basis.isNothing(Value(target, part.node), part.place) { return nil }
    guard target.kind(part.node) == .array, let roster = basis.roster(part) else {
      return instead(part)
    }
    var said: [Int: ItemIndex] = [:]
    for entity in roster.entities {
      if let position = roster.position(of: entity.member) { said[position] = entity.item }
    }
    let element = basis.element(of: part.place)
    for (position, node) in roster.elements.enumerated() {
      let path = paths.add(.index(position), below: part.path)
      let found = ChangedPart(item: said[position] ?? part.item, node: node, path: path, place: element)
      if said[position] != nil {
        parts.append(found)
      } else if !basis.isMarked(node, element) {
        return instead(found)
      }
    }
    return nil
  }

  /// Looks at an array of values, all of which a deletion says.
  private func unsaidValues(_ part: ChangedPart) -> Objection? {
    let old = oldValues(part.item)
    if basis.isNothing(Value(target, part.node), part.place), old.isEmpty { return nil }
    guard target.kind(part.node) == .array else { return instead(part) }
    let hash = basis.elementHash(part.place)
    var wanted = old.map { hash.of($0.document, $0.node) }
    var there = target.elements(part.node).map { hash.of(target, $0) }
    if case .set = tree[part.item] {
      wanted.sort()
      there.sort()
    }
    return wanted == there ? nil : instead(part, .words("just the elements that the change deletes"))
  }

  private func oldValues(_ item: ItemIndex) -> [Value] {
    if case .set(let old, _) = tree[item] { return tree.values(old) }
    return tree.children(of: item).flatMap { child -> [Value] in
      if case .hunk(let hunk) = tree[child] { tree.values(hunk.old) } else { [] }
    }
  }

  /// Whether a member is the name of an entity that the change gives in its head.
  private func isEntityName(_ name: Document.Node, _ item: ItemIndex) -> Bool {
    Schema.entityName.matches(target, name) && tree.heading(of: item).entityName != nil
  }
}
