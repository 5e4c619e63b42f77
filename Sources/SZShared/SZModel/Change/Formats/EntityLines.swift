public import SZJSON

/// Writes a change as a line of JSON for each entity that it creates, updates, deletes or moves: what a sync engine or an outbox
/// takes in.
///
/// Lists and sets of values, and the order of a to-many, are keys of the entity that holds them. What changes no key of an entity, such as
/// a move, or a document that is none, is no line of the shorter ones.
public struct EntityLines {
  /// What a line says.
  public enum Detail: Sendable {
    /// Who changed, where it is, and which keys.
    case keys
    /// That, with both sides of each key.
    case values
  }

  private let tree: ChangeTree
  private let old: Document
  private let new: Document
  private let detail: Detail
  private let changed: ChangedKeys
  private var output: [UInt8] = []
  private var oldPath = Array("$".utf8)
  private var newPath = Array("$".utf8)
  /// The paths around each open item: how long they were, and the old one itself where another took its place.
  private var outer: [(oldLength: Int, newLength: Int, oldPath: [UInt8]?)] = []

  /// The lines of `tree`, a change from `old` to `new` that was made from these documents. Linear in the change and in the lines.
  /// With `schema`, a change under that model.
  public static func text(
    _ tree: ChangeTree, from old: Document, to new: Document, _ detail: Detail, _ schema: Schema? = nil
  ) -> [UInt8] {
    let rules = schema.map { Rules(Selection(), $0) }
    var lines = EntityLines(ChangedKeys(tree: tree, old: old, new: new, rules: rules), detail)
    lines.walk(tree)
    return lines.output
  }

  private init(_ changed: ChangedKeys, _ detail: Detail) {
    (self.changed, self.detail) = (changed, detail)
    (tree, old, new) = (changed.tree, changed.old, changed.new)
  }
}

extension EntityLines: ChangeVisitor {
  public mutating func enter(_ item: ChangeTree.Item, at index: ItemIndex, in parent: ItemIndex?) -> Bool {
    var move: Value?
    if item.entity != nil { move = source(of: index) }
    outer.append((oldPath.count, newPath.count, move == nil ? nil : oldPath))
    switch item {
    case .value(let old, let new): write(root: old, new)
    case .entity(let entity):
      if let parent, case .toMany = tree[parent] {
        let selector = IdentitySelector.text(tree.identity(of: index))
        if let move { oldPath = move.document.characters(move.node) }
        oldPath += selector
        newPath += selector
      } else if let move {
        oldPath = move.document.characters(move.node)
      }
      write(entity, index, isInferred: parent.map { tree.inferredToManys.contains($0) } ?? false, from: move)
    case .relationship(let name):
      let name = name.document.characters(name.node)
      PathText.appendStep(name, to: &oldPath)
      PathText.appendStep(name, to: &newPath)
    // They are keys of the entity that holds them, and of none at the root.
    case .list, .set:
      if parent == nil { write(root: Value(old, old.root), Value(new, new.root)) }
      return leaveAtOnce()
    case .toMany:
      if parent == nil, let order = changed.order(index, old.root, new.root) {
        write(root: order.old, order.new)
      }
    case .replacement: break
    case .identity, .entityName, .from, .to, .instead, .attribute, .context, .move, .hunk, .edit:
      return leaveAtOnce()
    }
    return true
  }

  private mutating func leaveAtOnce() -> Bool {
    outer.removeLast()
    return false
  }

  public mutating func leave(_ item: ChangeTree.Item, at index: ItemIndex) {
    guard let (oldLength, newLength, path) = outer.popLast() else { return }
    if let path { oldPath = path } else { oldPath.removeSubrange(oldLength...) }
    newPath.removeSubrange(newLength...)
  }

  private func source(of index: ItemIndex) -> Value? {
    for child in tree.children(of: index) {
      switch tree[child] {
      case .from(let path): return path
      case .identity, .entityName: continue
      default: return nil
      }
    }
    return nil
  }
}

// MARK: Lines

extension EntityLines {
  private mutating func write(
    _ entity: ChangeTree.Entity, _ index: ItemIndex, isInferred: Bool, from source: Value?
  ) {
    let keys = changed.keys(entity, index)
    if detail == .keys, keys.isEmpty { return }
    let word: String
    switch entity.state {
    case .created: word = "created"
    case .deleted: word = "deleted"
    case .updated, .untouched:
      if source == nil, keys.isEmpty { return }
      word = source == nil ? "updated" : "moved"
    }
    var line = JSONWriter()
    line.beginObject()
    for child in tree.children(of: index) {
      guard case .entityName(let name) = tree[child] else { continue }
      line.name("entityName")
      line.append(name)
    }
    line.name("identity")
    line.beginObject()
    for child in tree.children(of: index) {
      guard case .identity(let name, let value) = tree[child] else { continue }
      line.name(name)
      line.append(value)
    }
    line.endObject()
    if isInferred {
      line.name("isInferred")
      line.append(true)
    }
    line.name("path")
    line.append(string: entity.state == .deleted ? oldPath : newPath)
    line.name("change")
    line.append(string: word.utf8)
    if entity.parentWasDeleted {
      line.name("parentWasDeleted")
      line.append(true)
    }
    if detail == .values, let source {
      line.name("from")
      line.append(source)
      line.name("to")
      line.append(string: newPath.prefix(outer.last?.newLength ?? 0))
    }
    line.name("changedKeys")
    line.beginArray()
    line.append(keys.lazy.map(\.name))
    line.endArray()
    if detail == .values {
      if entity.state != .created { EntityLines.write("previous", keys, \.old, to: &line) }
      if entity.state != .deleted { EntityLines.write("current", keys, \.new, to: &line) }
    }
    end(&line)
  }

  private static func write(
    _ word: String, _ keys: [ChangedKey], _ side: KeyPath<ChangedKey, Value?>, to line: inout JSONWriter
  ) {
    line.name(word)
    line.beginObject()
    for key in keys {
      guard let value = key[keyPath: side] else { continue }
      line.name(key.name)
      line.append(value)
    }
    line.endObject()
  }

  /// The document itself, where it is no entity or there was none, or is none any more: its whole value on both sides, or the order
  /// of its elements.
  private mutating func write(root old: Value?, _ new: Value?) {
    if detail == .keys, old != nil, new != nil { return }
    var line = JSONWriter()
    line.beginObject()
    line.name("identity")
    line.beginObject()
    line.endObject()
    line.name("path")
    line.append(string: "$".utf8)
    line.name("change")
    line.append(string: (old == nil ? "created" : new == nil ? "deleted" : "updated").utf8)
    line.name("changedKeys")
    line.beginArray()
    line.endArray()
    if detail == .values {
      for (name, value) in [("previous", old), ("current", new)] {
        guard let value else { continue }
        line.name(name)
        line.append(value)
      }
    }
    end(&line)
  }

  private mutating func end(_ line: inout JSONWriter) {
    line.endObject()
    output += line.text
    output.append(0x0A)
  }
}
