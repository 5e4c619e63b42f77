/// The hashes of the names of all open objects, innermost last, with what finds a possible duplicate.
struct NameStack {
  /// Per open object: the outer object's base and sieve, then the hashes of its names.
  private var words: [UInt64] = []
  private var base = 0
  private var sieve: UInt64 = 0
  private(set) var last: UInt64 = 0
  /// Whether the innermost object may hold a name twice.
  private(set) var isSuspicious = false

  @inline(__always) mutating func open() {
    words.append(last)
    words.append(UInt64(truncatingIfNeeded: base) &<< 1 | (isSuspicious ? 1 : 0))
    words.append(sieve)
    base = words.count
    sieve = 0
    isSuspicious = false
  }

  @inline(__always) mutating func close() {
    sieve = words[base - 1]
    let outer = words[base - 2]
    last = words[base - 3]
    words.removeLast(words.count - base + 3)
    isSuspicious = outer & 1 != 0
    base = Int(truncatingIfNeeded: outer &>> 1)
  }

  @inline(__always) mutating func push(_ hash: UInt64) {
    let bit: UInt64 = 1 &<< (hash &>> 58)
    if sieve & bit != 0 { isSuspicious = true }
    sieve |= bit
    last = hash
    words.append(hash)
  }

  /// Whether two names of the innermost object have one hash. Linear in their number.
  func hasEqualHashes() -> Bool {
    let count = words.count - base
    if count <= 24 {
      for left in base..<words.count {
        for right in left + 1..<max(words.count, left + 1) where words[left] == words[right] { return true }
      }
      return false
    }
    var seen = HashTable(expected: count)
    for index in base..<words.count where !seen.insert(words[index], value: 0) { return true }
    return false
  }
}
