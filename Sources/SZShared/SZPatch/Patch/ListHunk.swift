internal import SZJSON
internal import SZModel

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
    case edited(ItemIndex)

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

  let item: ItemIndex
  let at: Int
  var before = Side.open
  var after = Side.open
  var old: [UInt64] = []
  var new: [UInt64] = []
  var newValues: [Value] = []
  /// The change of the element at ``at``, when the hunk is one of an element edited in place.
  var change: ItemIndex?
  /// What that element is told from the others by.
  var traits: ElementMembers?

  /// An insertion or deletion of which the sender says nothing but its index.
  var isBare: Bool { change == nil && old.isEmpty != new.isEmpty && before == .open && after == .open }

  /// How many elements are looked at together at most.
  var length: Int { before.values.count + max(old.count, new.count) + after.values.count }

  /// The element behind, when the next hunk edits it.
  var editedNext: ItemIndex? {
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
  static func hunks(_ tree: ChangeTree, _ list: ItemIndex, _ hashing: ElementHash) -> [ListHunk] {
    var hunks: [ListHunk] = []
    for child in tree.children(of: list) {
      switch tree[child] {
      case .edit(let at, let traits):
        let change = tree.relation(of: child)
        if let last = hunks.last, last.after == .edge, last.change == nil, at == last.at + last.old.count {
          hunks[hunks.count - 1].after = .edited(change)
        }
        hunks.append(ListHunk(item: child, at: at, change: change, traits: traits))
      case .hunk(let hunk): hunks.append(ListHunk(tree, child, hunk, hashing))
      default: continue
      }
    }
    return hunks
  }

  private init(_ tree: ChangeTree, _ item: ItemIndex, _ hunk: ChangeTree.Hunk, _ hashing: ElementHash) {
    self.init(item: item, at: hunk.at)
    func hashes(_ values: [Value]) -> [UInt64] {
      values.map { hashing.of($0.document, $0.node) }
    }
    func side(_ context: ChangeTree.Context) -> Side {
      switch context {
      case .unsaid: .open
      case .end: .edge
      case .values(let values): .values(hashes(tree.values(values)))
      }
    }
    newValues = tree.values(hunk.new)
    old = hashes(tree.values(hunk.old))
    new = hashes(newValues)
    (before, after) = (side(hunk.before), side(hunk.after))
    // A replacement without context says nothing of what is around it.
    if !old.isEmpty, !new.isEmpty, before.values.isEmpty, after.values.isEmpty {
      (before, after) = (.open, .open)
    }
  }
}
