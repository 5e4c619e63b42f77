public import SZJSON

/// What identifies entities across documents.
extension Schema {
  /// One hash for the identity of an object of `entity`, the same for all entities that it is akin to and different for
  /// others; nil when it has none.
  @inline(__always) public func identity(
    _ document: Document, _ object: Document.Node, of entity: Entity, _ hashing: Hashing
  ) -> UInt64? {
    if let head = entity.plainKey, let value = Schema.member(document, object, head) {
      let kind = document.kind(value)
      return kind.isContainer || kind == .null
        ? nil : Schema.hash(document.scalarHash(value, hashing), in: entity.tree)
    }
    return anyIdentity(document, object, of: entity, hashing)
  }

  /// The value of the member with this name; nil when there is none, or names must be looked at more closely.
  @inline(__always) private static func member(
    _ document: Document, _ object: Document.Node, _ head: MemberName.Head
  ) -> Document.Node? {
    var node = document.firstChild(object)
    let end = document.end(object)
    // Most entities begin with it.
    if node < end, head.isCertain(document.bytes, document.tape[node.index]) {
      return Document.Node(node.index &+ 1)
    }
    while node < end {
      let value = document.next(node)
      guard let isIt = head.matches(document, node) else { return nil }
      if isIt { return value }
      node = document.next(value)
    }
    return nil
  }

  @inline(never) private func anyIdentity(
    _ document: Document, _ object: Document.Node, of entity: Entity, _ hashing: Hashing
  ) -> UInt64? {
    guard let key = entity.key else { return nil }
    if entity.keyTypes.isEmpty {
      guard let found = key.hash(document, object, hashing) else { return nil }
      return Schema.hash(found.hash, in: entity.tree)
    }
    return typedIdentity(document, object, key, entity, hashing)
  }

  private func typedIdentity(
    _ document: Document, _ object: Document.Node, _ key: IdentityKey, _ entity: Entity, _ hashing: Hashing
  ) -> UInt64? {
    var all = Hashing.Tuple(hashing)
    for (number, type) in entity.keyTypes.enumerated() {
      guard document.kind(object) == .object, case .value(let value) = key.find(document, object, number)
      else { return nil }
      all.add(type.hash(document, value, hashing))
    }
    return Schema.hash(all.hash, in: entity.tree)
  }

  /// The hash of the identity that a reference stands for in `set`, a scalar or, where no entity has its place, an object; nil when it
  /// stands for none: what identifies an entity only within its to-many names none.
  public func identity(
    _ document: Document, reference node: Document.Node, in set: EntitySet, _ hashing: Hashing
  )
    -> UInt64?
  {
    if self[set.destination].isScopedToParent { return nil }
    if document.kind(node) == .object, !set.isWalked {
      return identity(document, node, of: self[set.destination], hashing)
    }
    guard set.hasReferences, !document.kind(node).isContainer, document.kind(node) != .null else {
      return nil
    }
    return Schema.hash(set.reference.hash(document, node, hashing), in: self[set.destination].tree)
  }

  /// Different trees of inheritance have identities of their own. Hashes of one run are secrets, so that moving those of a
  /// tree by a fixed distance makes no two meet.
  @inline(__always) static func hash(_ identity: UInt64, in tree: Model.EntityID) -> UInt64 {
    identity &+ UInt64(truncatingIfNeeded: tree.index) &* 0x9E37_79B9_7F4A_7C15
  }
}
