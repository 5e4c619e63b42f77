internal import SZJSON
internal import SZModel

/// The members of a to-many that a change names, each with a number, and where they stand in the target.
struct Roster {
  /// A member of which the change says something.
  struct Entity {
    /// The item of the change.
    let item: ItemIndex
    let member: Int
  }

  /// A hunk of the order.
  struct Move {
    let item: ItemIndex
    let hunk: ChangeTree.Hunk
    let before: ArraySlice<Int>
    let old: ArraySlice<Int>
    let new: ArraySlice<Int>
    let after: ArraySlice<Int>
  }

  /// The paths of the key by which members are found.
  struct KeyNames {
    let names: [[UInt8]]
    /// What the parts of the key mean, where a model says that.
    var types: [TypedValue] = []
    let hashing: Hashing
  }

  private(set) var entities: [Entity] = []
  private(set) var moves: [Move] = []
  private(set) var search: IdentitySearch
  let key: IdentityKey
  private let document: Document
  let hashing: Hashing
  /// The members that are created, in the order of the change, and for each member the item that creates it.
  private(set) var created: [Int] = []
  /// The members that the change creates, in the target or not.
  let comers: Set<Int>
  private var creators: [ItemIndex?]
  private(set) var deleted: [Int] = []
  private var isDeleted: [Bool]
  /// Where those stood in the old order that the change deletes; not of those at its end.
  private let deletedIndexes: Set<Int>

  /// Finds those of the elements that `tree` names below its to-many item `toMany`, by the paths of the key as the change has
  /// them. Linear in the elements and the change.
  init(_ array: Value, by names: KeyNames, _ tree: ChangeTree, _ toMany: ItemIndex) {
    let (names, types, hashing) = (names.names, names.types, names.hashing)
    // Whether a part may be absent is told by the identities that the change names.
    key = IdentityKey(paths: names, areOptional: names.count > 1, isWritten: false)
    document = array.document
    self.hashing = hashing
    hasOnePart = names.count == 1
    // Of what is below the members nothing is looked for here.
    var (said, old, new) = (0, 0, 0)
    for child in tree.children(of: toMany) {
      guard tree.kind(of: child) == .move, case .move(let hunk) = tree[child] else {
        said += 1
        continue
      }
      (old, new) = (old + tree.count(hunk.old), new + tree.count(hunk.new))
    }
    var search = IdentitySearch(
      key, in: array, hashing: hashing, expected: said + max(old, new),
      partHash: types.isEmpty ? nil : { types[$0].hash($1, $2, hashing) })
    // Who read the change has numbered them, or they are numbered here.
    let known = search.takesHashes ? tree.identities(of: toMany, hashing) : nil
    let areNumbered = known != nil
    if let known { search.number(known) }
    entities.reserveCapacity(said)
    let keyNames = names.map { MemberName($0) }
    // The members of all moves, in one piece.
    var members: [Int] = []
    var hunks: [(item: ItemIndex, hunk: ChangeTree.Hunk, start: Int)] = []
    for child in tree.children(of: toMany) {
      if tree.kind(of: child) == .move, case .move(let move) = tree[child] {
        hunks.append((child, move, areNumbered ? tree.firstNumber(of: child) : members.count))
        if areNumbered { continue }
        for stretch in [move.before.stretch, move.old, move.new, move.after.stretch] {
          tree.forEach(stretch) { members.append(search.number(ofIdentity: $0)) }
        }
      } else if areNumbered {
        entities.append(Entity(item: child, member: entities.count))
      } else if keyNames.count == 1, let value = tree.identity(of: child, named: keyNames[0]) {
        entities.append(Entity(item: child, member: search.number(of: value)))
      } else {
        let parts = keyNames.lazy.compactMap { tree.identity(of: child, named: $0) }
        entities.append(Entity(item: child, member: search.number(of: parts)))
      }
    }
    let row = areNumbered ? tree.numbersOfOrders : members
    moves = hunks.map { item, hunk, start in
      let before = start + tree.count(hunk.before.stretch)
      let (old, new) = (before + tree.count(hunk.old), before + tree.count(hunk.old) + tree.count(hunk.new))
      return Move(
        item: item, hunk: hunk, before: row[start..<before], old: row[before..<old], new: row[old..<new],
        after: row[new..<new + tree.count(hunk.after.stretch)])
    }
    // They are asked for where there is an order.
    comers =
      moves.isEmpty
      ? []
      : Set(entities.lazy.filter { tree.state(of: $0.item) == .created }.map(\.member))
    deletedIndexes =
      !moves.contains { $0.before.isEmpty && $0.hunk.at > 0 }
      ? []
      : Set(
        entities.lazy.compactMap {
          tree.state(of: $0.item) == .deleted ? tree[$0.item].entity?.oldIndex : nil
        })
    search.find()
    self.search = search
    creators = [ItemIndex?](repeating: nil, count: search.count)
    isDeleted = [Bool](repeating: false, count: search.count)
  }

  /// Whether an identity is one value.
  let hasOnePart: Bool

  /// All elements of the target.
  var elements: [Document.Node] { search.elements }

  /// Whether nobody comes, goes or moves.
  var isAsItStands: Bool { moves.isEmpty && created.isEmpty && deleted.isEmpty }

  /// Whether there are elements, and none has an identity by the change's key: then it is the change of another array.
  var isOfAnotherKind: Bool {
    !elements.isEmpty
      && !elements.contains { key.values(document, $0)?.contains { $0 != nil } ?? false }
  }

  /// The position of a member in the target; nil where it is not there.
  func position(of member: Int) -> Int? {
    search.positions[member] >= 0 ? search.positions[member] : nil
  }

  /// Whether several elements have the identity.
  func isAmbiguous(_ member: Int) -> Bool { search.isAmbiguous[member] }

  /// Whether a member is in the result, and no other has its identity.
  func isMovable(_ member: Int) -> Bool {
    creators[member] != nil || search.positions[member] >= 0 && !isDeleted[member] && !isAmbiguous(member)
  }

  /// The item of the change that creates a member.
  func creator(of member: Int) -> ItemIndex? { creators[member] }

  mutating func create(_ entity: Entity) {
    creators[entity.member] = entity.item
    created.append(entity.member)
  }

  mutating func delete(_ member: Int) {
    if isDeleted[member] { return }
    isDeleted[member] = true
    deleted.append(member)
  }

  /// Whether nothing stays of what was before the members that a hunk puts somewhere.
  func replacesFront(_ move: Move) -> Bool {
    let at = move.hunk.at
    return move.before.isEmpty && at > 0 && (0..<at).allSatisfy(deletedIndexes.contains)
  }
}

extension IdentitySearch {
  /// The number of an identity as an order names it: a value, or an array of the values of its parts.
  fileprivate mutating func number(ofIdentity value: Value) -> Int {
    guard value.kind == .array else { return number(of: value) }
    return number(of: value.document.elements(value.node).lazy.map { Value(value.document, $0) })
  }
}
