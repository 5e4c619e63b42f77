/// Pairs elements of one list with those of another that resemble them: which element became which.
enum Likeness {
  /// What two elements must reach to be taken as one that was edited.
  static let threshold = 0.5
  /// Up to so many pairs are all looked at.
  private static let allPairs = 2500

  /// The pairs, ascending in both lists. Linear in the children of the elements, but for a logarithm.
  ///
  /// An old element is as like a new one as it is itself or as what has become of it elsewhere is, `others`.
  ///
  /// In small lists the pairs are those with the largest sum of likenesses. In large ones each old element votes for the
  /// new one with which it shares the most children that no other has.
  static func pairs(_ old: [ElementTraits], _ new: [ElementTraits], others: [ElementTraits?] = []) -> [(
    old: Int, new: Int
  )] {
    guard old.contains(where: { $0.kind != .scalar }), new.contains(where: { $0.kind != .scalar }) else {
      return []
    }
    return old.count * new.count <= allPairs ? best(old, new, others) : voted(old, new, others)
  }

  private static func best(_ old: [ElementTraits], _ new: [ElementTraits], _ others: [ElementTraits?]) -> [(
    old: Int, new: Int
  )] {
    let (rows, columns) = (old.count, new.count)
    let width = columns + 1
    var sums = [Double](repeating: 0, count: (rows + 1) * width)
    for row in 0..<rows {
      for column in 0..<columns {
        let score = score(old[row], row < others.count ? others[row] : nil, new[column])
        let paired = score >= threshold ? sums[row * width + column] + score : 0
        sums[(row + 1) * width + column + 1] = max(
          paired, sums[row * width + column + 1], sums[(row + 1) * width + column])
      }
    }
    var result: [(old: Int, new: Int)] = []
    var (row, column) = (rows, columns)
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
    return result.reversed()
  }

  private static func voted(_ old: [ElementTraits], _ new: [ElementTraits], _ others: [ElementTraits?]) -> [(
    old: Int, new: Int
  )] {
    var holders = HashTable(expected: new.reduce(0) { $0 + $1.names.count })
    for (index, element) in new.enumerated() {
      for vote in element.votes where !holders.insert(vote, value: index) {
        holders.set(vote, value: several)
      }
    }
    var candidates: [(old: Int, new: Int)] = []
    for (index, element) in old.enumerated() {
      let other = index < others.count ? others[index] : nil
      var voted = (element.votes + (other?.votes ?? [])).compactMap { holders.value($0) }
        .filter { $0 != several }
      guard let winner = mostFrequent(&voted) else { continue }
      if score(element, other, new[winner]) >= threshold { candidates.append((index, winner)) }
    }
    return LongestIncreasing.positions(of: candidates.map(\.new)).map { candidates[$0] }
  }

  private static func score(_ old: ElementTraits, _ other: ElementTraits?, _ new: ElementTraits) -> Double {
    max(old.likeness(to: new), other?.likeness(to: new) ?? 0)
  }

  /// What stands for a holder when several elements have the child.
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
