extension ChangeReader {
  /// Reads a hunk of a list, which must stand behind those before it.
  mutating func hunk(_ node: Document.Node, of list: ItemIndex) throws(ChangeShapeError) {
    try expect(.object, node, "a hunk must be an object")
    guard member(node, "at") != nil else {
      throw fail(node, "a hunk needs \"at\", or its list \"set\": true")
    }
    let end = listEnds[list] ?? 0
    let behind: Int
    if let change = try change(node) {
      let at = try at(node)
      try expectOnly(["at", "change"], node)
      tasks.append(.close(open(.edit(at: at), node)))
      tasks.append(.relation(change))
      if at < end { throw overlap(node) }
      behind = at + 1
    } else {
      let hunk = try stretches(node, isOrder: false)
      _ = open(.hunk(hunk), node)
      if hunk.at < end { throw overlap(node) }
      behind = hunk.at + tree.count(hunk.old)
    }
    listEnds[list] = behind
  }

  /// Reads a hunk of an order.
  mutating func move(_ node: Document.Node) throws(ChangeShapeError) {
    try expect(.object, node, "a hunk must be an object")
    if let change = try change(node) {
      _ = try at(node)
      throw fail(change, "a hunk of identities cannot have \"change\"")
    }
    _ = open(.move(try stretches(node, isOrder: true)), node)
  }

  /// Reads the change of a set.
  mutating func set(_ node: Document.Node, _ hunks: Document.Node) throws(ChangeShapeError) {
    var (old, new) = (ChangeTree.Stretch.empty, ChangeTree.Stretch.empty)
    for (number, hunk) in document.elements(hunks).enumerated() {
      try expect(.object, hunk, "a hunk must be an object")
      if number > 0 { throw fail(hunk, "a set has one hunk") }
      try expectOnly(["old", "new"], hunk)
      old = try stretch(hunk, "old")
      new = try stretch(hunk, "new")
      if old.isEmpty, new.isEmpty { throw fail(hunk, ChangeReader.nothingInHunk) }
    }
    _ = open(.set(old: old, new: new), node)
  }

  private static let nothingInHunk = "a hunk needs \"old\", \"new\" or \"change\""

  private func overlap(_ node: Document.Node) -> ChangeShapeError {
    fail(node, "this hunk begins before the end of the one before it")
  }

  /// The change of an element that is edited in place, when the hunk is one of these.
  private func change(_ node: Document.Node) throws(ChangeShapeError) -> Document.Node? {
    try expectOnly(["at", "before", "old", "new", "after", "change"], node)
    return member(node, "change")
  }

  private func at(_ node: Document.Node) throws(ChangeShapeError) -> Int {
    guard let at = member(node, "at") else { throw fail(node, "a hunk needs \"at\"") }
    return try index(at, "\"at\"")
  }

  private mutating func stretches(_ node: Document.Node, isOrder: Bool) throws(ChangeShapeError)
    -> ChangeTree.Hunk
  {
    var hunk = ChangeTree.Hunk(at: try at(node))
    hunk.before = try context(node, "before", isOrder: isOrder)
    hunk.old = try stretch(node, "old")
    hunk.new = try stretch(node, "new")
    hunk.after = try context(node, "after", isOrder: isOrder)
    if hunk.old.isEmpty, hunk.new.isEmpty { throw fail(node, ChangeReader.nothingInHunk) }
    return hunk
  }

  /// Empty context says that nothing is said, which an order has no use for.
  private mutating func context(_ node: Document.Node, _ name: String, isOrder: Bool)
    throws(ChangeShapeError) -> ChangeTree.Context
  {
    let values = try stretch(node, name)
    if !values.isEmpty { return .values(values) }
    return isOrder || member(node, name) == nil ? .end : .unsaid
  }

  /// Reads the elements or identities of one side.
  private mutating func stretch(_ node: Document.Node, _ name: String) throws(ChangeShapeError)
    -> ChangeTree.Stretch
  {
    guard let values = member(node, name) else { return .empty }
    try expect(.array, values, "\"\(name)\" must be an array")
    if document.isEmptyContainer(values) { return .empty }
    return tree.add(
      document, siblings: document.firstChild(values),
      count: document.elements(values).reduce(0) { sum, _ in sum + 1 })
  }
}
