public import SZJSON

/// Reads a change in its own format, `sz-change(5)`, and checks its shape.
///
/// What is still to be read stands in a list, so nesting needs no recursion.
public struct ChangeReader {
  // Made once: a stream of small changes is read by a reader each.
  static let words = WordTable<ReservedWord>()
  static let hunkWords = WordTable<HunkWord>()

  let document: Document
  /// For the identities of members.
  let hashing: Hashing
  var tree = ChangeTree()
  var tasks: [Task] = []
  /// The identifying members of the entity that is read.
  var identity: [(name: Document.Node, value: Document.Node)] = []
  /// Where the last hunk of each list ends in the old list.
  var listEnds: [ItemIndex: Int] = [:]

  enum Task {
    case close(ItemIndex)
    case identified(ItemIndex)
    case relation(Document.Node)
    case relationships(Document.Members)
    case members(Document.Elements, Siblings)
    case moves(Document.Elements, Siblings)
    case ordered(Siblings)
    case hunks(Document.Elements, list: ItemIndex)
  }

  /// What the members of one relationship have in common: the identifying names, once the first has been read, and that no
  /// two have one identity.
  final class Siblings {
    var names: [MemberName] = []
    var seen: HashTable
    /// Those that say nothing but their identity, which must then stand in the order.
    var bare: [(hash: UInt64, node: Document.Node)] = []
    var ordered = HashTable(expected: 0)
    /// Those that the order puts somewhere, and those that it takes from somewhere.
    var arriving: HashTable? = HashTable(expected: 0)
    var leaving: HashTable? = HashTable(expected: 0)

    init(count: Int) { seen = HashTable(expected: count) }
  }

  /// The change that `document` describes. Linear in its size. With `exactNumbers`, identities are told apart by the text of
  /// their numbers.
  /// - Throws: the first thing that is no part of a change.
  public static func read(_ document: Document, exactNumbers: Bool = false) throws(ChangeShapeError)
    -> ChangeTree
  {
    var reader = ChangeReader(document: document, hashing: Hashing(exactNumbers: exactNumbers))
    try reader.run()
    return reader.tree
  }

  private init(document: Document, hashing: Hashing) {
    self.document = document
    self.hashing = hashing
  }

  mutating func run() throws(ChangeShapeError) {
    let root = document.root
    guard document.kind(root).isContainer else { throw fail(root, "a change is an object or an array") }
    if document.isEmptyContainer(root) { return }
    if let reason = ForeignChange.reason(document) { throw fail(root, reason) }
    if document.kind(root) == .object, let value = member(root, "value") {
      try readValue(root, value)
      return
    }
    tasks.append(.relation(root))
    while let task = tasks.popLast() {
      switch task {
      case .close(let index): tree.close(index)
      case .identified(let entity): try checkIdentity(below: entity)
      case .relation(let node): try relation(node)
      case .relationships(var members):
        guard let member = members.next() else { continue }
        tasks.append(.relationships(members))
        tasks.append(.close(open(.relationship(name: Value(document, member.name)), member.value)))
        tasks.append(.relation(member.value))
      case .members(var nodes, let siblings):
        guard let node = nodes.next() else { continue }
        tasks.append(.members(nodes, siblings))
        try entity(node, among: siblings)
      case .moves(let nodes, let siblings): for node in nodes { try move(node, of: siblings) }
      case .ordered(let siblings):
        if let bare = siblings.bare.first(where: { siblings.ordered.value($0.hash) == nil }) {
          throw fail(bare.node, ChangeReader.nothingSaid)
        }
      case .hunks(var nodes, let list):
        guard let node = nodes.next() else { continue }
        tasks.append(.hunks(nodes, list: list))
        try hunk(node, of: list)
      }
    }
  }

  mutating func readValue(_ root: Document.Node, _ value: Document.Node) throws(ChangeShapeError) {
    try expectOnly(["value"], root)
    try expect(.object, value, "\"value\" must be an object with \"old\" or \"new\", or both")
    try expectOnly(["old", "new"], value)
    let (old, new) = (member(value, "old"), member(value, "new"))
    if old == nil, new == nil { throw fail(value, "\"value\" must have \"old\" or \"new\", or both") }
    tree.add(
      .value(old: old.map { Value(document, $0) }, new: new.map { Value(document, $0) }),
      offset: document.start(root))
  }

  mutating func relation(_ node: Document.Node) throws(ChangeShapeError) {
    switch document.kind(node) {
    case .array: try toMany(node, members: node, moves: nil)
    case .object:
      if let members = member(node, "members") {
        try expectOnly(["members", "order"], node)
        try expect(.array, members, "\"members\" must be an array of entity changes")
        let moves = member(node, "order")
        if let moves { try expect(.array, moves, "\"order\" must be an array of hunks") }
        try toMany(node, members: members, moves: moves)
      } else if let hunks = member(node, "elements") {
        try expectOnly(["set", "elements"], node)
        try expect(.array, hunks, "\"elements\" must be an array of hunks")
        let set = member(node, "set")
        if let set { try expect(.true, set, "\"set\" must be true, or not there") }
        if document.isEmptyContainer(hunks) { throw fail(hunks, "\"elements\" must have at least one hunk") }
        if set != nil { return try self.set(node, hunks) }
        let list = open(.list, node)
        tasks.append(.close(list))
        tasks.append(.hunks(document.elements(hunks), list: list))
      } else {
        try entity(node, among: nil)
      }
    default: throw fail(node, "expected an entity change, an array of them, or a list change")
    }
  }

  mutating func toMany(
    _ node: Document.Node, members: Document.Node, moves: Document.Node?
  ) throws(ChangeShapeError) {
    tasks.append(.close(open(.toMany, node)))
    if document.isEmptyContainer(members), moves.map({ document.isEmptyContainer($0) }) ?? true {
      throw fail(members, "an array of entity changes must name at least one member")
    }
    let siblings = Siblings(count: document.count(of: members))
    tasks.append(.ordered(siblings))
    if let moves {
      if document.isEmptyContainer(members), !document.isEmptyContainer(moves) {
        throw fail(
          members, "\"members\" must name at least one member, so that the key of the order is known")
      }
      tasks.append(.moves(document.elements(moves), siblings))
    }
    tasks.append(.members(document.elements(members), siblings))
  }

  /// Adds an item that is said at `node`.
  mutating func open(_ item: ChangeTree.Item, _ node: Document.Node) -> ItemIndex {
    tree.open(item, offset: document.start(node))
  }

  func index(_ node: Document.Node, _ what: @autoclosure () -> String) throws(ChangeShapeError) -> Int {
    let range = document.range(node)
    guard document.kind(node) == .number, range.count < 16,
      range.allSatisfy({ ASCII.isDigit(document.bytes[$0]) })
    else { throw fail(node, notIndex(what())) }
    let value = range.reduce(0) { $0 * 10 + Int(document.bytes[$1] - 0x30) }
    // Nothing stands further on in any document.
    if value >= Document.Word.largestOffset { throw fail(node, notIndex(what())) }
    return value
  }

  private func notIndex(_ what: String) -> String {
    "\(what) must be a whole number from 0 to \(Document.Word.largestOffset - 1)"
  }

  func member(_ object: Document.Node, _ name: String) -> Document.Node? {
    document.members(object).first { isName($0.name, name) }?.value
  }

  /// Whether a name is this one.
  private func isName(_ node: Document.Node, _ name: String) -> Bool {
    guard document.kind(node) == .string else { return document.string(node) == name }
    let range = document.range(node)
    guard range.count == name.utf8.count + 2 else { return false }
    var index = range.lowerBound
    for byte in name.utf8 {
      index += 1
      if document.bytes[index] != byte { return false }
    }
    return true
  }

  func expect(
    _ kind: Document.Kind, _ node: Document.Node, _ reason: @autoclosure () -> String
  ) throws(ChangeShapeError) {
    if document.kind(node) != kind { throw fail(node, reason()) }
  }

  func expectOnly(_ names: [String], _ object: Document.Node) throws(ChangeShapeError) {
    for member in document.members(object) where !names.contains(where: { isName(member.name, $0) }) {
      throw misplaced(member.name, names)
    }
  }

  /// The mistake of a name where only others have a place.
  func misplaced(_ name: Document.Node, _ names: [String]) -> ChangeShapeError {
    let text = document.string(name)
    return fail(
      name, "\(JSONString.shown(text)) has no place here" + ChangeReader.suggestion(text, names))
  }

  func fail(_ node: Document.Node, _ reason: String) -> ChangeShapeError {
    ChangeShapeError(node: node, reason: reason)
  }
}
