internal import SZJSON

/// For each element of a side the positions in PRISTINE of what it kept next in front of it and behind it, itself counted.
struct KeptNeighbours {
  private var neighbours: [(before: Int, behind: Int)]

  /// By the positions in PRISTINE of the elements; -1 for those that are not there. Those in `moved` do not count. Linear.
  init(_ positions: [Int], besides moved: Set<Int> = []) {
    let inPristine = moved.isEmpty ? positions : positions.map { moved.contains($0) ? -1 : $0 }
    var (before, behind) = (-1, Int.max)
    neighbours = inPristine.map { position in
      if position >= 0 { before = position }
      return (before, behind)
    }
    for element in inPristine.indices.reversed() {
      if inPristine[element] >= 0 { behind = inPristine[element] }
      neighbours[element].behind = behind
    }
  }

  /// -1 and `Int.max` at the ends.
  subscript(element: Int) -> (before: Int, behind: Int) { neighbours[element] }

  /// Whether one of some positions, which ascend, is between what stands around an element. Logarithmic.
  func isAny(_ positions: [Int], around element: Int) -> Bool {
    let (before, behind) = neighbours[element]
    let first = Bisection.count(positions) { $0 <= before }
    return first < positions.count && positions[first] < behind
  }
}
