internal import SZJSON

/// Says whether a pattern stands nowhere, once or more often in the rest of a sequence, however many patterns are asked for.
///
/// A suffix array by prefix doubling (Manber and Myers, 1993), sorted no further than the longest pattern needs, and a
/// Fenwick tree over the suffixes that begin in the rest. O(n log n) once and O(m log n) for a pattern of m elements, also
/// where all elements are equal.
struct OccurrenceIndex {
  /// How often something stands there, and where.
  enum Count: Equatable {
    case none
    case one(Int)
    case many
  }

  private let ranks: [Int]
  private let rankOfHash: [UInt64: Int]
  /// Where the elements of each rank stand first and last.
  private var first: [Int] = []
  private var last: [Int] = []
  /// The positions in the order of what begins there.
  private var suffixes: [Int] = []
  /// The place of each position among the suffixes.
  private var order: [Int] = []
  /// 1 for each suffix that begins in the rest, else 0.
  private var inRest: FenwickTree<Int>
  private var start = 0

  /// Takes patterns of up to `longest` elements.
  init(_ hashes: [UInt64], longest: Int) {
    var rankOfHash: [UInt64: Int] = [:]
    var ranks: [Int] = []
    ranks.reserveCapacity(hashes.count)
    for (position, hash) in hashes.enumerated() {
      let rank = rankOfHash[hash] ?? rankOfHash.count
      if rank == rankOfHash.count {
        rankOfHash[hash] = rank
        first.append(position)
        last.append(position)
      }
      last[rank] = position
      ranks.append(rank)
    }
    self.ranks = ranks
    self.rankOfHash = rankOfHash
    inRest = FenwickTree(count: hashes.count, empty: 0)
    for index in hashes.indices { inRest.add(1, at: index) }
    sort(longest)
  }

  private mutating func sort(_ longest: Int) {
    let count = ranks.count
    var classes = ranks
    var classCount = rankOfHash.count
    suffixes = OccurrenceIndex.sorted(Array(0..<count), by: classes, classCount)
    var length = 1
    while length < longest, classCount < count {
      var bySecond = Array(max(0, count - length)..<count)
      for suffix in suffixes where suffix >= length { bySecond.append(suffix - length) }
      suffixes = OccurrenceIndex.sorted(bySecond, by: classes, classCount)
      var next = [Int](repeating: 0, count: count)
      classCount = 0
      for (index, suffix) in suffixes.enumerated() {
        if index > 0 {
          let previous = suffixes[index - 1]
          let second = suffix + length < count ? classes[suffix + length] : -1
          let otherSecond = previous + length < count ? classes[previous + length] : -1
          if classes[suffix] != classes[previous] || second != otherSecond { classCount += 1 }
        }
        next[suffix] = classCount
      }
      classCount += 1
      classes = next
      length *= 2
    }
    order = [Int](repeating: 0, count: count)
    for (index, suffix) in suffixes.enumerated() { order[suffix] = index }
  }

  /// The positions by their class, those of one class as they come. Linear.
  private static func sorted(_ positions: [Int], by classes: [Int], _ count: Int) -> [Int] {
    var starts = [Int](repeating: 0, count: count + 1)
    for position in positions { starts[classes[position] + 1] += 1 }
    for index in 1..<starts.count { starts[index] += starts[index - 1] }
    var result = positions
    for position in positions {
      result[starts[classes[position]]] = position
      starts[classes[position]] += 1
    }
    return result
  }

  /// Whether an element stands anywhere in the sequence.
  func contains(_ hash: UInt64) -> Bool { rankOfHash[hash] != nil }

  /// Whether an element stands at `position` or behind, and whether it stands before it. Each is one look-up.
  func stands(_ hash: UInt64, from position: Int) -> Bool {
    rankOfHash[hash].map { last[$0] >= position } ?? false
  }
  func stands(_ hash: UInt64, before position: Int) -> Bool {
    rankOfHash[hash].map { first[$0] < position } ?? false
  }

  /// How often `pattern`, which is not empty, begins at `lowest` or behind. `lowest` may only grow from call to call.
  mutating func count(_ pattern: ArraySlice<UInt64>, from lowest: Int) -> Count {
    while start < min(lowest, ranks.count) {
      inRest.add(-1, at: order[start])
      start += 1
    }
    var wanted: [Int] = []
    for hash in pattern {
      guard let rank = rankOfHash[hash] else { return .none }
      wanted.append(rank)
    }
    let first = Bisection.count(suffixes) { self.compare($0, wanted) < 0 }
    let end = Bisection.count(suffixes) { self.compare($0, wanted) <= 0 }
    let before = inRest.sum(first: first)
    switch inRest.sum(first: end) - before {
    case 0: return .none
    case 1: return .one(suffixes[inRest.place(ofSum: before + 1)])
    default: return .many
    }
  }

  /// Below, at or above zero as what begins at `position` stands before `pattern`, begins with it, or stands behind.
  private func compare(_ position: Int, _ pattern: [Int]) -> Int {
    for (offset, rank) in pattern.enumerated() {
      guard position + offset < ranks.count else { return -1 }
      if ranks[position + offset] != rank { return ranks[position + offset] < rank ? -1 : 1 }
    }
    return 0
  }
}
