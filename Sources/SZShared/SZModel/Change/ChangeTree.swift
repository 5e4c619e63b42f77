internal import SZJSON

/// A change: what turns one document into another.
///
/// The tree is a flat list of items in pre-order, so that neither making, walking nor freeing one recurses, however
/// deep the documents are. The values in it stay where they are, in the documents that it refers to. It is what `sz-diff`
/// makes, every format is written from, the format `sz` is read into, and `sz-patch` applies. Whoever looks at all of it is a
/// ``ChangeVisitor``.
///
/// Grammar, an item's children in parentheses:
///
///     root         = nothing | value | relation
///     relation     = entity | replacement | toMany | list | set
///     entity       ((identity | entityName)* (from | to | instead)? (attribute | context)* relationship*)
///     relationship (relation)
///     replacement  (entity entity)
///     toMany       (entity* move*)
///     list         ((hunk | edit)*)
///     edit         (relation)
public struct ChangeTree: Sendable {
  /// The items, in integers; what does not fit into three words stands in the lists behind.
  var records: [Record] = []
  /// The documents that the words of items and runs are values of.
  var table = ValueTable()
  var hunks: [Hunk] = []
  var traits: [ElementMembers] = []
  /// What the stretches of hunks consist of.
  var runs: [Run] = []
  /// The nodes of runs that are no siblings.
  var nodes: [Document.Node] = []
  /// The hashes of the identities of to-manys that were read, what made them, and which of them orders name.
  var identityHashes: [UInt64] = []
  var identityHashing: Hashing?
  var orderNumbers: [Int] = []
  /// Whether ``reverse()`` has turned it round: then the moves of a to-many say where its members stood, not where they go.
  public internal(set) var isReversed = false

  /// The to-manys whose elements are told apart by a member that nobody named.
  public var inferredToManys: Set<ItemIndex> = []

  /// Whether numbers in it are equal when their text is.
  public var hasExactNumbers = false

  public init() {}

  /// A change without any items, for values of this one.
  public func emptied() -> ChangeTree {
    var tree = self
    tree.records = []
    tree.inferredToManys = []
    return tree
  }

  /// Whether nothing changed.
  public var isEmpty: Bool { records.isEmpty }

  /// All items in pre-order.
  public var indices: some Sequence<ItemIndex> { (0..<records.count).lazy.map { ItemIndex($0) } }

  /// The item behind the last one.
  public var endIndex: ItemIndex { ItemIndex(records.count) }

  /// The item behind the one at `index` and all below it.
  @inline(__always) public func end(of index: ItemIndex) -> ItemIndex {
    ItemIndex(records[index.number].end)
  }

  /// What a relationship or an edit in place holds.
  public func relation(of index: ItemIndex) -> ItemIndex { index.next }

  /// The children of an item.
  public func children(of index: ItemIndex) -> Children {
    Children(records: records, index: index.number + 1, end: records[index.number].end)
  }

  public struct Children: Sequence, IteratorProtocol {
    private let records: [Record]
    private var index: Int
    private let end: Int

    fileprivate init(records: [Record], index: Int, end: Int) {
      self.records = records
      self.index = index
      self.end = end
    }

    public mutating func next() -> ItemIndex? {
      guard index < end else { return nil }
      defer { index = records[index].end }
      return ItemIndex(index)
    }
  }
}

// MARK: Making one

extension ChangeTree {
  /// Adds an item that ``close(_:)`` will give its end.
  public mutating func open(_ item: Item) -> ItemIndex { add(record(item)) }

  public mutating func close(_ index: ItemIndex) { records[index.number].end = records.count }

  /// Adds an item without children.
  public mutating func add(_ item: Item) { _ = open(item) }

  /// Takes the item at `index` back and all behind it.
  public mutating func withdraw(from index: ItemIndex) { records.removeSubrange(index.number...) }
}

// MARK: Turning one round

extension ChangeTree {
  /// Turns the change round: what it made of `a`, it makes `a` again. Item by item, so that the indexes of the items stay. Linear.
  public mutating func reverse() {
    isReversed.toggle()
    for index in indices {
      switch self[index] {
      case .value(let old, let new): self[index] = .value(old: new, new: old)
      case .attribute(let name, let old, let new): self[index] = .attribute(name: name, old: new, new: old)
      case .entity(var entity):
        switch entity.state {
        case .created: entity.state = .deleted
        case .deleted: entity.state = .created
        case .updated, .untouched: continue
        }
        self[index] = .entity(entity)
      case .from(let path): self[index] = .to(path)
      case .to(let path): self[index] = .from(path)
      case .instead(let old, let new): self[index] = .instead(old: new, new: old)
      case .list: reverseHunks(of: index)
      case .set(let old, let new): self[index] = .set(old: new, new: old)
      // The other places are turned round with their list, and moves are read the other way by whoever applies them.
      case .hunk, .edit, .move, .identity, .entityName, .context, .relationship, .replacement, .toMany:
        continue
      }
    }
  }

  private mutating func reverseHunks(of list: ItemIndex) {
    // How much longer the new list is than the old one, up to each hunk.
    var shift = 0
    for index in children(of: list) {
      switch self[index] {
      case .hunk(var hunk):
        let grown = count(hunk.new) - count(hunk.old)
        hunk.at = max(0, hunk.at + shift)
        (hunk.old, hunk.new) = (hunk.new, hunk.old)
        hunk.shownIndex = nil
        self[index] = .hunk(hunk)
        shift += grown
      case .edit(let at, let traits): self[index] = .edit(at: max(0, at + shift), is: traits)
      default: continue
      }
    }
  }
}
