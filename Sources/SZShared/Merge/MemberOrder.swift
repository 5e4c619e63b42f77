/// The order of the members of a to-many relationship, merged from three.
///
/// Members are numbers: those of CURRENT their positions, and those that come from EDITED the numbers behind. Only members
/// that both sides have can contradict each other; what one side has alone stands behind the member it follows there.
struct MemberOrder {
  /// The common members in CURRENT's order, and in EDITED's.
  let ours: [Int]
  let theirs: [Int]
  /// For each member of CURRENT its position in PRISTINE; -1 when it was not there.
  let ranks: [Int]

  /// The order that both sides have; nil when they differ.
  var agreed: [Int]? { ours == theirs ? ours : nil }

  /// Where the common members stand in the result; nil when the two orders contradict each other.
  ///
  /// Members that stand before all others in all three orders are a block of their own, and so on: what one side moved in
  /// one block and the other in another is apart.
  var merged: [Int]? {
    if ours == theirs { return ours }
    var result: [Int] = []
    var numbers = [Int](repeating: -1, count: ranks.count)
    for block in blocks {
      let members = ours[block]
      for (number, member) in members.enumerated() { numbers[member] = number }
      let part = MemberOrder(
        ours: Array(0..<members.count), theirs: theirs[block].map { numbers[$0] },
        ranks: members.map { ranks[$0] })
      guard let order = part.mergedAsOne else { return nil }
      result += order.map { members[members.startIndex + $0] }
    }
    return result
  }

  /// The stretches of both orders that hold the same members, and in PRISTINE's order too nothing else in between.
  private var blocks: [Range<Int>] {
    var places = [Int](repeating: -1, count: ranks.count)
    for (place, member) in before.filter({ ranks[$0] >= 0 }).enumerated() { places[member] = place }
    var blocks: [Range<Int>] = []
    // How many members only one of the two has up to here; how many PRISTINE has, and the furthest of them there.
    var isSeen = [Bool](repeating: false, count: ranks.count)
    var (unpaired, ranked, furthest, start) = (0, 0, -1, 0)
    for position in ours.indices {
      for member in [ours[position], theirs[position]] {
        unpaired += isSeen[member] ? -1 : 1
        isSeen[member] = true
      }
      if places[ours[position]] >= 0 { ranked += 1 }
      furthest = max(furthest, places[ours[position]])
      if unpaired == 0, furthest + 1 == ranked {
        blocks.append(start..<position + 1)
        start = position + 1
      }
    }
    return blocks
  }

  /// The order of the members of one block; nil when the two sides contradict each other.
  private var mergedAsOne: [Int]? {
    if ours == theirs { return ours }
    switch (isUnmoved(ours), isUnmoved(theirs)) {
    case (false, true): return ours
    case (true, false): return theirs
    case (true, true): return nil
    case (false, false): break
    }
    let ontoOurs = moving(theirs, onto: ours, last: false)
    let ontoTheirs = moving(ours, onto: theirs, last: false)
    // One side may have all the other's moves already.
    switch (ontoOurs == ours, ontoTheirs == theirs) {
    case (true, false): return ours
    case (false, true): return theirs
    default: if ontoOurs == ontoTheirs { return ontoOurs }
    }
    if holds(ours, movesOf: theirs) { return ours }
    return holds(theirs, movesOf: ours) ? theirs : nil
  }

  /// Whether an order has all the moves of another one, though that may be read in two ways: to make them once more changes
  /// nothing, and whatever two members the other one swapped are swapped there too.
  private func holds(_ order: [Int], movesOf other: [Int]) -> Bool {
    guard [false, true].contains(where: { moving(other, onto: order, last: $0) == order }) else {
      return false
    }
    let ranked = (before.filter(isRanked), order.filter(isRanked), other.filter(isRanked))
    return MemberOrder.distance(ranked.0, ranked.1)
      == MemberOrder.distance(ranked.0, ranked.2) + MemberOrder.distance(ranked.2, ranked.1)
  }

  private func isRanked(_ member: Int) -> Bool { ranks[member] >= 0 }

  /// The common members in PRISTINE's order, new ones last.
  var before: [Int] {
    ours.filter { ranks[$0] >= 0 }.sorted { ranks[$0] < ranks[$1] } + ours.filter { ranks[$0] < 0 }
  }

  /// Whether the members that PRISTINE has stand in its order.
  private func isUnmoved(_ order: [Int]) -> Bool {
    var last = -1
    for member in order where ranks[member] >= 0 {
      if ranks[member] < last { return false }
      last = ranks[member]
    }
    return true
  }

  /// `target` with those members moved that moved in `order`, each behind the one before it there.
  ///
  /// Which members have moved is found from the beginning, or with `last` from the end.
  private func moving(_ order: [Int], onto target: [Int], last: Bool) -> [Int] {
    var ranked = order.filter { ranks[$0] >= 0 }
    if last { ranked.reverse() }
    var moves = Set(ranked)
    for position in LongestIncreasing.positions(of: ranked.map { last ? -ranks[$0] : ranks[$0] }) {
      moves.remove(ranked[position])
    }
    var chain = MemberChain(capacity: ranks.count)
    for member in target where !moves.contains(member) { chain.append(member) }
    var previous: Int?
    for member in order {
      if moves.contains(member) { chain.insert(member, behind: previous) }
      previous = member
    }
    return chain.order
  }

  /// How many pairs of members stand the other way round in the other order (Kendall's distance). O(n log n).
  private static func distance(_ first: [Int], _ second: [Int]) -> Int {
    var places = [Int](repeating: 0, count: (first.max() ?? -1) + 1)
    for (place, member) in first.enumerated() { places[member] = place }
    // A Fenwick tree of the places that have been passed.
    var passed = [Int](repeating: 0, count: first.count + 1)
    var distance = 0
    for (position, member) in second.enumerated() {
      var index = places[member] + 1
      var before = 0
      while index > 0 {
        before += passed[index]
        index -= index & -index
      }
      distance += position - before
      index = places[member] + 1
      while index < passed.count {
        passed[index] += 1
        index += index & -index
      }
    }
    return distance
  }
}

/// Members in a row, into which others are inserted: every step in constant time.
struct MemberChain {
  private var next: [Int]
  private var isIn: [Bool]
  private var first = -1
  private var last = -1

  /// Room for the members from 0 to less than `capacity`.
  init(capacity: Int) {
    next = [Int](repeating: -1, count: capacity)
    isIn = [Bool](repeating: false, count: capacity)
  }

  func contains(_ member: Int) -> Bool { isIn[member] }

  mutating func append(_ member: Int) { insert(member, behind: last < 0 ? nil : last) }

  /// Inserts behind `anchor`, or with nil at the front.
  mutating func insert(_ member: Int, behind anchor: Int?) {
    isIn[member] = true
    if let anchor {
      next[member] = next[anchor]
      next[anchor] = member
    } else {
      next[member] = first
      first = member
    }
    if anchor == (last < 0 ? nil : last) { last = member }
  }

  /// The last of the members directly behind `anchor` (nil: from the front) for which `isPassed` holds; else `anchor`.
  func passing(_ anchor: Int?, while isPassed: (Int) -> Bool) -> Int? {
    var anchor = anchor
    while true {
      let follower = anchor.map { next[$0] } ?? first
      guard follower >= 0, isPassed(follower) else { return anchor }
      anchor = follower
    }
  }

  var order: [Int] {
    var order: [Int] = []
    var member = first
    while member >= 0 {
      order.append(member)
      member = next[member]
    }
    return order
  }
}
