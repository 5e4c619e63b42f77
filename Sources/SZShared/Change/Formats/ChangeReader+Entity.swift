extension ChangeReader {
  mutating func entity(_ node: Document.Node, among siblings: Siblings?) throws(ChangeShapeError) {
    try expect(.object, node, "an entity change must be an object")
    var entity = ChangeTree.Entity()
    var parts: [(item: ChangeTree.Item, offset: Int)] = []
    var identity: [(name: [UInt8], value: Document.Node)] = []
    var attributes: Document.Node?
    var removed: Document.Node?
    var relationships: Document.Node?
    var moves = 0
    for member in document.members(node) {
      let name = document.string(member.name)
      switch ReservedWord(rawValue: name) {
      case nil:
        guard !document.kind(member.value).isContainer else {
          throw fail(
            member.name,
            "\(JSONString.shown(name)) is no part of an entity change, and an identity must be a scalar"
              + ChangeReader.suggestion(
                name, ReservedWord.allCases.map(\.rawValue).filter { $0.utf8.count > 4 }))
        }
        let characters = document.characters(member.name)
        guard IdentityPath.isPlain(characters) || ChangeReader.mayIdentify(characters) else {
          throw fail(
            member.name, "\(JSONString.shown(name)) cannot be an identity; a name is quoted as in ['a.b']")
        }
        identity.append((characters, member.value))
        parts.append(
          (
            .identity(name: Value(document, member.name), Value(document, member.value)),
            document.start(member.value)
          ))
      case .entityName:
        guard document.kind(member.value).isString else {
          throw fail(member.value, "\"entityName\" must be a string")
        }
        parts.append((.entityName(Value(document, member.value)), document.start(member.value)))
      case .parentWasDeleted:
        guard [.true, .false].contains(document.kind(member.value)) else {
          throw fail(member.value, "\"parentWasDeleted\" must be true or false")
        }
        entity.parentWasDeleted = document.kind(member.value) == .true
      case .order: entity.oldIndex = try index(member.value, "\"order\" of a deleted member")
      case .attributes: attributes = member.value
      case .removed: removed = member.value
      case .relationships: relationships = member.value
      case .from, .to:
        guard document.kind(member.value).isString else {
          throw fail(member.value, "\"\(name)\" must be a path")
        }
        let path = Value(document, member.value)
        parts.append((name == "from" ? .from(path) : .to(path), document.start(member.value)))
        moves += 1
      case .value where document.kind(member.value) == .object:
        parts.append((try instead(member.value), document.start(member.value)))
      case .elements, .members, .value:
        throw fail(member.name, "\"\(name)\" has no place in an entity change, and cannot identify one")
      }
    }
    if !identity.isEmpty, identity.allSatisfy({ document.kind($0.value) == .null }) {
      throw fail(node, "null identifies nothing; it says that a part of a composite identity is absent")
    }
    let hasRelationships = relationships.map { !document.isEmptyContainer($0) } ?? false
    if moves > 1 { throw fail(node, "an entity moves \"from\" somewhere or \"to\" somewhere, not both") }
    let isBare = attributes == nil && !hasRelationships && moves == 0
    if let siblings {
      let hash = try check(identity, among: siblings, node)
      if isBare { siblings.bare.append((hash, node)) }
    } else if isBare, relationships == nil {
      throw fail(node, ChangeReader.nothingSaid)
    }
    let item = tree.open(.entity(entity), offset: document.start(node))
    tasks.append(.close(item))
    for part in parts { tree.add(part.item, offset: part.offset) }
    if let attributes {
      entity.state = try AttributeReader.read(document, attributes, removed: removed, into: &tree)
      entity.hasEntireOld = removed != nil
      tree[item] = .entity(entity)
    } else if let removed {
      throw fail(removed, "\"removed\" needs \"attributes\"")
    }
    let leaves = entity.state == .deleted || parts.contains { if case .to = $0.item { true } else { false } }
    if entity.oldIndex != nil, !leaves {
      throw fail(node, "\"order\" has its place in a deleted member or beside \"members\"")
    }
    guard let relationships else { return }
    try expect(.object, relationships, "\"relationships\" must be an object")
    if document.isEmptyContainer(relationships) {
      throw fail(relationships, "\"relationships\" must name at least one relationship")
    }
    try checkApart(relationships, attributesOf: item)
    for member in Array(document.members(relationships)).reversed() {
      tasks.append(.relationship(name: member.name, member.value))
    }
  }

  /// Reads what stands in the place of a to-one that comes or goes.
  private func instead(_ node: Document.Node) throws(ChangeShapeError) -> ChangeTree.Item {
    try expectOnly(["old", "new"], node)
    let (old, new) = (member(node, "old"), member(node, "new"))
    if (old == nil) == (new == nil) { throw fail(node, "\"value\" of an entity has \"old\" or \"new\"") }
    for side in [old, new] {
      if let side, document.kind(side).isContainer {
        throw fail(side, "null or a reference stands in the place of an entity")
      }
    }
    return .instead(old: old.map { Value(document, $0) }, new: new.map { Value(document, $0) })
  }

  /// Whether a name that is no plain one is the path of an identity, and not one of the reserved words in quotes.
  private static func mayIdentify(_ name: [UInt8]) -> Bool {
    IdentityPath(name).map { !$0.isName || !ReservedWord.isReserved($0.steps[0].characters) } ?? false
  }

  /// A member must have an identity of its own, by the same names as its siblings.
  private func check(
    _ identity: [(name: [UInt8], value: Document.Node)], among siblings: Siblings, _ node: Document.Node
  ) throws(ChangeShapeError) -> UInt64 {
    if identity.isEmpty {
      throw fail(node, "a member needs its identity, under a name that changes do not use themselves")
    }
    let names = siblings.names ?? identity.map(\.name)
    siblings.names = names
    var parts: [Document.Node] = []
    for name in names {
      guard let part = identity.first(where: { $0.name == name }), names.count == identity.count else {
        throw fail(
          node,
          "the members of one relationship must have their identity by the same names, with null where a part of it is absent"
        )
      }
      parts.append(part.value)
    }
    let hash = hash(parts)
    if !siblings.seen.insert(hash, value: 0) {
      let hint = parts.contains { document.kind($0) == .number } && !hashing.exactNumbers
      throw fail(
        node, "two members have this identity" + (hint ? ", unless --exact-numbers tells them apart" : ""))
    }
    return hash
  }

  private func hash(_ parts: [Document.Node]) -> UInt64 {
    var all = Hashing.Tuple(hashing)
    for part in parts { all.add(document.scalarHash(part, hashing)) }
    return all.hash
  }

  /// Checks the identities in a hunk of an order, and keeps those that a bare member may be named for.
  func ids(_ move: Document.Node, of siblings: Siblings) throws(ChangeShapeError) {
    guard document.kind(move) == .object, let names = siblings.names else { return }
    for stretch in ["before", "old", "new", "after"] {
      guard let values = member(move, stretch), document.kind(values) == .array else { continue }
      for value in document.elements(values) {
        let parts =
          names.count == 1 ? [value] : document.kind(value) == .array ? Array(document.elements(value)) : []
        guard parts.count == names.count, parts.allSatisfy({ !document.kind($0).isContainer }),
          parts.contains(where: { document.kind($0) != .null })
        else {
          throw fail(
            value,
            names.count == 1
              ? "an order is of identities, each a scalar"
              : "an order is of identities, each an array of \(names.count) scalars")
        }
        let hash = hash(parts)
        let isFirst =
          switch stretch {
          case "old": siblings.leaving.insert(hash, value: 0)
          case "new": siblings.arriving.insert(hash, value: 0)
          default: true
          }
        if !isFirst { throw fail(value, "a member stands in one \"\(stretch)\" of an order only, once") }
        if !siblings.bare.isEmpty { siblings.ordered.insert(hash) }
      }
    }
  }

  static let nothingSaid =
    "this entity change says nothing: it has no \"attributes\", no \"relationships\" and no place in an order"

  /// What may have been meant by a name that is none of these.
  static func suggestion(_ name: String, _ words: [String]) -> String {
    NearestName.slip(name, for: words).map { "; did you mean \"\($0)\"?" } ?? ""
  }

  /// What is a relationship is no attribute, and identifies nothing.
  private func checkApart(_ relationships: Document.Node, attributesOf entity: ItemIndex)
    throws(ChangeShapeError)
  {
    var names: Set<[UInt8]> = []
    var index = entity.next
    while index < tree.endIndex {
      switch tree[index] {
      case .attribute(let name, _, _), .context(let name, _): names.insert(document.characters(name.node))
      case .identity(let name, _):
        // An identity that lies deeper is below a relationship.
        if let path = IdentityPath(document.characters(name.node)), path.isName {
          names.insert(path.steps[0].characters)
        }
      default: break
      }
      index = index.next
    }
    if names.isEmpty { return }
    for member in document.members(relationships) where names.contains(document.characters(member.name)) {
      let name = JSONString.shown(document.string(member.name))
      throw fail(member.name, "\(name) cannot be a relationship and an attribute or identity at once")
    }
  }
}
