public import SZJSON
public import SZModel
internal import SZPatch

/// Writes a change as a JSON Patch (RFC 6902), whose operations make of OLD what the change makes of it.
///
/// The change is one that a comparison made, without a model. An array's elements are changed while they have the indexes of OLD; then
/// its ``ArraySteps`` follow. So each pointer is right when its operation has its turn.
///
/// Law: what ``JSONPatch`` makes of OLD by the operations is what ``Patcher`` makes of it by the change, in values.
public struct JSONPatchText {
  /// An array on the way down that elements come into or go out of.
  private struct OpenArray {
    let elements: [Document.Node]
    var slots: [ArraySteps.Slot]
    /// Of a to-many the paths of what identifies its elements.
    var identity: [IdentityPath] = []
  }

  private let tree: ChangeTree
  private let old: Document
  private let exactNumbers: Bool
  /// Whether what is replaced, removed or moved is tested before.
  private let hasTests: Bool
  private var output = [UInt8(ascii: "[")]
  private var pointer: [UInt8] = []
  /// How long the pointer was before each open item.
  private var lengths: [Int] = []
  /// What the items around change, as it stands in OLD.
  private var nodes: [Document.Node?] = []
  /// The members of those that are objects, made when one is looked for; the first are those of the document.
  private var members: [ObjectMembers?] = [nil]
  private var arrays: [OpenArray?] = []
  /// The members that get another name: by the item that adds one, the name and value of the one that goes, and the items that are done so.
  private var renamed: [ItemIndex: (name: Value, value: Value)] = [:]
  private var skipped: Set<ItemIndex> = []

  /// The operations, in one line. Linear in the change, and in the arrays of OLD that it changes; O(n log n) for what moves in one.
  public static func text(
    _ tree: ChangeTree, from old: Document, tests: Bool, exactNumbers: Bool
  ) -> [UInt8] {
    var text = JSONPatchText(tree: tree, old: old, exactNumbers: exactNumbers, hasTests: tests)
    tree.walk(&text)
    return text.output + [UInt8(ascii: "]")]
  }

  private init(tree: ChangeTree, old: Document, exactNumbers: Bool, hasTests: Bool) {
    (self.tree, self.old, self.exactNumbers, self.hasTests) = (tree, old, exactNumbers, hasTests)
  }

  // MARK: Operations

  /// Begins an operation, up to the end of its last pointer: `from`, where there is one, comes first.
  private mutating func begin(_ action: JSONPatch.Action, from source: Pointer? = nil, _ path: Pointer) {
    if output.count > 1 { output.append(UInt8(ascii: ",")) }
    output += action.head
    if let source {
      output += JSONPatchText.from
      append(source)
      output.append(UInt8(ascii: "\""))
    }
    output += JSONPatchText.path
    append(path)
    output.append(UInt8(ascii: "\""))
  }

  private static let from = Array(",\"from\":\"".utf8)
  private static let path = Array(",\"path\":\"".utf8)
  private static let value = Array(",\"value\":".utf8)

  /// A pointer as it stands in a string: what this has come to, with a step below it or without.
  private enum Pointer {
    case here([UInt8])
    case element([UInt8], Int)
  }

  private mutating func append(_ pointer: Pointer) {
    switch pointer {
    case .here(let text): output += text
    case .element(let text, let index):
      output += text
      output.append(UInt8(ascii: "/"))
      Decimal.append(index, to: &output)
    }
  }

  private mutating func operation(_ action: JSONPatch.Action, _ path: Pointer, value: Value? = nil) {
    begin(action, path)
    if let value {
      output += JSONPatchText.value
      value.appendCompact(to: &output)
    }
    output.append(UInt8(ascii: "}"))
  }

  private mutating func test(_ path: Pointer, _ value: Value?) {
    if hasTests, let value { operation(.test, path, value: value) }
  }

  private mutating func move(from source: Pointer, to path: Pointer) {
    begin(.move, from: source, path)
    output.append(UInt8(ascii: "}"))
  }

  /// What becomes of the value at `path`.
  private mutating func change(_ path: Pointer, from before: Value?, to after: Value?) {
    switch (before, after) {
    case (nil, nil): return
    case (nil, let after?): operation(.add, path, value: after)
    case (let before?, nil):
      test(path, before)
      operation(.remove, path)
    case (let before?, let after?):
      test(path, before)
      operation(.replace, path, value: after)
    }
  }

  /// A pointer as it stands in a string, between the quotes.
  private static func inString(_ pointer: [UInt8]) -> [UInt8] {
    let isPlain = pointer.allSatisfy {
      $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") && $0 != 0xED
    }
    return isPlain ? pointer : Array(JSONString.token(pointer).dropFirst().dropLast())
  }

  private var here: Pointer { .here(JSONPatchText.inString(pointer)) }

  private func below(_ name: Value) -> Pointer {
    var path = pointer
    PathText.appendPointerStep(name.document.characters(name.node), to: &path)
    return .here(JSONPatchText.inString(path))
  }

  private mutating func carryOut(_ array: OpenArray) {
    let steps = ArraySteps(count: array.elements.count, array.slots).steps
    // Where nothing comes or goes, as in all containers on a long way down, the pointer is not looked at.
    let way = steps.isEmpty ? [] : JSONPatchText.inString(pointer)
    for step in steps {
      switch step {
      case .replace(let index, let value):
        test(.element(way, index), Value(old, array.elements[index]))
        operation(.replace, .element(way, index), value: value)
      case .remove(let index, let position):
        test(.element(way, index), Value(old, array.elements[position]))
        operation(.remove, .element(way, index))
      case .add(let index, let value): operation(.add, .element(way, index), value: value)
      case .move(let from, let to, let position):
        if hasTests { testIdentity(from, array.elements[position], array.identity) }
        move(from: .element(way, from), to: .element(way, to))
      }
    }
  }

  /// An element that moves may have been changed by then; who it is has not.
  private mutating func testIdentity(_ index: Int, _ element: Document.Node, _ identity: [IdentityPath]) {
    for part in identity {
      guard let node = part.node(old, element) else { continue }
      var way = pointer + Array("/\(index)".utf8)
      for step in part.steps { PathText.appendPointerStep(step.characters, to: &way) }
      test(.here(JSONPatchText.inString(way)), Value(old, node))
    }
  }

  /// Finds the members of an entity that go while one with the same value comes.
  private mutating func findRenamed(_ entity: ItemIndex) {
    var gone: [[UInt8]: [(item: ItemIndex, name: Value, value: Value)]] = [:]
    for child in tree.children(of: entity) {
      guard case .attribute(let name, let before?, nil) = tree[child] else { continue }
      gone[JSONPatchText.compact(before), default: []].append((child, name, before))
    }
    if gone.isEmpty { return }
    for child in tree.children(of: entity) {
      guard case .attribute(_, nil, let after?) = tree[child] else { continue }
      let text = JSONPatchText.compact(after)
      guard let source = gone[text]?.first else { continue }
      gone[text]?.removeFirst()
      renamed[child] = (source.name, source.value)
      skipped.insert(source.item)
    }
  }

  private static func compact(_ value: Value) -> [UInt8] {
    var text: [UInt8] = []
    value.appendCompact(to: &text)
    return text
  }

  // MARK: Arrays

  private func elements(_ node: Document.Node?) -> [Document.Node] {
    guard let node, old.kind(node) == .array else { return [] }
    return Array(old.elements(node))
  }

  private func toMany(_ index: ItemIndex, _ node: Document.Node?) -> OpenArray {
    var array = OpenArray(elements: elements(node), slots: [])
    let first = tree.children(of: index).first { tree.kind(of: $0) == .entity }
    let names = first.map { tree.identity(of: $0).map(\.name) } ?? []
    array.identity = names.compactMap { IdentityPath($0) }
    var (gone, made): ([Int], [Value]) = ([], [])
    var hasMoves = false
    for child in tree.children(of: index) {
      switch tree[child] {
      case .move: hasMoves = true
      case .entity(let entity) where entity.state == .deleted:
        gone += entity.oldNode.flatMap { position(of: $0, array.elements) }.map { [$0] } ?? []
      case .entity(let entity) where entity.state == .created: made.append(created(child))
      default: continue
      }
    }
    array.slots =
      hasMoves
      ? ordered(index, names, node)
      : JSONPatchText.kept(array.elements.count, without: gone) + made.map { .made($0) }
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
      case .created(let item): .made(created(item))
      }
    }
  }

  private func list(_ index: ItemIndex, _ node: Document.Node?) -> OpenArray {
    var array = OpenArray(elements: elements(node), slots: [])
    var next = 0
    for child in tree.children(of: index) {
      guard case .hunk(let hunk) = tree[child] else { continue }
      if next < hunk.at { array.slots.append(.kept(next..<hunk.at)) }
      array.slots += tree.values(hunk.new).map { .made($0) }
      next = hunk.at + tree.count(hunk.old)
    }
    if next < array.elements.count { array.slots.append(.kept(next..<array.elements.count)) }
    return array
  }

  /// Of equal values the last ones go; what comes is put at the end.
  private func set(_ before: ChangeTree.Stretch, _ after: ChangeTree.Stretch, _ node: Document.Node?)
    -> OpenArray
  {
    let array = elements(node)
    let hashing = Hashing(exactNumbers: exactNumbers)
    let counts = SetCounts(tree, old: before, new: after) { ValueHash.of($0.document, $0.node, hashing) }
    let gone = counts.entries.flatMap { entry in
      entry.old.dropFirst(entry.new.count).compactMap { position(of: $0.node, array) }
    }
    // Of equal ones in the change, the first stand there already.
    var there = counts.entries.map(\.old.count)
    let made = tree.values(after).filter { value in
      guard let entry = counts.entry(ValueHash.of(value.document, value.node, hashing)) else { return false }
      there[entry] -= 1
      return there[entry] < 0
    }
    return OpenArray(
      elements: array,
      slots: JSONPatchText.kept(array.count, without: gone.sorted()) + made.map { .made($0) })
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

  private func position(of node: Document.Node, _ elements: [Document.Node]) -> Int? {
    let position = Bisection.count(elements) { $0 < node }
    return position < elements.count && elements[position] == node ? position : nil
  }

  private func created(_ entity: ItemIndex) -> Value {
    MadeValue.created(tree, entity, PatchOptions(exactNumbers: exactNumbers))
  }
}

extension JSONPatchText: ChangeVisitor {
  public mutating func enter(_ item: ChangeTree.Item, at index: ItemIndex, in parent: ItemIndex?) -> Bool {
    let outer = nodes.last ?? old.root
    var node = outer
    var array: OpenArray?
    let length = pointer.count
    switch item {
    case .value(let before, let after):
      change(.here([]), from: before, to: after)
      return false
    case .entity(let entity):
      if let parent, case .toMany = tree[parent] {
        guard entity.state == .updated || entity.state == .untouched, let element = entity.oldNode,
          let open = arrays.last ?? nil, let position = position(of: element, open.elements)
        else { return false }
        PathText.appendIndexStep(position, to: &pointer)
        node = element
      } else if entity.state == .created || entity.state == .deleted {
        whole(index, entity.state, outer)
        return false
      }
      findRenamed(index)
    case .replacement:
      let come = tree.children(of: index).first { tree.state(of: $0) == .created }
      change(here, from: outer.map { Value(old, $0) }, to: come.map { created($0) })
      return false
    case .attribute(let name, let before, let after):
      if let source = renamed.removeValue(forKey: index) {
        test(below(source.name), source.value)
        move(from: below(source.name), to: below(name))
      } else if skipped.remove(index) == nil {
        change(below(name), from: before, to: after)
      }
      return false
    case .relationship(let name):
      let characters = name.document.characters(name.node)
      node = member(of: outer, characters)
      PathText.appendPointerStep(characters, to: &pointer)
    case .toMany: array = toMany(index, outer)
    case .list: array = list(index, outer)
    case .set(let before, let after): array = set(before, after, outer)
    case .edit(let at, _):
      node = (arrays.last ?? nil).flatMap { $0.elements.indices.contains(at) ? $0.elements[at] : nil }
      PathText.appendIndexStep(at, to: &pointer)
    case .identity, .entityName, .from, .to, .instead, .context, .move, .hunk: return false
    }
    lengths.append(length)
    nodes.append(node)
    members.append(nil)
    arrays.append(array)
    return true
  }

  public mutating func leave(_ item: ChangeTree.Item, at index: ItemIndex) {
    if let array = arrays.popLast() ?? nil { carryOut(array) }
    nodes.removeLast()
    members.removeLast()
    pointer.removeSubrange((lengths.popLast() ?? 0)...)
  }

  /// The member of the innermost object, which is at `node`.
  private mutating func member(of node: Document.Node?, _ name: [UInt8]) -> Document.Node? {
    guard let node, old.kind(node) == .object else { return nil }
    let last = members.count - 1
    var known = members[last] ?? ObjectMembers(old, node)
    members[last] = nil
    defer { members[last] = known }
    return known.find(name).map { known.value($0) }
  }

  /// A single object that comes or goes.
  private mutating func whole(_ index: ItemIndex, _ state: ChangeTree.EntityState, _ node: Document.Node?) {
    let before = node.map { Value(old, $0) }
    let instead = tree.heading(of: index).instead
    change(here, from: before, to: state == .created ? created(index) : instead?.new)
  }
}
