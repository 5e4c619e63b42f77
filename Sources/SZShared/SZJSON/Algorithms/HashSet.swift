/// A set of hashes, which are not hashed once more as those of a `Set` are.
public struct HashSet {
  private var table = HashTable(expected: 8)
  public private(set) var isEmpty = true

  public init(_ hashes: [UInt64] = []) { formUnion(hashes[...]) }

  /// Adds a hash; false when it is there already.
  @discardableResult public mutating func insert(_ hash: UInt64) -> Bool {
    isEmpty = false
    return table.insert(hash, value: 0)
  }

  public mutating func formUnion(_ hashes: ArraySlice<UInt64>) {
    for hash in hashes { insert(hash) }
  }

  public func contains(_ hash: UInt64) -> Bool { table.value(hash) != nil }

  /// Those of a list that are in the set, each as often as there. Linear.
  public func common(with list: [UInt64]) -> [UInt64] {
    isEmpty ? [] : list.filter { table.value($0) != nil }
  }
}
