internal import SZJSON
internal import SZModel
internal import SZPatch

/// An array that elements come into or go out of.
struct ChangedArray {
  let elements: [Document.Node]
  var slots: [ArraySteps.Slot] = []
  /// Of a to-many the paths of what identifies its elements.
  var identity: [IdentityPath] = []

  /// Where an element stands. Logarithmic.
  func position(of node: Document.Node) -> Int? {
    let position = Bisection.count(elements) { $0 < node }
    return position < elements.count && elements[position] == node ? position : nil
  }
}

/// What a change makes of the arrays of OLD.
struct ChangedArrays {
  let tree: ChangeTree
  let old: Document
  let exactNumbers: Bool

  private func elements(_ node: Document.Node?) -> [Document.Node] {
    guard let node, old.kind(node) == .array else { return [] }
    return Array(old.elements(node))
  }

  /// What the change of a to-many makes of the array at `node`.
  func toMany(_ index: ItemIndex, _ node: Document.Node?) -> ChangedArray {
    var array = ChangedArray(elements: elements(node))
    let first = tree.children(of: index).first { tree.kind(of: $0) == .entity }
    let names = first.map { tree.identity(of: $0).map(\.name) } ?? []
    array.identity = names.compactMap { IdentityPath($0) }
    var (gone, new): ([Int], [Value]) = ([], [])
    var hasMoves = false
    for child in tree.children(of: index) {
      switch tree[child] {
      case .move: hasMoves = true
      case .entity(let entity) where entity.state == .deleted:
        gone += entity.oldNode.flatMap { array.position(of: $0) }.map { [$0] } ?? []
      case .entity(let entity) where entity.state == .created: new.append(created(child))
      default: continue
      }
    }
    array.slots =
      hasMoves
      ? ordered(index, names, node)
      : ChangedArrays.kept(array.elements.count, without: gone) + new.map { .new($0) }
    return array
  }

  /// The members in the order that the change says.
  private func ordered(_ index: ItemIndex, _ names: [[UInt8]], _ node: Document.Node?) -> [ArraySteps.Slot] {
    guard let node else { return [] }
    let stretches = WantedOrder.stretches(
      of: Value(old, node), names: names, hashing: Hashing(exactNumbers: exactNumbers), tree, index)
    return stretches.map { stretch in
      switch stretch {
      case .elements(let positions): .kept(positions)
      case .created(let item): .new(created(item))
      }
    }
  }

  /// What a list change makes of it.
  func list(_ index: ItemIndex, _ node: Document.Node?) -> ChangedArray {
    var array = ChangedArray(elements: elements(node))
    var next = 0
    for child in tree.children(of: index) {
      guard case .hunk(let hunk) = tree[child] else { continue }
      if next < hunk.at { array.slots.append(.kept(next..<hunk.at)) }
      array.slots += tree.values(hunk.new).map { .new($0) }
      next = hunk.at + tree.count(hunk.old)
    }
    if next < array.elements.count { array.slots.append(.kept(next..<array.elements.count)) }
    return array
  }

  /// What the change of a set makes of it. Of equal values the last ones go; what comes is put at the end.
  func set(_ before: ChangeTree.Stretch, _ after: ChangeTree.Stretch, _ node: Document.Node?)
    -> ChangedArray
  {
    var array = ChangedArray(elements: elements(node))
    let hashing = Hashing(exactNumbers: exactNumbers)
    let counts = SetCounts(tree, old: before, new: after) { ValueHash.of($0.document, $0.node, hashing) }
    let gone = counts.entries.flatMap { entry in
      entry.old.dropFirst(entry.new.count).compactMap { array.position(of: $0.node) }
    }
    // Of equal ones in the change, the first stand there already.
    var there = counts.entries.map(\.old.count)
    let new = tree.values(after).filter { value in
      guard let entry = counts.entry(ValueHash.of(value.document, value.node, hashing)) else { return false }
      there[entry] -= 1
      return there[entry] < 0
    }
    array.slots =
      ChangedArrays.kept(array.elements.count, without: gone.sorted()) + new.map { .new($0) }
    return array
  }

  /// All positions but some, which rise.
  private static func kept(_ count: Int, without gone: [Int]) -> [ArraySteps.Slot] {
    var slots: [ArraySteps.Slot] = []
    var next = 0
    for position in gone + [count] {
      if next < position { slots.append(.kept(next..<position)) }
      next = position + 1
    }
    return slots
  }

  /// The value of an entity that is created.
  func created(_ entity: ItemIndex) -> Value {
    MadeValue.created(tree, entity, PatchOptions(exactNumbers: exactNumbers))
  }
}
