public import SZJSON

/// How often each value of a set's change stands in it: before, and afterwards.
public struct SetCounts {
  public struct Entry {
    let hash: UInt64
    public var old: [Value] = []
    public var new: [Value] = []
  }

  /// In the order in which the values are first named.
  public private(set) var entries: [Entry] = []
  private var index: [UInt64: Int] = [:]

  /// Counts what the change of a set says.
  init(_ tree: ChangeTree, old: ChangeTree.Stretch, new: ChangeTree.Stretch, _ hashing: Hashing) {
    self.init(tree, old: old, new: new) { ValueHash.of($0.document, $0.node, hashing) }
  }

  /// That, of values that are equal when `hash` gives the same.
  public init(
    _ tree: ChangeTree, old: ChangeTree.Stretch, new: ChangeTree.Stretch, hash: (Value) -> UInt64
  ) {
    for value in tree.values(old) { entries[number(hash(value))].old.append(value) }
    for value in tree.values(new) { entries[number(hash(value))].new.append(value) }
  }

  private mutating func number(_ hash: UInt64) -> Int {
    if let known = index[hash] { return known }
    index[hash] = entries.count
    entries.append(Entry(hash: hash))
    return entries.count - 1
  }

  /// The number of the entry for a value, by its hash.
  public func entry(_ hash: UInt64) -> Int? { index[hash] }
}
