/// The longest strictly increasing subsequence of numbers that come in runs.
public enum HeaviestIncreasing {
  /// The positions in `runs`, which have no number in common, of those whose numbers are all in one such subsequence,
  /// ascending. O(n log n) for `n` runs, however long they are, and O(n) when all increase.
  ///
  /// No subsequence gains by taking a part of a run, because nothing fits into one. For each run the best subsequence that ends
  /// with it is the best that ends with a lower one that came before; those are kept in a `FenwickTree`.
  public static func positions(of runs: [Range<Int>]) -> [Int] {
    if zip(runs, runs.dropFirst()).allSatisfy({ $0.upperBound <= $1.lowerBound }) {
      return Array(runs.indices)
    }
    if let positions = short(runs) { return positions }
    let byPlace = runs.enumerated().map { (place: $1.lowerBound, position: $0) }.sorted {
      $0.place < $1.place
    }
    var ranks = [Int](repeating: 0, count: runs.count)
    for (rank, run) in byPlace.enumerated() { ranks[run.position] = rank }
    var weights = [Int](repeating: 0, count: runs.count)
    var previous = [Int](repeating: -1, count: runs.count)
    // The best run by rank; -1 for none.
    var best = FenwickTree(count: runs.count, empty: -1)
    /// The heavier one; of two that weigh the same the one that ends lower.
    func better(_ left: Int, _ right: Int) -> Int {
      if left < 0 || right < 0 { return max(left, right) }
      return (weights[left], -ranks[left]) > (weights[right], -ranks[right]) ? left : right
    }
    for (position, run) in runs.enumerated() {
      let before = best.joined(first: ranks[position], by: better)
      previous[position] = before
      weights[position] = run.count + (before >= 0 ? weights[before] : 0)
      best.join(position, at: ranks[position], by: better)
    }
    var result: [Int] = []
    var position = best.joined(first: runs.count, by: better)
    while position >= 0 {
      result.append(position)
      position = previous[position]
    }
    return result.reversed()
  }

  /// The same by the numbers one by one; nil where they are many more than the runs. The longest subsequence of the numbers has each run
  /// whole or not at all, and of two that are as long both ways take the one that ends lower.
  private static func short(_ runs: [Range<Int>]) -> [Int]? {
    let total = runs.reduce(0) { $0 + $1.count }
    if total > 2 * runs.count { return nil }
    var numbers: [Int] = []
    var owners: [Int] = []
    numbers.reserveCapacity(total)
    owners.reserveCapacity(total)
    for (position, run) in runs.enumerated() {
      for number in run {
        numbers.append(number)
        owners.append(position)
      }
    }
    var result: [Int] = []
    for place in LongestIncreasing.positions(of: numbers) where result.last != owners[place] {
      result.append(owners[place])
    }
    return result
  }
}
