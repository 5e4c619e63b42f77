/// Between which members of the result one has to stand that PRISTINE and EDITED have and CURRENT deleted: behind those that EDITED put
/// it behind, and before those that EDITED put it before.
///
/// Else a second merge, for which CURRENT has it, would find EDITED's order of it contradict CURRENT's moves of the others.
struct OvertakenMembers {
  /// By a member's position in EDITED, the last place that it stands behind, and the first that it stands before.
  private(set) var behind: [Int: Int] = [:]
  private(set) var before: [Int: Int] = [:]

  /// `places` are the places in the result, and `ranks` the positions in PRISTINE, by the positions in EDITED; -1 where there is none.
  /// O(n log n).
  init(places: [Int], ranks: [Int]) {
    let count = (ranks.max() ?? -1) + 1
    var last = Maxima(count: count)
    for position in places.indices where ranks[position] >= 0 {
      if places[position] >= 0 {
        last.note(places[position], at: count - ranks[position])
      } else if let place = last.highest(upTo: count - ranks[position]) {
        behind[position] = place
      }
    }
    var first = Maxima(count: count)
    for position in places.indices.reversed() where ranks[position] >= 0 {
      if places[position] >= 0 {
        first.note(-places[position], at: ranks[position] + 1)
      } else if let place = first.highest(upTo: ranks[position] + 1) {
        before[position] = -place
      }
    }
  }

  /// The highest value noted at the first keys, a Fenwick tree; keys begin with 1.
  private struct Maxima {
    private var tree: [Int]

    init(count: Int) { tree = [Int](repeating: .min, count: count + 1) }

    mutating func note(_ value: Int, at key: Int) {
      var index = key
      while index < tree.count {
        tree[index] = max(tree[index], value)
        index += index & -index
      }
    }

    func highest(upTo key: Int) -> Int? {
      var (index, highest) = (key, Int.min)
      while index > 0 {
        highest = max(highest, tree[index])
        index -= index & -index
      }
      return highest == .min ? nil : highest
    }
  }
}
