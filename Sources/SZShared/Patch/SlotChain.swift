/// An order of slots in which runs are inserted beside others: a doubly linked list, every step in constant time.
struct SlotChain {
  private let numbers: SlotNumbers
  /// For each number the one behind it and the one before it; `absent` for what is no member. The last place
  /// of each is that of the list itself: its first and its last member.
  private var next: [Int]
  private var previous: [Int]
  private let list: Int
  private static let absent = -1

  /// The target's elements in their order.
  init(_ numbers: SlotNumbers) {
    self.numbers = numbers
    list = numbers.count
    let (elements, absent) = (
      numbers.elements, repeatElement(SlotChain.absent, count: list - numbers.elements)
    )
    next = Array(1..<elements + 1) + absent + [0]
    previous = Array(-1..<elements - 1) + absent + [elements - 1]
    guard elements > 0 else {
      (next[list], previous[list]) = (list, list)
      return
    }
    (previous[0], next[elements - 1]) = (list, list)
  }

  func contains(_ slot: Roster.Slot) -> Bool { next[numbers[slot]] != SlotChain.absent }

  mutating func remove(_ slot: Roster.Slot) {
    let number = numbers[slot]
    let (before, behind) = (previous[number], next[number])
    if behind == SlotChain.absent { return }
    (next[before], previous[behind]) = (behind, before)
    (next[number], previous[number]) = (SlotChain.absent, SlotChain.absent)
  }

  mutating func append(_ slots: [Roster.Slot]) { insert(slots, behind: previous[list]) }

  mutating func insert(_ slots: [Roster.Slot], before anchor: Roster.Slot) {
    insert(slots, behind: previous[numbers[anchor]])
  }

  /// Inserts behind `anchor`, or with nil at the front.
  mutating func insert(_ slots: [Roster.Slot], after anchor: Roster.Slot?) {
    insert(slots, behind: anchor.map { numbers[$0] } ?? list)
  }

  private mutating func insert(_ slots: [Roster.Slot], behind anchor: Int) {
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

  var order: SlotOrder {
    var order = SlotOrder()
    var number = next[list]
    while number != list {
      guard number < numbers.elements else {
        order.append(numbers.slot(number))
        number = next[number]
        continue
      }
      let first = number
      var behind = next[number]
      while behind == number + 1, behind < numbers.elements {
        number = behind
        behind = next[number]
      }
      order.append(.elements(first..<number + 1))
      number = behind
    }
    return order
  }
}
