/// An open-addressing table from 64-bit hashes to small integers, for keys that are already well mixed.
///
/// Linear probing at a load of at most one half. A zero hash is stored as one: two values whose hashes are equal in 64
/// seeded bits are taken as equal by everything that uses this.
struct HashTable {
  /// Key and value by turns: a look-up touches one line of the cache.
  private var words: [UInt64]
  private let mask: Int

  /// Room for `expected` keys; more must not be inserted.
  init(expected: Int) {
    var capacity = 16
    while capacity < expected * 2 { capacity *= 2 }
    words = [UInt64](repeating: 0, count: capacity * 2)
    mask = capacity * 2 - 1
  }

  /// Where the words of `key` are, or would be.
  @inline(__always) private func place(_ key: UInt64) -> (index: Int, found: Bool) {
    var index = Int(truncatingIfNeeded: key &<< 1) & mask
    while true {
      let stored = words[index]
      if stored == key { return (index, true) }
      if stored == 0 { return (index, false) }
      index = (index + 2) & mask
    }
  }

  /// Says that `key` is about to be looked up.
  @inline(__always) func prefetch(_ key: UInt64) {
    Prefetch.element(words, Int(truncatingIfNeeded: key &<< 1) & mask)
  }

  /// Adds `key`; false, and nothing changes, when it is there already.
  @inline(__always) mutating func insert(_ key: UInt64, value: Int) -> Bool {
    let key = key == 0 ? 1 : key
    let (index, found) = place(key)
    if found { return false }
    words[index] = key
    words[index + 1] = UInt64(bitPattern: Int64(value))
    return true
  }

  @inline(__always) func value(_ key: UInt64) -> Int? {
    let (index, found) = place(key == 0 ? 1 : key)
    return found ? Int(truncatingIfNeeded: words[index + 1]) : nil
  }

  /// Changes the value of a key that is there; adds it otherwise.
  @inline(__always) mutating func set(_ key: UInt64, value: Int) {
    let key = key == 0 ? 1 : key
    let (index, _) = place(key)
    words[index] = key
    words[index + 1] = UInt64(bitPattern: Int64(value))
  }
}
