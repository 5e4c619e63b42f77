internal import SZJSON

/// How the changes of arrays are written: to-manys and their order, lists and sets.
extension ChangeWriter {
  /// Begins a to-many: its members, and its order where something moves.
  mutating func enterToMany(_ index: ItemIndex) {
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
    if firstMove != nil {
      json.beginObject()
      json.name("members")
    }
    json.beginArray()
    if let firstMove, !hasMembers { writeKey(index, firstMove) }
  }

  /// Names one member of the order, where only moves of a to-many are left: without one its key would not be known.
  private mutating func writeKey(_ toMany: ItemIndex, _ move: ItemIndex) {
    guard let entity = tree.children(of: toMany).first(where: { tree.kind(of: $0) == .entity }),
      case .move(let hunk) = tree[move],
      let id = tree.values(hunk.new).first ?? tree.values(hunk.old).first
    else { return }
    let parts = id.kind == .array ? id.document.elements(id.node).map { Value(id.document, $0) } : [id]
    let names = tree.children(of: entity).compactMap { child -> Value? in
      if case .identity(let name, _) = tree[child] { name } else { nil }
    }
    json.beginObject()
    for (name, part) in zip(names, parts) { member(name, part) }
    json.endObject()
  }

  mutating func write(_ hunk: ChangeTree.Hunk) {
    json.beginObject()
    json.name("at")
    json.append(hunk.at)
    write("before", hunk.before)
    write("old", hunk.old)
    write("new", hunk.new)
    write("after", hunk.after)
    json.endObject()
  }

  /// Writes a set, whose one hunk has no index.
  mutating func write(_ old: ChangeTree.Stretch, _ new: ChangeTree.Stretch) {
    json.beginObject()
    json.name("set")
    json.append(true)
    json.name("elements")
    json.beginArray()
    if !old.isEmpty || !new.isEmpty {
      json.beginObject()
      write("old", old)
      write("new", new)
      json.endObject()
    }
    json.endArray()
    json.endObject()
  }

  private mutating func write(_ name: String, _ context: ChangeTree.Context) {
    switch context {
    case .end: return
    case .values(let values): write(name, values)
    case .unsaid:
      json.name(name)
      json.beginArray()
      json.endArray()
    }
  }

  private mutating func write(_ name: String, _ values: ChangeTree.Stretch) {
    if values.isEmpty { return }
    json.name(name)
    json.beginArray()
    json.append { tree.appendValues(values, to: &$0) }
    json.endArray()
  }
}
