/// Which elements of two versions of a list are the same, as far as their values prove it.
extension PlainListMerge {
  /// The elements that are kept: values that stand once in both and that every longest chain of these has; and between two of them,
  /// and at the ends, equal neighbours walking down from the upper and up from the lower one, save pairs that the other walk
  /// contradicts; none of these where something was moved there, nor, where one version is longer there, what a walk found if one version
  /// has more of half of it there.
  static func kept(_ old: [Int], _ new: [Int]) -> [Pair] {
    var kept: [Pair] = []
    var upper: Pair = (-1, -1)
    for anchor in anchors(old, new) + [(old.count, new.count)] {
      var down: [Pair] = []
      var at: Pair = (upper.old + 1, upper.new + 1)
      while at.old < anchor.old, at.new < anchor.new, old[at.old] == new[at.new] {
        down.append(at)
        at = (at.old + 1, at.new + 1)
      }
      var up: [Pair] = []
      at = (anchor.old - 1, anchor.new - 1)
      while at.old > upper.old, at.new > upper.new, old[at.old] == new[at.new] {
        up.append(at)
        at = (at.old - 1, at.new - 1)
      }
      func agrees(_ pair: Pair, with others: [Pair]) -> Bool {
        others.allSatisfy { other in
          pair == other || pair.old < other.old && pair.new < other.new
            || pair.old > other.old && pair.new > other.new
        }
      }
      let walks = [down.filter { agrees($0, with: up) }, up.filter { agrees($0, with: down) }]
      let rests = [
        (upper.old + 1..<anchor.old).filter { index in !walks.joined().contains { $0.old == index } }.map {
          old[$0]
        },
        (upper.new + 1..<anchor.new).filter { index in !walks.joined().contains { $0.new == index } }.map {
          new[$0]
        },
      ]
      // One version has more of half of it there.
      func isHalf(_ walk: [Pair], _ one: [Int], than other: [Int]) -> Bool {
        var left = one
        for value in other { left.firstIndex(of: value).map { _ = left.remove(at: $0) } }
        let found = walk.count { pair in
          guard let index = left.firstIndex(of: old[pair.old]) else { return false }
          left.remove(at: index)
          return true
        }
        return !walk.isEmpty && found * 2 >= walk.count
      }
      let hasMoved = rests.joined().contains {
        PlainListMerge.place($0, old) != nil && PlainListMerge.place($0, new) != nil
      }
      // Between stretches of one length both walks can find the same pairs.
      let single = anchor.old - upper.old == anchor.new - upper.new
      let own = single ? [walks[0], walks[1].filter { pair in !walks[0].contains { $0 == pair } }] : walks
      let pairs =
        hasMoved
        ? []
        : own.filter { walk in
          rests[0].count == rests[1].count
            || !isHalf(walk, rests[0], than: rests[1]) && !isHalf(walk, rests[1], than: rests[0])
        }.flatMap { $0 }
      for pair in pairs.sorted(by: { $0.old < $1.old }) where kept.last.map({ $0 != pair }) ?? true {
        kept.append(pair)
      }
      if anchor.old < old.count { kept.append(anchor) }
      upper = anchor
    }
    return kept
  }

  private static func anchors(_ old: [Int], _ new: [Int]) -> [Pair] {
    let pairs: [Pair] = old.indices.compactMap { index in
      let places = new.indices.filter { new[$0] == old[index] }
      return places.count == 1 && old.count(where: { $0 == old[index] }) == 1 ? (index, places[0]) : nil
    }
    var before = [Int](repeating: 1, count: pairs.count)
    var after = before
    for index in pairs.indices {
      for other in pairs.indices[..<index] where pairs[other].new < pairs[index].new {
        before[index] = max(before[index], before[other] + 1)
      }
    }
    for index in pairs.indices.reversed() {
      for other in pairs.indices[(index + 1)...] where pairs[other].new > pairs[index].new {
        after[index] = max(after[index], after[other] + 1)
      }
    }
    let length = before.max() ?? 0
    let longest = pairs.indices.filter { before[$0] + after[$0] - 1 == length }
    return longest.filter { index in longest.count(where: { before[$0] == before[index] }) == 1 }.map {
      pairs[$0]
    }
  }
}
