import SZJSON

/// Between which members of the result one has to stand that one side alone has there.
///
/// A new one stands behind all that its side has before it, and before all that its side has behind it: what was appended stays last
/// when the other side moved another one to the end: `[a,b] | [a,b,x] | [b,a]` → `[b,a,x]`.
/// Where there is no such place, it stays between the two next to it that still stand next to each other:
/// `[a,b,c,d] | [a,x,b,c,d] | [c,d,a,b]` → `[c,d,a,x,b]`.
/// One that PRISTINE and EDITED have and CURRENT deleted stands behind those that EDITED put it behind, and before those that EDITED put
/// it before; else a second merge, for which CURRENT has it, would find EDITED's order of it contradict CURRENT's moves of the others.
struct OvertakenMembers {
  /// By a member's position on its side, the last place that it stands behind, or -1, and the first that it stands before, or the number
  /// of places.
  private var behind: [Int]
  private var before: [Int]
  /// By the position of a new one there, the places of those next to it, -1 and the number of places at the ends; nil of another one.
  private var neighbours: [(previous: Int, next: Int)?]

  /// `places` are the places in the result, of which there are `count`, and `ranks` the positions in PRISTINE, by the positions on the
  /// side; -1 where there is none. O(n log n).
  init(places: [Int], count: Int, ranks: [Int]) {
    behind = places.map { _ in -1 }
    before = places.map { _ in count }
    neighbours = places.map { _ in nil }
    let rankCount = (ranks.max() ?? -1) + 1
    // By rank from the last to the first, as a member of a higher rank is one that PRISTINE has behind.
    var last = FenwickTree(count: rankCount, empty: -1)
    var first = FenwickTree(count: rankCount, empty: count)
    var (end, start) = (-1, count)
    var neighbour = -1
    for position in places.indices {
      let (place, rank) = (places[position], ranks[position])
      if place < 0 {
        if rank < 0 { neighbours[position] = (neighbour, count) }
        behind[position] = rank < 0 ? end : last.joined(first: rankCount - rank, by: max)
      } else {
        (end, neighbour) = (max(end, place), place)
        if rank >= 0 { last.join(place, at: rankCount - 1 - rank, by: max) }
      }
    }
    neighbour = count
    for position in places.indices.reversed() {
      let (place, rank) = (places[position], ranks[position])
      if place < 0 {
        neighbours[position]?.next = neighbour
        before[position] = rank < 0 ? start : first.joined(first: rank + 1, by: min)
      } else {
        (start, neighbour) = (min(start, place), place)
        if rank >= 0 { first.join(place, at: rank, by: min) }
      }
    }
  }

  /// Behind which place the member at `position` stands, where the one before it stands behind `previous`; nil where there is no such
  /// place, and those next to it do not stand next to each other.
  func place(_ position: Int, from previous: Int) -> Int? {
    if behind[position] < before[position] {
      return min(max(previous, behind[position]), before[position] - 1)
    }
    guard let (last, next) = neighbours[position], last + 1 == next else { return nil }
    return last
  }
}
