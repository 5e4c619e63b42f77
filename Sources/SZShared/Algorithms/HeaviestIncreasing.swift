/// The longest strictly increasing subsequence of numbers that come in runs.
enum HeaviestIncreasing {
  /// The positions in `runs`, which have no number in common, of those whose numbers are all in one such subsequence,
  /// ascending. O(n log n) for `n` runs, however long they are, and O(n) when all increase.
  ///
  /// No subsequence gains by taking a part of a run, because nothing fits into one. For each run the best subsequence that ends
  /// with it is the best that ends with a lower one that came before; those are kept in a tree of prefixes (Fenwick,
  /// 1994).
  static func positions(of runs: [Range<Int>]) -> [Int] {
    if zip(runs, runs.dropFirst()).allSatisfy({ $0.upperBound <= $1.lowerBound }) {
      return Array(runs.indices)
    }
    let byPlace = runs.enumerated().map { (place: $1.lowerBound, position: $0) }.sorted {
      $0.place < $1.place
    }
    var ranks = [Int](repeating: 0, count: runs.count)
    for (rank, run) in byPlace.enumerated() { ranks[run.position] = rank + 1 }
    var weights = [Int](repeating: 0, count: runs.count)
    var previous = [Int](repeating: -1, count: runs.count)
    // The best run of a stretch of ranks that ends here; -1 for none.
    var best = [Int](repeating: -1, count: runs.count + 1)
    /// The heavier one; of two that weigh the same the one that ends lower.
    func better(_ left: Int, _ right: Int) -> Int {
      if left < 0 || right < 0 { return max(left, right) }
      return (weights[left], -ranks[left]) > (weights[right], -ranks[right]) ? left : right
    }
    func bestRun(upTo rank: Int) -> Int {
      var (found, rank) = (-1, rank)
      while rank > 0 {
        found = better(found, best[rank])
        rank &= rank - 1
      }
      return found
    }
    for (position, run) in runs.enumerated() {
      let before = bestRun(upTo: ranks[position] - 1)
      previous[position] = before
      weights[position] = run.count + (before >= 0 ? weights[before] : 0)
      var rank = ranks[position]
      while rank <= runs.count {
        best[rank] = better(best[rank], position)
        rank += rank & -rank
      }
    }
    var result: [Int] = []
    var position = bestRun(upTo: runs.count)
    while position >= 0 {
      result.append(position)
      position = previous[position]
    }
    return result.reversed()
  }
}
