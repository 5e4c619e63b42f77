internal import SZJSON

/// The operations that make of an array one with other elements, carried out one after the other: each index is that of its time.
///
/// As many elements as possible stay. What comes where something goes replaces it; then what else goes is removed from the back, and what
/// moves or comes is put in its place from the front. O(n log n) for `n` elements that go, come or move; what stays costs nothing.
struct ArraySteps {
  enum Slot {
    /// Elements that the array has, by their positions.
    case kept(Range<Int>)
    case made(Value)
  }

  enum Step {
    /// `old` is the position that the element had in the beginning.
    case replace(at: Int, Value)
    case remove(at: Int, old: Int)
    case move(from: Int, to: Int, old: Int)
    case add(at: Int, Value)
  }

  private(set) var steps: [Step] = []

  /// Of an array of `count` elements, which becomes `slots`.
  init(count: Int, _ slots: [Slot]) {
    let kept = slots.indices.compactMap { index -> (slot: Int, range: Range<Int>)? in
      if case .kept(let range) = slots[index] { (index, range) } else { nil }
    }
    let staying = Set(HeaviestIncreasing.positions(of: kept.map(\.range)).map { kept[$0].slot })
    var gone = ArraySteps.gaps(in: count, kept.map(\.range))[...]
    // What stays, from the front: its positions in the beginning, and its place in the result.
    var stays: [(old: Range<Int>, place: Int)] = []
    var movedPositions: [Int] = []
    // What is made, and whether it takes the place of what goes; in the order of the slots.
    var replaced: Set<Int> = []
    var removed: [Int] = []
    var waiting: [(slot: Int, place: Int)] = []
    /// Ends a gap in front of the element that stands at `position`: what goes in it meets what is made in it.
    func closeGap(before position: Int) {
      var made = waiting[...]
      while let first = gone.first, first < position {
        gone.removeFirst()
        guard let pair = made.popFirst(), case .made(let value) = slots[pair.slot] else {
          removed.append(first)
          continue
        }
        replaced.insert(pair.slot)
        stays.append((first..<first + 1, pair.place))
        steps.append(.replace(at: first, value))
      }
      waiting = []
    }
    var place = 0
    for (index, slot) in slots.enumerated() {
      switch slot {
      case .made:
        waiting.append((index, place))
        place += 1
      case .kept(let range):
        if staying.contains(index) {
          closeGap(before: range.lowerBound)
          stays.append((range, place))
        } else {
          movedPositions += range
        }
        place += range.count
      }
    }
    closeGap(before: count)
    // Of elements that stand together each has the index of the first, when its turn comes.
    var end = removed.count
    while end > 0 {
      var start = end - 1
      while start > 0, removed[start - 1] == removed[start] - 1 { start -= 1 }
      for position in removed[start..<end] { steps.append(.remove(at: removed[start], old: position)) }
      end = start
    }
    put(slots, staying, replaced, stays, movedPositions.sorted())
  }

  /// Puts what moves and what comes in its place, from the front.
  private mutating func put(
    _ slots: [Slot], _ staying: Set<Int>, _ replaced: Set<Int>, _ stays: [(old: Range<Int>, place: Int)],
    _ moved: [Int]
  ) {
    var stayingBefore = [0]
    for stay in stays { stayingBefore.append(stayingBefore[stayingBefore.count - 1] + stay.old.count) }
    var away = FenwickTree<Int>(count: moved.count, empty: 0)
    for rank in moved.indices { away.add(1, at: rank) }
    func rank(_ position: Int) -> Int { Bisection.count(moved) { $0 < position } }
    /// How many stays begin in front of a position.
    func staysBefore(_ position: Int) -> Int { Bisection.count(stays) { $0.old.lowerBound < position } }
    var place = 0
    /// How many of the stays have been passed.
    var passed = 0
    /// Where what comes next is put: behind all that is in place, and what is still to move out of it.
    func index() -> Int {
      passed == 0 ? place : place + away.sum(first: rank(stays[passed - 1].old.upperBound))
    }
    for (number, slot) in slots.enumerated() {
      switch slot {
      case .made(let value):
        if replaced.contains(number) { passed += 1 } else { steps.append(.add(at: index(), value)) }
        place += 1
      case .kept(let range):
        if staying.contains(number) {
          passed += 1
          place += range.count
          continue
        }
        for position in range {
          let before = staysBefore(position)
          let unplaced = away.sum(first: rank(position))
          let from =
            before < passed
            ? stays[before].place + unplaced
            : place + unplaced + stayingBefore[before] - stayingBefore[passed]
          var to = index()
          if from < to { to -= 1 }
          if from != to { steps.append(.move(from: from, to: to, old: position)) }
          away.add(-1, at: rank(position))
          place += 1
        }
      }
    }
  }

  /// The positions up to `count` that are in none of the ranges.
  private static func gaps(in count: Int, _ ranges: [Range<Int>]) -> [Int] {
    var gaps: [Int] = []
    var next = 0
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if next < range.lowerBound { gaps += next..<range.lowerBound }
      next = max(next, range.upperBound)
    }
    if next < count { gaps += next..<count }
    return gaps
  }
}
