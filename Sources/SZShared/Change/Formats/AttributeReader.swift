/// Reads the attributes of an entity change in each of their forms: grouped, entire old ones, and pairs.
enum AttributeReader {
  /// Adds the attributes in `node` to `tree`, and answers what they say of their entity.
  static func read(
    _ document: Document, _ node: Document.Node, removed: Document.Node?, into tree: inout ChangeTree
  ) throws(ChangeShapeError) -> ChangeTree.EntityState {
    guard document.kind(node) == .object else {
      throw ChangeShapeError(node: node, reason: "\"attributes\" must be an object")
    }
    let names = document.members(node).map { document.string($0.name) }
    if names.isEmpty {
      throw ChangeShapeError(node: node, reason: "\"attributes\" needs \"old\", \"new\" or both")
    }
    if names.count > 1, names.allSatisfy({ ["old", "new", "removed"].contains($0) }),
      let inside = document.member(node, named: Array("removed".utf8)), document.kind(inside.value) == .array
    {
      throw ChangeShapeError(
        node: inside.name, reason: "\"removed\" has its place beside \"attributes\", not in it")
    }
    if names.allSatisfy({ $0 == "old" || $0 == "new" }) {
      if names.count == 2, removed == nil,
        document.members(node).allSatisfy({
          document.kind($0.value) == .object && document.isEmptyContainer($0.value)
        })
      {
        throw ChangeShapeError(
          node: node, reason: "\"attributes\" says nothing: \"old\" and \"new\" are empty")
      }
      return try readGroups(document, node, removed: removed, &tree)
    } else if let removed {
      throw ChangeShapeError(
        node: removed, reason: "\"removed\" goes with attributes grouped as \"old\" and \"new\"")
    } else {
      return try readPairs(document, node, &tree)
    }
  }

  private static func readGroups(
    _ document: Document, _ node: Document.Node, removed: Document.Node?, _ tree: inout ChangeTree
  ) throws(ChangeShapeError) -> ChangeTree.EntityState {
    for member in document.members(node) where document.kind(member.value) != .object {
      throw ChangeShapeError(
        node: member.value, reason: "\"\(document.string(member.name))\" must be an object of attributes")
    }
    let old = document.member(node, named: Array("old".utf8))?.value
    let new = document.member(node, named: Array("new".utf8))?.value
    var gone: Set<[UInt8]> = []
    if let removed {
      guard old != nil, new != nil else {
        throw ChangeShapeError(node: removed, reason: "\"removed\" goes with both \"old\" and \"new\"")
      }
      gone = try names(document, removed)
    }
    let hasEntireOld = removed != nil
    switch (old, new) {
    case (let old?, let new?):
      var pairing = MemberPairing(document, old, document, new)
      while let (member, match) = pairing.next() {
        let isGone = match == nil && hasEntireOld && gone.remove(document.characters(member.name)) != nil
        let isContext = hasEntireOld && match == nil && !isGone
        if isContext {
          tree.add(
            .context(name: Value(document, member.name), old: Value(document, member.value)),
            offset: document.start(member.name))
        } else {
          add(document, member.name, old: member.value, new: match?.value, &tree)
        }
      }
      if let removed, let stray = gone.map({ String(decoding: $0, as: UTF8.self) }).min() {
        throw ChangeShapeError(
          node: removed,
          reason:
            "\"removed\" names \(JSONString.shown(stray)), which must stand in \"old\" and not in \"new\"")
      }
      var added = MemberPairing(document, new, document, old)
      while let (member, match) = added.next() {
        if match == nil { add(document, member.name, old: nil, new: member.value, &tree) }
      }
    case (let old?, nil):
      for member in document.members(old) { add(document, member.name, old: member.value, new: nil, &tree) }
    case (nil, let new?):
      for member in document.members(new) { add(document, member.name, old: nil, new: member.value, &tree) }
    case (nil, nil): break
    }
    return old == nil ? .created : new == nil ? .deleted : .updated
  }

  private static func readPairs(
    _ document: Document, _ node: Document.Node, _ tree: inout ChangeTree
  ) throws(ChangeShapeError) -> ChangeTree.EntityState {
    var (hasOld, hasNew, hasBoth) = (false, false, false)
    for member in document.members(node) {
      let sides =
        document.kind(member.value) == .object
        ? document.members(member.value).map { document.string($0.name) } : []
      guard !sides.isEmpty, sides.allSatisfy({ $0 == "old" || $0 == "new" }) else {
        throw ChangeShapeError(
          node: member.value,
          reason:
            "attribute \(JSONString.shown(document.string(member.name))) must be an object with \"old\", \"new\" or both"
            + ChangeReader.suggestion(document.string(member.name), ["old", "new"]))
      }
      let old = document.member(member.value, named: Array("old".utf8))?.value
      let new = document.member(member.value, named: Array("new".utf8))?.value
      if old != nil, new != nil { hasBoth = true } else if old != nil { hasOld = true } else { hasNew = true }
      add(document, member.name, old: old, new: new, &tree)
    }
    return hasBoth || (hasOld && hasNew) ? .updated : hasNew ? .created : .deleted
  }

  private static func add(
    _ document: Document, _ name: Document.Node, old: Document.Node?, new: Document.Node?,
    _ tree: inout ChangeTree
  ) {
    let (old, new) = (old.map { Value(document, $0) }, new.map { Value(document, $0) })
    tree.add(
      .attribute(name: Value(document, name), old: old, new: new), offset: document.start(name))
  }

  private static func names(_ document: Document, _ node: Document.Node) throws(ChangeShapeError) -> Set<
    [UInt8]
  > {
    guard document.kind(node) == .array else {
      throw ChangeShapeError(node: node, reason: "\"removed\" must be an array of names")
    }
    var names: Set<[UInt8]> = []
    for element in document.elements(node) {
      guard document.kind(element).isString else {
        throw ChangeShapeError(node: element, reason: "\"removed\" must be an array of names")
      }
      names.insert(document.characters(element))
    }
    return names
  }
}
