internal import SZJSON
internal import SZModel

/// A hunk of a list change. Its elements stand among those of all hunks, in ``HunkElements``.
struct ListHunk {
  /// What stands before or behind the elements that go and come.
  enum Side: Equatable {
    /// Nothing is said of it.
    case open
    /// The end of the list; in front, of what the hunk before has left.
    case edge
    case values
    /// The element that the next hunk edits, by the item of its change.
    case edited(ItemIndex)
  }

  /// A stretch of elements that stands in the list, or is looked for.
  struct Pattern {
    var elements: Range<Int>
    /// How many of the elements are context in front.
    let lead: Int
    var begins: Bool
    var ends: Bool
  }

  let item: ItemIndex
  let at: Int
  var before = Side.open
  var after = Side.open
  /// What stands there before the hunk is applied, and afterwards, both with the context.
  fileprivate(set) var whole = (old: 0..<0, new: 0..<0)
  /// How many of these are context in front and behind.
  fileprivate(set) var context = (before: 0, after: 0)
  /// The new elements among the values.
  fileprivate(set) var newValues = 0..<0
  /// The change of the element at ``at``, when the hunk is one of an element edited in place.
  var change: ItemIndex?
  /// What that element is told from the others by.
  var traits: ElementMembers?

  var old: Range<Int> { whole.old.lowerBound + context.before..<whole.old.upperBound - context.after }
  var new: Range<Int> { whole.new.lowerBound + context.before..<whole.new.upperBound - context.after }
  /// The context behind.
  var behind: Range<Int> { whole.old.upperBound - context.after..<whole.old.upperBound }

  /// An insertion or deletion of which the sender says nothing but its index.
  var isBare: Bool { change == nil && old.isEmpty != new.isEmpty && before == .open && after == .open }

  /// Whether it puts in more elements than it takes out, or fewer.
  var changesCount: Bool { change == nil && old.count != new.count }

  /// Whether the array that it edits is told by an element that has others before it.
  var isToldByIndex: Bool { traits?.all.contains { ElementMembers.index($0.name) ?? 0 > 0 } ?? false }

  /// How many elements are looked at together at most.
  var length: Int { max(whole.old.count, whole.new.count) }

  /// The element behind, when the next hunk edits it.
  var editedNext: ItemIndex? {
    if case .edited(let change) = after { change } else { nil }
  }

  /// What stands there before the hunk is applied.
  var oldPattern: Pattern { pattern(whole.old) }
  /// What stands there afterwards.
  var newPattern: Pattern { pattern(whole.new) }

  private func pattern(_ elements: Range<Int>) -> Pattern {
    Pattern(elements: elements, lead: context.before, begins: before == .edge, ends: after == .edge)
  }
}

/// The elements of the hunks of one list change: hashes of what they say, and the values that come.
struct HunkElements {
  fileprivate(set) var hashes: [UInt64] = []
  fileprivate(set) var values: [Value] = []

  subscript(_ elements: Range<Int>) -> ArraySlice<UInt64> { hashes[elements] }

  fileprivate mutating func removeAll() {
    hashes.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
  }
}

extension ListHunk {
  /// Reads the hunks of the list change at `list`, in the place of others.
  static func read(
    _ tree: ChangeTree, _ list: ItemIndex, _ hashing: ElementHash, into hunks: inout [ListHunk],
    _ elements: inout HunkElements
  ) {
    hunks.removeAll(keepingCapacity: true)
    elements.removeAll()
    for child in tree.children(of: list) {
      switch tree[child] {
      case .edit(let at, let traits):
        let change = tree.relation(of: child)
        if let last = hunks.last, last.after == .edge, last.change == nil, at == last.at + last.old.count {
          hunks[hunks.count - 1].after = .edited(change)
        }
        hunks.append(ListHunk(item: child, at: at, change: change, traits: traits))
      case .hunk(let hunk): hunks.append(ListHunk(tree, child, hunk, hashing, &elements))
      default: continue
      }
    }
  }

  private init(
    _ tree: ChangeTree, _ item: ItemIndex, _ hunk: ChangeTree.Hunk, _ hashing: ElementHash,
    _ elements: inout HunkElements
  ) {
    self.init(item: item, at: hunk.at)
    func side(_ context: ChangeTree.Context) -> Side {
      switch context {
      case .unsaid: .open
      case .end: .edge
      case .values: .values
      }
    }
    (before, after) = (side(hunk.before), side(hunk.after))
    let start = elements.hashes.count
    add(tree, hunk.before.stretch, hashing, &elements)
    let first = elements.hashes.count
    add(tree, hunk.old, hashing, &elements)
    let end = elements.hashes.count
    add(tree, hunk.after.stretch, hashing, &elements)
    whole.old = start..<elements.hashes.count
    context = (first - start, elements.hashes.count - end)
    // The same with the new elements.
    for number in start..<first { elements.hashes.append(elements.hashes[number]) }
    let firstValue = elements.values.count
    tree.forEach(hunk.new) { value in
      elements.values.append(value)
      elements.hashes.append(hashing.of(value.document, value.node))
    }
    for number in end..<whole.old.upperBound { elements.hashes.append(elements.hashes[number]) }
    whole.new = whole.old.upperBound..<elements.hashes.count
    newValues = firstValue..<elements.values.count
    // A replacement without context says nothing of what is around it.
    if !old.isEmpty, !new.isEmpty, context == (0, 0) { (before, after) = (.open, .open) }
  }

  private func add(
    _ tree: ChangeTree, _ stretch: ChangeTree.Stretch, _ hashing: ElementHash, _ elements: inout HunkElements
  ) {
    tree.forEach(stretch) { elements.hashes.append(hashing.of($0.document, $0.node)) }
  }
}
