/// Members in a row, from which some are taken and into which others are put: every step in constant time.
///
/// Members are numbers.
struct MemberChain {
  /// For each member the one behind it and the one before it; `absent` for what is not in the row. The last place of each is
  /// that of the row itself: its first and its last member.
  private var next: [Int]
  private var previous: [Int]
  private let row: Int
  private static let absent = -1

  /// Room for the members from 0 to less than `capacity`.
  init(capacity: Int) {
    row = capacity
    next = [Int](repeating: MemberChain.absent, count: capacity) + [capacity]
    previous = next
  }

  func contains(_ member: Int) -> Bool { next[member] != MemberChain.absent }

  mutating func append(_ member: Int) { insert(member, behind: previous[row]) }

  /// Inserts behind `anchor`, or with nil at the front. A member that is in the row stays where it is.
  mutating func insert(_ member: Int, behind anchor: Int?) {
    if contains(member) { return }
    let anchor = anchor ?? row
    let follower = next[anchor]
    (next[anchor], previous[member]) = (member, anchor)
    (next[member], previous[follower]) = (follower, member)
  }

  /// The member before this one; nil for the first.
  func before(_ member: Int) -> Int? { previous[member] == row ? nil : previous[member] }

  mutating func remove(_ member: Int) {
    guard contains(member) else { return }
    let (before, behind) = (previous[member], next[member])
    (next[before], previous[behind]) = (behind, before)
    (next[member], previous[member]) = (MemberChain.absent, MemberChain.absent)
  }

  /// The last of the members directly behind `anchor` (nil: from the front) for which `isPassed` holds; else `anchor`.
  func passing(_ anchor: Int?, while isPassed: (Int) -> Bool) -> Int? {
    var anchor = anchor
    while true {
      let follower = next[anchor ?? row]
      guard follower != row, isPassed(follower) else { return anchor }
      anchor = follower
    }
  }

  var order: [Int] {
    var order: [Int] = []
    var member = next[row]
    while member != row {
      order.append(member)
      member = next[member]
    }
    return order
  }
}
