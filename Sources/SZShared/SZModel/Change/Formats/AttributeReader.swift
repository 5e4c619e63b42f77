internal import SZJSON

/// Reads the attributes of an entity change in each of their forms: grouped, entire old ones, and pairs.
enum AttributeReader {
  /// What attributes say of their entity; and the object in which all of them stand, when that is one.
  typealias Answer = (state: ChangeTree.EntityState, group: Document.Node?)

  /// Adds the attributes in `node` to the tree of `reader`.
  static func read(
    _ document: Document, _ node: Document.Node, removed: Document.Node?, into reader: inout ChangeReader
  ) throws(ChangeShapeError) -> Answer {
    guard document.kind(node) == .object else {
      throw ChangeShapeError(node: node, reason: "\"attributes\" must be an object")
    }
    if document.isEmptyContainer(node) {
      throw ChangeShapeError(node: node, reason: "\"attributes\" needs \"old\", \"new\" or both")
    }
    if let sides = Sides(document, node) {
      if removed == nil, let old = sides.old, let new = sides.new,
        document.kind(old) == .object, document.isEmptyContainer(old), document.kind(new) == .object,
        document.isEmptyContainer(new)
      {
        throw ChangeShapeError(
          node: node, reason: "\"attributes\" says nothing: \"old\" and \"new\" are empty")
      }
      return try readGroups(document, sides, removed: removed, &reader)
    }
    if let inside = document.member(node, named: Array("removed".utf8)),
      document.kind(inside.value) == .array,
      document.members(node).allSatisfy({ $0.name == inside.name || Sides.isSide(document, $0.name) }),
      document.members(node).contains(where: { $0.name != inside.name })
    {
      throw ChangeShapeError(
        node: inside.name, reason: "\"removed\" has its place beside \"attributes\", not in it")
    }
    if let removed {
      throw ChangeShapeError(
        node: removed, reason: "\"removed\" goes with attributes grouped as \"old\" and \"new\"")
    }
    return (try readPairs(document, node, &reader), nil)
  }

  /// The old and the new of something, where they stand.
  private struct Sides {
    private enum Word: String, CaseIterable { case old, new }
    private static let words = WordTable<Word>()

    private(set) var old: Document.Node?
    private(set) var new: Document.Node?

    /// The sides that are the members of an object; nil when there are none, or others.
    init?(_ document: Document, _ node: Document.Node) {
      guard document.kind(node) == .object else { return nil }
      for member in document.members(node) {
        switch Sides.words.word(document, member.name) {
        case .old: old = member.value
        case .new: new = member.value
        case nil: return nil
        }
      }
      if old == nil, new == nil { return nil }
    }

    static func isSide(_ document: Document, _ name: Document.Node) -> Bool {
      words.word(document, name) != nil
    }
  }

  private static func readGroups(
    _ document: Document, _ sides: Sides, removed: Document.Node?, _ reader: inout ChangeReader
  ) throws(ChangeShapeError) -> Answer {
    let (old, new) = (sides.old, sides.new)
    if let old, document.kind(old) != .object {
      throw ChangeShapeError(node: old, reason: "\"old\" must be an object of attributes")
    }
    if let new, document.kind(new) != .object {
      throw ChangeShapeError(node: new, reason: "\"new\" must be an object of attributes")
    }
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
      if !hasEntireOld, addInOrder(document, old, new, &reader) { break }
      var pairing = MemberPairing(document, old, document, new)
      while let (member, match) = pairing.next() {
        let isGone = match == nil && hasEntireOld && gone.remove(document.characters(member.name)) != nil
        let isContext = hasEntireOld && match == nil && !isGone
        if isContext {
          reader.add(.context, member.name, member.value)
        } else {
          reader.add(.attribute, member.name, member.value, match?.value)
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
        if match == nil { reader.add(.attribute, member.name, nil, member.value) }
      }
    case (let old?, nil):
      for member in document.members(old) { reader.add(.attribute, member.name, member.value) }
    case (nil, let new?):
      for member in document.members(new) { reader.add(.attribute, member.name, nil, member.value) }
    case (nil, nil): break
    }
    return old == nil ? (.created, new) : new == nil ? (.deleted, old) : (.updated, nil)
  }

  /// Adds attributes that have both sides under the same names in the same order, as most have; answers whether that is all there is.
  private static func addInOrder(
    _ document: Document, _ old: Document.Node, _ new: Document.Node, _ reader: inout ChangeReader
  ) -> Bool {
    let (first, end, otherEnd) = (reader.tree.endIndex, document.end(old), document.end(new))
    var (left, right) = (document.firstChild(old), document.firstChild(new))
    while left < end, right < otherEnd, document.kind(left) == .string, document.kind(right) == .string,
      document.bytes.equals(document.range(left), document.bytes, document.range(right))
    {
      let (value, other) = (document.next(left), document.next(right))
      reader.add(.attribute, left, value, other)
      (left, right) = (document.next(value), document.next(other))
    }
    if left == end, right == otherEnd { return true }
    reader.tree.withdraw(from: first)
    return false
  }

  private static func readPairs(
    _ document: Document, _ node: Document.Node, _ reader: inout ChangeReader
  ) throws(ChangeShapeError) -> ChangeTree.EntityState {
    var (hasOld, hasNew, hasBoth) = (false, false, false)
    for member in document.members(node) {
      guard let sides = Sides(document, member.value) else {
        throw ChangeShapeError(
          node: member.value,
          reason:
            "attribute \(JSONString.shown(document.string(member.name))) must be an object with \"old\", \"new\" or both"
            + ChangeReader.suggestion(document.string(member.name), ["old", "new"]))
      }
      let (old, new) = (sides.old, sides.new)
      if old != nil, new != nil { hasBoth = true } else if old != nil { hasOld = true } else { hasNew = true }
      reader.add(.attribute, member.name, old, new)
    }
    return hasBoth || (hasOld && hasNew) ? .updated : hasNew ? .created : .deleted
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
