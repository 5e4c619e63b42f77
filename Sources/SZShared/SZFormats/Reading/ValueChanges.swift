public import SZJSON
public import SZModel
internal import SZPatch

/// The values that a change changes, in the order of the documents: what comes or goes as a whole is one of them.
public struct ValueChanges {
  /// A value on the way down.
  private struct Frame {
    let pathLength: Int
    let ownerLength: Int
    var old: Document.Node?
    var new: Document.Node?
    /// The members of an object, made when one is looked for.
    var oldMembers: ObjectMembers?
    var newMembers: ObjectMembers?
    /// Of a list its elements, and how much longer it is in NEW up to here.
    var oldElements: [Document.Node] = []
    var newElements: [Document.Node] = []
    var shift = 0
    /// Of a to-many, what is known of its members.
    var members = MemberMoves()
    var entityName: String?
    var memberName: [UInt8]?
  }

  private let tree: ChangeTree
  private let old: Document?
  private let new: Document?
  private let hashing = Hashing()
  private var changes: [ValueChange] = []
  private var path = Array("$".utf8)
  private var frames: [Frame]
  /// How many of the open items come or go as a whole: below them only moves are of their own.
  private var wholes = 0

  /// The values that `tree` changes. The documents tell where they stand; without, that is not known. Linear in the change, and in the
  /// arrays in which members move.
  public static func of(_ tree: ChangeTree, from old: Document?, to new: Document?) -> [ValueChange] {
    var changes = ValueChanges(tree, old, new)
    changes.walk(tree)
    return changes.changes
  }

  private init(_ tree: ChangeTree, _ old: Document?, _ new: Document?) {
    (self.tree, self.old, self.new) = (tree, old, new)
    frames = [Frame(pathLength: 1, ownerLength: 0, old: old?.root, new: new?.root)]
  }

  private var frame: Frame { frames[frames.count - 1] }

  /// A change below the path that this has come to.
  private func made(
    _ operation: ValueChange.Operation, _ step: [UInt8], _ before: Value?, _ after: Value?
  ) -> ValueChange {
    var change = ValueChange(operation, path + step, ownerLength: path.count, old: before, new: after)
    change.oldNode = before.flatMap { $0.document === old ? $0.node : nil }
    change.newNode = after.flatMap { $0.document === new ? $0.node : nil }
    change.entityName = frame.entityName
    return change
  }

  private mutating func note(
    _ operation: ValueChange.Operation, _ step: [UInt8], _ before: Value?, _ after: Value?
  ) {
    changes.append(made(operation, step, before, after))
  }

  private static func operation(_ before: Value?, _ after: Value?) -> ValueChange.Operation {
    before == nil ? .add : after == nil ? .remove : .replace
  }

  private static func step(_ name: Value) -> [UInt8] {
    var step: [UInt8] = []
    PathText.appendStep(name.document.characters(name.node), to: &step)
    return step
  }

  private static func step(_ index: Int) -> [UInt8] { Array("[\(index)]".utf8) }

  private static func characters(_ value: Value) -> String { value.document.string(value.node) }

  // MARK: Entities

  /// Notes an entity that comes or goes as a whole, or comes from elsewhere, at the path that this has come to.
  private mutating func note(_ entity: ChangeTree.Entity, _ index: ItemIndex, isMember: Bool) {
    let heading = tree.heading(of: index)
    let name = heading.entityName.map { ValueChanges.characters($0) }
    let step = Array(path[frame.ownerLength...])
    path.removeSubrange(frame.ownerLength...)
    defer { path += step }
    func described(_ change: ValueChange) -> ValueChange {
      var change = change
      change.entityName = name
      change.isMember = isMember
      change.memberName = frame.memberName
      (change.oldNode, change.newNode) = (entity.oldNode, entity.newNode)
      if isMember, frames.count > 1 { change.neighbour = frames[frames.count - 2].members.neighbours[step] }
      return change
    }
    if let source = heading.from {
      var move = described(made(.move, step, nil, nil))
      move.source = source.document.characters(source.node)
      changes.append(move)
    }
    if heading.to != nil || wholes > 0 { return }
    switch entity.state {
    case .created where heading.from == nil:
      let (before, after) = (heading.instead?.old, MadeValue.created(tree, index))
      changes.append(described(made(ValueChanges.operation(before, after), step, before, after)))
    case .deleted:
      let (before, after) = (MadeValue.deleted(tree, index), heading.instead?.new)
      changes.append(described(made(ValueChanges.operation(before, after), step, before, after)))
    case .created, .updated, .untouched: break
    }
  }

  private mutating func noteReplacement(_ index: ItemIndex) {
    let children = Array(tree.children(of: index))
    let gone = children.first { tree.state(of: $0) == .deleted }
    let come = children.first { tree.state(of: $0) == .created }
    let step = Array(path[frame.ownerLength...])
    path.removeSubrange(frame.ownerLength...)
    if wholes == 0 {
      var change = made(
        .replace, step, gone.map { MadeValue.deleted(tree, $0) },
        come.map { MadeValue.created(tree, $0) })
      change.memberName = frame.memberName
      change.oldNode = gone.flatMap { tree[$0].entity?.oldNode }
      change.newNode = come.flatMap { tree[$0].entity?.newNode }
      changes.append(change)
    }
    path += step
  }

  // MARK: Arrays

  private mutating func note(move hunk: ChangeTree.Hunk, in toMany: ItemIndex?) {
    let names = toMany.flatMap { index in
      tree.children(of: index).first { tree.kind(of: $0) == .entity }.map {
        tree.identity(of: $0).map(\.name)
      }
    }
    for value in tree.values(hunk.new) {
      let selector = MemberMoves.selector(value, names ?? [])
      if frame.members.created.contains(selector) { continue }
      var change = made(.move, selector, nil, nil)
      change.isMember = true
      change.neighbour = frame.members.neighbours[selector]
      change.newNode = frame.members.places[selector]
      change.entityName = nil
      changes.append(change)
    }
  }

  /// What goes and what comes in one hunk replaces each other, one by one; the rest goes or comes alone.
  private mutating func note(hunk: ChangeTree.Hunk) {
    let (before, after) = (Array(tree.values(hunk.old)), Array(tree.values(hunk.new)))
    let shift = frame.shift
    for number in 0..<max(before.count, after.count) {
      let (gone, come) = (
        number < before.count ? before[number] : nil, number < after.count ? after[number] : nil
      )
      let first = gone == nil ? hunk.shownIndex ?? hunk.at + shift : hunk.at
      note(ValueChanges.operation(gone, come), ValueChanges.step(first + number), gone, come)
    }
    frames[frames.count - 1].shift = shift + after.count - before.count
  }

  private mutating func note(set before: ChangeTree.Stretch, _ after: ChangeTree.Stretch) {
    let counts = SetCounts(tree, old: before, new: after) { [hashing] in
      ValueHash.of($0.document, $0.node, hashing)
    }
    for entry in counts.entries {
      for value in entry.old.dropFirst(entry.new.count) { note(.remove, [], value, nil) }
    }
    for entry in counts.entries {
      for value in entry.new.dropFirst(entry.old.count) { note(.add, [], nil, value) }
    }
  }
}

extension ValueChanges: ChangeVisitor {
  public mutating func enter(_ item: ChangeTree.Item, at index: ItemIndex, in parent: ItemIndex?) -> Bool {
    var next = Frame(pathLength: path.count, ownerLength: frame.ownerLength, old: frame.old, new: frame.new)
    switch item {
    case .value(let before, let after):
      path = []
      note(ValueChanges.operation(before, after), Array("$".utf8), before, after)
      return false
    case .entity(let entity):
      let isMember = parent.map { if case .toMany = tree[$0] { true } else { false } } ?? false
      if isMember {
        next = Frame(pathLength: path.count, ownerLength: path.count)
        path += IdentitySelector.text(tree.identity(of: index))
      }
      if isMember || entity.oldNode != nil || entity.newNode != nil {
        (next.old, next.new) = (entity.oldNode, entity.newNode)
      }
      if !isMember { next.memberName = frame.memberName }
      next.entityName = tree.heading(of: index).entityName.map { ValueChanges.characters($0) }
      frames.append(next)
      note(entity, index, isMember: isMember)
      if ValueChanges.isWhole(entity) { wholes += 1 }
      return true
    case .attribute(let name, let before, let after):
      if wholes > 0 || before.flatMap({ old in after.map { old.isEqual($0, exactNumbers: true) } }) ?? false {
        return false
      }
      var change = made(ValueChanges.operation(before, after), ValueChanges.step(name), before, after)
      change.memberName = name.document.characters(name.node)
      changes.append(change)
      return false
    case .relationship(let name):
      let characters = name.document.characters(name.node)
      next = Frame(
        pathLength: path.count, ownerLength: path.count,
        old: ValueChanges.member(old, frame.old, &frames[frames.count - 1].oldMembers, characters),
        new: ValueChanges.member(new, frame.new, &frames[frames.count - 1].newMembers, characters))
      next.memberName = characters
      path += ValueChanges.step(name)
    case .toMany: next.members = MemberMoves(tree, index, new, next.new)
    case .edit(let at, _):
      next = Frame(
        pathLength: path.count, ownerLength: path.count, old: ValueChanges.element(frame.oldElements, at),
        new: ValueChanges.element(frame.newElements, at + frame.shift))
      path += ValueChanges.step(at)
    case .replacement:
      noteReplacement(index)
      wholes += 1
    case .move(let hunk):
      note(move: hunk, in: parent)
      return false
    case .hunk(let hunk):
      if wholes == 0 { note(hunk: hunk) }
      return false
    case .set(let before, let after):
      if wholes == 0 { note(set: before, after) }
      return false
    case .list:
      next.oldElements = ValueChanges.elements(old, next.old)
      next.newElements = ValueChanges.elements(new, next.new)
    case .identity, .entityName, .from, .to, .instead, .context: return false
    }
    frames.append(next)
    return true
  }

  public mutating func leave(_ item: ChangeTree.Item, at index: ItemIndex) {
    switch item {
    case .entity(let entity): if ValueChanges.isWhole(entity) { wholes -= 1 }
    case .replacement: wholes -= 1
    default: break
    }
    if let last = frames.popLast() { path.removeSubrange(min(last.pathLength, path.count)...) }
  }

  private static func isWhole(_ entity: ChangeTree.Entity) -> Bool {
    entity.state == .created || entity.state == .deleted
  }

  /// The member of an object with this name, which `members` is asked for.
  private static func member(
    _ document: Document?, _ node: Document.Node?, _ members: inout ObjectMembers?, _ name: [UInt8]
  ) -> Document.Node? {
    guard let document, let node, document.kind(node) == .object else { return nil }
    var known = members ?? ObjectMembers(document, node)
    members = nil
    defer { members = known }
    return known.find(name).map { known.value($0) }
  }

  private static func elements(_ document: Document?, _ node: Document.Node?) -> [Document.Node] {
    guard let document, let node, document.kind(node) == .array else { return [] }
    return Array(document.elements(node))
  }

  private static func element(_ elements: [Document.Node], _ index: Int) -> Document.Node? {
    elements.indices.contains(index) ? elements[index] : nil
  }
}
