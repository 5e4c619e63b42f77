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
  private var tasks: [Task] = []
  /// The to-manys that are open, the innermost last.
  var siblings: [Siblings] = []
  /// The identifying members of the entity that is read.
  var identity: [(name: Document.Node, value: Document.Node)] = []

  enum Task: BitwiseCopyable {
    case close(ItemIndex)
    case identified(ItemIndex)
    case relation(Document.Node)
    case relationship(name: Document.Node, Document.Node)
    /// The members of a to-many from one on.
    case members(Document.Node, end: Document.Node)
    case moves(Document.Node)
    /// The end of a to-many.
    case ordered
    /// The hunks of a list from one on, which must not begin before an index of the old list.
    case hunks(Document.Node, end: Document.Node, behind: Int)
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
    tree.identityHashing = hashing
    // The first document of the tree, so that the words of its values are the indexes of their nodes.
    _ = tree.table.word(Value(document, document.root))
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
      case .relationship(let name, let value):
        tasks.append(.close(add(.relationship, name)))
        try relation(value)
      case .members(let node, let end): try members(from: node, to: end)
      case .moves(let moves): for node in document.elements(moves) { try move(node) }
      case .ordered: try endToMany()
      case .hunks(let node, let end, let behind): try hunks(from: node, to: end, behind)
      }
    }
  }

  /// Reads members one after the other, up to one below which there is more to read first.
  private mutating func members(from first: Document.Node, to end: Document.Node) throws(ChangeShapeError) {
    var node = first
    let open = tasks.count
    while node < end, tasks.count == open {
      let next = document.next(node)
      tasks.append(.members(next, end: end))
      try entity(node, isMember: true)
      if tasks.count == open + 1 { tasks.removeLast() }
      node = next
    }
  }

  /// Reads hunks one after the other, up to one in which an element is edited.
  private mutating func hunks(
    from first: Document.Node, to end: Document.Node, _ behind: Int
  ) throws(ChangeShapeError) {
    var (node, behind) = (first, behind)
    while node < end {
      let next = document.next(node)
      if let edit = try hunk(node, &behind) {
        tasks.append(.hunks(next, end: end, behind: behind))
        tasks.append(.close(edit.item))
        tasks.append(.relation(edit.change))
        return
      }
      node = next
    }
  }

  private mutating func endToMany() throws(ChangeShapeError) {
    let last = siblings.removeLast()
    if let node = last.nodeOfNoUse { throw fail(node, ChangeReader.nothingSaid) }
    tree.keep(identities: last.hashes, of: last.item)
  }

  /// Keeps an entity open while its relationships are read.
  mutating func open(_ entity: ItemIndex, _ relationships: Document.Node) {
    if identity.contains(where: { !IdentityPath.isPlain(document, $0.name) }) {
      tasks.append(.identified(entity))
    }
    tasks.append(.close(entity))
    var first = tasks.count
    for member in document.members(relationships) {
      tasks.append(.relationship(name: member.name, member.value))
    }
    // The first one is to be the last.
    var last = tasks.count - 1
    while first < last {
      tasks.swapAt(first, last)
      (first, last) = (first + 1, last - 1)
    }
  }

  mutating func readValue(_ root: Document.Node, _ value: Document.Node) throws(ChangeShapeError) {
    try expectOnly(["value"], root)
    try expect(.object, value, "\"value\" must be an object with \"old\" or \"new\", or both")
    try expectOnly(["old", "new"], value)
    let (old, new) = (member(value, "old"), member(value, "new"))
    if old == nil, new == nil { throw fail(value, "\"value\" must have \"old\" or \"new\", or both") }
    tree.add(
      .value(old: old.map { Value(document, $0) }, new: new.map { Value(document, $0) }))
  }

  mutating func relation(_ node: Document.Node) throws(ChangeShapeError) {
    switch document.kind(node) {
    case .array: try toMany(node, members: node, moves: nil)
    case .object:
      var (members, hunks): (Document.Node?, Document.Node?)
      for member in document.members(node) {
        switch ChangeReader.words.word(document, member.name) {
        case .members: members = members ?? member.value
        case .elements: hunks = hunks ?? member.value
        default: continue
        }
      }
      if let members {
        try expectOnly(["members", "order"], node)
        try expect(.array, members, "\"members\" must be an array of entity changes")
        let moves = member(node, "order")
        if let moves { try expect(.array, moves, "\"order\" must be an array of hunks") }
        try toMany(node, members: members, moves: moves)
      } else if let hunks {
        try list(node, hunks)
      } else {
        try entity(node, isMember: false)
      }
    default: throw fail(node, "expected an entity change, an array of them, or a list change")
    }
  }

  private mutating func list(_ node: Document.Node, _ hunks: Document.Node) throws(ChangeShapeError) {
    // Most lists have nothing but hunks.
    let isAlone = document.next(hunks) == document.end(node) && document.count(of: node) == 1
    if !isAlone { try expectOnly(["set", "elements"], node) }
    try expect(.array, hunks, "\"elements\" must be an array of hunks")
    let set = isAlone ? nil : member(node, "set")
    if let set { try expect(.true, set, "\"set\" must be true, or not there") }
    if document.isEmptyContainer(hunks) { throw fail(hunks, "\"elements\" must have at least one hunk") }
    if set != nil { return try self.set(node, hunks) }
    tasks.append(.close(add(.list)))
    tasks.append(.hunks(document.firstChild(hunks), end: document.end(hunks), behind: 0))
  }

  mutating func toMany(
    _ node: Document.Node, members: Document.Node, moves: Document.Node?
  ) throws(ChangeShapeError) {
    let item = add(.toMany)
    tasks.append(.close(item))
    if document.isEmptyContainer(members), moves.map({ document.isEmptyContainer($0) }) ?? true {
      throw fail(members, "an array of entity changes must name at least one member")
    }
    // A value that moves stands in the order twice.
    let moved = moves.map { (document.end($0).index - $0.index) / 2 } ?? 0
    siblings.append(Siblings(item, expected: document.count(of: members) + moved))
    tasks.append(.ordered)
    if let moves {
      if document.isEmptyContainer(members), !document.isEmptyContainer(moves) {
        throw fail(
          members, "\"members\" must name at least one member, so that the key of the order is known")
      }
      tasks.append(.moves(moves))
    }
    tasks.append(.members(document.firstChild(members), end: document.end(members)))
  }

  /// Adds an item of nodes.
  @discardableResult
  mutating func add(
    _ kind: ChangeTree.Kind, _ first: Document.Node? = nil, _ second: Document.Node? = nil,
    _ third: Document.Node? = nil
  ) -> ItemIndex {
    func word(_ node: Document.Node?) -> UInt64 {
      node.map { UInt64($0.index) } ?? ChangeTree.ValueTable.none
    }
    return tree.add(ChangeTree.Record(kind, word(first), word(second), word(third)))
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
