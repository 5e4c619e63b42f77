import SZJSON
import SZModel

/// Goes through a document along a change and finds the numbers that count as equal to those which the change names.
///
/// What stands where is asked as the change says it: by name, by identity, in a list by place or by what tells an element.
struct ToleranceWalk: ChangeVisitor {
  /// A value of the document on the way down; nil where the document has none.
  private struct Frame {
    var node: Document.Node?
    var members: ObjectMembers?
    /// Of a to-many, its members by identity, for each set of names that identifies some.
    var byIdentity: [[[UInt8]]: [UInt64: Document.Node]] = [:]
    /// Of a list, the elements that its edits are of.
    var edited: [ItemIndex: Document.Node] = [:]
  }

  private let tree: ChangeTree
  private let comparison: TolerantComparison
  /// Whether the document is what the change leads to, so that each number is to be as it was; else it is a target, in which a
  /// number may be as the change has it already.
  private let isResult: Bool
  private let hashing = Hashing()
  private var frames: [Frame]
  /// The numbers of the document, each with the one that it counts as.
  private(set) var numbers: [Document.Node: Value] = [:]

  init(_ tree: ChangeTree, _ comparison: TolerantComparison, isResult: Bool) {
    (self.tree, self.comparison, self.isResult) = (tree, comparison, isResult)
    frames = [Frame(node: comparison.document.root)]
  }

  private var document: Document { comparison.document }

  private mutating func add(_ pairs: [TolerantComparison.Pair]) {
    // A number that two hunks of a target name counts as the first one has it.
    for pair in pairs where numbers[pair.node] == nil { numbers[pair.node] = pair.value }
  }

  /// Takes a value as the one that is to come, if it counts as that, or else as the one that was there.
  private mutating func settle(_ node: Document.Node?, old: Value?, new: Value?) {
    guard let node else { return }
    for value in [isResult ? nil : new, old] {
      guard let value, let pairs = comparison.differences(node, value) else { continue }
      add(pairs)
      return
    }
  }

  private mutating func member(_ name: Value) -> Document.Node? {
    guard let object = frames[frames.count - 1].node, document.kind(object) == .object else { return nil }
    var members = frames[frames.count - 1].members ?? ObjectMembers(document, object)
    frames[frames.count - 1].members = nil
    defer { frames[frames.count - 1].members = members }
    return members.find(name.document.characters(name.node)).map { members.value($0) }
  }

  /// The member of the to-many around it that has an entity's identity.
  private mutating func element(_ item: ItemIndex) -> Document.Node? {
    let identity = tree.identity(of: item)
    guard let array = frames[frames.count - 1].node, document.kind(array) == .array else { return nil }
    let names = identity.map(\.name)
    if frames[frames.count - 1].byIdentity[names] == nil {
      let key = IdentityKey(paths: names, areOptional: true)
      var elements: [UInt64: Document.Node] = [:]
      for element in document.elements(array) {
        guard let values = key.values(document, element) else { continue }
        let known = values.map { node in node.map { Value(document, $0) } }
        if elements[hash(known)] == nil { elements[hash(known)] = element }
      }
      frames[frames.count - 1].byIdentity[names] = elements
    }
    let wanted = identity.map { $0.value.kind == .null ? nil : $0.value }
    return frames[frames.count - 1].byIdentity[names]?[hash(wanted)]
  }

  private func hash(_ values: [Value?]) -> UInt64 {
    var tuple = Hashing.Tuple(hashing)
    for value in values { tuple.add(value.map { ValueHash.of($0.document, $0.node, hashing) } ?? 0) }
    return tuple.hash
  }

  mutating func enter(_ item: ChangeTree.Item, at index: ItemIndex, in parent: ItemIndex?) -> Bool {
    var next = Frame(node: frames[frames.count - 1].node)
    switch item {
    case .value(let old, let new):
      settle(document.root, old: old, new: new)
      return false
    case .attribute(let name, let old, let new):
      settle(member(name), old: old, new: new)
      return false
    case .context(let name, let old):
      settle(member(name), old: old, new: nil)
      return false
    case .entity(let entity):
      if isResult, let node = entity.newNode {
        next.node = node
      } else if let parent, case .toMany = tree[parent] {
        next.node = element(index)
      }
    case .relationship(let name): next.node = member(name)
    case .edit: next.node = frames[frames.count - 1].edited[index]
    case .list:
      if let list = next.node, document.kind(list) == .array {
        let elements = ToleratedElements(comparison, Array(document.elements(list)))
        let found = isResult ? elements.result(of: tree, index) : elements.target(of: tree, index)
        add(found.pairs)
        next.edited = found.edited
      }
    case .toMany, .replacement: break
    case .set, .move, .hunk, .identity, .entityName, .from, .to, .instead: return false
    }
    if next.node == nil { return false }
    frames.append(next)
    return true
  }

  mutating func leave(_ item: ChangeTree.Item, at index: ItemIndex) { frames.removeLast() }
}
