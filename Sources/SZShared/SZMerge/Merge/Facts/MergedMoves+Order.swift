internal import SZElements

/// Entities that would own each other, and the order in which entities come to their places.
extension MergedMoves {
  /// Entities that would own each other, and how that is undone.
  enum Ring {
    /// One of two moves is not made: that of EDITED or that of CURRENT. The conflict is about `named`.
    ///
    /// `[{"id":"A"},{"id":"B"}]` | `[{"id":"B","lists":[{"id":"A"}]}]` | `[{"id":"A","lists":[{"id":"B"}]}]` → move/move: A stands in B
    case between(edited: Int, current: Int, named: Int)
    /// This one is not made, whatever anybody says.
    ///
    /// `[{"id":"A"},{"id":"B"},{"id":"C"}]` | `[{"id":"C","top":{"id":"B"}}]` | `[{"id":"A","top":{"id":"B","top":{"id":"C"}}}]` with
    /// `--deletes=edited --conflicts=current`: B goes back to C, as A is deleted, and so CURRENT's move of C into B is not made: EDITED's
    case undone(Int)
  }

  /// How far rings have been looked for.
  struct RingSearch {
    /// The number of the relocation to go on from.
    fileprivate var number = 0
    /// What leads to the root. It does not lead through a ring, so it still does when a ring is broken by a move that is in it.
    fileprivate var done: Set<UInt64> = []
  }

  /// The next ring that the moves make; nil when there is none. All together linear in the owners that are gone through, and in the rings.
  func ring(_ search: inout RingSearch) -> Ring? {
    while search.number < all.count {
      var way: [UInt64] = []
      var places: [UInt64: Int] = [:]
      var next: UInt64? = all[search.number].key
      while let key = next, !search.done.contains(key) {
        if let start = places[key] { return ring(way[start...].compactMap { number(of: $0) }) }
        places[key] = way.count
        way.append(key)
        next = owner(of: key)
      }
      search.done.formUnion(way)
      search.number += 1
    }
    return nil
  }

  /// The ring of relocations in which each stands below the next one. Neither side has a ring, so each made some move of it.
  private func ring(_ numbers: [Int]) -> Ring? {
    let contested = numbers.indices.filter { isContested(numbers[$0]) }
    let free = contested.filter { all[numbers[$0]].standing == .settled }
    if let first = free.min(by: { numbers[$0] < numbers[$1] }) {
      let named = numbers[first]
      let upwards = free.filter { $0 > first } + free.filter { $0 < first }
      let others = upwards.map { numbers[$0] }.filter { all[$0].home != all[named].home }
      guard let other = others.first else { return .undone(named) }
      return all[named].home == .edited
        ? .between(edited: named, current: other, named: named)
        : .between(edited: other, current: named, named: named)
    }
    // What can stand in one place only stands there, if another move can be undone.
    let inCurrent = contested.map { numbers[$0] }.filter { all[$0].home == .current }
    let other = inCurrent.first { all[$0].standing != .turnedBack && all[$0].standing != .ownerless }
    return (other ?? inCurrent.first).map { .undone($0) }
  }

  /// Those that come to EDITED's place out of CURRENT, the innermost first. Linear in the owners that are gone through.
  var arriving: [Int] {
    var depths: [UInt64: Int] = [:]
    var found: [(depth: Int, number: Int)] = []
    for number in all.indices where isArriving(number) {
      var way: [UInt64] = []
      var next: UInt64? = all[number].key
      while let key = next, depths[key] == nil {
        way.append(key)
        next = owner(of: key)
      }
      var depth = next.flatMap { depths[$0] } ?? 0
      for key in way.reversed() {
        if let number = self.number(of: key), isArriving(number) { depth += 1 }
        depths[key] = depth
      }
      found.append((depths[all[number].key] ?? 0, number))
    }
    return found.sorted { ($0.depth, $1.number) > ($1.depth, $0.number) }.map(\.number)
  }

  private func isArriving(_ number: Int) -> Bool {
    all[number].home == .edited && all[number].nodes.current != nil
  }

  /// Whether an entity stands in the result below one of these; `known` has what was found out. All together linear in the owners that
  /// are gone through.
  func isBelow(_ keys: Set<UInt64>, _ key: UInt64, _ known: inout [UInt64: Bool]) -> Bool {
    var way: [UInt64] = []
    var next: UInt64? = key
    // What is on the way already leads in a ring, and to none of them.
    while let key = next, known[key] == nil {
      known[key] = false
      way.append(key)
      next = owner(of: key)
    }
    var isBelow = next.map { keys.contains($0) || known[$0] ?? false } ?? false
    for key in way.reversed() {
      known[key] = isBelow
      isBelow = isBelow || keys.contains(key)
    }
    return known[key] ?? false
  }
}
