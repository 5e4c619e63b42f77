/// For each element of a version the positions in the older one of what it kept next in front of it and behind it, itself counted.
public struct KeptNeighbours {
  private var neighbours: [(before: Int, behind: Int)]

  /// By the positions in the older version of the elements; -1 for those that are not there. Those in `moved` do not count. Linear.
  public init(_ positions: [Int], besides moved: Set<Int> = []) {
    let inOlder = moved.isEmpty ? positions : positions.map { moved.contains($0) ? -1 : $0 }
    var (before, behind) = (-1, Int.max)
    neighbours = inOlder.map { position in
      if position >= 0 { before = position }
      return (before, behind)
    }
    for element in inOlder.indices.reversed() {
      if inOlder[element] >= 0 { behind = inOlder[element] }
      neighbours[element].behind = behind
    }
  }

  /// -1 and `Int.max` at the ends.
  public subscript(element: Int) -> (before: Int, behind: Int) { neighbours[element] }

  /// Whether one of some positions, which ascend, is between what stands around an element. Logarithmic.
  public func isAny(_ positions: [Int], around element: Int) -> Bool {
    let (before, behind) = neighbours[element]
    let first = Bisection.count(positions) { $0 <= before }
    return first < positions.count && positions[first] < behind
  }
}
