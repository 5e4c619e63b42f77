internal import SZJSON

/// Which elements of an array have each of their members; a member is known by the hash of its name and its value.
struct MemberHolders {
  /// The last of the ``entries`` of each member.
  private var last: HashTable
  /// The elements of a member are a chain: each entry has one, and says where that before it is, or -1.
  private var entries: [(position: Int, before: Int)] = []

  /// Room for `expected` members.
  init(expected: Int) { last = HashTable(expected: expected) }

  /// Adds a member of the element at `position`. Elements are added in order; a member that an element has twice counts once.
  mutating func add(_ member: UInt64, of position: Int) {
    let next = entries.count
    let before = last.value(member, orAdd: next)
    if before == next {
      entries.append((position, -1))
    } else if entries[before].position != position {
      entries.append((position, before))
      last.set(member, value: next)
    }
  }

  func contain(_ member: UInt64) -> Bool { last.value(member) != nil }

  /// The elements that have a member, the last one first; nil where there are more than `most`.
  func of(_ member: UInt64, atMost most: Int) -> [Int]? {
    var positions: [Int] = []
    var next = last.value(member) ?? -1
    while next >= 0 {
      if positions.count == most { return nil }
      positions.append(entries[next].position)
      next = entries[next].before
    }
    return positions
  }
}
