/// The members of a to-many relationship in the target, by identity, and those that a change adds.
struct Roster {
  /// A member of the result.
  enum Slot: Hashable {
    /// An element of the target, by its position.
    case element(Int)
    /// A created entity, by its item in the change.
    case created(Int)
  }

  private(set) var elements: [Document.Node] = []
  private let key: IdentityKey
  /// The paths of the key as the change has them.
  private let names: [[UInt8]]
  private let document: Document
  private let hashing: Hashing
  private var index: HashTable
  private var ambiguous: Set<UInt64> = []
  private var created: [UInt64: Int] = [:]
  private(set) var createdSlots: [Slot] = []
  private var isDeleted: [Bool] = []

  /// Finds those of the elements that `tree` names below its to-many item `toMany`; the others need no index. Linear in the
  /// elements. An element without the identifying members is a member that nothing can name.
  init(
    _ document: Document, _ array: Document.Node, names: [[UInt8]], hashing: Hashing, _ tree: ChangeTree,
    _ toMany: Int
  ) {
    // Whether a part may be absent is told by the identities that the change names.
    key = IdentityKey(
      names.compactMap { IdentityPath($0) }.map { IdentityKey.Part($0, isOptional: names.count > 1) },
      isWritten: false)
    self.names = names
    self.document = document
    self.hashing = hashing
    index = HashTable(expected: 0)
    let wanted = names.isEmpty ? [] : wanted(tree, toMany)
    index = HashTable(expected: wanted.count)
    for hash in wanted { index.set(hash, value: -1) }
    // One pass, while the words of an element are at hand.
    defer { isDeleted = [Bool](repeating: false, count: elements.count) }
    for (position, element) in document.textElements(array).enumerated() {
      elements.append(element)
      guard let hash = key.hash(document, element, hashing)?.hash, let known = index.value(hash) else {
        continue
      }
      if known >= 0 { ambiguous.insert(hash) } else { index.set(hash, value: position) }
    }
  }

  /// The identities that the change of a to-many names.
  private func wanted(_ tree: ChangeTree, _ toMany: Int) -> [UInt64] {
    var wanted: [UInt64] = []
    for child in tree.children(toMany) {
      if tree.items[child].role == .entity {
        wanted.append(hash(tree.identity(of: child)))
      } else {
        for role in [ChangeTree.Role.before, .old, .new, .after] {
          for value in tree.values(child, role) { wanted.append(hash(value)) }
        }
      }
    }
    return wanted
  }

  /// The hash of an identity as an entity change has it.
  func hash(_ identity: [(name: [UInt8], value: Value)]) -> UInt64 {
    combined(names.compactMap { name in identity.first { $0.name == name }?.value })
  }

  /// Whether there are elements, and none has an identity by the change's key: then it is the change of another array.
  var isOfAnotherKind: Bool {
    !elements.isEmpty
      && !elements.contains { key.values(document, $0)?.contains { $0 != nil } ?? false }
  }

  /// The hash of an identity as a hunk has it: a scalar, or an array for a composite one.
  func hash(_ value: Value) -> UInt64 {
    guard value.kind == .array else { return combined([value]) }
    return combined(value.document.elements(value.node).map { Value(value.document, $0) })
  }

  private func combined(_ parts: [Value]) -> UInt64 {
    var all = Hashing.Tuple(hashing)
    for part in parts {
      // Null has the hash of a part that is absent.
      all.add(part.kind.isContainer ? 0 : part.document.scalarHash(part.node, hashing))
    }
    return all.hash
  }

  func position(of hash: UInt64) -> Int? { index.value(hash).flatMap { $0 >= 0 ? $0 : nil } }

  func isAmbiguous(_ hash: UInt64) -> Bool { ambiguous.contains(hash) }

  /// The member with this identity in the result.
  func slot(of hash: UInt64) -> Slot? {
    if let child = created[hash] { return .created(child) }
    guard let position = position(of: hash), !isDeleted[position] else { return nil }
    return .element(position)
  }

  /// The members of the result among those with these identities, in order.
  func slots(of identities: [Value]) -> [Slot] { identities.compactMap { slot(of: hash($0)) } }

  mutating func create(_ hash: UInt64, _ child: Int) {
    created[hash] = child
    createdSlots.append(.created(child))
  }

  mutating func delete(_ position: Int) { isDeleted[position] = true }

  /// The target's elements that are not deleted, in its order.
  var staying: [Slot] {
    var slots: [Slot] = []
    slots.reserveCapacity(elements.count)
    forEachStaying { slots.append($0) }
    return slots
  }

  @inline(__always) func forEachStaying(_ body: (Slot) -> Void) {
    for position in elements.indices where !isDeleted[position] { body(.element(position)) }
  }

  /// A set of slots of this roster, or a place for something about each.
  func numbering() -> SlotNumbers { SlotNumbers(elements: elements.count, created: createdSlots) }
}

/// Numbers for the slots of a roster: the target's elements by their positions, the created ones behind them.
struct SlotNumbers {
  private let elements: Int
  private let created: [Roster.Slot]
  /// The numbers of the created ones by their items.
  private var numbers: [Int: Int] = [:]

  init(elements: Int, created: [Roster.Slot]) {
    self.elements = elements
    self.created = created
    for (number, slot) in created.enumerated() {
      if case .created(let child) = slot { numbers[child] = elements + number }
    }
  }

  var count: Int { elements + created.count }

  subscript(slot: Roster.Slot) -> Int {
    switch slot {
    case .element(let position): position
    case .created(let child): numbers[child] ?? 0
    }
  }

  func slot(_ number: Int) -> Roster.Slot {
    number < elements ? .element(number) : created[number - elements]
  }
}

/// A set of slots of one roster.
struct SlotSet {
  private let numbers: SlotNumbers
  private var isMember: [Bool]

  init(_ numbers: SlotNumbers) {
    self.numbers = numbers
    isMember = [Bool](repeating: false, count: numbers.count)
  }

  func contains(_ slot: Roster.Slot) -> Bool { isMember[numbers[slot]] }

  /// Adds a slot; answers whether it is new.
  mutating func insert(_ slot: Roster.Slot) -> Bool {
    let number = numbers[slot]
    defer { isMember[number] = true }
    return !isMember[number]
  }
}

/// An order of slots in which runs are inserted beside others: a doubly linked list, every step in constant time.
struct SlotChain {
  private let numbers: SlotNumbers
  /// For each number the one behind it and the one before it; `absent` for what is no member. The last place
  /// of each is that of the list itself: its first and its last member.
  private var next: [Int]
  private var previous: [Int]
  private let list: Int
  private static let absent = -1

  init(_ numbers: SlotNumbers) {
    self.numbers = numbers
    list = numbers.count
    next = [Int](repeating: SlotChain.absent, count: list + 1)
    previous = next
    (next[list], previous[list]) = (list, list)
  }

  func contains(_ slot: Roster.Slot) -> Bool { next[numbers[slot]] != SlotChain.absent }

  mutating func append(_ slot: Roster.Slot) { insert(CollectionOfOne(slot), behind: previous[list]) }

  mutating func append(_ slots: [Roster.Slot]) { insert(slots, behind: previous[list]) }

  mutating func insert(_ slots: [Roster.Slot], before anchor: Roster.Slot) {
    insert(slots, behind: previous[numbers[anchor]])
  }

  /// Inserts behind `anchor`, or with nil at the front.
  mutating func insert(_ slots: [Roster.Slot], after anchor: Roster.Slot?) {
    insert(slots, behind: anchor.map { numbers[$0] } ?? list)
  }

  @inline(__always) private mutating func insert(_ slots: some Collection<Roster.Slot>, behind anchor: Int) {
    var anchor = anchor
    for slot in slots {
      let number = numbers[slot]
      if next[number] != SlotChain.absent { continue }
      let follower = next[anchor]
      (next[anchor], previous[number]) = (number, anchor)
      (next[number], previous[follower]) = (follower, number)
      anchor = number
    }
  }

  var order: [Roster.Slot] {
    var result: [Roster.Slot] = []
    result.reserveCapacity(list)
    var number = next[list]
    while number != list {
      result.append(numbers.slot(number))
      number = next[number]
    }
    return result
  }
}
