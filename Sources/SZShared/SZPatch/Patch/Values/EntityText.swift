internal import SZJSON
internal import SZModel

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
  /// Which items make something, from the root on: asked where there is anything but attributes.
  private lazy var makes = Making.items(tree, root)
  private var writer = JSONWriter.ofValue
  /// For each open entity the parts of identities that belong into members that it has.
  private var insides: [[IdentityText.Part]] = []
  /// Those that belong into the entity that comes next.
  private var inherited: [IdentityText.Part] = []
  /// The relationships that make nothing.
  private var left: [ItemIndex] = []

  /// The value that a created entity will be or a deleted one was. Of an updated one, its identity and its new attributes. Linear.
  static func value(_ tree: ChangeTree, _ index: ItemIndex) -> Value {
    StandingEntity.value(tree, index) ?? made(tree, index, nil).value
  }

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
    text.walk(tree, from: index)
    return (text.writer.value, text.left)
  }

  /// Whether something is there by a change that was not there before: an attribute, an element. What only goes makes nothing.
  static func makesSomething(_ tree: ChangeTree, _ index: ItemIndex) -> Bool { Making.items(tree, index)[0] }

  /// That, for the item at `root` and each below it, in order. Linear.
  static func makers(_ tree: ChangeTree, _ root: ItemIndex) -> [Bool] { Making.items(tree, root) }

  private init(_ tree: ChangeTree, _ root: ItemIndex, _ elements: ((ItemIndex) -> [Value])?) {
    self.tree = tree
    self.root = root
    self.elements = elements
    isDeletion = tree.state(of: root) == .deleted
  }

  private mutating func makesSomething(_ index: ItemIndex) -> Bool {
    isDeletion || makes[index.number - root.number]
  }
}

extension EntityText: ChangeVisitor {
  mutating func enter(_ item: ChangeTree.Item, at index: ItemIndex, in parent: ItemIndex?) -> Bool {
    let inherited = inherited
    self.inherited = []
    switch item {
    case .entity:
      if index > root, !makesSomething(index) { return false }
      writer.beginObject()
      insides.append(writeMissingIdentity(index, inherited))
    case .attribute(let name, let old, let new):
      if let value = isDeletion ? old : new { write(name, value) }
    case .context(let name, let old): if isDeletion { write(name, old) }
    case .relationship(let name):
      guard makesSomething(index) else {
        left.append(index)
        return false
      }
      writer.name(name)
      self.inherited = inside(name)
    case .toMany: writer.beginArray()
    case .list:
      writer.beginArray()
      guard let elements else { break }
      writer.append(elements(index))
      writer.endArray()
      return false
    case .hunk(let hunk): writer.append(tree.values(isDeletion ? hunk.old : hunk.new))
    case .set(let old, let new):
      writer.beginArray()
      writer.append(tree.values(isDeletion ? old : new))
    case .value, .identity, .entityName, .from, .to, .instead, .replacement, .move, .edit: return false
    }
    return true
  }

  mutating func leave(_ item: ChangeTree.Item, at index: ItemIndex) {
    switch item {
    case .entity:
      writer.endObject()
      insides.removeLast()
    case .toMany, .list, .set: writer.endArray()
    case .value, .identity, .entityName, .from, .to, .instead, .attribute, .context, .relationship,
      .replacement, .move, .hunk, .edit:
      break
    }
  }

  private mutating func write(_ name: Value, _ value: Value) {
    writer.name(name)
    IdentityText.write(value, adding: inside(name), to: &writer)
  }

  /// The parts of identities that belong into a member of the innermost entity.
  private func inside(_ name: Value) -> [IdentityText.Part] {
    guard let parts = insides.last, !parts.isEmpty else { return [] }
    return IdentityText.inside(parts, name.document.characters(name.node))
  }
}

/// Finds out which items make something that was not there before.
private struct Making: ChangeVisitor {
  private let tree: ChangeTree
  private let root: ItemIndex
  private var makes: [Bool]
  private var open: [ItemIndex] = []

  /// The answer for the item at `root` and each below it, in order. Linear.
  static func items(_ tree: ChangeTree, _ root: ItemIndex) -> [Bool] {
    var making = Making(tree, root)
    making.walk(tree, from: root)
    return making.makes
  }

  private init(_ tree: ChangeTree, _ root: ItemIndex) {
    (self.tree, self.root) = (tree, root)
    makes = [Bool](repeating: false, count: tree.end(of: root).number - root.number)
  }

  mutating func enter(_ item: ChangeTree.Item, at index: ItemIndex, in parent: ItemIndex?) -> Bool {
    switch item {
    // There is no element that could be edited.
    case .edit: return false
    case .entity(let entity):
      // What moves is there already, or is not made.
      let heading = tree.heading(of: index)
      if heading.from != nil || heading.to != nil { return false }
      if entity.state == .created { note(index) }
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
  /// Writes the identity, and what of that of entities around it belongs here, where the entity's members do not have it
  /// themselves; answers those parts that belong into members that it has.
  private mutating func writeMissingIdentity(_ index: ItemIndex, _ inherited: [IdentityText.Part])
    -> [IdentityText.Part]
  {
    if inherited.isEmpty, hasIdentity(index) { return [] }
    var named: Set<[UInt8]> = []
    for child in tree.children(of: index) {
      if let name = member(child)?.name { named.insert(name.document.characters(name.node)) }
    }
    var parts = inherited
    for part in tree.identity(of: index) where part.value.kind != .null {
      if let path = IdentityPath(part.name) { parts.append((path.steps[...], part.value)) }
    }
    func isThere(_ part: IdentityText.Part) -> Bool {
      part.path.first.map { named.contains($0.characters) } ?? false
    }
    IdentityText.write(parts.filter { !isThere($0) }, to: &writer)
    return parts.filter { isThere($0) && $0.path.count > 1 }
  }

  /// Whether each part of the identity is null, or a name under which the entity has a member: what sz-diff makes is like that.
  private func hasIdentity(_ index: ItemIndex) -> Bool {
    for child in tree.children(of: index) {
      guard case .identity(let name, let value) = tree[child], value.kind != .null else { continue }
      let hasMember = tree.children(of: index).contains { other in
        member(other).map { $0.name.isEqual(name) } ?? false
      }
      if !hasMember || !IdentityPath.isPlain(name.document, name.node) { return false }
    }
    return true
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
