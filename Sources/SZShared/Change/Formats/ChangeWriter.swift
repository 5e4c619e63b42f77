/// Writes a change in its own format, `sz-change(5)`, without white space.
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
  /// Which items to write, by their index; nil for all.
  private let included: [Bool]?
  private var output: [UInt8] = []
  /// The open to-manys, each with its first move that is written: where the list of its members ends.
  private var firstMoves: [ItemIndex?] = []

  /// The text of `tree`, or of those items that `included` marks. Linear in the text.
  package static func text(
    _ tree: ChangeTree, layout: AttributeLayout = .grouped, included: [Bool]? = nil
  ) -> [UInt8] {
    var writer = ChangeWriter(tree: tree, layout: layout, included: included)
    if tree.isEmpty || !writer.isIncluded(.root) { return Array("{}".utf8) }
    tree.walk(&writer)
    return writer.output
  }

  private init(tree: ChangeTree, layout: AttributeLayout, included: [Bool]?) {
    self.tree = tree
    self.layout = layout
    self.included = included
  }

  private func isIncluded(_ index: ItemIndex) -> Bool { included.map { $0[index.number] } ?? true }

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

  private mutating func emit(name: Value, _ value: Value) {
    comma()
    name.appendCompact(to: &output)
    emit(":", value)
  }
}

extension ChangeWriter: ChangeVisitor {
  package mutating func enter(_ item: ChangeTree.Item, at index: ItemIndex, in parent: ItemIndex?) -> Bool {
    guard isIncluded(index) else { return false }
    switch item {
    case .value(let old, let new):
      emit("{\"value\":{\"old\":", old)
      emit(",\"new\":", new)
      emit("}}")
      return false
    case .entity(let entity): return enter(entity, index)
    case .relationship(let name):
      comma()
      name.appendCompact(to: &output)
      emit(":")
    case .toMany: enterToMany(index)
    case .replacement: emit("[")
    case .list: emit("{\"elements\":[")
    case .set(let old, let new): write(old, new)
    case .move(let hunk):
      if firstMoves.last == index { emit("],\"order\":[") }
      write(hunk)
    case .hunk(let hunk): write(hunk)
    case .edit(let at):
      comma()
      emit("{\"at\":\(at),\"change\":")
    // They are written with their entity.
    case .identity, .entityName, .from, .to, .instead, .attribute, .context: return false
    }
    return true
  }

  package mutating func leave(_ item: ChangeTree.Item, at index: ItemIndex) {
    switch item {
    case .entity: emit("}}")
    case .toMany: emit(firstMoves.removeLast() == nil ? "]" : "]}")
    case .replacement: emit("]")
    case .list: emit("]}")
    case .edit: emit("}")
    case .value, .identity, .entityName, .from, .to, .instead, .attribute, .context, .relationship, .move,
      .hunk, .set:
      break
    }
  }
}

// MARK: Entities

extension ChangeWriter {
  /// Writes an entity up to its relationships; answers whether there are any.
  private mutating func enter(_ entity: ChangeTree.Entity, _ index: ItemIndex) -> Bool {
    comma()
    emit("{")
    var hasAttributes = false
    var hasRelationships = false
    for child in tree.children(of: index) {
      switch tree[child] {
      case .entityName(let value):
        comma()
        emit("\"entityName\":", value)
      case .identity(let name, let value): emit(name: name, value)
      case .from(let path): emit(name: ChangeWriter.from, path)
      case .to(let path): emit(name: ChangeWriter.to, path)
      case .instead(let old, let new): write(instead: old, new)
      case .attribute, .context: hasAttributes = hasAttributes || isIncluded(child)
      default: hasRelationships = isIncluded(child)
      }
      if hasRelationships { break }
    }
    if entity.parentWasDeleted {
      comma()
      emit("\"parentWasDeleted\":true")
    }
    if entity.state == .deleted, let oldIndex = entity.oldIndex {
      comma()
      emit("\"order\":\(oldIndex)")
    }
    // In a part of a change, an entity may be left with nothing but what is below it.
    if entity.state != .untouched, included == nil || hasAttributes || entity.state != .updated {
      comma()
      emit("\"attributes\":{")
      if layout == .pairs, !entity.hasEntireOld, canBePairs(entity.state, index) {
        writePairs(index)
      } else {
        writeGroups(entity, index)
      }
    }
    if hasRelationships {
      comma()
      emit("\"relationships\":{")
    } else {
      emit("}")
    }
    return hasRelationships
  }

  private static let from = Value(jsonString: Array("from".utf8))
  private static let to = Value(jsonString: Array("to".utf8))

  private mutating func write(instead old: Value?, _ new: Value?) {
    comma()
    emit("\"value\":{")
    if let old { emit("\"old\":", old) }
    if let new {
      comma()
      emit("\"new\":", new)
    }
    emit("}")
  }

  private mutating func writePairs(_ entity: ItemIndex) {
    for child in tree.children(of: entity) where isIncluded(child) {
      guard let attribute = tree[child].attribute else { continue }
      comma()
      attribute.name.appendCompact(to: &output)
      emit(":{")
      if let old = attribute.old { emit("\"old\":", old) }
      if let new = attribute.new {
        comma()
        emit("\"new\":", new)
      }
      emit("}")
    }
    emit("}")
  }

  private mutating func writeGroups(_ entity: ChangeTree.Entity, _ index: ItemIndex) {
    if entity.state != .created {
      emit("\"old\":{")
      for child in tree.children(of: index) where isIncluded(child) {
        if let attribute = tree[child].attribute, let old = attribute.old { emit(name: attribute.name, old) }
      }
      emit("}")
    }
    if entity.state != .deleted {
      comma()
      emit("\"new\":{")
      for child in tree.children(of: index) where isIncluded(child) {
        if let attribute = tree[child].attribute, let new = attribute.new { emit(name: attribute.name, new) }
      }
      emit("}")
    }
    emit("}")
    guard entity.hasEntireOld else { return }
    emit(",\"removed\":[")
    for child in tree.children(of: index) where isIncluded(child) {
      guard case .attribute(let name, .some, nil) = tree[child] else { continue }
      comma()
      name.appendCompact(to: &output)
    }
    emit("]")
  }

  /// Whether the form by attribute says the same: it cannot tell an entity that only gained attributes from a created one,
  /// nor attributes called `old` and `new` from the two groups.
  private func canBePairs(_ state: ChangeTree.EntityState, _ entity: ItemIndex) -> Bool {
    var (hasOld, hasNew, areGroups) = (false, false, true)
    for child in tree.children(of: entity) where isIncluded(child) {
      guard let attribute = tree[child].attribute else { continue }
      if attribute.old != nil { hasOld = true }
      if attribute.new != nil { hasNew = true }
      let name = attribute.name.document.characters(attribute.name.node)
      if name != Array("old".utf8), name != Array("new".utf8) { areGroups = false }
    }
    return !areGroups && (state != .updated || hasOld && hasNew)
  }
}

// MARK: Arrays

extension ChangeWriter {
  private mutating func enterToMany(_ index: ItemIndex) {
    var hasMembers = false
    var firstMove: ItemIndex?
    for child in tree.children(of: index) where isIncluded(child) {
      if case .move = tree[child] {
        firstMove = child
        break
      }
      hasMembers = true
    }
    firstMoves.append(firstMove)
    emit(firstMove == nil ? "[" : "{\"members\":[")
    if let firstMove, !hasMembers { writeKey(index, firstMove) }
  }

  /// Names one member of the order, where only moves of a to-many are left: without one its key would not be known.
  private mutating func writeKey(_ toMany: ItemIndex, _ move: ItemIndex) {
    guard let entity = tree.children(of: toMany).first(where: { tree[$0].entity != nil }),
      case .move(let hunk) = tree[move],
      let id = tree.values(hunk.new).first ?? tree.values(hunk.old).first
    else { return }
    let parts = id.kind == .array ? id.document.elements(id.node).map { Value(id.document, $0) } : [id]
    let names = tree.children(of: entity).compactMap { child -> Value? in
      if case .identity(let name, _) = tree[child] { name } else { nil }
    }
    emit("{")
    for (name, part) in zip(names, parts) { emit(name: name, part) }
    emit("}")
  }

  private mutating func write(_ hunk: ChangeTree.Hunk) {
    comma()
    emit("{\"at\":\(hunk.at)")
    write("before", hunk.before)
    write("old", hunk.old)
    write("new", hunk.new)
    write("after", hunk.after)
    emit("}")
  }

  /// The one hunk of a set has no index.
  private mutating func write(_ old: ChangeTree.Stretch, _ new: ChangeTree.Stretch) {
    emit("{\"set\":true,\"elements\":[")
    if !old.isEmpty || !new.isEmpty {
      emit("{")
      write("old", old)
      write("new", new)
      emit("}")
    }
    emit("]}")
  }

  private mutating func write(_ name: String, _ context: ChangeTree.Context) {
    switch context {
    case .end: return
    case .values(let values): write(name, values)
    case .unsaid:
      comma()
      emit("\"\(name)\":[]")
    }
  }

  private mutating func write(_ name: String, _ values: ChangeTree.Stretch) {
    if values.isEmpty { return }
    comma()
    emit("\"\(name)\":[")
    tree.appendValues(values, to: &output)
    emit("]")
  }
}
