import SZJSON

/// Between which members of the result one has to stand that one side alone has there.
///
/// A new one stands behind all that its side has before it, and before all that its side has behind it: what was appended stays last
/// when the other side moved another one to the end: `[a,b] | [a,b,x] | [b,a]` → `[b,a,x]`.
/// Where there is no such place, it stays behind the one next to it: `[a,b,c,d] | [a,x,b,c,d] | [c,d,a,b]` → `[c,d,a,x,b]`.
/// One that PRISTINE and EDITED have and CURRENT deleted stands behind those that EDITED put it behind, and before those that EDITED put
/// it before; else a second merge, for which CURRENT has it, would find EDITED's order of it contradict CURRENT's moves of the others.
struct OvertakenMembers {
  /// By a member's position on its side, the last place that it stands behind, or -1, and the first that it stands before, or the number
  /// of places.
  private var behind: [Int]
  private var before: [Int]
  /// By the position of a new one there, the place of the one next before it, or -1; -2 of one that is not new.
  private var previous: [Int]

  /// `places` are the places in the result, of which there are `count`, and `ranks` the positions in PRISTINE, by the positions on the
  /// side; -1 where there is none. O(n log n).
  init(places: [Int], count: Int, ranks: [Int]) {
    behind = places.map { _ in -1 }
    before = places.map { _ in count }
    previous = places.map { _ in -2 }
    let rankCount = (ranks.max() ?? -1) + 1
    // By rank from the last to the first, as a member of a higher rank is one that PRISTINE has behind.
    var last = FenwickTree(count: rankCount, empty: -1)
    var first = FenwickTree(count: rankCount, empty: count)
    var (end, start) = (-1, count)
    var neighbour = -1
    for position in places.indices {
      let (place, rank) = (places[position], ranks[position])
      if place < 0 {
        if rank < 0 { previous[position] = neighbour }
        behind[position] = rank < 0 ? end : last.joined(first: rankCount - rank, by: max)
      } else {
        (end, neighbour) = (max(end, place), place)
        if rank >= 0 { last.join(place, at: rankCount - 1 - rank, by: max) }
      }
    }
    for position in places.indices.reversed() {
      let (place, rank) = (places[position], ranks[position])
      if place < 0 {
        before[position] = rank < 0 ? start : first.joined(first: rank + 1, by: min)
      } else {
        start = min(start, place)
        if rank >= 0 { first.join(place, at: rank, by: min) }
      }
    }
  }

  /// Behind which place the member at `position` stands, where the one before it stands behind `last`; nil where there is no such place
  /// for one that is not new.
  func place(_ position: Int, from last: Int) -> Int? {
    if behind[position] < before[position] {
      return min(max(last, behind[position]), before[position] - 1)
    }
    return previous[position] < -1 ? nil : previous[position]
  }
}
