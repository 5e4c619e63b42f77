/// The members that an object of CURRENT will have: those that stay, and new ones in between.
struct MemberRewrite {
  /// From the name to the end of the value, all members of the source, hidden ones too.
  let ranges: [Range<Int>]
  /// Which members neither of the other documents has: what comes to the same place stands behind them.
  var isOnlyHere: [Bool]
  private let document: Document
  private let names: [Document.Node]
  /// Whether some members hide others of their name.
  private let hasDuplicates: Bool
  private var reached = -1
  private var removed: [Int: ContainerRewrite.Slot?] = [:]
  /// By the member before; -1 for the front.
  private var insertions: [Int: [ContainerRewrite.Slot]] = [:]

  init(_ document: Document, _ object: Document.Node) {
    self.document = document
    var (names, ranges): ([Document.Node], [Range<Int>]) = ([], [])
    var node = document.firstChild(object)
    while node < document.end(object) {
      let value = document.next(node)
      names.append(node)
      ranges.append(document.start(node)..<document.range(value).upperBound)
      node = document.next(value)
    }
    (self.names, self.ranges) = (names, ranges)
    hasDuplicates = names.contains { document.kind($0) == .shadowedName }
    isOnlyHere = [Bool](repeating: false, count: names.count)
  }

  /// The number of the member called by the node `name`, which stands behind the last one asked for.
  mutating func advance(to name: Document.Node) -> Int {
    reached += 1
    while names[reached] != name { reached += 1 }
    return reached
  }

  /// The number of the member called by the node `name`, by bisection.
  func number(of name: Document.Node) -> Int {
    var (low, high) = (0, names.count)
    while low < high {
      let middle = (low + high) / 2
      if names[middle] < name { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Lets a member go, and with it those of its name that it hides.
  mutating func remove(_ number: Int, mark: Int?) {
    if hasDuplicates {
      let name = document.characters(names[number])
      for other in names.indices where document.characters(names[other]) == name {
        removed.updateValue(nil, forKey: other)
      }
    }
    removed.updateValue(mark.map { .silent(Merger.marked([], $0)) }, forKey: number)
  }

  /// Inserts behind a member and those that only CURRENT has behind it; -1 is the front.
  mutating func insert(_ slot: ContainerRewrite.Slot, behind number: Int) {
    var number = number
    while number + 1 < names.count, isOnlyHere[number + 1] { number += 1 }
    insertions[number, default: []].append(slot)
  }

  /// All members in their order; nil when they are just those of the source.
  var slots: [ContainerRewrite.Slot]? {
    if removed.isEmpty, insertions.isEmpty { return nil }
    var slots = insertions[-1] ?? []
    for number in names.indices {
      if let gone = removed[number] {
        if let silent = gone { slots.append(silent) }
      } else {
        slots.append(.kept(number))
      }
      slots += insertions[number] ?? []
    }
    return slots
  }
}
