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
  /// What a model leaves out of values.
  private let rules: Rules?
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
    var lines = EntityLines(tree: tree, old: old, new: new, detail: detail, rules: rules)
    tree.walk(&lines)
    return lines.output
  }

  private init(tree: ChangeTree, old: Document, new: Document, detail: Detail, rules: Rules?) {
    self.rules = rules
    self.tree = tree
    self.old = old
    self.new = new
    self.detail = detail
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
      if parent == nil, let order = order(index, old.root, new.root) { write(root: order.old, order.new) }
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

// MARK: Keys

extension EntityLines {
  /// A member of an entity that changed, with what stands on both sides.
  private struct Key {
    let name: Value
    let old: Value?
    let new: Value?
  }

  private func keys(_ entity: ChangeTree.Entity, _ index: ItemIndex) -> [Key] {
    var keys: [Key] = []
    var (oldMembers, newMembers): (ObjectMembers?, ObjectMembers?)
    func member(
      _ document: Document, _ node: Document.Node?, _ members: inout ObjectMembers?, _ name: [UInt8]
    ) -> Document.Node? {
      guard let node else { return nil }
      var known = members ?? ObjectMembers(document, node)
      members = nil
      defer { members = known }
      return known.find(name).map { known.value($0) }
    }
    for child in tree.children(of: index) {
      switch tree[child] {
      case .attribute(let name, let old, let new):
        // Of a unit all attributes are there when one of them changed.
        if let old, let new, old.isEqual(new, exactNumbers: true) { continue }
        keys.append(Key(name: name, old: old, new: new))
      case .relationship(let name):
        let characters = name.document.characters(name.node)
        let before = member(old, entity.oldNode, &oldMembers, characters)
        let after = member(new, entity.newNode, &newMembers, characters)
        let relation = tree.relation(of: child)
        switch tree[relation] {
        case .list, .set:
          let place = place(of: characters, in: index)
          keys.append(
            Key(
              name: name, old: before.map { shown(Value(old, $0), place) },
              new: after.map { shown(Value(new, $0), place) }))
        case .toMany:
          if let order = order(relation, before, after) {
            keys.append(Key(name: name, old: order.old, new: order.new))
          }
        default: continue
        }
      default: continue
      }
    }
    return keys
  }

  /// The place of a member of an entity, as its model declares it.
  private func place(of name: [UInt8], in entity: ItemIndex) -> Rules.Place? {
    guard let rules, let schema = rules.schema else { return nil }
    for child in tree.children(of: entity) {
      guard case .entityName(let value) = tree[child],
        let id = schema.model.entity(named: value.document.string(value.node)),
        let property = schema[id].property(name)
      else { continue }
      return rules.declaring(rules.declared(property), at: nil)
    }
    return nil
  }

  private func shown(_ value: Value, _ place: Rules.Place?) -> Value {
    rules.map { DeclaredText.value(value, place, $0) } ?? value
  }

  /// The identities of a to-many in both orders; nil when its order did not change.
  private func order(_ toMany: ItemIndex, _ before: Document.Node?, _ after: Document.Node?) -> (
    old: Value, new: Value
  )? {
    var names: [[UInt8]] = []
    var hasMoves = false
    for child in tree.children(of: toMany) {
      if names.isEmpty { names = tree.identity(of: child).map(\.name) }
      if case .move = tree[child] {
        hasMoves = true
        break
      }
    }
    guard hasMoves, let before, let after else { return nil }
    let key = IdentityKey(
      names.compactMap { IdentityPath($0).map { IdentityKey.Part($0, isOptional: true) } })
    return (EntityLines.identities(old, before, key), EntityLines.identities(new, after, key))
  }

  private static func identities(_ document: Document, _ array: Document.Node, _ key: IdentityKey) -> Value {
    JSONWriter.value { writer in
      writer.beginArray()
      writer.append(document.elements(array).lazy.compactMap { key.value(document, $0) })
      writer.endArray()
    }
  }
}

// MARK: Lines

extension EntityLines {
  private mutating func write(
    _ entity: ChangeTree.Entity, _ index: ItemIndex, isInferred: Bool, from source: Value?
  ) {
    let keys = keys(entity, index)
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
    _ word: String, _ keys: [Key], _ side: KeyPath<Key, Value?>, to line: inout JSONWriter
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

  /// The document itself, where it is no entity or there was none, or is none any more: its whole value on both sides, or the order of its elements.
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
