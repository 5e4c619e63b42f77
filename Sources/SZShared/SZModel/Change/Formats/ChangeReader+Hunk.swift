internal import SZJSON

/// The members of a hunk.
enum HunkWord: String, CaseIterable {
  case at, before, old, new, after, change
  case traits = "is"
}

extension ChangeReader {
  /// Where each member of a hunk stands.
  struct HunkMembers {
    let node: Document.Node
    var at, before, old, new, after, change, traits: Document.Node?
  }

  private func members(ofHunk node: Document.Node) throws(ChangeShapeError) -> HunkMembers {
    try expect(.object, node, "a hunk must be an object")
    var hunk = HunkMembers(node: node)
    for member in document.members(node) {
      switch ChangeReader.hunkWords.word(document, member.name) {
      case .at: hunk.at = member.value
      case .before: hunk.before = member.value
      case .old: hunk.old = member.value
      case .new: hunk.new = member.value
      case .after: hunk.after = member.value
      case .change: hunk.change = member.value
      case .traits: hunk.traits = member.value
      case nil: throw misplaced(member.name, HunkWord.allCases.map(\.rawValue))
      }
    }
    return hunk
  }

  /// Reads a hunk of a list, which must stand behind those before it, where `behind` is. Answers what is edited, where an element is.
  mutating func hunk(_ node: Document.Node, _ behind: inout Int) throws(ChangeShapeError) -> (
    item: ItemIndex, change: Document.Node
  )? {
    let members = try members(ofHunk: node)
    guard members.at != nil else { throw fail(node, "a hunk needs \"at\", or its list \"set\": true") }
    let end = behind
    guard let change = members.change else {
      let hunk = try stretches(members, isOrder: false)
      tree.add(.hunk(hunk))
      if hunk.at < end { throw overlap(node) }
      behind = hunk.at + tree.count(hunk.old)
      return nil
    }
    let at = try at(members)
    try expectOnly(["at", "is", "change"], node)
    var traits: ElementMembers?
    if let object = members.traits { traits = try read(traits: object) }
    if at < end { throw overlap(node) }
    behind = at + 1
    return (tree.open(.edit(at: at, is: traits)), change)
  }

  /// Reads what tells an element from others: one or two scalars, which are members of it or of objects in it.
  private func read(traits: Document.Node) throws(ChangeShapeError) -> ElementMembers {
    let words = "\"is\" must be an object of one or two strings, numbers or booleans"
    try expect(.object, traits, words)
    var all: [ElementMembers.Member] = []
    func add(_ name: Document.Node, _ inner: Document.Node?, _ value: Document.Node) throws(ChangeShapeError)
    {
      if document.kind(value).isContainer || document.kind(value) == .null { throw fail(value, words) }
      all.append(
        ElementMembers.Member(
          name: Value(document, name), inner: inner.map { Value(document, $0) }, value: Value(document, value)
        ))
    }
    for member in document.members(traits) {
      if document.kind(member.value) == .object {
        for inner in document.members(member.value) { try add(member.name, inner.name, inner.value) }
      } else {
        try add(member.name, nil, member.value)
      }
    }
    guard (1...2).contains(all.count) else { throw fail(traits, words) }
    return ElementMembers(all)
  }

  /// Reads a hunk of an order.
  mutating func move(_ node: Document.Node) throws(ChangeShapeError) {
    let members = try members(ofHunk: node)
    if let change = members.change {
      _ = try at(members)
      throw fail(change, "a hunk of identities cannot have \"change\"")
    }
    let hunk = try stretches(members, isOrder: true)
    // Without a name there is no member, which is no order.
    if siblings[siblings.count - 1].names.isEmpty {
      tree.add(.move(hunk))
      return
    }
    let first = tree.orderNumbers.count
    try checkIdentities(members)
    tree.add(hunk, numbersFrom: first)
  }

  /// Reads the change of a set.
  mutating func set(_ node: Document.Node, _ hunks: Document.Node) throws(ChangeShapeError) {
    var (old, new) = (ChangeTree.Stretch.empty, ChangeTree.Stretch.empty)
    for (number, hunk) in document.elements(hunks).enumerated() {
      try expect(.object, hunk, "a hunk must be an object")
      if number > 0 { throw fail(hunk, "a set has one hunk") }
      try expectOnly(["old", "new"], hunk)
      old = try stretch(member(hunk, "old"), "old")
      new = try stretch(member(hunk, "new"), "new")
      if old.isEmpty, new.isEmpty { throw fail(hunk, ChangeReader.nothingInHunk) }
    }
    tree.add(.set(old: old, new: new))
  }

  private static let nothingInHunk = "a hunk needs \"old\", \"new\" or \"change\""

  private func overlap(_ node: Document.Node) -> ChangeShapeError {
    fail(node, "this hunk begins before the end of the one before it")
  }

  private func at(_ hunk: HunkMembers) throws(ChangeShapeError) -> Int {
    guard let at = hunk.at else { throw fail(hunk.node, "a hunk needs \"at\"") }
    return try index(at, "\"at\"")
  }

  private mutating func stretches(_ members: HunkMembers, isOrder: Bool) throws(ChangeShapeError)
    -> ChangeTree.Hunk
  {
    if let traits = members.traits {
      throw fail(traits, "\"is\" belongs beside \"change\"")
    }
    var hunk = ChangeTree.Hunk(at: try at(members))
    hunk.before = try context(members.before, "before", isOrder: isOrder)
    hunk.old = try stretch(members.old, "old")
    hunk.new = try stretch(members.new, "new")
    hunk.after = try context(members.after, "after", isOrder: isOrder)
    if hunk.old.isEmpty, hunk.new.isEmpty { throw fail(members.node, ChangeReader.nothingInHunk) }
    return hunk
  }

  /// Empty context says that nothing is said, which an order has no use for.
  private mutating func context(_ values: Document.Node?, _ name: String, isOrder: Bool)
    throws(ChangeShapeError) -> ChangeTree.Context
  {
    let stretch = try stretch(values, name)
    if !stretch.isEmpty { return .values(stretch) }
    return isOrder || values == nil ? .end : .unsaid
  }

  /// Reads the elements or identities of one side.
  private mutating func stretch(_ values: Document.Node?, _ name: String) throws(ChangeShapeError)
    -> ChangeTree.Stretch
  {
    guard let values else { return .empty }
    try expect(.array, values, "\"\(name)\" must be an array")
    if document.isEmptyContainer(values) { return .empty }
    return tree.add(
      document, siblings: document.firstChild(values),
      count: document.count(of: values))
  }
}
