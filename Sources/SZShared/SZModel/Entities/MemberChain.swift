/// Members in a row, from which some are taken and into which others are put: every step in constant time.
///
/// Members are numbers.
public struct MemberChain {
  /// For each member the one behind it and the one before it; `absent` for what is not in the row. The last place of each is
  /// that of the row itself: its first and its last member.
  @usableFromInline var next: [Int]
  @usableFromInline var previous: [Int]
  @usableFromInline let row: Int
  @inlinable static var absent: Int { -1 }

  /// Room for the members from 0 to less than `capacity`.
  public init(capacity: Int) {
    row = capacity
    next = [Int](repeating: MemberChain.absent, count: capacity) + [capacity]
    previous = next
  }

  @inlinable public func contains(_ member: Int) -> Bool { next[member] != MemberChain.absent }

  @inlinable public mutating func append(_ member: Int) { insert(member, behind: previous[row]) }

  /// Inserts behind `anchor`, or with nil at the front. A member that is in the row stays where it is.
  @inlinable public mutating func insert(_ member: Int, behind anchor: Int?) {
    if contains(member) { return }
    let anchor = anchor ?? row
    let follower = next[anchor]
    (next[anchor], previous[member]) = (member, anchor)
    (next[member], previous[follower]) = (follower, member)
  }

  /// The member before this one; nil for the first.
  public func before(_ member: Int) -> Int? { previous[member] == row ? nil : previous[member] }

  @inlinable public mutating func remove(_ member: Int) {
    guard contains(member) else { return }
    let (before, behind) = (previous[member], next[member])
    (next[before], previous[behind]) = (behind, before)
    (next[member], previous[member]) = (MemberChain.absent, MemberChain.absent)
  }

  /// Removes all of which `isGone` says so.
  @inlinable public mutating func removeAll(where isGone: (Int) -> Bool) {
    var (last, member) = (row, next[row])
    while member != row {
      let follower = next[member]
      if isGone(member) {
        (next[member], previous[member]) = (MemberChain.absent, MemberChain.absent)
      } else {
        (next[last], previous[member]) = (member, last)
        last = member
      }
      member = follower
    }
    (next[last], previous[row]) = (row, last)
  }

  /// The last of the members directly behind `anchor` (nil: from the front) for which `isPassed` holds; else `anchor`.
  public func passing(_ anchor: Int?, while isPassed: (Int) -> Bool) -> Int? {
    var anchor = anchor
    while true {
      let follower = next[anchor ?? row]
      guard follower != row, isPassed(follower) else { return anchor }
      anchor = follower
    }
  }

  public var order: [Int] {
    var order: [Int] = []
    order.reserveCapacity(next.count)
    var member = next[row]
    while member != row {
      order.append(member)
      member = next[member]
    }
    return order
  }
}
