/// An entity as a JSON object, made of what a change says of it.
///
/// Relationships become members: an entity an object, a to-many an array of what is created in it, a list what its hunks
/// insert. An entity of which something goes and nothing comes is not made.
struct EntityText {
  private let tree: ChangeTree
  private let root: ItemIndex
  private let isDeletion: Bool
  /// Says what is in a list, when that is not what its hunks insert.
  private let elements: ((ItemIndex) -> [Value])?
  /// Which items make something, from the root on.
  private let makes: [Bool]
  private var output: [UInt8] = []
  /// Identities that belong into members that an entity has, by where its text begins.
  private var additions: [(object: Int, parts: [IdentityText.Part])] = []
  /// The relationships that make nothing.
  private var left: [ItemIndex] = []

  /// The value that a created entity will be or a deleted one was. Of an updated one, its identity and its new attributes. Linear.
  static func value(_ tree: ChangeTree, _ index: ItemIndex) -> Value { made(tree, index, nil).value }

  /// That, where `elements` says what is in a list; and which relationships make nothing.
  static func value(_ tree: ChangeTree, _ index: ItemIndex, elements: @escaping (ItemIndex) -> [Value]) -> (
    value: Value, left: [ItemIndex]
  ) {
    made(tree, index, elements)
  }

  private static func made(_ tree: ChangeTree, _ index: ItemIndex, _ elements: ((ItemIndex) -> [Value])?) -> (
    value: Value, left: [ItemIndex]
  ) {
    var text = EntityText(tree, index, elements)
    tree.walk(&text, from: index)
    let whole = Value(jsonText: text.output)
    if text.additions.isEmpty { return (whole, text.left) }
    return (Value(jsonText: IdentityText.adding(text.additions, to: whole.document)), text.left)
  }

  /// Whether something is there by a change that was not there before: an attribute, an element. What only goes makes nothing.
  static func makesSomething(_ tree: ChangeTree, _ index: ItemIndex) -> Bool { Making.items(tree, index)[0] }

  private init(_ tree: ChangeTree, _ root: ItemIndex, _ elements: ((ItemIndex) -> [Value])?) {
    self.tree = tree
    self.root = root
    self.elements = elements
    isDeletion = tree[root].entity?.state == .deleted
    makes = Making.items(tree, root)
  }

  private func makesSomething(_ index: ItemIndex) -> Bool { isDeletion || makes[index.number - root.number] }

  private mutating func comma() {
    if let last = output.last, ![UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":")].contains(last) {
      output.append(UInt8(ascii: ","))
    }
  }

  private mutating func append(_ name: Value) {
    comma()
    name.appendCompact(to: &output)
    output.append(UInt8(ascii: ":"))
  }

  private mutating func append(_ values: [Value]) {
    for value in values {
      comma()
      value.appendCompact(to: &output)
    }
  }
}

extension EntityText: ChangeVisitor {
  mutating func enter(_ item: ChangeTree.Item, at index: ItemIndex, in parent: ItemIndex?) -> Bool {
    switch item {
    case .entity:
      if index > root, !makesSomething(index) { return false }
      comma()
      output.append(UInt8(ascii: "{"))
      let start = output.count - 1
      let inside = appendMissingIdentity(index)
      if !inside.isEmpty { additions.append((start, inside)) }
    case .attribute(let name, let old, let new):
      if let value = isDeletion ? old : new {
        append(name)
        value.appendCompact(to: &output)
      }
    case .context(let name, let old):
      if isDeletion {
        append(name)
        old.appendCompact(to: &output)
      }
    case .relationship(let name):
      guard makesSomething(index) else {
        left.append(index)
        return false
      }
      append(name)
    case .toMany: output.append(UInt8(ascii: "["))
    case .list:
      output.append(UInt8(ascii: "["))
      guard let elements else { break }
      append(elements(index))
      output.append(UInt8(ascii: "]"))
      return false
    case .hunk(let hunk): append(tree.values(isDeletion ? hunk.old : hunk.new))
    case .set(let old, let new):
      output.append(UInt8(ascii: "["))
      append(tree.values(isDeletion ? old : new))
    case .value, .identity, .entityName, .from, .to, .instead, .replacement, .move, .edit: return false
    }
    return true
  }

  mutating func leave(_ item: ChangeTree.Item, at index: ItemIndex) {
    switch item {
    case .entity: output.append(UInt8(ascii: "}"))
    case .toMany, .list, .set: output.append(UInt8(ascii: "]"))
    case .value, .identity, .entityName, .from, .to, .instead, .attribute, .context, .relationship,
      .replacement, .move, .hunk, .edit:
      break
    }
  }
}

/// Finds out which items make something that was not there before.
private struct Making: ChangeVisitor {
  private let root: ItemIndex
  private var makes: [Bool]
  private var open: [ItemIndex] = []

  /// The answer for the item at `root` and each below it, in order. Linear.
  static func items(_ tree: ChangeTree, _ root: ItemIndex) -> [Bool] {
    var making = Making(tree, root)
    tree.walk(&making, from: root)
    return making.makes
  }

  private init(_ tree: ChangeTree, _ root: ItemIndex) {
    self.root = root
    makes = [Bool](repeating: false, count: tree.end(of: root).number - root.number)
  }

  mutating func enter(_ item: ChangeTree.Item, at index: ItemIndex, in parent: ItemIndex?) -> Bool {
    switch item {
    // There is no element that could be edited.
    case .edit: return false
    case .entity(let entity): if entity.state == .created { note(index) }
    case .attribute(_, _, let new): if new != nil { note(index) }
    case .hunk(let hunk), .move(let hunk): if !hunk.new.isEmpty { note(index) }
    case .set(_, let new): if !new.isEmpty { note(index) }
    case .value, .identity, .entityName, .from, .to, .instead, .context, .relationship, .replacement, .toMany,
      .list:
      break
    }
    open.append(index)
    return true
  }

  mutating func leave(_ item: ChangeTree.Item, at index: ItemIndex) { open.removeLast() }

  /// What leads down to an item that makes something makes something too; the way up ends where that is known.
  private mutating func note(_ index: ItemIndex) {
    makes[index.number - root.number] = true
    for parent in open.reversed() {
      if makes[parent.number - root.number] { break }
      makes[parent.number - root.number] = true
    }
  }
}

// MARK: Identities

extension EntityText {
  /// Appends the identity, where the entity's members do not have it themselves; answers those parts that belong into a
  /// member that it has.
  private mutating func appendMissingIdentity(_ index: ItemIndex) -> [IdentityText.Part] {
    let identity = tree.identity(of: index)
    if identity.allSatisfy({ isNamed($0, in: index) }) { return [] }
    var named: [[UInt8]: Value?] = [:]
    for child in tree.children(of: index) {
      if let (name, value) = member(child) { named[name.document.characters(name.node)] = .some(value) }
    }
    var (missing, inside): ([IdentityText.Part], [IdentityText.Part]) = ([], [])
    for part in identity where part.value.kind != .null {
      guard let path = IdentityPath(part.name) else { continue }
      switch named[path.steps[0].characters] {
      case nil: missing.append((path.steps[...], part.value))
      case .some where path.isName: continue
      case .some: inside.append((path.steps[...], part.value))
      }
    }
    IdentityText.append(missing, to: &output)
    // What sz-diff makes has all of it.
    inside.removeAll { part in
      guard case .some(.some(var value)) = named[part.path[0].characters] else { return false }
      for step in part.path.dropFirst() {
        guard value.kind == .object, let member = value.document.member(value.node, named: step.characters)
        else { return false }
        value = Value(value.document, member.value)
      }
      return true
    }
    return inside
  }

  /// Whether a part of an identity is null, or a name under which the entity has a member: what sz-diff makes is like that.
  private func isNamed(_ part: (name: [UInt8], value: Value), in index: ItemIndex) -> Bool {
    if part.value.kind == .null { return true }
    if !IdentityPath.isPlain(part.name) { return false }
    return tree.children(of: index).contains { child in
      member(child).map { $0.name.document.isString($0.name.node, equalTo: part.name) } ?? false
    }
  }

  /// The member that an item below an entity makes; without a value where that is made of a relationship.
  private func member(_ index: ItemIndex) -> (name: Value, value: Value?)? {
    switch tree[index] {
    case .attribute(let name, let old, let new): (isDeletion ? old : new).map { (name, $0) }
    case .context(let name, let old): isDeletion ? (name, old) : nil
    case .relationship(let name): (name, nil)
    default: nil
    }
  }
}
