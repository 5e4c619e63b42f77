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
  /// What an order says is, for each two members, which comes first. A pair that one side swapped stands as that side has it;
  /// both cannot swap it in different ways. The orders contradict each other when no order has all pairs so: when one side
  /// puts a behind b, and the other b behind c, but neither a behind c.
  ///
  /// Members that PRISTINE does not have say nothing where one side alone moved the others; else they must agree.
  var merged: [Int]? {
    if ours == theirs { return ours }
    let ranked = (ours.filter(isRanked), theirs.filter(isRanked))
    guard let order = pairwise(ranked.0, ranked.1) else { return nil }
    switch (order == ranked.0, order == ranked.1) {
    case (true, false): return ours
    case (false, true): return theirs
    case (true, true): return nil
    case (false, false):
      let placed = placing(along: ours, into: order)
      return placed == placing(along: theirs, into: order) ? placed : nil
    }
  }

  private func isRanked(_ member: Int) -> Bool { ranks[member] >= 0 }

  /// The common members in PRISTINE's order, new ones last.
  var before: [Int] {
    ours.filter(isRanked).sorted { ranks[$0] < ranks[$1] } + ours.filter { !isRanked($0) }
  }

  /// The order in which every pair stands as the side has it that swapped it; nil when there is none. O(n log n).
  private func pairwise(_ first: [Int], _ second: [Int]) -> [Int]? {
    if first == second { return first }
    var places = [(Int, Int)](repeating: (0, 0), count: ranks.count)
    for (place, member) in first.enumerated() { places[member].0 = place }
    for (place, member) in second.enumerated() { places[member].1 = place }
    let before = before.filter(isRanked)
    let order = before.sorted { left, right in
      let isBefore = ranks[left] < ranks[right]
      let isSwapped =
        (places[left].0 < places[right].0) != isBefore || (places[left].1 < places[right].1) != isBefore
      return isBefore != isSwapped
    }
    // Where the pairs contradict each other the sort makes some order. It is the right one when it has all that each side
    // swapped, and has swapped nothing else.
    let swapped = (MemberOrder.distance(before, first), MemberOrder.distance(before, second))
    let all = (swapped.0 + swapped.1 + MemberOrder.distance(first, second)) / 2
    let holds =
      MemberOrder.distance(before, order) == all
      && MemberOrder.distance(first, order) == all - swapped.0
      && MemberOrder.distance(second, order) == all - swapped.1
    return holds ? order : nil
  }

  /// `order` with the other members of `other` in it, each behind the one before it there.
  private func placing(along other: [Int], into order: [Int]) -> [Int] {
    var chain = MemberChain(capacity: ranks.count)
    for member in order { chain.append(member) }
    var previous: Int?
    for member in other {
      if !isRanked(member) { chain.insert(member, behind: previous) }
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
