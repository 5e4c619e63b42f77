internal import SZJSON

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
    // By rank from the last to the first, as a member of a higher rank is one that PRISTINE has behind.
    var last = FenwickTree(count: count, empty: -1)
    for position in places.indices where ranks[position] >= 0 {
      if places[position] >= 0 {
        last.join(places[position], at: count - 1 - ranks[position], by: max)
      } else {
        let place = last.joined(first: count - ranks[position], by: max)
        if place >= 0 { behind[position] = place }
      }
    }
    var first = FenwickTree(count: count, empty: Int.max)
    for position in places.indices.reversed() where ranks[position] >= 0 {
      if places[position] >= 0 {
        first.join(places[position], at: ranks[position], by: min)
      } else {
        let place = first.joined(first: ranks[position] + 1, by: min)
        if place < .max { before[position] = place }
      }
    }
  }
}
