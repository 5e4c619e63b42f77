internal import SZJSON

/// Writes a change in its own format, `sz-change(5)`, without white space.
public struct ChangeWriter {
  /// How attributes are written.
  public enum AttributeLayout: String, CaseIterable, Sendable {
    /// `{"old": {"city": 1}, "new": {"city": 2}}`
    case grouped
    /// `{"city": {"old": 1, "new": 2}}`
    case pairs
  }

  let tree: ChangeTree
  private let layout: AttributeLayout
  /// Which items to write, by their index; nil for all.
  let included: [Bool]?
  var json = JSONWriter()
  /// The open to-manys, each with its first move that is written: where the list of its members ends.
  var firstMoves: [ItemIndex?] = []

  /// The text of `tree`, or of those items that `included` marks. Linear in the text.
  public static func text(
    _ tree: ChangeTree, layout: AttributeLayout = .grouped, included: [Bool]? = nil
  ) -> [UInt8] {
    var writer = ChangeWriter(tree: tree, layout: layout, included: included)
    if tree.isEmpty || !writer.isIncluded(.root) { return Array("{}".utf8) }
    writer.walk(tree)
    return writer.json.text
  }

  /// The text of the part of `tree` that an item is.
  public static func text(_ tree: ChangeTree, from root: ItemIndex) -> [UInt8] {
    var writer = ChangeWriter(tree: tree, layout: .grouped, included: nil)
    writer.walk(tree, from: root)
    return writer.json.text
  }

  private init(tree: ChangeTree, layout: AttributeLayout, included: [Bool]?) {
    self.tree = tree
    self.layout = layout
    self.included = included
  }

  func isIncluded(_ index: ItemIndex) -> Bool { included.map { $0[index.number] } ?? true }

  mutating func member(_ name: Value, _ value: Value) {
    json.name(name)
    json.append(value)
  }

  mutating func member(_ name: String, _ value: Value) {
    json.name(name)
    json.append(value)
  }
}

extension ChangeWriter: ChangeVisitor {
  public mutating func enter(_ item: ChangeTree.Item, at index: ItemIndex, in parent: ItemIndex?) -> Bool {
    guard isIncluded(index) else { return false }
    switch item {
    case .value(let old, let new):
      json.beginObject()
      write(instead: old, new)
      json.endObject()
      return false
    case .entity(let entity): return enter(entity, index)
    case .relationship(let name): json.name(name)
    case .toMany: enterToMany(index)
    case .replacement: json.beginArray()
    case .list:
      json.beginObject()
      json.name("elements")
      json.beginArray()
    case .set(let old, let new): write(old, new)
    case .move(let hunk):
      if firstMoves.last == index {
        json.endArray()
        json.name("order")
        json.beginArray()
      }
      write(hunk)
    case .hunk(let hunk): write(hunk)
    case .edit(let at, let traits):
      json.beginObject()
      json.name("at")
      json.append(at)
      if let traits {
        json.name("is")
        traits.write(to: &json)
      }
      json.name("change")
    // They are written with their entity.
    case .identity, .entityName, .from, .to, .instead, .attribute, .context: return false
    }
    return true
  }

  public mutating func leave(_ item: ChangeTree.Item, at index: ItemIndex) {
    switch item {
    case .entity:
      json.endObject()
      json.endObject()
    case .toMany:
      json.endArray()
      if firstMoves.removeLast() != nil { json.endObject() }
    case .list:
      json.endArray()
      json.endObject()
    case .replacement: json.endArray()
    case .edit: json.endObject()
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
    json.beginObject()
    var hasAttributes = false
    var hasRelationships = false
    for child in tree.children(of: index) {
      switch tree[child] {
      case .entityName(let value): member("entityName", value)
      case .identity(let name, let value): member(name, value)
      case .from(let path): member("from", path)
      case .to(let path): member("to", path)
      case .instead(let old, let new): write(instead: old, new)
      case .attribute, .context: hasAttributes = hasAttributes || isIncluded(child)
      default: hasRelationships = isIncluded(child)
      }
      if hasRelationships { break }
    }
    if entity.parentWasDeleted {
      json.name("parentWasDeleted")
      json.append(true)
    }
    if let oldIndex = entity.oldIndex, entity.state == .deleted || tree.heading(of: index).to != nil {
      json.name("order")
      json.append(oldIndex)
    }
    // In a part of a change, an entity may be left with nothing but what is below it.
    if entity.state != .untouched, included == nil || hasAttributes || entity.state != .updated {
      json.name("attributes")
      if layout == .pairs, !entity.hasEntireOld, canBePairs(entity.state, index) {
        writePairs(index)
      } else {
        writeGroups(entity, index)
      }
    }
    if hasRelationships {
      json.name("relationships")
      json.beginObject()
    } else {
      json.endObject()
    }
    return hasRelationships
  }

  private mutating func write(instead old: Value?, _ new: Value?) {
    json.name("value")
    json.beginObject()
    if let old { member("old", old) }
    if let new { member("new", new) }
    json.endObject()
  }

  private mutating func writePairs(_ entity: ItemIndex) {
    json.beginObject()
    for child in tree.children(of: entity) where isIncluded(child) {
      guard let attribute = tree[child].attribute else { continue }
      json.name(attribute.name)
      json.beginObject()
      if let old = attribute.old { member("old", old) }
      if let new = attribute.new { member("new", new) }
      json.endObject()
    }
    json.endObject()
  }

  private mutating func writeGroups(_ entity: ChangeTree.Entity, _ index: ItemIndex) {
    json.beginObject()
    if entity.state != .created {
      json.name("old")
      json.beginObject()
      for child in tree.children(of: index) where isIncluded(child) {
        if let attribute = tree[child].attribute, let old = attribute.old { member(attribute.name, old) }
      }
      json.endObject()
    }
    if entity.state != .deleted {
      json.name("new")
      json.beginObject()
      for child in tree.children(of: index) where isIncluded(child) {
        if let attribute = tree[child].attribute, let new = attribute.new { member(attribute.name, new) }
      }
      json.endObject()
    }
    json.endObject()
    guard entity.hasEntireOld else { return }
    json.name("removed")
    json.beginArray()
    for child in tree.children(of: index) where isIncluded(child) {
      guard case .attribute(let name, .some, nil) = tree[child] else { continue }
      json.append(name)
    }
    json.endArray()
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
