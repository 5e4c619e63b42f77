internal import SZJSON

/// The operations that make of an array one with other elements, carried out one after the other: each index is that of its time.
///
/// As many elements as possible stay. What comes where something goes replaces it; then what else goes is removed from the back,
/// and what moves or comes is put in its place from the front. Linear in the elements of the array, and O(n log n) for `n` of them
/// that move or come.
struct ArraySteps {
  enum Slot {
    /// Elements that the array has, by their positions.
    case kept(Range<Int>)
    case new(Value)
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
    // As in most arrays on a way down.
    if slots.count == 1, case .kept(0..<count) = slots[0] { return }
    var kept: [(slot: Int, range: Range<Int>)] = []
    var isKept = [Bool](repeating: false, count: count)
    for (index, slot) in slots.enumerated() {
      guard case .kept(let range) = slot else { continue }
      kept.append((index, range))
      for position in range { isKept[position] = true }
    }
    var isStaying = [Bool](repeating: false, count: slots.count)
    for place in HeaviestIncreasing.positions(of: kept.map(\.range)) { isStaying[kept[place].slot] = true }
    var gone = isKept.indices.filter { !isKept[$0] }[...]
    // What stays, from the front: its positions in the beginning, and its place in the result.
    var fixed: [(old: Range<Int>, place: Int)] = []
    var isMoving = [Bool](repeating: false, count: count)
    // What is new, and whether it takes the place of what goes; in the order of the slots.
    var isReplacing = [Bool](repeating: false, count: slots.count)
    var removed: [Int] = []
    var waiting: [(slot: Int, place: Int)] = []
    /// Ends a gap in front of the element that stands at `position`: what goes in it meets what is new in it.
    func closeGap(before position: Int) {
      var comers = waiting[...]
      while let first = gone.first, first < position {
        gone.removeFirst()
        guard let pair = comers.popFirst(), case .new(let value) = slots[pair.slot] else {
          removed.append(first)
          continue
        }
        isReplacing[pair.slot] = true
        fixed.append((first..<first + 1, pair.place))
        steps.append(.replace(at: first, value))
      }
      waiting = []
    }
    var place = 0
    for (index, slot) in slots.enumerated() {
      switch slot {
      case .new:
        waiting.append((index, place))
        place += 1
      case .kept(let range):
        if isStaying[index] {
          closeGap(before: range.lowerBound)
          fixed.append((range, place))
        } else {
          for position in range { isMoving[position] = true }
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
    put(slots, isStaying, isReplacing, fixed, isMoving)
  }

  /// Puts what moves and what comes in its place, from the front.
  private mutating func put(
    _ slots: [Slot], _ isStaying: [Bool], _ isReplacing: [Bool],
    _ fixed: [(old: Range<Int>, place: Int)], _ isMoving: [Bool]
  ) {
    var fixedBefore = [0]
    for run in fixed { fixedBefore.append(fixedBefore[fixedBefore.count - 1] + run.old.count) }
    // In front of each position of the beginning: how many elements move, and how many runs of fixed ones begin.
    var rank = [0]
    for isMoving in isMoving { rank.append(rank[rank.count - 1] + (isMoving ? 1 : 0)) }
    var runsBefore = [Int](repeating: 0, count: isMoving.count + 1)
    for run in fixed { runsBefore[run.old.lowerBound + 1] += 1 }
    for position in isMoving.indices { runsBefore[position + 1] += runsBefore[position] }
    // What is still to move.
    var away = FenwickTree<Int>(count: rank[isMoving.count], empty: 0)
    for rank in 0..<rank[isMoving.count] { away.add(1, at: rank) }
    var place = 0
    /// How many of those runs have been passed.
    var passed = 0
    /// Where what comes next is put: behind all that is in place, and what is still to move out of it.
    func index() -> Int {
      passed == 0 ? place : place + away.sum(first: rank[fixed[passed - 1].old.upperBound])
    }
    for (number, slot) in slots.enumerated() {
      switch slot {
      case .new(let value):
        if isReplacing[number] { passed += 1 } else { steps.append(.add(at: index(), value)) }
        place += 1
      case .kept(let range):
        if isStaying[number] {
          passed += 1
          place += range.count
          continue
        }
        for position in range {
          let before = runsBefore[position]
          let unplaced = away.sum(first: rank[position])
          let from =
            before < passed
            ? fixed[before].place + unplaced
            : place + unplaced + fixedBefore[before] - fixedBefore[passed]
          var to = index()
          if from < to { to -= 1 }
          if from != to { steps.append(.move(from: from, to: to, old: position)) }
          away.add(-1, at: rank[position])
          place += 1
        }
      }
    }
  }
}
