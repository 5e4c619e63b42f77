internal import SZJSON
internal import SZModel

extension Differ {
  /// Opens an entity change for two objects and compares their members; it is taken back when nothing differs.
  ///
  /// `key` identifies the entity, and is written with it.
  mutating func entity(
    _ oldNode: Document.Node, _ newNode: Document.Node, key: IdentityKey?, _ place: Rules.Place?
  ) {
    if pairs != nil, place?.declared != nil { return declaredEntity(oldNode, newNode, key: key, place) }
    let index = tree.open(.entity(.init(oldNode: oldNode, newNode: newNode)))
    push(.close(index))
    addIdentity(Value(new, newNode), key)
    let firstAttribute = tree.endIndex
    var isUpdated = false
    var relationships: [Task] = []
    var matched = 0
    var pairing = MemberPairing(old, oldNode, new, newNode)
    while let (member, match) = pairing.next() {
      if match != nil { matched += 1 }
      if let match, isUnchanged(member.value, match.value) {
        if options.fullOld { addContext(member) }
        continue
      }
      let child = self.place(member, match, below: place)
      if let match, isRelation(member.value, match.value, child) {
        relationships.append(.relationship(name: member.name, old: member.value, new: match.value, child))
        continue
      }
      if let match, isEqual(member.value, match.value) { continue }
      tree.add(
        .attribute(
          name: Value(old, member.name), old: Value(old, member.value),
          new: match.map { Value(new, $0.value) }))
      isUpdated = true
    }
    if addAdded(oldNode, newNode, matched: matched) { isUpdated = true }
    if isUpdated {
      tree[index] = .entity(
        .init(.updated, hasEntireOld: options.fullOld, oldNode: oldNode, newNode: newNode))
    } else {
      tree.withdraw(from: firstAttribute)
    }
    for task in relationships.reversed() { push(task) }
  }

  /// Adds the members that only the new object has; answers whether there are any.
  private mutating func addAdded(
    _ oldNode: Document.Node, _ newNode: Document.Node, matched: Int
  ) -> Bool {
    if matched == new.count(of: newNode) { return false }
    var pairing = MemberPairing(new, newNode, old, oldNode)
    while let (member, match) = pairing.next() {
      if match != nil { continue }
      tree.add(.attribute(name: Value(new, member.name), old: nil, new: Value(new, member.value)))
    }
    return true
  }

  /// The place of a member of an old object, which the new one may have too.
  private func place(
    _ member: (name: Document.Node, value: Document.Node),
    _ match: (name: Document.Node, value: Document.Node)?, below place: Rules.Place?
  ) -> Rules.Place? {
    guard place != nil else { return nil }
    return rules.member(
      place, old.characters(member.name), Value(old, member.value), match.map { Value(new, $0.value) })
  }

  /// Adds an unchanged attribute for the form with the entire old attributes.
  private mutating func addContext(_ member: (name: Document.Node, value: Document.Node)) {
    if old.kind(member.value).isContainer { return }
    tree.add(.context(name: Value(old, member.name), old: Value(old, member.value)))
  }

  /// Adds the identity of an object, in the order of the key.
  mutating func addIdentity(_ object: Value, _ key: IdentityKey?) {
    for member in key?.members(object) ?? [] { tree.add(.identity(name: member.name, member.value)) }
  }

  /// Adds an entity with all its members on one side: a created one, or a deleted one with its place in the old order.
  mutating func whole(
    _ object: Value, _ key: IdentityKey, _ state: ChangeTree.EntityState, oldIndex: Int? = nil
  ) {
    let (oldNode, newNode) = state == .created ? (nil, object.node) : (object.node, nil)
    let index = tree.open(
      .entity(.init(state, oldIndex: oldIndex, oldNode: oldNode, newNode: newNode)))
    addIdentity(object, key)
    for member in object.document.members(object.node) {
      let (name, value) = (Value(object.document, member.name), Value(object.document, member.value))
      tree.add(
        state == .created
          ? .attribute(name: name, old: nil, new: value) : .attribute(name: name, old: value, new: nil))
    }
    tree.close(index)
  }
}
