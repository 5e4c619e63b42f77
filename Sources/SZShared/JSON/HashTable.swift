/// An open-addressing table from 64-bit hashes to small integers, for keys that are already well mixed.
///
/// Linear probing at a load of at most one half. A zero hash is stored as one: two values whose hashes are equal in 64
/// seeded bits are taken as equal by everything that uses this.
struct HashTable {
  private var keys: [UInt64]
  private var values: [Int32]
  private let mask: Int

  /// Room for `expected` keys; more must not be inserted.
  init(expected: Int) {
    var capacity = 16
    while capacity < expected * 2 { capacity *= 2 }
    keys = [UInt64](repeating: 0, count: capacity)
    values = [Int32](repeating: 0, count: capacity)
    mask = capacity - 1
  }

  @inline(__always) private func slot(_ key: UInt64) -> (index: Int, found: Bool) {
    var index = Int(truncatingIfNeeded: key) & mask
    while true {
      let stored = keys[index]
      if stored == key { return (index, true) }
      if stored == 0 { return (index, false) }
      index = (index + 1) & mask
    }
  }

  /// Adds `key`; false, and nothing changes, when it is there already.
  @inline(__always) mutating func insert(_ key: UInt64, value: Int) -> Bool {
    let key = key == 0 ? 1 : key
    let (index, found) = slot(key)
    if found { return false }
    keys[index] = key
    values[index] = Int32(truncatingIfNeeded: value)
    return true
  }

  @inline(__always) func value(_ key: UInt64) -> Int? {
    let (index, found) = slot(key == 0 ? 1 : key)
    return found ? Int(values[index]) : nil
  }

  /// Changes the value of a key that is there; adds it otherwise.
  @inline(__always) mutating func set(_ key: UInt64, value: Int) {
    let key = key == 0 ? 1 : key
    let (index, _) = slot(key)
    keys[index] = key
    values[index] = Int32(truncatingIfNeeded: value)
  }
}
