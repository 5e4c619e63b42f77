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
}
