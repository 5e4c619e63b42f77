internal import SZJSON

/// Knows the names of the open objects, so that no two that differ become equal unseen.
///
/// Memory is two words for each name of an open object, and one for each level. Names are told apart by 64 bits of a seeded
/// hash.
struct NameGuard {
  private let hashing = Hashing()
  /// For each open container the names its members have got, and the names they came with.
  private var containers: [[UInt64: UInt64]] = []

  mutating func beginText() { containers.removeAll(keepingCapacity: true) }

  mutating func open() { containers.append([:]) }

  mutating func close() { if !containers.isEmpty { containers.removeLast() } }

  /// Takes the characters of a member's name in the innermost object; answers whether no other name has become the same.
  mutating func admit(_ new: [UInt8], from old: [UInt8]) -> Bool {
    guard !containers.isEmpty else { return true }
    let origin = hashing.characters(old)
    let known = containers[containers.count - 1].updateValue(origin, forKey: hashing.characters(new))
    return known == nil || known == origin
  }
}
