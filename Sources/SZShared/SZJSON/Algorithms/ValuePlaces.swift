/// Where each value of a sequence stands, by its hash.
public struct ValuePlaces {
  private var table: HashTable

  /// Linear.
  public init(_ values: [UInt64]) {
    table = HashTable(expected: values.count)
    for (position, value) in values.enumerated() where !table.insert(value, value: position) {
      table.set(value, value: -1)
    }
  }

  /// Where a value stands; -1 when it stands there more than once, nil when it does not at all.
  public func only(_ value: UInt64) -> Int? { table.value(value) }
}
