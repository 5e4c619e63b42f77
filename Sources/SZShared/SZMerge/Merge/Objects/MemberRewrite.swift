internal import SZJSON

/// The members that an object of CURRENT will have: those that stay, and new ones in between.
struct MemberRewrite {
  private var members: ObjectMembers
  /// Which members neither of the other documents has: what comes to the same place stands behind them.
  var isOnlyHere: [Bool]
  private var reached = -1
  private var removed: [Int: ContainerRewrite.Slot?] = [:]
  /// By the member before; -1 for the front.
  private var insertions: [Int: [ContainerRewrite.Slot]] = [:]

  init(_ document: Document, _ object: Document.Node) {
    members = ObjectMembers(document, object)
    isOnlyHere = [Bool](repeating: false, count: members.count)
  }

  /// Where the members stand in the text.
  var ranges: [Range<Int>] { members.ranges }

  /// The number of the member called by the node `name`, which stands behind the last one asked for.
  mutating func advance(to name: Document.Node) -> Int {
    reached += 1
    while members.names[reached] != name { reached += 1 }
    return reached
  }

  /// The number of the member called by the node `name`, by bisection.
  func number(of name: Document.Node) -> Int { members.number(of: name) }

  /// Lets a member go, and with it those of its name that it hides.
  mutating func remove(_ number: Int, mark: Int?) {
    for other in members.sameName(number) { removed.updateValue(nil, forKey: other) }
    removed.updateValue(mark.map { .textless(MergedText.marked([], $0)) }, forKey: number)
  }

  /// Inserts behind a member and those that only CURRENT has behind it; -1 is the front.
  mutating func insert(_ slot: ContainerRewrite.Slot, behind number: Int) {
    var number = number
    while number + 1 < members.count, isOnlyHere[number + 1] { number += 1 }
    insertions[number, default: []].append(slot)
  }

  /// All members in their order; nil when they are just those of the source.
  var slots: [ContainerRewrite.Slot]? {
    if removed.isEmpty, insertions.isEmpty { return nil }
    var slots = insertions[-1] ?? []
    for number in members.names.indices {
      if let gone = removed[number] {
        if let textless = gone { slots.append(textless) }
      } else {
        slots.append(.kept(number))
      }
      slots += insertions[number] ?? []
    }
    return slots
  }
}
