/// An open-addressing table from 64-bit hashes to small integers.
///
/// Linear probing at a load of at most one half; it grows by itself. The keys are hashes of one ``Hashing``, by which equal and
/// different are told; a zero is stored as one. They are spread by a secret factor before they name a place, because
/// hashes of values in a regular row may stand in a row too.
public struct HashTable: Sendable {
  /// Key and value by turns: a look-up touches one line of the cache.
  @usableFromInline var words: [UInt64]
  @usableFromInline var mask: Int
  @usableFromInline private(set) var count = 0
  @usableFromInline let spread = HashKeys.ofThisRun.spread

  /// Room for `expected` keys.
  public init(expected: Int) {
    var capacity = 16
    while capacity < expected * 2 { capacity *= 2 }
    words = [UInt64](repeating: 0, count: capacity * 2)
    mask = capacity * 2 - 1
  }

  @inlinable @inline(__always) func start(_ key: UInt64) -> Int {
    Int(truncatingIfNeeded: (((key ^ key &>> 32) &* spread) &>> 24) &<< 1) & mask
  }

  /// Where the words of `key` are, or would be.
  @inlinable @inline(__always) func place(_ key: UInt64) -> (index: Int, found: Bool) {
    var index = start(key)
    while true {
      let stored = words[index]
      if stored == key { return (index, true) }
      if stored == 0 { return (index, false) }
      index = (index + 2) & mask
    }
  }

  /// Says that `key` is about to be looked up.
  @inline(__always) public func prefetch(_ key: UInt64) {
    Prefetch.element(words, start(key))
  }

  /// Adds `key`; false, and nothing changes, when it is there already.
  @inlinable @inline(__always) public mutating func insert(_ key: UInt64, value: Int) -> Bool {
    let key = key == 0 ? 1 : key
    let (index, found) = place(key)
    if found { return false }
    add(key, UInt64(bitPattern: Int64(value)), at: index)
    return true
  }

  @inlinable @inline(__always) public func value(_ key: UInt64) -> Int? {
    let (index, found) = place(key == 0 ? 1 : key)
    return found ? Int(truncatingIfNeeded: words[index + 1]) : nil
  }

  /// The value of a key; one that is not there yet is added with `value`.
  @inlinable @inline(__always) public mutating func value(_ key: UInt64, orAdd value: Int) -> Int {
    let key = key == 0 ? 1 : key
    let (index, found) = place(key)
    if found { return Int(truncatingIfNeeded: words[index + 1]) }
    add(key, UInt64(bitPattern: Int64(value)), at: index)
    return value
  }

  /// Changes the value of a key that is there; adds it otherwise.
  @inlinable @inline(__always) public mutating func set(_ key: UInt64, value: Int) {
    let key = key == 0 ? 1 : key
    let (index, found) = place(key)
    if found {
      words[index + 1] = UInt64(bitPattern: Int64(value))
    } else {
      add(key, UInt64(bitPattern: Int64(value)), at: index)
    }
  }

  @inlinable @inline(__always) mutating func add(_ key: UInt64, _ value: UInt64, at index: Int) {
    words[index] = key
    words[index + 1] = value
    count += 1
    if count * 4 > words.count { grow() }
  }

  @usableFromInline @inline(never) mutating func grow() { reserve(count + 1) }

  /// Makes room for `expected` keys.
  public mutating func reserve(_ expected: Int) {
    var larger = HashTable(expected: expected)
    if larger.words.count <= words.count { return }
    for index in stride(from: 0, to: words.count, by: 2) where words[index] != 0 {
      let place = larger.place(words[index]).index
      larger.words[place] = words[index]
      larger.words[place + 1] = words[index + 1]
    }
    (words, mask) = (larger.words, larger.mask)
  }
}
