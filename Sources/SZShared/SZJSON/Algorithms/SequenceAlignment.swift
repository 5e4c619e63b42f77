/// Where two sequences differ: the gaps between the longest common runs, nearly fewest and smallest.
///
/// The linear-space divide and conquer of Myers ("An O(ND) Difference Algorithm and Its Variations", 1986, section 4b) over
/// hashes. Two measures keep hard inputs linear, as git's xdiff does: elements that the other side does not have are set
/// aside first, and a search that takes too many steps without meeting takes the best split so far.
public struct SequenceAlignment {
  /// A stretch of the old sequence that became a stretch of the new one; one of the two may be empty.
  public struct Gap: Equatable {
    public var old: Range<Int>
    public var new: Range<Int>
  }

  /// The gaps in order. Between two of them, and before and behind all, the sequences are equal. `count` is how long the sequences are,
  /// together, out of which these were taken with all that differs: nil where they are whole.
  public static func gaps(_ old: [UInt64], _ new: [UInt64], of count: Int? = nil) -> [Gap] {
    SequencesAlongside.gaps(old, new, of: count) ?? searched(old, new)
  }

  /// The same by a search, whatever the sequences are like.
  static func searched(_ old: [UInt64], _ new: [UInt64]) -> [Gap] {
    var prefix = 0
    while prefix < old.count, prefix < new.count, old[prefix] == new[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < old.count - prefix, suffix < new.count - prefix,
      old[old.count - 1 - suffix] == new[new.count - 1 - suffix]
    {
      suffix += 1
    }
    let (oldEnd, newEnd) = (old.count - suffix, new.count - suffix)
    if prefix == oldEnd && prefix == newEnd { return [] }
    let whole = [Gap(old: prefix..<oldEnd, new: prefix..<newEnd)]
    if prefix == oldEnd || prefix == newEnd || oldEnd - prefix == 1 && newEnd - prefix == 1 { return whole }

    let shared = (
      shared(old, prefix..<oldEnd, with: new, prefix..<newEnd),
      shared(new, prefix..<newEnd, with: old, prefix..<oldEnd)
    )
    if shared.0.values.isEmpty { return whole }
    var search = Search(shared.0, shared.1)
    search.run()
    var oldKept = [Bool](repeating: false, count: oldEnd - prefix)
    var newKept = [Bool](repeating: false, count: newEnd - prefix)
    for (position, index) in search.old.indexes.enumerated() where !search.oldChanged[position] {
      oldKept[index - prefix] = true
    }
    for (position, index) in search.new.indexes.enumerated() where !search.newChanged[position] {
      newKept[index - prefix] = true
    }
    return gaps(oldKept, newKept, from: prefix)
  }

  private static func gaps(_ oldKept: [Bool], _ newKept: [Bool], from start: Int) -> [Gap] {
    var gaps: [Gap] = []
    var (i, j) = (0, 0)
    while i < oldKept.count || j < newKept.count {
      let (oldStart, newStart) = (i, j)
      while i < oldKept.count, !oldKept[i] { i += 1 }
      while j < newKept.count, !newKept[j] { j += 1 }
      if i > oldStart || j > newStart {
        gaps.append(Gap(old: start + oldStart..<start + i, new: start + newStart..<start + j))
      }
      while i < oldKept.count, j < newKept.count, oldKept[i], newKept[j] {
        i += 1
        j += 1
      }
    }
    return gaps
  }

  /// The elements of a range that the other range has too, with where they stand.
  private static func shared(
    _ sequence: [UInt64], _ range: Range<Int>, with other: [UInt64], _ otherRange: Range<Int>
  ) -> (values: [UInt64], indexes: [Int]) {
    var table = HashTable(expected: otherRange.count)
    for index in otherRange { _ = table.insert(other[index], value: 0) }
    var (values, indexes): ([UInt64], [Int]) = ([], [])
    for index in range where table.value(sequence[index]) != nil {
      values.append(sequence[index])
      indexes.append(index)
    }
    return (values, indexes)
  }

  /// How many steps a search for a middle takes at most, by the length of the sequences: a search that is cut short costs the
  /// square of its steps and decides about as many elements, so that short sequences can have more of them.
  private static func costLimit(_ length: Int) -> Int { min(max((1 << 21) / max(length, 1), 24), 256) }

  private struct Search {
    let old: (values: [UInt64], indexes: [Int])
    let new: (values: [UInt64], indexes: [Int])
    private(set) var oldChanged: [Bool]
    private(set) var newChanged: [Bool]
    /// Per diagonal (old index less new index), how far the paths from the start and from the end have come.
    private var forward: [Int]
    private var backward: [Int]
    private let origin: Int
    private let limit: Int

    init(_ old: (values: [UInt64], indexes: [Int]), _ new: (values: [UInt64], indexes: [Int])) {
      self.old = old
      self.new = new
      oldChanged = [Bool](repeating: false, count: old.values.count)
      newChanged = [Bool](repeating: false, count: new.values.count)
      let diagonals = old.values.count + new.values.count + 3
      forward = [Int](repeating: 0, count: diagonals)
      backward = [Int](repeating: 0, count: diagonals)
      origin = new.values.count + 1
      limit = costLimit(old.values.count + new.values.count)
    }

    mutating func run() {
      var boxes = [(0..<old.values.count, 0..<new.values.count)]
      while var (x, y) = boxes.popLast() {
        while !x.isEmpty, !y.isEmpty, old.values[x.lowerBound] == new.values[y.lowerBound] {
          x = x.lowerBound + 1..<x.upperBound
          y = y.lowerBound + 1..<y.upperBound
        }
        while !x.isEmpty, !y.isEmpty, old.values[x.upperBound - 1] == new.values[y.upperBound - 1] {
          x = x.lowerBound..<x.upperBound - 1
          y = y.lowerBound..<y.upperBound - 1
        }
        if x.isEmpty {
          for index in y { newChanged[index] = true }
        } else if y.isEmpty {
          for index in x { oldChanged[index] = true }
        } else {
          let middle = split(x, y)
          boxes.append((middle.x..<x.upperBound, middle.y..<y.upperBound))
          boxes.append((x.lowerBound..<middle.x, y.lowerBound..<middle.y))
        }
      }
    }

    /// A point through which a shortest path leads, or a good one when that is too far to find.
    private mutating func split(_ x: Range<Int>, _ y: Range<Int>) -> (x: Int, y: Int) {
      let lowest = x.lowerBound - y.upperBound
      let highest = x.upperBound - y.lowerBound
      let start = x.lowerBound - y.lowerBound
      let end = x.upperBound - y.upperBound
      let isOdd = (start - end) & 1 != 0
      var (forwardLow, forwardHigh) = (start, start)
      var (backwardLow, backwardHigh) = (end, end)
      forward[origin + start] = x.lowerBound
      backward[origin + end] = x.upperBound
      var cost = 0
      while true {
        cost += 1
        // One more step from the start, on every other diagonal.
        if forwardLow > lowest {
          forwardLow -= 1
          forward[origin + forwardLow - 1] = -1
        } else {
          forwardLow += 1
        }
        if forwardHigh < highest {
          forwardHigh += 1
          forward[origin + forwardHigh + 1] = -1
        } else {
          forwardHigh -= 1
        }
        var diagonal = forwardHigh
        while diagonal >= forwardLow {
          let below = forward[origin + diagonal - 1]
          let above = forward[origin + diagonal + 1]
          var i = below >= above ? below + 1 : above
          while i < x.upperBound, i - diagonal < y.upperBound, old.values[i] == new.values[i - diagonal] {
            i += 1
          }
          forward[origin + diagonal] = i
          if isOdd, diagonal >= backwardLow, diagonal <= backwardHigh, backward[origin + diagonal] <= i {
            return (i, i - diagonal)
          }
          diagonal -= 2
        }
        // And from the end.
        if backwardLow > lowest {
          backwardLow -= 1
          backward[origin + backwardLow - 1] = Int.max
        } else {
          backwardLow += 1
        }
        if backwardHigh < highest {
          backwardHigh += 1
          backward[origin + backwardHigh + 1] = Int.max
        } else {
          backwardHigh -= 1
        }
        diagonal = backwardHigh
        while diagonal >= backwardLow {
          let below = backward[origin + diagonal - 1]
          let above = backward[origin + diagonal + 1]
          var i = below < above ? below : above - 1
          while i > x.lowerBound, i - diagonal > y.lowerBound,
            old.values[i - 1] == new.values[i - 1 - diagonal]
          {
            i -= 1
          }
          backward[origin + diagonal] = i
          if !isOdd, diagonal >= forwardLow, diagonal <= forwardHigh, i <= forward[origin + diagonal] {
            return (i, i - diagonal)
          }
          diagonal -= 2
        }
        if cost >= limit {
          return farthest(x, y, forwardLow...forwardHigh, backwardLow...backwardHigh)
        }
      }
    }

    /// The end of the path that has come farthest, from either side.
    private func farthest(
      _ x: Range<Int>, _ y: Range<Int>, _ forwardRange: ClosedRange<Int>, _ backwardRange: ClosedRange<Int>
    ) -> (x: Int, y: Int) {
      var (best, bestX, bestY) = (-1, x.lowerBound, y.lowerBound)
      for diagonal in stride(from: forwardRange.upperBound, through: forwardRange.lowerBound, by: -2) {
        let i = min(forward[origin + diagonal], x.upperBound, y.upperBound + diagonal)
        let j = i - diagonal
        let gain = i - x.lowerBound + j - y.lowerBound
        if i >= x.lowerBound, j >= y.lowerBound, gain > best { (best, bestX, bestY) = (gain, i, j) }
      }
      for diagonal in stride(from: backwardRange.upperBound, through: backwardRange.lowerBound, by: -2) {
        let i = max(backward[origin + diagonal], x.lowerBound, y.lowerBound + diagonal)
        let j = i - diagonal
        let gain = x.upperBound - i + y.upperBound - j
        if i <= x.upperBound, j <= y.upperBound, gain > best { (best, bestX, bestY) = (gain, i, j) }
      }
      return (bestX, bestY)
    }
  }
}
