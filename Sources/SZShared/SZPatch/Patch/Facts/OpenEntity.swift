internal import SZJSON
internal import SZModel

/// An entity of the target while its members are changed.
struct OpenEntity {
  let node: Document.Node
  let path: PathTable.Path
  /// What holds there, as that of the entity that it is.
  let place: Rules.Place?
  private let document: Document
  /// Made when many are looked for, or some go or come.
  private var members: ObjectMembers?
  private var lookups = 0
  private var removed: [Int] = []
  var added: [ContainerRewrite.Slot] = []
  /// What is to be done in it when all of its members have been looked at.
  var updates: [PendingUpdate] = []

  /// How many members are looked for one by one.
  private static let fewLookups = 8

  init(_ document: Document, _ node: Document.Node, _ path: PathTable.Path, _ place: Rules.Place?) {
    self.document = document
    self.node = node
    self.path = path
    self.place = place
  }

  /// The value of the member with this name.
  mutating func find(_ name: Value) -> Document.Node? {
    lookups += 1
    if lookups <= OpenEntity.fewLookups { return document.member(node, named: name) }
    return find(name.document.characters(name.node))
  }

  /// The same, by the characters of a name.
  mutating func find(_ name: [UInt8]) -> Document.Node? {
    var members = allMembers
    let found = members.find(name).map { members.value($0) }
    self.members = members
    return found
  }

  /// Takes away the member with this value, and those that it hides.
  mutating func remove(_ value: Document.Node) {
    var members = allMembers
    removed += members.sameName(members.number(of: value) - 1)
    self.members = members
  }

  /// Takes them out while they are changed, so that nothing is copied.
  private var allMembers: ObjectMembers {
    mutating get {
      let known = members ?? ObjectMembers(document, node)
      members = nil
      return known
    }
  }

  /// The members that there are, and those that there will be; nil where all stay and none comes.
  mutating func rewritten() -> (children: ChildRanges, slots: [ContainerRewrite.Slot])? {
    if removed.isEmpty, added.isEmpty { return nil }
    let names = allMembers.names
    var slots: [ContainerRewrite.Slot] = []
    var next = 0
    for member in removed.sorted() + [names.count] {
      if next < member { slots.append(.run(next..<member)) }
      next = max(next, member + 1)
    }
    return (.members(document, names), slots + added)
  }
}
