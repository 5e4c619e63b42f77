/// Which elements of a version of an array stand in the first version with the same value, in the same order: members of such pairs
/// need no look.
///
/// They are found by going along both: of `[a, b, c]` against `[a, x, c]` a and c are. Some that are equal may be missed.
struct UnchangedElements {
  /// For each element its position in the first version, or -1.
  private(set) var positions: [Int] = []
  /// For each element of the first version its position here, or -1.
  private(set) var elements: [Int]

  init(of first: Int) { elements = [Int](repeating: -1, count: first) }

  /// The first version beside itself.
  init(all count: Int) {
    positions = Array(0..<count)
    elements = positions
  }

  /// Adds the next element, which is the one at `position` of the first version; -1 where it is not known to be one.
  mutating func append(_ position: Int) {
    if position >= 0 { elements[position] = positions.count }
    positions.append(position)
  }

  /// The elements whose counterparts in another version have to be looked for by their members.
  func unpaired(in other: UnchangedElements) -> [Int] {
    positions.indices.filter { positions[$0] < 0 || other.elements[positions[$0]] < 0 }
  }
}
