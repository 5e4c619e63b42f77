internal import SZJSON

/// Whether a row has its values in the orders that both sides, or one of them, gave them.
///
/// Of a value that does not stand as often in all of them it counts where it stands first and last: two such values have an order
/// where all of the one stand before all of the other.
enum AgreedOrder {
  /// Where a value stands, first and last, in the row and in two versions.
  struct Spans {
    let inRow: ClosedRange<Int>
    let one: ClosedRange<Int>
    let other: ClosedRange<Int>

    /// Of a value that stands once in each.
    init(inRow: Int, _ one: Int, _ other: Int) {
      (self.inRow, self.one, self.other) = (inRow...inRow, one...one, other...other)
    }

    init(inRow: ClosedRange<Int>, _ one: ClosedRange<Int>, _ other: ClosedRange<Int>) {
      (self.inRow, self.one, self.other) = (inRow, one, other)
    }
  }

  /// Whether each two values stand as both versions have them, where these agree: `[a,d,b,c] | [b,a,a,c,d]` → not `[d,b,a,a,c]`.
  ///
  /// `counts` are more than any place in the row and in `one`.
  /// O(n log n), and linear where `other` has them in this order.
  static func isKept(_ values: [Spans], counts: (row: Int, one: Int)) -> Bool {
    var events = [Event](repeating: Event(), count: counts.row)
    for value in values {
      events[value.inRow.upperBound].added = (counts.one - 1 - value.one.lowerBound, value.other.lowerBound)
      events[value.inRow.lowerBound].asked = (counts.one - 1 - value.one.upperBound, value.other.upperBound)
    }
    return holds(events, count: counts.one)
  }

  /// Whether no two values stand in the order of PRISTINE, `one`, that a side, `other`, has in the other one: what a side swapped
  /// is swapped.
  ///
  /// `[a,b,c,d] | [b,c,d,a] | [a,c,d,b]`: EDITED has b before a, so `[c,d,a,b]` is not what it did. `counts` and cost are as in
  /// ``isKept(_:counts:)``.
  static func hasSwaps(_ values: [Spans], counts: (row: Int, one: Int)) -> Bool {
    var events = [Event](repeating: Event(), count: counts.row)
    for value in values {
      events[value.inRow.upperBound].added = (value.one.upperBound, value.other.lowerBound)
      events[value.inRow.lowerBound].asked = (value.one.lowerBound, value.other.upperBound)
    }
    return holds(events, count: counts.one)
  }

  /// What a place of the row asks of those before it, and what it is to those behind it.
  private struct Event {
    var asked: (rank: Int, place: Int)?
    var added: (rank: Int, place: Int)?
  }

  /// Whether no event asks behind one that added a lower rank and a higher place; `count` is more than any rank.
  private static func holds(_ events: [Event], count: Int) -> Bool {
    var last = -1
    let isAscending = events.allSatisfy { event in
      if let asked = event.asked, last > asked.place { return false }
      if let added = event.added { last = max(last, added.place) }
      return true
    }
    if isAscending { return true }
    // Of those in front of each that have a lower rank, the highest place.
    var highest = FenwickTree(count: count, empty: -1)
    for event in events {
      if let asked = event.asked, highest.joined(first: asked.rank, by: max) > asked.place { return false }
      if let added = event.added { highest.join(added.place, at: added.rank, by: max) }
    }
    return true
  }
}
