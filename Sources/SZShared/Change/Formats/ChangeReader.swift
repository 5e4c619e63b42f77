/// What is wrong with the shape of a change, at a node of its document.
package struct ChangeShapeError: Error, Sendable {
  package let node: Document.Node
  package let reason: String
}

/// Reads a change in its own format, `sz-change(5)`, and checks its shape.
///
/// What is still to be read stands in a list, so nesting needs no recursion.
package struct ChangeReader {
  private let document: Document
  /// For the identities of members.
  private let hashing: Hashing
  private var tree = ChangeTree()
  private var tasks: [Task] = []
  /// Where the last hunk of each list ends in the old list.
  private var listEnds: [Int: Int] = [:]

  private enum Task {
    case close(Int)
    case relation(Document.Node)
    case relationship(name: Document.Node, Document.Node)
    case member(Document.Node, Siblings)
    case move(Document.Node, Siblings)
    case ordered(Siblings)
    case hunk(Document.Node, list: Int)
  }

  /// What the members of one relationship have in common: the identifying names, once the first has been read, and that no
  /// two have one identity.
  private final class Siblings {
    var names: [[UInt8]]?
    var seen: HashTable
    /// Those that say nothing but their identity, which must then stand in the order.
    var bare: [(hash: UInt64, node: Document.Node)] = []
    var ordered: Set<UInt64> = []

    init(count: Int) { seen = HashTable(expected: count) }
  }

  /// The change that `document` describes. Linear in its size. With `exactNumbers`, identities are told apart by the text of
  /// their numbers.
  /// - Throws: the first thing that is no part of a change.
  package static func read(_ document: Document, exactNumbers: Bool = false) throws(ChangeShapeError)
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

  private mutating func run() throws(ChangeShapeError) {
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
      case .relation(let node): try relation(node)
      case .relationship(let name, let node):
        var item = item(.relationship, node)
        item.name = Value(document, name)
        tasks.append(.close(tree.open(item)))
        tasks.append(.relation(node))
      case .member(let node, let siblings): try entity(node, among: siblings)
      case .move(let node, let siblings):
        try ids(node, of: siblings)
        try hunk(node, as: .move)
      case .ordered(let siblings):
        if let bare = siblings.bare.first(where: { !siblings.ordered.contains($0.hash) }) {
          throw fail(bare.node, ChangeReader.nothingSaid)
        }
      case .hunk(let node, let list): try hunk(node, of: list)
      }
    }
  }

  private mutating func readValue(_ root: Document.Node, _ value: Document.Node) throws(ChangeShapeError) {
    try expectOnly(["value"], root)
    try expect(.object, value, "\"value\" must be an object with \"old\" and \"new\"")
    try expectOnly(["old", "new"], value)
    guard let old = member(value, "old"), let new = member(value, "new") else {
      throw fail(value, "\"value\" must have both \"old\" and \"new\"")
    }
    var item = item(.value, root)
    item.old = Value(document, old)
    item.new = Value(document, new)
    tree.add(item)
  }

  private mutating func relation(_ node: Document.Node) throws(ChangeShapeError) {
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
        var item = item(.list, node)
        if let set = member(node, "set") {
          try expect(.true, set, "\"set\" must be true, or not there")
          item.isSet = true
        }
        let list = tree.open(item)
        tasks.append(.close(list))
        for hunk in Array(document.elements(hunks)).reversed() { tasks.append(.hunk(hunk, list: list)) }
      } else {
        try entity(node, among: nil)
      }
    default: throw fail(node, "expected an entity change, an array of them, or a list change")
    }
  }

  private mutating func toMany(
    _ node: Document.Node, members: Document.Node, moves: Document.Node?
  ) throws(ChangeShapeError) {
    tasks.append(.close(tree.open(item(.toMany, node))))
    let nodes = Array(document.elements(members))
    let siblings = Siblings(count: nodes.count)
    tasks.append(.ordered(siblings))
    if let moves {
      if document.isEmptyContainer(members), !document.isEmptyContainer(moves) {
        throw fail(
          members, "\"members\" must name at least one member, so that the key of the order is known")
      }
      for move in Array(document.elements(moves)).reversed() { tasks.append(.move(move, siblings)) }
    }
    for member in nodes.reversed() { tasks.append(.member(member, siblings)) }
  }

  private mutating func entity(_ node: Document.Node, among siblings: Siblings?) throws(ChangeShapeError) {
    try expect(.object, node, "an entity change must be an object")
    var item = item(.entity, node)
    var parts: [ChangeTree.Item] = []
    var identity: [(name: [UInt8], value: Document.Node)] = []
    var attributes: Document.Node?
    var removed: Document.Node?
    var relationships: Document.Node?
    for member in document.members(node) {
      let name = document.string(member.name)
      switch ReservedWord(rawValue: name) {
      case nil:
        guard !document.kind(member.value).isContainer else {
          throw fail(
            member.name,
            "\(JSONString.shown(name)) is no part of an entity change, and an identity must be a scalar"
              + ChangeReader.suggestion(
                name, ReservedWord.allCases.map(\.rawValue).filter { $0.utf8.count > 4 }))
        }
        let characters = document.characters(member.name)
        guard IdentityPath.isPlain(characters) || ChangeReader.mayIdentify(characters) else {
          throw fail(
            member.name, "\(JSONString.shown(name)) cannot be an identity; a name is quoted as in ['a.b']")
        }
        identity.append((characters, member.value))
        var part = self.item(.identity, member.value)
        part.name = Value(document, member.name)
        part.new = Value(document, member.value)
        parts.append(part)
      case .entityName:
        guard document.kind(member.value).isString else {
          throw fail(member.value, "\"entityName\" must be a string")
        }
        var part = self.item(.entityName, member.value)
        part.new = Value(document, member.value)
        parts.append(part)
      case .parentWasDeleted:
        guard [.true, .false].contains(document.kind(member.value)) else {
          throw fail(member.value, "\"parentWasDeleted\" must be true or false")
        }
        item.parentWasDeleted = document.kind(member.value) == .true
      case .order: item.number = try index(member.value, "\"order\" of a deleted member")
      case .attributes: attributes = member.value
      case .removed: removed = member.value
      case .relationships: relationships = member.value
      case .from, .to: throw fail(member.name, "\"\(name)\" belongs to a change that was made with a model")
      case .elements, .members, .value:
        throw fail(member.name, "\"\(name)\" has no place in an entity change, and cannot identify one")
      }
    }
    if !identity.isEmpty, identity.allSatisfy({ document.kind($0.value) == .null }) {
      throw fail(node, "null identifies nothing; it says that a part of a composite identity is absent")
    }
    let hasRelationships = relationships.map { !document.isEmptyContainer($0) } ?? false
    let isBare = attributes == nil && !hasRelationships
    if let siblings {
      let hash = try check(identity, among: siblings, node)
      if isBare { siblings.bare.append((hash, node)) }
    } else if isBare, relationships == nil {
      throw fail(node, ChangeReader.nothingSaid)
    }
    let entity = tree.open(item)
    tasks.append(.close(entity))
    for part in parts { tree.add(part) }
    if let attributes {
      try AttributeReader.read(document, attributes, removed: removed, into: &tree, entity: entity)
    } else if let removed {
      throw fail(removed, "\"removed\" needs \"attributes\"")
    }
    if item.number >= 0, tree.items[entity].state != .deleted {
      throw fail(node, "\"order\" has its place in a deleted member or beside \"members\"")
    }
    guard let relationships else { return }
    try expect(.object, relationships, "\"relationships\" must be an object")
    try checkApart(relationships, attributesOf: entity)
    for member in Array(document.members(relationships)).reversed() {
      tasks.append(.relationship(name: member.name, member.value))
    }
  }

  /// Whether a name that is no plain one is the path of an identity, and not one of the reserved words in quotes.
  private static func mayIdentify(_ name: [UInt8]) -> Bool {
    IdentityPath(name).map { !$0.isName || !ReservedWord.isReserved($0.steps[0].characters) } ?? false
  }

  /// A member must have an identity of its own, by the same names as its siblings.
  private func check(
    _ identity: [(name: [UInt8], value: Document.Node)], among siblings: Siblings, _ node: Document.Node
  ) throws(ChangeShapeError) -> UInt64 {
    if identity.isEmpty {
      throw fail(node, "a member needs its identity, under a name that changes do not use themselves")
    }
    let names = siblings.names ?? identity.map(\.name)
    siblings.names = names
    var parts: [Document.Node] = []
    for name in names {
      guard let part = identity.first(where: { $0.name == name }), names.count == identity.count else {
        throw fail(
          node,
          "the members of one relationship must have their identity by the same names, with null where a part of it is absent"
        )
      }
      parts.append(part.value)
    }
    let hash = hash(parts)
    if !siblings.seen.insert(hash, value: 0) {
      let hint = parts.contains { document.kind($0) == .number } && !hashing.exactNumbers
      throw fail(
        node, "two members have this identity" + (hint ? ", unless --exact-numbers tells them apart" : ""))
    }
    return hash
  }

  private func hash(_ parts: [Document.Node]) -> UInt64 {
    var all = Hashing.Tuple(hashing)
    for part in parts { all.add(document.scalarHash(part, hashing)) }
    return all.hash
  }

  /// Checks the identities in a hunk of an order, and keeps those that a bare member may be named for.
  private func ids(_ move: Document.Node, of siblings: Siblings) throws(ChangeShapeError) {
    guard document.kind(move) == .object, let names = siblings.names else { return }
    for stretch in ["before", "old", "new", "after"] {
      guard let values = member(move, stretch), document.kind(values) == .array else { continue }
      for value in document.elements(values) {
        let parts =
          names.count == 1 ? [value] : document.kind(value) == .array ? Array(document.elements(value)) : []
        guard parts.count == names.count, parts.allSatisfy({ !document.kind($0).isContainer }),
          parts.contains(where: { document.kind($0) != .null })
        else {
          throw fail(
            value,
            names.count == 1
              ? "an order is of identities, each a scalar"
              : "an order is of identities, each an array of \(names.count) scalars")
        }
        if !siblings.bare.isEmpty { siblings.ordered.insert(hash(parts)) }
      }
    }
  }

  private static let nothingSaid =
    "this entity change says nothing: it has no \"attributes\", no \"relationships\" and no place in an order"

  /// What may have been meant by a name that is none of these.
  static func suggestion(_ name: String, _ words: [String]) -> String {
    NearestName.slip(name, for: words).map { "; did you mean \"\($0)\"?" } ?? ""
  }

  /// What is a relationship is no attribute, and identifies nothing.
  private func checkApart(_ relationships: Document.Node, attributesOf entity: Int) throws(ChangeShapeError) {
    var names: Set<[UInt8]> = []
    for item in tree.items[entity...] where item.role == .attribute || item.role == .identity {
      guard let name = item.name.map({ document.characters($0.node) }) else { continue }
      // An identity that lies deeper is below a relationship.
      if item.role == .attribute {
        names.insert(name)
      } else if let path = IdentityPath(name), path.isName {
        names.insert(path.steps[0].characters)
      }
    }
    if names.isEmpty { return }
    for member in document.members(relationships) where names.contains(document.characters(member.name)) {
      let name = JSONString.shown(document.string(member.name))
      throw fail(member.name, "\(name) cannot be a relationship and an attribute or identity at once")
    }
  }

  /// Reads a hunk of a list, which must stand behind those before it.
  private mutating func hunk(_ node: Document.Node, of list: Int) throws(ChangeShapeError) {
    try expect(.object, node, "a hunk must be an object")
    if tree.items[list].isSet {
      if tree.items.count > list + 1 { throw fail(node, "a set has one hunk") }
      try expectOnly(["old", "new"], node)
      try stretches(node, in: tree.open(item(.hunk, node)))
      return
    }
    guard member(node, "at") != nil else {
      throw fail(node, "a hunk needs \"at\", or its list \"set\": true")
    }
    let end = listEnds[list] ?? 0
    let opened = tree.items.count
    try hunk(node, as: .hunk)
    let at = tree.items[opened].number
    if at < end { throw fail(node, "this hunk begins before the end of the one before it") }
    let isEdit = member(node, "change") != nil
    listEnds[list] = at + (isEdit ? 1 : tree.values(opened, .old).count)
  }

  private mutating func hunk(_ node: Document.Node, as role: ChangeTree.Role) throws(ChangeShapeError) {
    try expect(.object, node, "a hunk must be an object")
    try expectOnly(["at", "before", "old", "new", "after", "change"], node)
    guard let at = member(node, "at") else { throw fail(node, "a hunk needs \"at\"") }
    var item = item(role, node)
    item.number = try index(at, "\"at\"")
    let opened = tree.open(item)
    if let change = member(node, "change") {
      guard role == .hunk else { throw fail(change, "a hunk of identities cannot have \"change\"") }
      try expectOnly(["at", "change"], node)
      tasks.append(.close(opened))
      tasks.append(.relation(change))
      return
    }
    try stretches(node, in: opened)
  }

  /// Reads the elements or identities of a hunk and closes it. Empty context is kept: it says that nothing is said.
  private mutating func stretches(_ node: Document.Node, in opened: Int) throws(ChangeShapeError) {
    var isIdle = true
    for (role, name) in [(ChangeTree.Role.before, "before"), (.old, "old"), (.new, "new"), (.after, "after")]
    {
      guard let values = member(node, name) else { continue }
      try expect(.array, values, "\"\(name)\" must be an array")
      let isContext = role == .before || role == .after
      if document.isEmptyContainer(values) {
        if isContext, tree.items[opened].role == .hunk {
          var part = self.item(role, values)
          part.number = 0
          tree.add(part)
        }
        continue
      }
      if !isContext { isIdle = false }
      var part = self.item(role, values)
      part.new = Value(document, document.firstChild(values))
      part.number = document.elements(values).reduce(0) { sum, _ in sum + 1 }
      tree.add(part)
    }
    if isIdle { throw fail(node, "a hunk needs \"old\", \"new\" or \"change\"") }
    tree.close(opened)
  }

  private func item(_ role: ChangeTree.Role, _ node: Document.Node) -> ChangeTree.Item {
    var item = ChangeTree.Item(role)
    item.offset = document.start(node)
    return item
  }

  private func index(_ node: Document.Node, _ what: String) throws(ChangeShapeError) -> Int {
    guard document.kind(node) == .number,
      let value = Int(String(decoding: document.text(node), as: UTF8.self)),
      (0..<Document.Word.largestOffset).contains(value)
    else { throw fail(node, "\(what) must be a whole number from 0") }
    return value
  }

  private func member(_ object: Document.Node, _ name: String) -> Document.Node? {
    document.member(object, named: Array(name.utf8))?.value
  }

  private func expect(_ kind: Document.Kind, _ node: Document.Node, _ reason: String) throws(ChangeShapeError)
  {
    if document.kind(node) != kind { throw fail(node, reason) }
  }

  private func expectOnly(_ names: [String], _ object: Document.Node) throws(ChangeShapeError) {
    for member in document.members(object) where !names.contains(document.string(member.name)) {
      let name = document.string(member.name)
      throw fail(
        member.name,
        "\(JSONString.shown(name)) has no place here" + ChangeReader.suggestion(name, names))
    }
  }

  private func fail(_ node: Document.Node, _ reason: String) -> ChangeShapeError {
    ChangeShapeError(node: node, reason: reason)
  }
}
