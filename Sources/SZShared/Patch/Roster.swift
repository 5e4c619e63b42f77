/// The members of a to-many relationship in the target, by identity, and those that a change adds.
struct Roster {
  /// A member of the result.
  enum Slot: Hashable {
    /// An element of the target, by its position.
    case element(Int)
    /// A created entity, by its item in the change.
    case created(ItemIndex)
  }

  private(set) var elements: [Document.Node] = []
  private let key: IdentityKey
  /// The paths of the key as the change has them.
  private let names: [[UInt8]]
  private let document: Document
  private let hashing: Hashing
  private var index: HashTable
  private var ambiguous: Set<UInt64> = []
  private var created: [UInt64: ItemIndex] = [:]
  private(set) var createdSlots: [Slot] = []
  private var isDeleted: [Bool] = []
  private var deleted: [Int] = []

  /// Finds those of the elements that `tree` names below its to-many item `toMany`; the others need no index. Linear in the
  /// elements. An element without the identifying members is a member that nothing can name.
  init(
    _ document: Document, _ array: Document.Node, names: [[UInt8]], hashing: Hashing, _ tree: ChangeTree,
    _ toMany: ItemIndex
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
  private func wanted(_ tree: ChangeTree, _ toMany: ItemIndex) -> [UInt64] {
    var wanted: [UInt64] = []
    for child in tree.children(of: toMany) {
      guard case .move(let hunk) = tree[child] else {
        wanted.append(hash(tree.identity(of: child)))
        continue
      }
      for stretch in [hunk.before.stretch, hunk.old, hunk.new, hunk.after.stretch] {
        for value in tree.values(stretch) { wanted.append(hash(value)) }
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

  mutating func create(_ hash: UInt64, _ child: ItemIndex) {
    created[hash] = child
    createdSlots.append(.created(child))
  }

  mutating func delete(_ position: Int) {
    if isDeleted[position] { return }
    isDeleted[position] = true
    deleted.append(position)
  }

  /// The target's elements that are not deleted, in its order.
  var staying: SlotOrder {
    var order = SlotOrder()
    var behind = 0
    for position in deleted.sorted() {
      order.append(.elements(behind..<position))
      behind = position + 1
    }
    order.append(.elements(behind..<elements.count))
    return order
  }

  /// The same as a list into which others can be inserted.
  func chain(_ numbers: SlotNumbers) -> SlotChain {
    var chain = SlotChain(numbers)
    for position in deleted { chain.remove(.element(position)) }
    return chain
  }

  /// A set of slots of this roster, or a place for something about each.
  func numbering() -> SlotNumbers { SlotNumbers(elements: elements.count, created: createdSlots) }
}

/// Slots in a row; elements that follow each other in the target too are one stretch.
struct SlotOrder {
  enum Stretch: Equatable {
    case elements(Range<Int>)
    case created(ItemIndex)
  }

  private(set) var stretches: [Stretch] = []
  /// How many slots there are.
  private(set) var count = 0

  mutating func append(_ stretch: Stretch) {
    guard case .elements(let positions) = stretch else {
      stretches.append(stretch)
      count += 1
      return
    }
    if positions.isEmpty { return }
    count += positions.count
    if case .elements(let last)? = stretches.last, last.upperBound == positions.lowerBound {
      stretches[stretches.count - 1] = .elements(last.lowerBound..<positions.upperBound)
    } else {
      stretches.append(stretch)
    }
  }

  mutating func append(_ slot: Roster.Slot) {
    switch slot {
    case .element(let position): append(.elements(position..<position + 1))
    case .created(let child): append(Stretch.created(child))
    }
  }

  mutating func append(_ slots: [Roster.Slot]) { for slot in slots { append(slot) } }

  mutating func append(_ stretches: ArraySlice<Stretch>) { for stretch in stretches { append(stretch) } }

  /// Appends the first of `rest`, and takes them from there, until there are `count` slots here. Takes as long as there are
  /// stretches that go.
  mutating func append(upTo count: Int, of rest: inout ArraySlice<Stretch>) {
    while self.count < count, let stretch = rest.first {
      let room = count - self.count
      if case .elements(let positions) = stretch, positions.count > room {
        let cut = positions.lowerBound + room
        append(.elements(positions.lowerBound..<cut))
        rest[rest.startIndex] = .elements(cut..<positions.upperBound)
      } else {
        append(stretch)
        rest.removeFirst()
      }
    }
  }

  /// Whether these are `count` elements of the target as they stand there.
  func isTarget(_ count: Int) -> Bool { stretches == (count == 0 ? [] : [.elements(0..<count)]) }
}

/// Numbers for the slots of a roster: the target's elements by their positions, the created ones behind them.
struct SlotNumbers {
  let elements: Int
  private let created: [Roster.Slot]
  /// The numbers of the created ones by their items.
  private var numbers: [ItemIndex: Int] = [:]

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
