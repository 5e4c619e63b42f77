/// Writes a change in its own format, `sz-change(5)`, without white space.
///
/// Walks the tree from item to item; the only state is the list of what must be closed and where.
package struct ChangeWriter {
  /// How attributes are written.
  package enum AttributeLayout: String, CaseIterable, Sendable {
    /// `{"old": {"city": 1}, "new": {"city": 2}}`
    case grouped
    /// `{"city": {"old": 1, "new": 2}}`
    case pairs
  }

  private let tree: ChangeTree
  private let layout: AttributeLayout
  /// Which items to write; nil for all.
  private let included: [Bool]?
  private var output: [UInt8] = []
  private var closers: [(end: Int, text: [UInt8])] = []

  /// The text of `tree`, or of those items that `included` marks. Linear in the text.
  package static func text(
    _ tree: ChangeTree, layout: AttributeLayout = .grouped, included: [Bool]? = nil
  ) -> [UInt8] {
    var writer = ChangeWriter(tree: tree, layout: layout, included: included)
    writer.run()
    return writer.output
  }

  private init(tree: ChangeTree, layout: AttributeLayout, included: [Bool]?) {
    self.tree = tree
    self.layout = layout
    self.included = included
  }

  private func isIncluded(_ index: Int) -> Bool { included.map { $0[index] } ?? true }

  private mutating func run() {
    guard !tree.isEmpty, isIncluded(0) else {
      emit("{}")
      return
    }
    var index = 0
    while index < tree.items.count {
      closeContainers(before: index)
      guard isIncluded(index) else {
        index = tree.items[index].end
        continue
      }
      index = write(index)
    }
    closeContainers(before: tree.items.count)
  }

  /// Writes what stands at the head of an item and answers the next item to look at.
  private mutating func write(_ index: Int) -> Int {
    let item = tree.items[index]
    switch item.role {
    case .value:
      emit("{\"value\":{")
      if let old = item.old { emit("\"old\":", old) }
      if let new = item.new {
        if item.old != nil { emit(",") }
        emit("\"new\":", new)
      }
      emit("}}")
      return item.end
    case .entity:
      return writeEntity(index)
    case .relationship:
      comma()
      if let name = item.name { name.appendCompact(to: &output) }
      emit(":")
      return index + 1
    case .toMany:
      return writeToMany(index)
    case .list:
      emit(item.isSet ? "{\"set\":true,\"elements\":[" : "{\"elements\":[")
      closers.append((item.end, Array("]}".utf8)))
      return index + 1
    case .hunk, .move:
      return writeHunk(index)
    case .identity, .entityName, .attribute, .before, .old, .new, .after:
      return item.end
    }
  }

  private mutating func writeEntity(_ index: Int) -> Int {
    let item = tree.items[index]
    comma()
    emit("{")
    var attributes: [ChangeTree.Item] = []
    var firstRelationship = item.end
    for child in tree.children(index) {
      let part = tree.items[child]
      switch part.role {
      case .entityName:
        comma()
        emit("\"entityName\":", part.new)
      case .identity:
        comma()
        part.name?.appendCompact(to: &output)
        emit(":", part.new)
      case .attribute:
        if isIncluded(child) { attributes.append(part) }
      default:
        if isIncluded(child) { firstRelationship = min(firstRelationship, child) }
      }
    }
    if item.parentWasDeleted {
      comma()
      emit("\"parentWasDeleted\":true")
    }
    if item.state == .deleted, item.number >= 0 {
      comma()
      emit("\"order\":\(item.number)")
    }
    // In a part of a change, an entity may be left with nothing but what is below it.
    if item.state != .untouched, included == nil || !attributes.isEmpty || item.state != .updated {
      comma()
      writeAttributes(item, attributes)
    }
    if firstRelationship < item.end {
      comma()
      emit("\"relationships\":{")
      closers.append((item.end, Array("}}".utf8)))
    } else {
      emit("}")
    }
    return firstRelationship
  }

  private mutating func writeAttributes(_ entity: ChangeTree.Item, _ attributes: [ChangeTree.Item]) {
    if layout == .pairs, !entity.isFull, ChangeWriter.canBePairs(entity.state, attributes) {
      emit("\"attributes\":{")
      for attribute in attributes {
        comma()
        attribute.name?.appendCompact(to: &output)
        emit(":{")
        if let old = attribute.old { emit("\"old\":", old) }
        if let new = attribute.new {
          comma()
          emit("\"new\":", new)
        }
        emit("}")
      }
      emit("}")
      return
    }
    emit("\"attributes\":{")
    if entity.state != .created { writeSide("\"old\":{", attributes, \.old) }
    if entity.state != .deleted {
      comma()
      writeSide("\"new\":{", attributes, \.new)
    }
    emit("}")
    guard entity.isFull else { return }
    emit(",\"removed\":[")
    for attribute in attributes where attribute.old != nil && attribute.new == nil && !attribute.isFull {
      comma()
      attribute.name?.appendCompact(to: &output)
    }
    emit("]")
  }

  private mutating func writeSide(
    _ head: String, _ attributes: [ChangeTree.Item], _ side: KeyPath<ChangeTree.Item, Value?>
  ) {
    emit(head)
    for attribute in attributes {
      guard let value = attribute[keyPath: side] else { continue }
      comma()
      attribute.name?.appendCompact(to: &output)
      emit(":", value)
    }
    emit("}")
  }

  /// Whether the form by attribute says the same: it cannot tell an entity that only gained attributes from a created one,
  /// nor attributes called `old` and `new` from the two groups.
  private static func canBePairs(_ state: ChangeTree.EntityState, _ attributes: [ChangeTree.Item]) -> Bool {
    let names = attributes.compactMap { $0.name.map { $0.document.characters($0.node) } }
    if names.allSatisfy({ $0 == Array("old".utf8) || $0 == Array("new".utf8) }) { return false }
    guard state == .updated else { return true }
    return attributes.contains { $0.old != nil } && attributes.contains { $0.new != nil }
  }

  private mutating func writeToMany(_ index: Int) -> Int {
    let item = tree.items[index]
    let moves = tree.children(index).filter { tree.items[$0].role == .move && isIncluded($0) }
    guard let first = moves.first else {
      emit("[")
      closers.append((item.end, Array("]".utf8)))
      return index + 1
    }
    emit("{\"members\":[")
    if !tree.children(index).contains(where: { tree.items[$0].role == .entity && isIncluded($0) }) {
      writeKey(index, moves)
    }
    closers.append((item.end, Array("]}".utf8)))
    closers.append((first, Array("],\"order\":[".utf8)))
    return index + 1
  }

  /// Names one member of the order, where only moves of a to-many are left: without one its key would not be known.
  private mutating func writeKey(_ toMany: Int, _ moves: [Int]) {
    guard let entity = tree.children(toMany).first(where: { tree.items[$0].role == .entity }),
      let move = moves.first,
      let id = tree.values(move, .new).first ?? tree.values(move, .old).first
    else { return }
    let parts = id.kind == .array ? id.document.elements(id.node).map { Value(id.document, $0) } : [id]
    emit("{")
    for (child, part) in zip(tree.children(entity).filter { tree.items[$0].role == .identity }, parts) {
      comma()
      tree.items[child].name?.appendCompact(to: &output)
      emit(":", part)
    }
    emit("}")
  }

  private mutating func writeHunk(_ index: Int) -> Int {
    let item = tree.items[index]
    comma()
    emit("{")
    // The hunk of a set has no index.
    if item.number >= 0 { emit("\"at\":\(item.number)") }
    if tree.isEdit(index) {
      emit(",\"change\":")
      closers.append((item.end, Array("}".utf8)))
      return index + 1
    }
    for (role, name) in [(ChangeTree.Role.before, "before"), (.old, "old"), (.new, "new"), (.after, "after")]
    {
      let length = output.count
      comma()
      emit("\"\(name)\":[")
      let isSaid = tree.children(index).contains { tree.items[$0].role == role }
      if tree.appendValues(index, role, to: &output) || isSaid {
        emit("]")
      } else {
        output.removeSubrange(length...)
      }
    }
    emit("}")
    return item.end
  }

  private mutating func closeContainers(before index: Int) {
    while let closer = closers.last, closer.end <= index {
      output += closer.text
      closers.removeLast()
    }
  }

  /// A comma unless the output stands behind an opening bracket, a colon or its own beginning.
  private mutating func comma() {
    switch output.last {
    case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"), UInt8(ascii: ","): return
    default: output.append(UInt8(ascii: ","))
    }
  }

  private mutating func emit(_ text: String, _ value: Value? = nil) {
    output.append(contentsOf: text.utf8)
    value?.appendCompact(to: &output)
  }
}
