internal import SZJSON

/// Finds elements by value and takes them, the nearest to a position first.
///
/// The positions of one value form a list in which taken ones are skipped by way of pointers that grow longer as they are
/// used (a disjoint-set forest): nearly constant time an element, however many are taken side by side.
struct NearestElements {
  private var byHash: [UInt64: Positions] = [:]

  private struct Positions {
    var positions: [Int] = []
    /// The first that is not taken, from each on.
    var next: [Int] = []
    /// The last that is not taken, up to each; one higher, so that 0 is none.
    var previous: [Int] = []

    mutating func firstFree(from index: Int) -> Int { Positions.find(&next, index) }
    mutating func lastFree(to index: Int) -> Int { Positions.find(&previous, index + 1) - 1 }

    private static func find(_ links: inout [Int], _ index: Int) -> Int {
      var end = index
      while links[end] != end { end = links[end] }
      var step = index
      while links[step] != end { (links[step], step) = (end, links[step]) }
      return end
    }

    mutating func take(_ index: Int) {
      next[index] = index + 1
      previous[index + 1] = index
    }

    func index(from position: Int) -> Int {
      Bisection.count(positions) { $0 < position }
    }
  }

  init(_ sequence: ElementSequence) {
    var sequence = sequence
    for position in 0..<sequence.count {
      byHash[sequence.hash(position), default: Positions()].positions.append(position)
    }
    for (hash, list) in byHash {
      byHash[hash]?.next = Array(0...list.positions.count)
      byHash[hash]?.previous = Array(0...list.positions.count)
    }
  }

  /// Takes the nearest element to `position` that is equal, at `lowest` or behind it; of two as near the first.
  mutating func take(_ element: UInt64, near position: Int, from lowest: Int) -> Int? {
    guard var list = byHash.removeValue(forKey: element) else { return nil }
    defer { byHash[element] = list }
    let index = list.index(from: max(position, lowest))
    let behind = list.firstFree(from: index)
    let before = index > 0 ? list.lastFree(to: index - 1) : -1
    var found: Int?
    if behind < list.positions.count { found = behind }
    if before >= 0, list.positions[before] >= lowest,
      found.map({ position - list.positions[before] <= list.positions[$0] - position }) ?? true
    {
      found = before
    }
    guard let found else { return nil }
    list.take(found)
    return list.positions[found]
  }

  /// Whether more than `count` equal elements stand at `lowest` or behind it.
  mutating func hasMore(of element: UInt64, than count: Int, from lowest: Int) -> Bool {
    guard var list = byHash.removeValue(forKey: element) else { return false }
    defer { byHash[element] = list }
    var index = list.firstFree(from: list.index(from: lowest))
    for _ in 0..<count where index < list.positions.count { index = list.firstFree(from: index + 1) }
    return index < list.positions.count
  }
}
