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
