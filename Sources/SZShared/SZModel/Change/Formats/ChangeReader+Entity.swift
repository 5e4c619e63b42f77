internal import SZJSON

extension ChangeReader {
  mutating func entity(_ node: Document.Node, isMember: Bool) throws(ChangeShapeError) {
    try expect(.object, node, "an entity change must be an object")
    var entity = ChangeTree.Entity()
    let item = add(.entity)
    identity.removeAll(keepingCapacity: true)
    var (attributes, removed, relationships): (Document.Node?, Document.Node?, Document.Node?)
    var (isArrival, isDeparture) = (false, false)
    for member in document.members(node) {
      switch ChangeReader.words.word(document, member.name) {
      case nil:
        try checkIdentifying(member)
        identity.append(member)
        add(.identity, member.name, member.value)
      case .entityName:
        guard document.kind(member.value).isString else {
          throw fail(member.value, "\"entityName\" must be a string")
        }
        add(.entityName, member.value)
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
        isArrival = true
        add(.from, try path(member))
      case .to:
        isDeparture = true
        add(.to, try path(member))
      case .value where document.kind(member.value) == .object:
        try instead(member.value)
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
    if isArrival, isDeparture {
      throw fail(node, "an entity moves \"from\" somewhere or \"to\" somewhere, not both")
    }
    let isBare = attributes == nil && !hasRelationships && !isArrival && !isDeparture
    if isMember {
      let number = try checkMember(node)
      if isBare { siblings[siblings.count - 1].addBare(number, node) }
    } else if isBare, relationships == nil {
      throw fail(node, ChangeReader.nothingSaid)
    }
    if let attributes {
      let answer = try AttributeReader.read(document, attributes, removed: removed, into: &self)
      (entity.state, entity.group) = (answer.state, answer.group.map { Value(document, $0) })
      entity.hasEntireOld = removed != nil
      try checkIdentity(of: item, answer)
    } else if let removed {
      throw fail(removed, "\"removed\" needs \"attributes\"")
    }
    tree.close(item)
    tree.say(entity, at: item)
    if entity.oldIndex != nil, entity.state != .deleted, !isDeparture {
      throw fail(node, "\"order\" has its place in a deleted member or beside \"members\"")
    }
    guard let relationships else { return }
    if document.isEmptyContainer(relationships) {
      throw fail(relationships, "\"relationships\" must name at least one relationship")
    }
    try checkApart(relationships, attributesOf: item)
    open(item, relationships)
  }

  private func path(_ member: Document.Members.Element) throws(ChangeShapeError) -> Document.Node {
    guard document.kind(member.value).isString else {
      throw fail(member.value, "\"\(document.string(member.name))\" must be a path")
    }
    return member.value
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
  private mutating func instead(_ node: Document.Node) throws(ChangeShapeError) {
    try expectOnly(["old", "new"], node)
    let (old, new) = (member(node, "old"), member(node, "new"))
    if (old == nil) == (new == nil) { throw fail(node, "\"value\" of an entity has \"old\" or \"new\"") }
    for side in [old, new] {
      if let side, document.kind(side).isContainer {
        throw fail(side, "null or a reference stands in the place of an entity")
      }
    }
    add(.instead, old, new)
  }

  /// A member must have an identity of its own, by the same names as its siblings. Answers its number.
  private mutating func checkMember(_ node: Document.Node) throws(ChangeShapeError) -> Int {
    if identity.isEmpty {
      throw fail(node, "a member needs its identity, under a name that changes do not use themselves")
    }
    let last = siblings.count - 1
    if siblings[last].names.isEmpty {
      siblings[last].names = identity.map { MemberName(document.characters($0.name)) }
    }
    guard let hash = memberHash(siblings[last].names) else {
      throw fail(
        node,
        "the members of one relationship must have their identity by the same names, with null where a part of it is absent"
      )
    }
    let (number, isFirst) = siblings[last].add(hash, .member)
    if !isFirst {
      let hint = identity.contains { document.kind($0.value) == .number } && !hashing.exactNumbers
      throw fail(
        node, "two members have this identity" + (hint ? ", unless --exact-numbers tells them apart" : ""))
    }
    return number
  }

  /// The hash of the identity that was read; nil where its names are others.
  private mutating func memberHash(_ names: [MemberName]) -> UInt64? {
    guard names.count == identity.count else { return nil }
    // The hash of one part is that part's own.
    if names.count == 1 {
      let (name, value) = identity[0]
      return names[0].matches(document, name) ? document.scalarHash(value, hashing) : nil
    }
    var all = Hashing.Tuple(hashing)
    for (name, own) in zip(names, identity) {
      // Most have them in one order.
      guard
        let part = name.matches(document, own.name)
          ? own : identity.first(where: { name.matches(document, $0.name) })
      else { return nil }
      all.add(document.scalarHash(part.value, hashing))
    }
    return all.hash
  }

  /// Checks the identities in a hunk of an order. The tree keeps which they are.
  mutating func checkIdentities(_ hunk: HunkMembers) throws(ChangeShapeError) {
    // Taken out while they are added to.
    var own = siblings.removeLast()
    try checkIdentities(.before, hunk.before, .context, &own)
    try checkIdentities(.old, hunk.old, .old, &own)
    try checkIdentities(.new, hunk.new, .new, &own)
    try checkIdentities(.after, hunk.after, .context, &own)
    siblings.append(own)
  }

  private mutating func checkIdentities(
    _ word: HunkWord, _ values: Document.Node?, _ use: Siblings.Uses, _ own: inout Siblings
  ) throws(ChangeShapeError) {
    guard let values else { return }
    let count = own.names.count
    for value in document.elements(values) {
      guard let hash = identityHash(value, count) else {
        throw fail(
          value,
          count == 1
            ? "an order is of identities, each a scalar"
            : "an order is of identities, each an array of \(count) scalars")
      }
      let (number, isFirst) = own.add(hash, use)
      if !isFirst, use != .context {
        throw fail(value, "a member stands in one \"\(word)\" of an order only, once")
      }
      tree.orderNumbers.append(number)
    }
  }

  /// The hash of an identity as an order names it; nil for what is none of `count` parts.
  @inline(__always) private func identityHash(_ value: Document.Node, _ count: Int) -> UInt64? {
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
      switch tree.kind(of: index) {
      case .attribute, .context: names.insert(document.characters(tree.firstNode(index)))
      case .identity:
        // An identity that lies deeper is below a relationship.
        if let path = IdentityPath(document.characters(tree.firstNode(index))), path.isName {
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
      defer { index = index.next }
      guard [.attribute, .context, .identity].contains(tree.kind(of: index)) else { continue }
      let own = tree.firstNode(index)
      if tree.kind(of: index) == .identity, !IdentityPath.isPlain(document, own) { return false }
      for member in document.members(relationships) where document.scalarsEqual(member.name, document, own) {
        return false
      }
    }
    return true
  }
}
