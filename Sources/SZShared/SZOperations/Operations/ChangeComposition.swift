internal import SZJSON
public import SZModel
internal import SZPatch

/// Joins two changes into one that does what both do, one after the other.
///
/// Law: `patch(patch(a, x), y) = patch(a, compose(x, y))` for every `a` to which `x` applies where it says, and `y` to the result. What
/// hangs on elements that neither change names, such as the places of two changes in one list, only a target could tell.
public struct ChangeComposition {
  /// Why two changes are not joined.
  public enum Mishap: Error, Sendable {
    /// What both do at this path only a target tells apart.
    case needsTarget(path: String)
    /// The second one expects something else there than the first one makes.
    case conflict(path: String)
  }

  /// Something that is still to be joined or copied.
  private enum Task {
    /// `step` leads from what holds them to them.
    case join(ItemIndex, ItemIndex, step: [UInt8])
    case copy(isFirst: Bool, ItemIndex)
    case open(relationship: Value, pathLength: Int)
    /// The end of an item; one in which nothing is left is taken back.
    case close(ItemIndex, pathLength: Int)
  }

  private let first: ChangeTree
  private let second: ChangeTree
  private var composed = ChangeTree()
  private var path = Array("$".utf8)
  private var tasks: [Task] = []
  /// The open relationships.
  private var open: [(index: ItemIndex, pathLength: Int)] = []

  /// The change that does what `first` does, and then `second`. Linear in both.
  ///
  /// - Throws: the first place at which that cannot be said.
  public static func of(_ first: ChangeTree, _ second: ChangeTree) throws(Mishap) -> ChangeTree {
    if first.isEmpty { return second }
    if second.isEmpty { return first }
    var composition = ChangeComposition(first: first, second: second)
    try composition.run()
    return composition.composed
  }

  private init(first: ChangeTree, second: ChangeTree) { (self.first, self.second) = (first, second) }

  private var text: String { String(decoding: path, as: UTF8.self) }

  private mutating func run() throws(Mishap) {
    if first.needsModel != nil || second.needsModel != nil { throw .needsTarget(path: text) }
    switch (first[.root], second[.root]) {
    case (.value(let old, let new), .value(let before, let after)):
      guard isEqual(new, before) else { throw .conflict(path: text) }
      if !isEqual(old, after) { composed.add(.value(old: old, new: after)) }
      return
    case (.value(let old, let new), _):
      guard let new else { throw .conflict(path: text) }
      composed.add(.value(old: old, new: try patched(new, second, .root, isReversed: false)))
      return
    case (_, .value(let before, let after)):
      guard let before else { throw .conflict(path: text) }
      composed.add(.value(old: try patched(before, first, .root, isReversed: true), new: after))
      return
    default: tasks.append(.join(.root, .root, step: []))
    }
    while let task = tasks.popLast() {
      switch task {
      case .copy(let isFirst, let index): copy(isFirst ? first : second, index)
      case .join(let left, let right, let step):
        let length = path.count
        path += step
        try join(left, right, length)
      case .open(let name, let length):
        open.append((composed.open(.relationship(name: name)), length))
        PathText.appendStep(name.document.characters(name.node), to: &path)
      case .close(let index, let length):
        let item = index.number < 0 ? open.removeLast().index : index
        close(item)
        path.removeSubrange(length...)
      }
    }
  }

  /// Ends an item, unless nothing is left of it.
  private mutating func close(_ index: ItemIndex) {
    composed.close(index)
    let isEmpty = composed.end(of: index) == index.next
    switch composed[index] {
    case .relationship, .toMany: if isEmpty { composed.withdraw(from: index) }
    case .entity: if composed.isBare(index) { composed.withdraw(from: index) }
    default: break
    }
  }

  // MARK: Values

  private func isEqual(_ left: Value?, _ right: Value?) -> Bool {
    switch (left, right) {
    case (nil, nil): true
    case (let left?, let right?): left.isEqual(right, exactNumbers: first.hasExactNumbers)
    default: false
    }
  }

  /// What a part of a change makes of a value.
  private func patched(
    _ value: Value, _ tree: ChangeTree, _ part: ItemIndex, isReversed: Bool
  ) throws(Mishap) -> Value {
    var copier = ChangeCopier(tree)
    copier.walk(tree, from: part)
    if isReversed { copier.copy.reverse() }
    let alone = JSONWriter.value { $0.append(value) }.document
    let result = Patcher.apply(copier.copy, to: alone, PatchOptions(exactNumbers: tree.hasExactNumbers))
    guard result.misfits.isEmpty else { throw .conflict(path: text) }
    let document = result.base.edited(by: result.edits)
    return Value(document, document.root)
  }

  private mutating func copy(_ tree: ChangeTree, _ index: ItemIndex) {
    var copier = ChangeCopier(tree, into: composed)
    copier.walk(tree, from: index)
    composed = copier.copy
  }

  // MARK: Joining

  /// Joins two relations; the path is to have `length` bytes again when they have been.
  private mutating func join(_ left: ItemIndex, _ right: ItemIndex, _ length: Int) throws(Mishap) {
    switch (first[left], second[right]) {
    case (.entity(let before), .entity(let after)): try join(left, before, right, after, length)
    case (.toMany, .toMany): try joinMembers(left, right)
    // Two changes of a list; or an array that one of them knows by identities, and the other one by places.
    default: throw .needsTarget(path: text)
    }
  }

  private mutating func join(
    _ left: ItemIndex, _ before: ChangeTree.Entity, _ right: ItemIndex, _ after: ChangeTree.Entity,
    _ length: Int
  ) throws(Mishap) {
    var entity = ChangeTree.Entity()
    switch (before.state, after.state) {
    case (.created, .deleted): return path.removeSubrange(length...)
    case (.deleted, .deleted):
      path.removeSubrange(length...)
      return copy(first, left)
    case (.deleted, .created): throw .needsTarget(path: text)
    case (.deleted, _), (_, .created): throw .conflict(path: text)
    case (.created, _): entity.state = .created
    case (_, .deleted):
      entity.state = .deleted
      (entity.oldIndex, entity.parentWasDeleted) = (after.oldIndex, after.parentWasDeleted)
    default: break
    }
    let (own, other) = (EntityFacts(first, left), EntityFacts(second, right))
    let index = composed.open(.entity(entity))
    for item in own.head { composed.add(item) }
    var below: [Task] = []
    for name in own.names + other.names.filter({ own.members[$0] == nil }) {
      switch (own.members[name], other.members[name]) {
      case (let member?, nil): keep(member, isFirst: true, &below)
      case (nil, let member?): keep(member, isFirst: false, &below)
      case (let member?, let next?):
        if let relation = member.relation, let following = next.relation {
          below.append(.open(relationship: member.name, pathLength: path.count))
          below.append(.join(relation, following, step: []))
          below.append(.close(ItemIndex(-1), pathLength: path.count))
          continue
        }
        let length = path.count
        PathText.appendStep(name, to: &path)
        let (old, new) = try sides(member, next)
        path.removeSubrange(length...)
        if !isEqual(old, new) { composed.add(.attribute(name: member.name, old: old, new: new)) }
      case (nil, nil): continue
      }
    }
    if entity.state == .untouched, composed.endIndex.number - index.number - 1 > own.head.count {
      entity.state = .updated
    }
    composed[index] = .entity(entity)
    tasks.append(.close(index, pathLength: length))
    tasks += below.reversed()
  }

  private mutating func keep(_ member: EntityFacts.Member, isFirst: Bool, _ below: inout [Task]) {
    if let (old, new) = member.sides {
      composed.add(.attribute(name: member.name, old: old, new: new))
    } else if let relation = member.relation {
      below.append(.open(relationship: member.name, pathLength: path.count))
      below.append(.copy(isFirst: isFirst, relation))
      below.append(.close(ItemIndex(-1), pathLength: path.count))
    }
  }

  /// Both sides of a member that both changes name, at least one of them as an attribute.
  private func sides(_ member: EntityFacts.Member, _ next: EntityFacts.Member) throws(Mishap) -> (
    old: Value?, new: Value?
  ) {
    switch (member.sides, next.sides) {
    case (let own?, let other?):
      guard isEqual(own.new, other.old) else { throw .conflict(path: text) }
      return (own.old, other.new)
    case (let own?, nil):
      guard let value = own.new, let relation = next.relation else { throw .conflict(path: text) }
      return (own.old, try patched(value, second, relation, isReversed: false))
    case (nil, let other?):
      guard let value = other.old, let relation = member.relation else { throw .conflict(path: text) }
      return (try patched(value, first, relation, isReversed: true), other.new)
    case (nil, nil): throw .conflict(path: text)
    }
  }

  private mutating func joinMembers(_ left: ItemIndex, _ right: ItemIndex) throws(Mishap) {
    let hashing = Hashing(exactNumbers: self.first.hasExactNumbers)
    func members(_ tree: ChangeTree, _ toMany: ItemIndex) -> [(identity: [UInt64], item: ItemIndex)]? {
      var members: [(identity: [UInt64], item: ItemIndex)] = []
      for child in tree.children(of: toMany) {
        guard tree.kind(of: child) == .entity else { return nil }
        let parts = tree.identity(of: child).sorted { $0.name.lexicographicallyPrecedes($1.name) }
        members.append((parts.map { ValueHash.of($0.value.document, $0.value.node, hashing) }, child))
      }
      return members
    }
    func names(_ tree: ChangeTree, _ member: ItemIndex?) -> Set<[UInt8]> {
      Set(member.map { tree.identity(of: $0).map(\.name) } ?? [])
    }
    // Members that one change knows by one name and the other one by another are not told to be the same.
    guard let own = members(first, left), let others = members(second, right),
      names(first, own.first?.item) == names(second, others.first?.item)
    else { throw .needsTarget(path: text) }
    var following = Dictionary(others.map { ($0.identity, $0.item) }, uniquingKeysWith: { left, _ in left })
    let index = composed.open(.toMany)
    var below: [Task] = []
    // Where members stood that go: the second change counts without those that the first one took out.
    let gone = own.compactMap { first[$0.item].entity }.filter { $0.state == .deleted }.compactMap(\.oldIndex)
      .sorted()
    for member in own {
      if let next = following.removeValue(forKey: member.identity) {
        below.append(.join(member.item, next, step: IdentitySelector.text(first.identity(of: member.item))))
      } else {
        below.append(.copy(isFirst: true, member.item))
      }
    }
    for member in others where following[member.identity] != nil {
      below.append(.copy(isFirst: false, member.item))
    }
    if !gone.isEmpty,
      others.contains(where: {
        second[$0.item].entity.map { $0.state == .deleted && $0.oldIndex != nil } ?? false
      })
    {
      throw .needsTarget(path: text)
    }
    tasks.append(.close(index, pathLength: path.count))
    tasks += below.reversed()
  }
}
