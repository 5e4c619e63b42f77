public import SZJSON
public import SZPatch

/// A merge patch (RFC 7396): an object of what members become, null for those that go; anything else takes the place of the whole.
public enum MergePatch {
  /// What `patch` makes of `target` (RFC 7396 section 2). It fits every document.
  ///
  /// Bytes stay where values do: a member that is given the value that it has keeps its text. Linear in the patch and in the members of
  /// the objects of the target that it names; without recursion.
  public static func apply(_ patch: Document, to target: Document) -> PatchResult {
    var tree = WorkingTree(target)
    let empty = JSONWriter.value {
      $0.beginObject()
      $0.endObject()
    }
    // A cell and the object of the patch that it is merged with.
    var work: [(cell: Int, object: Document.Node)] = []
    func merge(_ cell: Int, _ node: Document.Node) {
      guard patch.kind(node) == .object else { return tree.replace(cell, with: Value(patch, node)) }
      if tree.kind(.cell(cell)) != .object { tree.replace(cell, with: empty) }
      work.append((cell, node))
    }
    merge(tree.root, patch.root)
    while let (cell, object) = work.popLast() {
      for member in patch.members(object) {
        let name = patch.characters(member.name)
        if patch.kind(member.value) == .null {
          _ = tree.takeMember(of: cell, name)
        } else if let known = tree.openMember(of: cell, name) {
          merge(known, member.value)
        } else {
          let object = tree.add(empty)
          tree.setMember(of: cell, Value(patch, member.name), to: object)
          merge(object, member.value)
        }
      }
    }
    return PatchResult(
      base: target, edits: tree.edits(of: target, keepsComments: false), appliedCount: 1)
  }

  /// What a merge patch cannot say: that something becomes null, at this node of the new document.
  public struct Inexpressible: Error {
    public let node: Document.Node
  }

  /// The merge patch that makes `new` of `old`, in one line. Arrays are written whole, as a merge patch has it.
  ///
  /// Both documents have been read with the same hashing. Linear in them; without recursion.
  ///
  /// - Throws: the first value that a merge patch cannot say.
  public static func text(from old: Document, to new: Document) throws(Inexpressible) -> [UInt8] {
    var writer = JSONWriter()
    guard new.kind(new.root) == .object else {
      writer.append(Value(new, new.root))
      return writer.text
    }
    enum Task {
      /// An object of the new document, and the one of the old that it is compared with.
      case object(Document.Node, Document.Node?)
      case member(name: Document.Node, value: Document.Node, before: Document.Node?)
      case removal(Document.Node)
      case end
    }
    let before = old.kind(old.root) == .object ? old.root : nil
    var tasks = [Task.object(new.root, before)]
    while let task = tasks.popLast() {
      switch task {
      case .end: writer.endObject()
      case .removal(let name):
        writer.name(Value(old, name))
        writer.appendNull()
      case .object(let node, let before):
        writer.beginObject()
        var members: [Task] = []
        if let before {
          var pairing = MemberPairing(new, node, old, before)
          while let (member, match) = pairing.next() {
            if let match, old.hash(match.value) == new.hash(member.value) { continue }
            members.append(.member(name: member.name, value: member.value, before: match?.value))
          }
          var gone = MemberPairing(old, before, new, node)
          while let (member, match) = gone.next() {
            if match == nil { members.append(.removal(member.name)) }
          }
        } else {
          for member in new.members(node) {
            members.append(.member(name: member.name, value: member.value, before: nil))
          }
        }
        tasks.append(.end)
        tasks += members.reversed()
      case .member(let name, let value, let before):
        writer.name(Value(new, name))
        switch new.kind(value) {
        case .null: throw Inexpressible(node: value)
        case .object:
          tasks.append(.object(value, before.flatMap { old.kind($0) == .object ? $0 : nil }))
        default: writer.append(Value(new, value))
        }
      }
    }
    return writer.text
  }
}
