extension ChangeReader {
  /// Reads a hunk of a list, which must stand behind those before it.
  mutating func hunk(_ node: Document.Node, of list: Int) throws(ChangeShapeError) {
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

  mutating func hunk(_ node: Document.Node, as role: ChangeTree.Role) throws(ChangeShapeError) {
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
}
