/// The longest strictly increasing subsequence, by patience sorting (Fredman, 1975).
public enum LongestIncreasing {
  /// The positions in `values` of one such subsequence, ascending. O(n log n), and O(n) when all increase.
  public static func positions(of values: [Int]) -> [Int] {
    if zip(values, values.dropFirst()).allSatisfy({ $0 < $1 }) { return Array(values.indices) }
    // tails[k] is where the smallest last value of an increasing run of k + 1 values stands.
    var tails: [Int] = []
    var tailValues: [Int] = []
    var previous = [Int](repeating: -1, count: values.count)
    for (position, value) in values.enumerated() {
      var (low, high) = (0, tails.count)
      // Most values go on the longest run.
      if let last = tailValues.last, last < value { low = high }
      while low < high {
        let middle = (low &+ high) &>> 1
        if tailValues[middle] < value { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[position] = tails[low - 1] }
      if low == tails.count {
        tails.append(position)
        tailValues.append(value)
      } else {
        (tails[low], tailValues[low]) = (position, value)
      }
    }
    var result: [Int] = []
    result.reserveCapacity(tails.count)
    var position = tails.last ?? -1
    while position >= 0 {
      result.append(position)
      position = previous[position]
    }
    return result.reversed()
  }
}
