internal import SZJSON

extension ChangeReader {
  mutating func entity(_ node: Document.Node, among siblings: Siblings?) throws(ChangeShapeError) {
    try expect(.object, node, "an entity change must be an object")
    var entity = ChangeTree.Entity()
    let item = open(.entity(entity), node)
    identity.removeAll(keepingCapacity: true)
    var (attributes, removed, relationships): (Document.Node?, Document.Node?, Document.Node?)
    var (comes, goes) = (false, false)
    for member in document.members(node) {
      switch ChangeReader.words.word(document, member.name) {
      case nil:
        try checkIdentifying(member)
        identity.append(member)
        add(.identity(name: Value(document, member.name), Value(document, member.value)), member.value)
      case .entityName:
        guard document.kind(member.value).isString else {
          throw fail(member.value, "\"entityName\" must be a string")
        }
        add(.entityName(Value(document, member.value)), member.value)
      case .parentWasDeleted:
        guard [.true, .false].contains(document.kind(member.value)) else {
          throw fail(member.value, "\"parentWasDeleted\" must be true or false")
        }
        entity.parentWasDeleted = document.kind(member.value) == .true
      case .order where document.kind(member.value) == .array:
        throw fail(member.name, "\"order\" of a to-many stands beside \"members\"")
      case .order: entity.oldIndex = try index(member.value, "\"order\" of a deleted member")
      case .attributes: attributes = member.value
      case .removed: removed = member.value
      case .relationships: relationships = member.value
      case .from:
        comes = true
        add(.from(try path(member)), member.value)
      case .to:
        goes = true
        add(.to(try path(member)), member.value)
      case .value where document.kind(member.value) == .object:
        add(try instead(member.value), member.value)
      case .elements, .members, .value:
        throw fail(
          member.name,
          "\"\(document.string(member.name))\" has no place in an entity change, and cannot identify one")
      }
    }
    if !identity.isEmpty, identity.allSatisfy({ document.kind($0.value) == .null }) {
      throw fail(node, "null identifies nothing; it says that a part of a composite identity is absent")
    }
    if let relationships { try expect(.object, relationships, "\"relationships\" must be an object") }
    let hasRelationships = relationships.map { !document.isEmptyContainer($0) } ?? false
    if comes, goes { throw fail(node, "an entity moves \"from\" somewhere or \"to\" somewhere, not both") }
    let isBare = attributes == nil && !hasRelationships && !comes && !goes
    if let siblings {
      let hash = try check(among: siblings, node)
      if isBare { siblings.bare.append((hash, node)) }
    } else if isBare, relationships == nil {
      throw fail(node, ChangeReader.nothingSaid)
    }
    if identity.contains(where: { !IdentityPath.isPlain(document, $0.name) }) {
      tasks.append(.identified(item))
    }
    tasks.append(.close(item))
    if let attributes {
      let answer = try AttributeReader.read(document, attributes, removed: removed, into: &tree)
      (entity.state, entity.group) = (answer.state, answer.group.map { Value(document, $0) })
      entity.hasEntireOld = removed != nil
      try checkIdentity(of: item, answer)
    } else if let removed {
      throw fail(removed, "\"removed\" needs \"attributes\"")
    }
    tree[item] = .entity(entity)
    if entity.oldIndex != nil, entity.state != .deleted, !goes {
      throw fail(node, "\"order\" has its place in a deleted member or beside \"members\"")
    }
    guard let relationships else { return }
    if document.isEmptyContainer(relationships) {
      throw fail(relationships, "\"relationships\" must name at least one relationship")
    }
    try checkApart(relationships, attributesOf: item)
    tasks.append(.relationships(document.members(relationships)))
  }

  private mutating func add(_ item: ChangeTree.Item, _ value: Document.Node) {
    tree.add(item, offset: document.start(value))
  }

  private func path(_ member: Document.Members.Element) throws(ChangeShapeError) -> Value {
    guard document.kind(member.value).isString else {
      throw fail(member.value, "\"\(document.string(member.name))\" must be a path")
    }
    return Value(document, member.value)
  }

  /// Checks a member with none of our words for a name: it identifies.
  private func checkIdentifying(_ member: Document.Members.Element) throws(ChangeShapeError) {
    if document.kind(member.value).isContainer {
      let name = document.string(member.name)
      throw fail(
        member.name,
        "\(JSONString.shown(name)) is no part of an entity change, and an identity must be a scalar"
          + ChangeReader.suggestion(
            name, ReservedWord.allCases.map(\.rawValue).filter { $0.utf8.count > 4 }))
    }
    guard IdentityPath.isPlain(document, member.name) || IdentityPath(document.characters(member.name)) != nil
    else {
      throw fail(
        member.name,
        "\(JSONString.shown(document.string(member.name))) cannot be an identity; a name is quoted as in ['a.b']"
      )
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

  /// A member must have an identity of its own, by the same names as its siblings.
  private func check(among siblings: Siblings, _ node: Document.Node) throws(ChangeShapeError) -> UInt64 {
    if identity.isEmpty {
      throw fail(node, "a member needs its identity, under a name that changes do not use themselves")
    }
    if siblings.names.isEmpty {
      siblings.names = identity.map { MemberName(document.characters($0.name)) }
    }
    var all = Hashing.Tuple(hashing)
    for name in siblings.names {
      guard siblings.names.count == identity.count,
        let part = identity.first(where: { name.matches(document, $0.name) })
      else {
        throw fail(
          node,
          "the members of one relationship must have their identity by the same names, with null where a part of it is absent"
        )
      }
      all.add(document.scalarHash(part.value, hashing))
    }
    if !siblings.seen.insert(all.hash, value: 0) {
      let hint = identity.contains { document.kind($0.value) == .number } && !hashing.exactNumbers
      throw fail(
        node, "two members have this identity" + (hint ? ", unless --exact-numbers tells them apart" : ""))
    }
    return all.hash
  }

  /// Checks the identities in a hunk of an order, and keeps those that a bare member may be named for.
  func checkIdentities(_ hunk: HunkMembers, of siblings: Siblings) throws(ChangeShapeError) {
    let count = siblings.names.count
    if count == 0 { return }
    // No table is opened for each identity anew.
    var none: HashTable?
    try checkIdentities(.before, hunk.before, count, siblings, &none)
    try checkIdentities(.old, hunk.old, count, siblings, &siblings.leaving)
    try checkIdentities(.new, hunk.new, count, siblings, &siblings.arriving)
    try checkIdentities(.after, hunk.after, count, siblings, &none)
  }

  private func checkIdentities(
    _ word: HunkWord, _ values: Document.Node?, _ count: Int, _ siblings: Siblings, _ seen: inout HashTable?
  ) throws(ChangeShapeError) {
    guard let values else { return }
    let mayBeBare = !siblings.bare.isEmpty
    for value in document.elements(values) {
      guard let hash = identityHash(value, count) else {
        throw fail(
          value,
          count == 1
            ? "an order is of identities, each a scalar"
            : "an order is of identities, each an array of \(count) scalars")
      }
      if !(seen?.insert(hash, value: 0) ?? true) {
        throw fail(value, "a member stands in one \"\(word)\" of an order only, once")
      }
      if mayBeBare { _ = siblings.ordered.insert(hash, value: 0) }
    }
  }

  /// The hash of an identity as an order names it; nil for what is none of `count` parts.
  private func identityHash(_ value: Document.Node, _ count: Int) -> UInt64? {
    let kind = document.kind(value)
    // The hash of one part is that part's own.
    if count == 1 { return kind.isContainer || kind == .null ? nil : document.scalarHash(value, hashing) }
    guard kind == .array else { return nil }
    var all = Hashing.Tuple(hashing)
    var (number, names) = (0, false)
    for part in document.elements(value) {
      if document.kind(part).isContainer { return nil }
      if document.kind(part) != .null { names = true }
      number += 1
      all.add(document.scalarHash(part, hashing))
    }
    return names && number == count ? all.hash : nil
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
    if isApart(relationships, attributesOf: entity) { return }
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

  /// Whether few names are known to be none of few others: those of most entities, which are compared where they stand.
  private func isApart(_ relationships: Document.Node, attributesOf entity: ItemIndex) -> Bool {
    let count = document.count(of: relationships)
    if (tree.endIndex.number - entity.number) * count > 64 { return false }
    var index = entity.next
    while index < tree.endIndex {
      let own: Document.Node
      switch tree[index] {
      case .attribute(let name, _, _), .context(let name, _): own = name.node
      case .identity(let name, _):
        if !IdentityPath.isPlain(document, name.node) { return false }
        own = name.node
      default:
        index = index.next
        continue
      }
      for member in document.members(relationships) where document.scalarsEqual(member.name, document, own) {
        return false
      }
      index = index.next
    }
    return true
  }
}
