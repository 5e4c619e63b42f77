/// A table of few hashes that many others are looked up in, most of which are not there: a few bits tell that of nearly all.
public struct FewHashes {
  private var table: HashTable
  private var bits: [UInt64]
  private let shift: UInt64

  public init(expected: Int) {
    table = HashTable(expected: expected)
    var width: UInt64 = 10
    while 1 << width < expected * 16, width < 30 { width += 1 }
    bits = [UInt64](repeating: 0, count: 1 << (width - 6))
    shift = 64 - width
  }

  /// Adds `key`; answers the value of one that is there already, which stays.
  @discardableResult public mutating func insert(_ key: UInt64, value: Int) -> Int? {
    let bit = place(key)
    bits[bit &>> 6] |= 1 &<< UInt64(bit & 63)
    return table.insert(key, value: value) ? nil : table.value(key)
  }

  /// How often each hash of the table is in a list, by its value; those are the numbers below `count`. Linear.
  public func counts(_ count: Int, in list: [UInt64]) -> [Int] {
    var counts = [Int](repeating: 0, count: count)
    add(1, for: list[...], to: &counts)
    return counts
  }

  /// Adds a number to the counts of the hashes in a list, for each time that they are in it. Linear.
  public func add(_ number: Int, for list: ArraySlice<UInt64>, to counts: inout [Int]) {
    for hash in list {
      if let index = value(hash) { counts[index] += number }
    }
  }

  /// Of each of some hashes whether it is more than once in a list. Linear.
  public static func repeated(_ keys: [UInt64], in list: [UInt64]) -> [Bool] {
    if keys.isEmpty { return [] }
    var table = FewHashes(expected: keys.count)
    let numbers = keys.enumerated().map { table.insert($0.element, value: $0.offset) ?? $0.offset }
    var counts = [Int](repeating: 0, count: keys.count)
    var open = numbers.indices.count { numbers[$0] == $0 }
    for hash in list {
      guard let number = table.value(hash) else { continue }
      counts[number] += 1
      if counts[number] == 2 { open -= 1 }
      if open == 0 { break }
    }
    return numbers.map { counts[$0] > 1 }
  }

  @inline(__always) func contains(_ key: UInt64) -> Bool { value(key) != nil }

  @inline(__always) func value(_ key: UInt64) -> Int? {
    let bit = place(key)
    return bits[bit &>> 6] &>> UInt64(bit & 63) & 1 == 1 ? table.value(key) : nil
  }

  @inline(__always) private func place(_ key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) &>> shift)
  }
}
