/// Three orders of the same members, joined pair by pair: each pair stands as in the first order, or the other way round when
/// the second or the third has it so.
///
/// For each two members one comes first, which makes a tournament; its strongly connected components stand in a row, and are
/// told by the number of members before each (Landau, "On dominance relations and the structure of animal societies", 1953):
/// the members of the first components are those before which, together, there is nobody else. Those numbers are counted
/// without looking at the pairs, by dominance in three dimensions (Bentley, "Multidimensional divide-and-conquer", 1980).
/// Members that stand in one row in all three orders are counted as one run.
public struct RunTournament {
  public enum Component {
    /// Members whose order is beyond doubt.
    case agreed([Int])
    /// Members that contradict each other, in the first order, the second and the third.
    case contradiction(first: [Int], second: [Int], third: [Int])
  }

  private let orders: (first: [Int], second: [Int], third: [Int])
  /// For each run where it begins in each order, ascending in the first; and how many members it has.
  private var starts: [(first: Int, second: Int, third: Int)] = []
  private var lengths: [Int] = []

  /// The orders must have the same members.
  public init(_ first: [Int], _ second: [Int], _ third: [Int]) {
    orders = (first, second, third)
    var inSecond = [Int](repeating: 0, count: (first.max() ?? -1) + 1)
    var inThird = inSecond
    for (place, member) in second.enumerated() { inSecond[member] = place }
    for (place, member) in third.enumerated() { inThird[member] = place }
    for (place, member) in first.enumerated() {
      let start = (first: place, second: inSecond[member], third: inThird[member])
      if let last = starts.last, let length = lengths.last, last.second + length == start.second,
        last.third + length == start.third
      {
        lengths[lengths.count - 1] += 1
      } else {
        starts.append(start)
        lengths.append(1)
      }
    }
  }

  /// The components in their order. O(n + k log² k) for k runs.
  public var components: [Component] {
    let (behindBoth, beforeBoth) = dominance()
    let scores = starts.indices.map { run in
      starts[run].second + starts[run].third - starts[run].first + behindBoth[run] - beforeBoth[run]
    }
    var components: [Component] = []
    var open: [Int] = []
    // So many members have been passed, and before them, together, stand so many.
    var (count, sum) = (0, 0)
    for run in starts.indices.sorted(by: { (scores[$0], $0) < (scores[$1], $1) }) {
      open.append(run)
      sum += lengths[run] * scores[run] + lengths[run] * (lengths[run] - 1) / 2
      count += lengths[run]
      if sum == count * (count - 1) / 2 {
        components.append(component(open))
        open = []
      }
    }
    if !open.isEmpty { components.append(component(open)) }
    return components
  }

  private func component(_ runs: [Int]) -> Component {
    let count = runs.reduce(0) { $0 + lengths[$1] }
    func members(_ order: [Int], at place: ((first: Int, second: Int, third: Int)) -> Int) -> [Int] {
      var members: [Int] = []
      members.reserveCapacity(count)
      for run in runs.sorted(by: { place(starts[$0]) < place(starts[$1]) }) {
        members += order[place(starts[run])..<place(starts[run]) + lengths[run]]
      }
      return members
    }
    let inFirst = members(orders.first) { $0.first }
    if runs.count == 1 { return .agreed(inFirst) }
    return .contradiction(
      first: inFirst, second: members(orders.second) { $0.second }, third: members(orders.third) { $0.third })
  }

  /// For each run how many members stand before it in the first order and behind it in both others, and how many behind it in
  /// the first order and before it in both others.
  private func dominance() -> (behindBoth: [Int], beforeBoth: [Int]) {
    var behindBoth = [Int](repeating: 0, count: starts.count)
    var beforeBoth = behindBoth
    // The places of the runs in the third order, without gaps.
    var ranks = behindBoth
    for (rank, run) in starts.indices.sorted(by: { starts[$0].third < starts[$1].third }).enumerated() {
      ranks[run] = rank
    }
    // Stretches of the first order, each in the second order: two neighbours are compared, then joined.
    var sorted = Array(starts.indices)
    var passed = FenwickTree(count: starts.count, empty: 0)
    var width = 1
    while width < starts.count {
      for start in stride(from: 0, to: starts.count - width, by: 2 * width) {
        let left = Array(sorted[start..<start + width])
        let right = Array(sorted[start + width..<min(start + 2 * width, starts.count)])
        var (next, total) = (left.count, 0)
        for run in right.reversed() {
          while next > 0, starts[left[next - 1]].second > starts[run].second {
            next -= 1
            passed.add(lengths[left[next]], at: ranks[left[next]])
            total += lengths[left[next]]
          }
          behindBoth[run] += total - passed.sum(first: ranks[run] + 1)
        }
        for run in left[next...] { passed.add(-lengths[run], at: ranks[run]) }
        next = 0
        for run in left {
          while next < right.count, starts[right[next]].second < starts[run].second {
            passed.add(lengths[right[next]], at: ranks[right[next]])
            next += 1
          }
          beforeBoth[run] += passed.sum(first: ranks[run] + 1)
        }
        for run in right[..<next] { passed.add(-lengths[run], at: ranks[run]) }
        var (first, second) = (0, 0)
        for place in start..<start + left.count + right.count {
          let takesLeft =
            second == right.count
            || first < left.count && starts[left[first]].second < starts[right[second]].second
          sorted[place] = takesLeft ? left[first] : right[second]
          if takesLeft { first += 1 } else { second += 1 }
        }
      }
      width *= 2
    }
    return (behindBoth, beforeBoth)
  }
}
