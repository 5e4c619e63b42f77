import TestSupport
import Testing

@testable import SZJSON
@testable import SZModel
@testable import SZPatch

/// What a change names must be there: where one such thing is another in a copy of the old document, there is a misfit at
/// its place, and no edit touches it.
@Suite(.limited) struct RefusalLawTests {
  /// Something of the old document that a change names, and where the misfit is said to be when it is altered.
  private struct Named {
    /// What is altered, in the old document.
    let range: Range<Int>
    /// Nil where another element may be taken for the one that is meant.
    let pointer: String?
    let what: String
  }

  @Test(arguments: 0..<8) func whatWasAlteredIsRefused(part: UInt64) throws {
    var tried: [String: Int] = [:]
    for round in 0..<ChangeLawTests.rounds / 8 {
      let seed = SeededGenerator.runSeed &+ round * 8 + part
      var generator = SeededGenerator(seed: seed)
      let value = RandomValue.container(&generator, depth: 5)
      let edited = value.edited(&generator, edits: 1 + generator.below(5))
      let a = Array((generator.chance(2) ? value.pretty() : value.text).utf8)
      let hashing = Hashing()
      let old = try Document.read(a, .init(hashing: hashing))
      let new = try Document.read(Array(edited.text.utf8), .init(hashing: hashing))
      var options = DiffOptions()
      options.fullOld = generator.chance(4)
      let tree = Differ.change(from: old, to: new, options)
      let named = RefusalLawTests.named(tree, old)
      if named.isEmpty { continue }
      let chosen = named[generator.below(named.count)]
      // A value that is in neither document.
      let altered =
        a[..<chosen.range.lowerBound] + Array("\"altered \(seed)\"".utf8) + a[chosen.range.upperBound...]
      let target = try Document.read(Array(altered))
      let change = try ChangeReader.read(try Document.read(ChangeWriter.text(tree)))
      let patcher = Patcher.apply(change, to: target, .init(policy: .reject))
      let note: () -> String = {
        "seed \(seed), \(chosen.what) at \(chosen.pointer ?? "?")\na' = \(String(decoding: altered, as: UTF8.self))\n"
          + "c = \(String(decoding: ChangeWriter.text(tree), as: UTF8.self))\n\(patcher.misfits.map(\.message))"
      }
      tried[chosen.what, default: 0] += 1
      if let pointer = chosen.pointer {
        #expect(patcher.misfits.contains { $0.pointer == pointer }, "\(note())")
      }
      // Whatever else was applied, what was altered is still there.
      let made = patcher.edits.applied(to: target.bytes)
      #expect(String(decoding: made, as: UTF8.self).contains("altered \(seed)"), "an edit took it: \(note())")
    }
    #expect(tried["attribute", default: 0] > 0, "\(tried)")
  }

  /// What `tree` names of the old document, from which it was made.
  private static func named(_ tree: ChangeTree, _ old: Document) -> [Named] {
    var finder = Finder(tree: tree, old: old)
    finder.walk(tree)
    return finder.named
  }

  private struct Finder: ChangeVisitor {
    let tree: ChangeTree
    let old: Document
    var named: [Named] = []
    /// How many elements edited in place are around an item: such a one may be found elsewhere.
    var depth = 0

    mutating func enter(_ item: ChangeTree.Item, at index: ItemIndex, in parent: ItemIndex?) -> Bool {
      switch item {
      case .value(let value?, _):
        named.append(Named(range: old.range(value.node), pointer: "", what: "document"))
      case .edit: depth += 1
      case .hunk(let hunk): add(hunk)
      case .attribute(let name, let value?, let new):
        add(name, value, what: new == nil ? "removed attribute" : "attribute", parent)
      case .context(let name, let value): add(name, value, what: "context", parent)
      case .toMany: if depth == 0 { addIdentities(index) }
      default: break
      }
      return true
    }

    mutating func leave(_ item: ChangeTree.Item, at index: ItemIndex) {
      if case .edit = item { depth -= 1 }
    }

    private mutating func add(_ hunk: ChangeTree.Hunk) {
      let removed = tree.values(hunk.old)
      // Without neighbours that stand nowhere else, what is left could be the place after the deletion.
      let neighbours =
        tree.values(hunk.before.stretch).suffix(1) + tree.values(hunk.after.stretch).prefix(1)
      guard depth == 0, let first = removed.first, first.document === old, removed.count == 1,
        hunk.new.isEmpty, neighbours.count == 2,
        ([first] + neighbours).allSatisfy({ RefusalLawTests.isSingle($0, old) })
      else { return }
      let array = RefusalLawTests.pointer(old, first.node).split(
        separator: "/", omittingEmptySubsequences: false)
      named.append(
        Named(
          range: old.range(first.node), pointer: (array.dropLast() + ["\(hunk.at)"]).joined(separator: "/"),
          what: "deleted element"))
    }

    private mutating func add(_ name: Value, _ value: Value, what: String, _ entity: ItemIndex?) {
      guard value.document === old, let entity else { return }
      // One of another identity is another entity.
      if tree.identity(of: entity).contains(where: { $0.name == name.document.characters(name.node) }) {
        return
      }
      let isDeleted = tree[entity].entity?.state == .deleted
      var pointer = RefusalLawTests.pointer(old, value.node)
      if isDeleted {
        pointer = pointer.split(separator: "/", omittingEmptySubsequences: false).dropLast()
          .joined(separator: "/")
      }
      named.append(
        Named(
          range: old.range(value.node), pointer: depth == 0 ? pointer : nil,
          what: isDeleted ? "deleted member" : what))
    }

    private mutating func addIdentities(_ toMany: ItemIndex) {
      for child in tree.children(of: toMany) where tree[child].entity?.state == .updated {
        let values = tree.children(of: child).compactMap { tree[$0].attribute?.old }
        guard let value = values.first, value.document === old,
          let (object, array) = RefusalLawTests.around(old, value.node),
          let name = tree.identity(of: child).first?.name,
          let identity = old.member(object, named: name)?.value
        else { continue }
        named.append(
          Named(range: old.range(identity), pointer: RefusalLawTests.pointer(old, array), what: "identity"))
      }
    }
  }

  /// Whether nothing else in the document equals a value.
  private static func isSingle(_ value: Value, _ document: Document) -> Bool {
    var count = 0
    var work = [document.root]
    while let node = work.popLast() {
      if Value(document, node).isEqual(value) { count += 1 }
      switch document.kind(node) {
      case .object: work += document.members(node).map(\.value)
      case .array: work += Array(document.elements(node))
      default: continue
      }
    }
    return count == 1
  }

  /// The object that has the value at `node` for a member, and the array that it stands in.
  private static func around(_ document: Document, _ wanted: Document.Node) -> (Document.Node, Document.Node)?
  {
    var way = [document.root]
    while let node = way.last, node != wanted {
      guard let child = child(document, node, holding: wanted)?.node else { return nil }
      way.append(child)
    }
    guard way.count >= 3, document.kind(way[way.count - 3]) == .array else { return nil }
    return (way[way.count - 2], way[way.count - 3])
  }

  private static func pointer(_ document: Document, _ wanted: Document.Node) -> String {
    var pointer = ""
    var node = document.root
    while node != wanted, let (child, step) = child(document, node, holding: wanted) {
      pointer += "/" + step
      node = child
    }
    return pointer
  }

  private static func child(_ document: Document, _ node: Document.Node, holding wanted: Document.Node)
    -> (node: Document.Node, step: String)?
  {
    switch document.kind(node) {
    case .object:
      for member in document.members(node)
      where member.value <= wanted && wanted < document.next(member.value) {
        let name = document.string(member.name)
        return (
          member.value, name.split(separator: "~", omittingEmptySubsequences: false).joined(separator: "~0")
        )
      }
    case .array:
      for (index, element) in document.elements(node).enumerated()
      where element <= wanted && wanted < document.next(element) { return (element, "\(index)") }
    default: break
    }
    return nil
  }
}
