extension ChangeReader {
  mutating func entity(_ node: Document.Node, among siblings: Siblings?) throws(ChangeShapeError) {
    try expect(.object, node, "an entity change must be an object")
    var item = item(.entity, node)
    var parts: [ChangeTree.Item] = []
    var identity: [(name: [UInt8], value: Document.Node)] = []
    var attributes: Document.Node?
    var removed: Document.Node?
    var relationships: Document.Node?
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
        var part = self.item(.identity, member.value)
        part.name = Value(document, member.name)
        part.new = Value(document, member.value)
        parts.append(part)
      case .entityName:
        guard document.kind(member.value).isString else {
          throw fail(member.value, "\"entityName\" must be a string")
        }
        var part = self.item(.entityName, member.value)
        part.new = Value(document, member.value)
        parts.append(part)
      case .parentWasDeleted:
        guard [.true, .false].contains(document.kind(member.value)) else {
          throw fail(member.value, "\"parentWasDeleted\" must be true or false")
        }
        item.parentWasDeleted = document.kind(member.value) == .true
      case .order: item.number = try index(member.value, "\"order\" of a deleted member")
      case .attributes: attributes = member.value
      case .removed: removed = member.value
      case .relationships: relationships = member.value
      case .from, .to: throw fail(member.name, "\"\(name)\" belongs to a change that was made with a model")
      case .elements, .members, .value:
        throw fail(member.name, "\"\(name)\" has no place in an entity change, and cannot identify one")
      }
    }
    if !identity.isEmpty, identity.allSatisfy({ document.kind($0.value) == .null }) {
      throw fail(node, "null identifies nothing; it says that a part of a composite identity is absent")
    }
    let hasRelationships = relationships.map { !document.isEmptyContainer($0) } ?? false
    let isBare = attributes == nil && !hasRelationships
    if let siblings {
      let hash = try check(identity, among: siblings, node)
      if isBare { siblings.bare.append((hash, node)) }
    } else if isBare, relationships == nil {
      throw fail(node, ChangeReader.nothingSaid)
    }
    let entity = tree.open(item)
    tasks.append(.close(entity))
    for part in parts { tree.add(part) }
    if let attributes {
      try AttributeReader.read(document, attributes, removed: removed, into: &tree, entity: entity)
    } else if let removed {
      throw fail(removed, "\"removed\" needs \"attributes\"")
    }
    if item.number >= 0, tree.items[entity].state != .deleted {
      throw fail(node, "\"order\" has its place in a deleted member or beside \"members\"")
    }
    guard let relationships else { return }
    try expect(.object, relationships, "\"relationships\" must be an object")
    try checkApart(relationships, attributesOf: entity)
    for member in Array(document.members(relationships)).reversed() {
      tasks.append(.relationship(name: member.name, member.value))
    }
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
        if !siblings.bare.isEmpty { siblings.ordered.insert(hash(parts)) }
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
  private func checkApart(_ relationships: Document.Node, attributesOf entity: Int) throws(ChangeShapeError) {
    var names: Set<[UInt8]> = []
    for item in tree.items[entity...] where item.role == .attribute || item.role == .identity {
      guard let name = item.name.map({ document.characters($0.node) }) else { continue }
      // An identity that lies deeper is below a relationship.
      if item.role == .attribute {
        names.insert(name)
      } else if let path = IdentityPath(name), path.isName {
        names.insert(path.steps[0].characters)
      }
    }
    if names.isEmpty { return }
    for member in document.members(relationships) where names.contains(document.characters(member.name)) {
      let name = JSONString.shown(document.string(member.name))
      throw fail(member.name, "\(name) cannot be a relationship and an attribute or identity at once")
    }
  }
}
