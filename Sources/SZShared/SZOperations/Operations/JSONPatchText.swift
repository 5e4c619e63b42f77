public import SZJSON
public import SZModel

/// Writes a change as a JSON Patch (RFC 6902), whose operations make of OLD what the change makes of it.
///
/// The change is one that a comparison made, without a model. An array's elements are changed while they have the indexes of OLD; then
/// its ``ArraySteps`` follow. So each pointer is right when its operation has its turn.
///
/// Law: what ``JSONPatch`` makes of OLD by the operations is what ``Patcher`` makes of it by the change, in values.
public struct JSONPatchText {
  private let tree: ChangeTree
  private let old: Document
  private let changed: ChangedArrays
  private var output: OperationWriter
  private var pointer: [UInt8] = []
  /// How long the pointer was before each open item.
  private var lengths: [Int] = []
  /// What the items around change, as it stands in OLD.
  private var nodes: [Document.Node?] = []
  /// The members of those that are objects, made when one is looked for; the first are those of the document.
  private var members: [ObjectMembers?] = [nil]
  private var arrays: [ChangedArray?] = []
  /// The members that get another name: by the item that adds one, the name and value of the one that goes, and the items that are done so.
  private var renamed: [ItemIndex: (name: Value, value: Value)] = [:]
  private var skipped: Set<ItemIndex> = []

  /// The operations, in one line. Linear in the change, and in the arrays of OLD that it changes; O(n log n) for what moves in one.
  public static func text(
    _ tree: ChangeTree, from old: Document, tests: Bool, exactNumbers: Bool
  ) -> [UInt8] {
    var text = JSONPatchText(
      ChangedArrays(tree: tree, old: old, exactNumbers: exactNumbers), OperationWriter(hasTests: tests))
    text.walk(tree)
    return text.output.text
  }

  private init(_ changed: ChangedArrays, _ output: OperationWriter) {
    (self.changed, self.output) = (changed, output)
    (tree, old) = (changed.tree, changed.old)
  }

  /// A pointer as it stands in a string, between the quotes.
  private static func inString(_ pointer: [UInt8]) -> [UInt8] {
    let isPlain = pointer.allSatisfy {
      $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") && $0 != 0xED
    }
    return isPlain ? pointer : Array(JSONString.token(pointer).dropFirst().dropLast())
  }

  private var here: OperationWriter.Pointer { .here(JSONPatchText.inString(pointer)) }

  private func below(_ name: Value) -> OperationWriter.Pointer {
    var path = pointer
    PathText.appendPointerStep(name.document.characters(name.node), to: &path)
    return .here(JSONPatchText.inString(path))
  }

  private mutating func carryOut(_ array: ChangedArray) {
    let steps = ArraySteps(count: array.elements.count, array.slots).steps
    // Where nothing comes or goes, as in all containers on a long way down, the pointer is not looked at.
    let way = steps.isEmpty ? [] : JSONPatchText.inString(pointer)
    for step in steps {
      switch step {
      case .replace(let index, let value):
        output.test(.element(way, index), Value(old, array.elements[index]))
        output.operation(.replace, .element(way, index), value: value)
      case .remove(let index, let position):
        output.test(.element(way, index), Value(old, array.elements[position]))
        output.operation(.remove, .element(way, index))
      case .add(let index, let value): output.operation(.add, .element(way, index), value: value)
      case .move(let from, let to, let position):
        if output.hasTests { testIdentity(from, array.elements[position], array.identity) }
        output.move(from: .element(way, from), to: .element(way, to))
      }
    }
  }

  /// An element that moves may have been changed by then; who it is has not.
  private mutating func testIdentity(_ index: Int, _ element: Document.Node, _ identity: [IdentityPath]) {
    for part in identity {
      guard let node = part.node(old, element) else { continue }
      var way = pointer + Array("/\(index)".utf8)
      for step in part.steps { PathText.appendPointerStep(step.characters, to: &way) }
      output.test(.here(JSONPatchText.inString(way)), Value(old, node))
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
}

extension JSONPatchText: ChangeVisitor {
  public mutating func enter(_ item: ChangeTree.Item, at index: ItemIndex, in parent: ItemIndex?) -> Bool {
    let outer = nodes.last ?? old.root
    var node = outer
    var array: ChangedArray?
    let length = pointer.count
    switch item {
    case .value(let before, let after):
      output.change(.here([]), from: before, to: after)
      return false
    case .entity(let entity):
      if let parent, case .toMany = tree[parent] {
        guard entity.state == .updated || entity.state == .untouched, let element = entity.oldNode,
          let open = arrays.last ?? nil, let position = open.position(of: element)
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
      output.change(here, from: outer.map { Value(old, $0) }, to: come.map { changed.created($0) })
      return false
    case .attribute(let name, let before, let after):
      if let source = renamed.removeValue(forKey: index) {
        output.test(below(source.name), source.value)
        output.move(from: below(source.name), to: below(name))
      } else if skipped.remove(index) == nil {
        output.change(below(name), from: before, to: after)
      }
      return false
    case .relationship(let name):
      let characters = name.document.characters(name.node)
      node = member(of: outer, characters)
      PathText.appendPointerStep(characters, to: &pointer)
    case .toMany: array = changed.toMany(index, outer)
    case .list: array = changed.list(index, outer)
    case .set(let before, let after): array = changed.set(before, after, outer)
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
    output.change(here, from: before, to: state == .created ? changed.created(index) : instead?.new)
  }
}
