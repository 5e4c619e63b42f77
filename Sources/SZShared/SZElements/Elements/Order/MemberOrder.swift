internal import SZJSON
internal import SZModel

/// The order of the members of a to-many relationship that both sides have, merged from three.
///
/// What an order says is, for each two members, which comes first. A pair that one side swapped stands as that side has it:
/// `[1,2,3,4] | [2,1,3,4] | [1,2,4,3]` → `[2,1,4,3]`
/// Where no order has all pairs so, because one side puts a behind b, and the other b behind c, but neither a behind c, those
/// members contradict each other: they are the strongly connected components of what the pairs say. Every other pair stands
/// as it was wanted: `[1,2,3] | [2,1,3] | [1,3,2]` → order/order of all three, for 2 < 1, 1 < 3 and 3 < 2.
/// What both created comes behind the one before it in CURRENT; where that is no place between those that a side has
/// before and behind it, although there is one, the whole order is a contradiction: `[1,2] | [1,2,8,9] | [1,2,9,8]` → order/order of
/// 8 and 9. `[1,2,3] | [1,2,9,3] | [2,1,3,9]` → order/order of all.
///
/// Members are numbers: the positions in CURRENT.
public struct MemberOrder {
  /// The common members in EDITED's order, and in CURRENT's.
  let edited: [Int]
  public let current: [Int]
  /// For each member of CURRENT its position in PRISTINE; -1 when it was not there.
  let ranks: [Int]

  /// The members in their order. `settle` is asked for the order of those that contradict each other, of which it is given
  /// what each document has. O(n log n), and O(k log² k) in the number of runs that both sides moved about.
  ///
  /// Law: with the result in CURRENT's place it is the result again, where `settle` answers with EDITED's order.
  public func merged(_ settle: (Three<[Int]>) -> [Int]) -> [Int] {
    if edited == current { return current }
    let ranked = ranks.contains(-1) ? (edited.filter(isRanked), current.filter(isRanked)) : (edited, current)
    // The two agree about what PRISTINE has: what both created stands in different places.
    if ranked.0 == ranked.1 { return created(settle) }
    let inPristine = inPristine(ranked.1)
    // Where others contradict each other, what both created is theirs who win: which conflicts there are depends on no answer.
    var isSettled = false
    func checked(_ order: [Int]) -> [Int] {
      isSettled || hasPlaces(order, of: edited) && hasPlaces(order, of: current)
        ? order : settle(Three(pristine: inPristine, edited: edited, current: current))
    }
    if ranked.1 == inPristine { return checked(edited) }
    if ranked.0 == inPristine { return checked(current) }
    let order = RunTournament(inPristine, ranked.0, ranked.1).components.flatMap { component in
      switch component {
      case .agreed(let members): return members
      case .contradiction(let pristine, let edited, let current):
        isSettled = true
        return settle(Three(pristine: pristine, edited: edited, current: current))
      }
    }
    if order.count == current.count { return order }
    // The order is EDITED's, and so a second merge has nothing to say but where EDITED put what both created.
    if order == ranked.0 { return checked(edited) }
    let placed = placing(into: order)
    return isAgreed(placed)
      ? checked(placed) : settle(Three(pristine: inPristine, edited: edited, current: current))
  }

  /// Whether what both created stands, in an order of all, where a side has it: behind all that PRISTINE has and the side has
  /// before it, and before all such behind it, where there is such a place, and in the side's order where it has nothing else
  /// between them.
  private func hasPlaces(_ order: [Int], of side: [Int]) -> Bool {
    // Of what PRISTINE has its place among such, of what both created how many of them come before it.
    var places = [Int](repeating: 0, count: ranks.count)
    var positions = places
    var count = 0
    for (position, member) in order.enumerated() {
      (places[member], positions[member]) = (count, position)
      if isRanked(member) { count += 1 }
    }
    var behind = [Int](repeating: -1, count: ranks.count)
    var (last, created) = (-1, -1)
    for member in side {
      if isRanked(member) {
        (last, created) = (max(last, places[member]), -1)
      } else if positions[member] < created {
        return false
      } else {
        (behind[member], created) = (last, positions[member])
      }
    }
    var first = count
    for member in side.reversed() {
      if isRanked(member) {
        first = min(first, places[member])
      } else if behind[member] < first, places[member] <= behind[member] || places[member] > first {
        return false
      }
    }
    return true
  }

  /// Whether an order has each two members as both sides have them, where these agree: of `[a, b, c]`, `[x, b, c, a]` and
  /// `[a, x, c, b]` both have x before b and c.
  private func isAgreed(_ order: [Int]) -> Bool {
    var places = [(edited: Int, current: Int)](repeating: (-1, -1), count: ranks.count)
    for (place, member) in edited.enumerated() { places[member].edited = place }
    for (place, member) in current.enumerated() { places[member].current = place }
    let spans = order.enumerated().map { place, member in
      AgreedOrder.Spans(inRow: place, places[member].edited, places[member].current)
    }
    return AgreedOrder.isKept(spans, counts: (order.count, edited.count))
  }

  /// Members that PRISTINE has, in its order.
  private func inPristine(_ members: [Int]) -> [Int] {
    var places = [Int](repeating: -1, count: (ranks.max() ?? -1) + 1)
    for member in members { places[ranks[member]] = member }
    return places.filter { $0 >= 0 }
  }

  private func isRanked(_ member: Int) -> Bool { ranks[member] >= 0 }

  /// The order where the sides differ in the places of what both created alone.
  private func created(_ settle: (Three<[Int]>) -> [Int]) -> [Int] {
    let shared = zip(edited, current).prefix { $0 == $1 }.count
    let end = zip(edited.dropFirst(shared).reversed(), current.dropFirst(shared).reversed()).prefix {
      $0 == $1
    }.count
    let stretch = shared..<current.count - end
    let orders = Three(
      pristine: current[stretch].filter(isRanked), edited: Array(edited[stretch]),
      current: Array(current[stretch]))
    return current[..<shared] + settle(orders) + current[stretch.upperBound...]
  }

  /// `order` with the members that both created in it, each behind the one before it in CURRENT.
  private func placing(into order: [Int]) -> [Int] {
    var chain = MemberChain(capacity: ranks.count)
    for member in order { chain.append(member) }
    var previous: Int?
    for member in current {
      if !isRanked(member) { chain.insert(member, behind: previous) }
      previous = member
    }
    return chain.order
  }
}
