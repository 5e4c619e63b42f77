internal import SZJSON
internal import SZModel

/// How an object is compared of which a model says what entity it is.
extension Differ {
  /// Whether a model says that an entity stands at a place.
  func isEntity(_ place: Rules.Place?) -> Bool {
    if case .entity? = place?.declared { true } else { false }
  }

  /// Whether two objects at one place are one entity: they have one identity, or one has none to tell them apart.
  func isSameEntity(_ oldNode: Document.Node, _ newNode: Document.Node, _ place: Rules.Place?) -> Bool {
    guard let schema = rules.schema, let hashing = new.hashing,
      case .entity(let destination, _)? = place?.declared
    else { return true }
    let entity = schema[destination]
    guard let before = schema.identity(old, oldNode, of: entity, hashing),
      let after = schema.identity(new, newNode, of: entity, hashing)
    else { return true }
    return before == after
  }

  mutating func addEntityName(_ document: Document, _ node: Document.Node, _ place: Rules.Place?) {
    guard let schema = rules.schema, case .entity(let destination, _)? = place?.declared else { return }
    tree.add(.entityName(schema[schema.entityID(of: node, in: document, among: destination)].label))
  }

  /// Opens the change of an entity that is in both versions and compares its members; it is taken back when nothing differs.
  /// An object whose members are tables is compared in the same way.
  mutating func declaredEntity(
    _ oldNode: Document.Node, _ newNode: Document.Node, key: IdentityKey?, _ place: Rules.Place?
  ) {
    declaredEntity(oldNode, newNode, key: key, place) { _ in }
  }

  /// The same of an entity that came to its place from elsewhere.
  mutating func moved(_ entity: PlacedEntity, from source: EntityPairs.Elsewhere) {
    declaredEntity(source.node, entity.node, key: rules.key(entity.place), entity.place) { tree in
      tree.add(.from(Value(jsonString: source.path)))
      if let instead = entity.instead { tree.add(.instead(old: instead, new: nil)) }
    }
  }

  /// The same; `addOrigin` says where the entity came from.
  private mutating func declaredEntity(
    _ oldNode: Document.Node, _ newNode: Document.Node, key: IdentityKey?, _ place: Rules.Place?,
    addOrigin: (inout ChangeTree) -> Void
  ) {
    guard let schema = rules.schema else { return }
    guard enters(newNode, place) else { return }
    var comparison = MemberComparison(
      schema: schema, place: place, item: tree.open(.entity(.init(oldNode: oldNode, newNode: newNode))))
    push(.close(comparison.item))
    if case .entity(let destination, let set)? = place?.declared {
      let (before, after) = (
        schema.entityID(of: oldNode, in: old, among: destination),
        schema.entityID(of: newNode, in: new, among: destination)
      )
      tree.add(.entityName(schema[after].label))
      // The identity of an object that has one on one side only would not be found.
      if let key, key.values(old, oldNode) != nil { addIdentity(Value(new, newNode), key) }
      comparison.entity = schema[after]
      comparison.place = rules.declaring(after, of: set, or: before, at: place)
    }
    addOrigin(&tree)
    compareMembers(oldNode, newNode, &comparison)
    addUnits(oldNode, newNode, &comparison)
    if comparison.isUpdated {
      tree[comparison.item] = .entity(
        .init(.updated, hasEntireOld: options.fullOld, oldNode: oldNode, newNode: newNode))
      // What is only new comes last, as it does when the change has been read.
      for attribute in comparison.attributes where attribute.old != nil { tree.add(attribute.item) }
      for attribute in comparison.attributes where attribute.old == nil { tree.add(attribute.item) }
    }
    for task in comparison.relationships.reversed() { push(task) }
  }

  private mutating func compareMembers(
    _ oldNode: Document.Node, _ newNode: Document.Node, _ comparison: inout MemberComparison
  ) {
    var matched = 0
    var pairing = MemberPairing(old, oldNode, new, newNode)
    while let (member, match) = pairing.next() {
      let pair = MemberPair(old, member, new, match)
      if let match {
        matched += 1
        if old.hash(member.value) == new.hash(match.value) {
          if options.fullOld { addContext(pair, &comparison) }
          continue
        }
      }
      compare(pair, &comparison)
    }
    if matched == new.members(newNode).reduce(0, { sum, _ in sum + 1 }) { return }
    pairing = MemberPairing(new, newNode, old, oldNode)
    while let (member, match) = pairing.next() {
      if match == nil { compare(MemberPair(old, nil, new, member), &comparison) }
    }
  }

  /// Compares a member that has not the same value on both sides.
  private mutating func compare(_ pair: MemberPair, _ comparison: inout MemberComparison) {
    guard let any = pair.old ?? pair.new else { return }
    let name = pair.name.document.characters(pair.name.node)
    let other = pair.old == nil ? nil : pair.new
    let child = rules.member(comparison.place, name, any, other)
    if child?.declared == .leftOut { return }
    switch child?.declared {
    case .entities(let set)?:
      guard let (before, after) = elements(pair) else { break }
      if before.isEmpty && after.isEmpty { return }
      let isOfObjects =
        before.allSatisfy { old.kind($0) == .object } && after.allSatisfy { new.kind($0) == .object }
      comparison.relationships.append(
        isOfObjects
          ? .members(pair, set, child)
          : .references(pair, rules.declaring(.references(set), at: child)))
      return
    case .references?:
      guard let (before, after) = elements(pair) else { break }
      if before.isEmpty && after.isEmpty { return }
      comparison.relationships.append(.references(pair, child))
      return
    case .entity(_, let set?)? where pair.old?.kind == .object || pair.new?.kind == .object:
      if compareToOne(pair, set, child, &comparison) { return }
    case nil, .attribute?:
      if let before = pair.old, let after = pair.new, isRelation(before.node, after.node, child) {
        comparison.relationships.append(
          .relationship(name: pair.oldName ?? before.document.root, old: before.node, new: after.node, child))
        return
      }
    case .reference?, .entity?, .tables?, .leftOut?: break
    }
    if let before = pair.old, let after = pair.new, meansTheSame(before.node, after.node, child) {
      if options.fullOld { addContext(pair, &comparison) }
      return
    }
    comparison.attributes.append(.init(pair, isContext: false, unit: comparison.unit(child)))
  }

  /// Whether two values at one place mean the same.
  private func meansTheSame(_ before: Document.Node, _ after: Document.Node, _ place: Rules.Place?) -> Bool {
    switch place?.declared {
    case .attribute?, .reference?, .entity?:
      let declared = place?.withoutPath
      return oldHashes.hash(before, declared) == newHashes.hash(after, declared)
    case .entities?, .references?, .tables?, .leftOut?, nil: return false
    }
  }

  /// The elements of a to-many on both sides: absent, null and [] are one value. Nil where something else stands there.
  func elements(_ pair: MemberPair) -> (old: [Document.Node], new: [Document.Node])? {
    guard let before = Differ.elements(pair.old), let after = Differ.elements(pair.new) else { return nil }
    return (before, after)
  }

  private static func elements(_ value: Value?) -> [Document.Node]? {
    guard let value, value.kind != .null else { return [] }
    return value.kind == .array ? Array(value.document.elements(value.node)) : nil
  }

  /// Compares a to-one that holds an entity on at least one side; false where it is a mere value.
  private func compareToOne(
    _ pair: MemberPair, _ set: Schema.SetID, _ place: Rules.Place?, _ comparison: inout MemberComparison
  ) -> Bool {
    if pair.old?.kind == .array || pair.new?.kind == .array { return false }
    let isInBoth = pair.old?.kind == .object && pair.new?.kind == .object
    if isInBoth, let before = pair.old, let after = pair.new,
      rules.hasOwnKey(place)
        ? isRelation(before.node, after.node, place) : isSameEntity(before.node, after.node, place)
    {
      comparison.relationships.append(.toOne(pair, place))
      return true
    }
    // What is not owned is not created or deleted with its place.
    if rules.schema?[set].isIncluded ?? true { return false }
    func isNone(_ value: Value?) -> Bool { value.map { $0.kind == .null } ?? true }
    if isNone(pair.new), let before = pair.old, isTombstone(old: before.node, place) { return true }
    if isNone(pair.old), let after = pair.new, isTombstone(new: after.node, place) { return true }
    comparison.relationships.append(.toOne(pair, place))
    return true
  }
}

// MARK: Attributes

extension Differ {
  /// Adds an unchanged attribute for the form with the entire old attributes.
  private func addContext(_ pair: MemberPair, _ comparison: inout MemberComparison) {
    guard let before = pair.old else { return }
    let name = pair.name.document.characters(pair.name.node)
    let child = rules.member(comparison.place, name, before, pair.new)
    switch child?.declared {
    case .attribute?, .reference?: break
    case .entity?, nil: if before.kind.isContainer { return }
    case .entities?, .references?, .tables?, .leftOut?: return
    }
    comparison.attributes.append(.init(pair, isContext: true, unit: comparison.unit(child)))
  }

  /// Completes the units of which something changed.
  private func addUnits(
    _ oldNode: Document.Node, _ newNode: Document.Node, _ comparison: inout MemberComparison
  ) {
    guard let entity = comparison.entity, !entity.units.isEmpty else { return }
    for unit in Set(comparison.attributes.compactMap { $0.isContext ? nil : $0.unit }).sorted() {
      let members = entity.units[unit].compactMap { property in
        let name = comparison.schema[property].member.characters
        return comparison.schema[property].isLeftOut
          ? nil : (name, old.member(oldNode, named: name), new.member(newNode, named: name))
      }
      for case (let name, let before?, let after?) in members {
        comparison.complete(MemberPair(old, before, new, after), name, unit: unit)
      }
    }
  }
}
