internal import SZJSON

/// Whether a row has each two of its members in the order that both sides have them in, where these agree.
enum AgreedOrder {
  /// `places` are those of the members of the row, in its order, on each side; `count` is more than any in EDITED. O(n log n), and linear
  /// where both sides have them in this order.
  static func isKept(_ places: [(edited: Int, current: Int)], count: Int) -> Bool {
    let isRising = zip(places, places.dropFirst()).allSatisfy {
      $0.edited < $1.edited && $0.current < $1.current
    }
    if isRising { return true }
    // Of those in front of each that stand behind it in EDITED, the one furthest behind in CURRENT.
    var furthest = FenwickTree(count: count, empty: -1)
    for place in places {
      if furthest.joined(first: count - 1 - place.edited, by: max) > place.current { return false }
      furthest.join(place.current, at: count - 1 - place.edited, by: max)
    }
    return true
  }

  /// Whether a row has no two of its members in the order of PRISTINE that a side has in the other one: what a side swapped is swapped.
  ///
  /// `[a,b,c,d] | [b,c,d,a] | [a,c,d,b]`: EDITED has b before a, so `[c,d,a,b]` is not what it did. `places` are those of the members in
  /// PRISTINE and on the side; `count` is more than any in PRISTINE. O(n log n), and linear where both have them in this order.
  static func hasSwaps(_ places: [(pristine: Int, side: Int)], count: Int) -> Bool {
    if zip(places, places.dropFirst()).allSatisfy({ $0.side < $1.side }) { return true }
    // Of those in front of each that stand before it in PRISTINE, the one furthest behind on the side.
    var furthest = FenwickTree(count: count, empty: -1)
    for place in places {
      if furthest.joined(first: place.pristine, by: max) > place.side { return false }
      furthest.join(place.side, at: place.pristine, by: max)
    }
    return true
  }
}
