/// A hunk of a list change, its elements as hashes.
struct ListHunk {
  /// What stands before or behind the elements that go and come.
  enum Side: Equatable {
    /// Nothing is said of it.
    case open
    /// The end of the list; in front, of what the hunk before has left.
    case edge
    case values([UInt64])
    /// The element that the next hunk edits, by the item of its change.
    case edited(Int)

    var values: [UInt64] {
      if case .values(let values) = self { values } else { [] }
    }
  }

  /// A stretch of elements that stands in the list, or is looked for.
  struct Pattern {
    var elements: [UInt64]
    /// How many of the elements are context in front.
    let lead: Int
    var begins: Bool
    var ends: Bool
  }

  let item: Int
  let at: Int
  var before = Side.open
  var after = Side.open
  var old: [UInt64] = []
  var new: [UInt64] = []
  var newValues: [Value] = []
  /// The change of the element at ``at``, when the hunk is one of an element edited in place.
  var change: Int?

  /// An insertion or deletion of which the sender says nothing but its index.
  var isBare: Bool { change == nil && old.isEmpty != new.isEmpty && before == .open && after == .open }

  /// How many elements are looked at together at most.
  var length: Int { before.values.count + max(old.count, new.count) + after.values.count }

  /// The element behind, when the next hunk edits it.
  var editedNext: Int? {
    if case .edited(let change) = after { change } else { nil }
  }

  func pattern(_ middle: [UInt64]) -> Pattern {
    Pattern(
      elements: before.values + middle + after.values, lead: before.values.count, begins: before == .edge,
      ends: after == .edge)
  }
}

extension ListHunk {
  /// The hunks of the list change at `list`.
  static func hunks(_ tree: ChangeTree, _ list: Int, _ hashing: Hashing) -> [ListHunk] {
    var hunks: [ListHunk] = []
    for child in tree.children(list) {
      if hunks.last?.after == .edge, tree.isEdit(child), isBehind(tree, hunks[hunks.count - 1], child) {
        hunks[hunks.count - 1].after = .edited(child + 1)
      }
      hunks.append(hunk(tree, child, hashing))
    }
    return hunks
  }

  private static func isBehind(_ tree: ChangeTree, _ hunk: ListHunk, _ next: Int) -> Bool {
    hunk.change == nil && tree.items[next].number == hunk.at + hunk.old.count
  }

  private static func hunk(_ tree: ChangeTree, _ index: Int, _ hashing: Hashing) -> ListHunk {
    var hunk = ListHunk(item: index, at: tree.items[index].number)
    if tree.isEdit(index) {
      hunk.change = index + 1
      return hunk
    }
    func hashes(_ values: [Value]) -> [UInt64] {
      values.map { ValueHash.of($0.document, $0.node, hashing) }
    }
    hunk.newValues = tree.values(index, .new)
    hunk.old = hashes(tree.values(index, .old))
    hunk.new = hashes(hunk.newValues)
    func side(_ role: ChangeTree.Role) -> Side {
      let values = hashes(tree.values(index, role))
      if !values.isEmpty { return .values(values) }
      return tree.children(index).contains { tree.items[$0].role == role } ? .open : .edge
    }
    (hunk.before, hunk.after) = (side(.before), side(.after))
    // A replacement without context says nothing of what is around it.
    if !hunk.old.isEmpty, !hunk.new.isEmpty, hunk.before.values.isEmpty, hunk.after.values.isEmpty {
      (hunk.before, hunk.after) = (.open, .open)
    }
    return hunk
  }
}
