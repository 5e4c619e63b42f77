internal import SZJSON

/// Whether a row has its members in the orders that both sides, or one of them, gave them.
enum AgreedOrder {
  /// Whether each two members stand as both sides have them, where these agree.
  ///
  /// `places` are those of the members of the row, in its order, on each side; `count` is more than any in EDITED. O(n log n), and linear
  /// where CURRENT has them in this order.
  static func isKept(_ places: [(edited: Int, current: Int)], count: Int) -> Bool {
    holds(places.lazy.map { (count - 1 - $0.edited, $0.current) }, count: count)
  }

  /// Whether no two members stand in the order of PRISTINE that a side has in the other one: what a side swapped is swapped.
  ///
  /// `[a,b,c,d] | [b,c,d,a] | [a,c,d,b]`: EDITED has b before a, so `[c,d,a,b]` is not what it did. `places` are those of the members in
  /// PRISTINE and on the side; `count` is more than any in PRISTINE. O(n log n), and linear where the side has them in this order.
  static func hasSwaps(_ places: [(pristine: Int, side: Int)], count: Int) -> Bool {
    holds(places.lazy.map { ($0.pristine, $0.side) }, count: count)
  }

  /// Whether none stands in front of another one that has the higher rank and the lower place; `count` is more than any rank.
  private static func holds(_ members: some Collection<(rank: Int, place: Int)>, count: Int) -> Bool {
    if zip(members, members.dropFirst()).allSatisfy({ $0.place < $1.place }) { return true }
    // Of those in front of each that have a lower rank, the highest place.
    var highest = FenwickTree(count: count, empty: -1)
    for member in members {
      if highest.joined(first: member.rank, by: max) > member.place { return false }
      highest.join(member.place, at: member.rank, by: max)
    }
    return true
  }
}
