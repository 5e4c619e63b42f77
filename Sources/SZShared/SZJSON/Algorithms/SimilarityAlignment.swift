/// Pairs the elements of two sequences that resemble each other: which element became which, in order on both sides.
public struct SimilarityAlignment {
  /// What two elements must reach to be taken as one that was edited.
  public static let threshold = 0.5
  /// Up to so many pairs are all looked at.
  public static let allPairs = 2500

  let oldCount: Int
  let newCount: Int
  /// How much an old element resembles a new one, from 0 to 1.
  let score: (_ old: Int, _ new: Int) -> Double
  /// Appends a hash for each part of an old element.
  let oldParts: (_ old: Int, _ parts: inout [UInt64]) -> Void
  /// The same for a new one.
  let newParts: (_ new: Int, _ parts: inout [UInt64]) -> Void

  public init(
    oldCount: Int, newCount: Int, score: @escaping (_ old: Int, _ new: Int) -> Double,
    oldParts: @escaping (_ old: Int, _ parts: inout [UInt64]) -> Void,
    newParts: @escaping (_ new: Int, _ parts: inout [UInt64]) -> Void
  ) {
    self.oldCount = oldCount
    self.newCount = newCount
    self.score = score
    self.oldParts = oldParts
    self.newParts = newParts
  }

  /// The pairs, ascending in both sequences. Linear in the parts, but for a logarithm.
  ///
  /// In short sequences the pairs are those with the largest sum of scores, but for elements that moved past each other: of which an old and
  /// a new one resemble each other more than what they are paired with (a blocking pair: Gale and Shapley 1962). In long ones each old
  /// element votes for the new one with which it shares the most parts that no other has.
  public func pairs() -> [(old: Int, new: Int)] {
    oldCount * newCount <= SimilarityAlignment.allPairs ? best() : voted()
  }

  private func best() -> [(old: Int, new: Int)] {
    if oldCount == 1, newCount == 1 { return score(0, 0) >= SimilarityAlignment.threshold ? [(0, 0)] : [] }
    let width = newCount + 1
    // The largest sums for the beginnings of both sequences.
    var sums = [Double](repeating: 0, count: (oldCount + 1) * width)
    var scores: [Double] = []
    for row in 0..<oldCount {
      for column in 0..<newCount {
        let score = score(row, column)
        scores.append(score)
        let paired = score >= SimilarityAlignment.threshold ? sums[row * width + column] + score : 0
        sums[(row + 1) * width + column + 1] = max(
          paired, sums[row * width + column + 1], sums[(row + 1) * width + column])
      }
    }
    var result: [(old: Int, new: Int)] = []
    var (row, column) = (oldCount, newCount)
    while row > 0, column > 0 {
      let here = sums[row * width + column]
      if here == sums[(row - 1) * width + column] {
        row -= 1
      } else if here == sums[row * width + column - 1] {
        column -= 1
      } else {
        row -= 1
        column -= 1
        result.append((row, column))
      }
    }
    return withoutBlocked(result.reversed(), scores)
  }

  /// The pairs but for those with an element of a blocking pair. `scores` are those of all pairs, by the old element, then by the new one.
  private func withoutBlocked(_ pairs: [(old: Int, new: Int)], _ scores: [Double]) -> [(old: Int, new: Int)] {
    var olds = [Double](repeating: 0, count: oldCount)
    var news = [Double](repeating: 0, count: newCount)
    for pair in pairs {
      olds[pair.old] = scores[pair.old * newCount + pair.new]
      news[pair.new] = olds[pair.old]
    }
    let blocking = scores.indices.filter { scores[$0] > max(olds[$0 / newCount], news[$0 % newCount]) }
    if blocking.isEmpty { return pairs }
    let (blockedOlds, blockedNews) = (
      Set(blocking.map { $0 / newCount }), Set(blocking.map { $0 % newCount })
    )
    return pairs.filter { !blockedOlds.contains($0.old) && !blockedNews.contains($0.new) }
  }

  private func voted() -> [(old: Int, new: Int)] {
    var parts: [UInt64] = []
    var ends: [Int] = []
    for index in 0..<newCount {
      newParts(index, &parts)
      ends.append(parts.count)
    }
    var holders = HashTable(expected: parts.count)
    var start = 0
    for (index, end) in ends.enumerated() {
      for part in parts[start..<end] where !holders.insert(part, value: index) {
        holders.set(part, value: SimilarityAlignment.several)
      }
      start = end
    }
    var candidates: [(old: Int, new: Int)] = []
    var votes: [Int] = []
    for index in 0..<oldCount {
      parts.removeAll(keepingCapacity: true)
      votes.removeAll(keepingCapacity: true)
      oldParts(index, &parts)
      for part in parts {
        if let holder = holders.value(part), holder != SimilarityAlignment.several { votes.append(holder) }
      }
      guard let winner = SimilarityAlignment.mostFrequent(&votes) else { continue }
      if score(index, winner) >= SimilarityAlignment.threshold { candidates.append((index, winner)) }
    }
    return LongestIncreasing.positions(of: candidates.map(\.new)).map { candidates[$0] }
  }

  /// What stands for a holder when several elements have the part.
  private static let several = -1

  private static func mostFrequent(_ values: inout [Int]) -> Int? {
    if values.count > 1 { values.sort() }
    var (best, bestCount, count) = (values.first, 1, 1)
    for (previous, value) in zip(values, values.dropFirst()) {
      count = previous == value ? count + 1 : 1
      if count > bestCount { (best, bestCount) = (value, count) }
    }
    return best
  }
}
