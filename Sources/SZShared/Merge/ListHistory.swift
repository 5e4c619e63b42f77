/// Which elements of three versions of a short stretch are one: the history of it that takes the fewest edits.
///
/// Each element of a version stands in one column, with what it is in the others, in order. A column costs what must have happened
/// to it: a child edited, an element inserted or taken out, by one side or by both alike, and a little more where the two contradict
/// each other. Of all ways to put the elements into columns the cheapest is found by dynamic programming, the alignment of
/// Needleman and Wunsch ("A General Method Applicable to the Search for Similarities", 1970) for three sequences. So an edit, an
/// insertion beside it and a second copy of an element are told apart by what makes sense of all three versions.
struct ListHistory {
  /// One element in the versions that have it.
  struct Column: Equatable {
    let pristine: Int?
    let edited: Int?
    let current: Int?
  }

  /// Up to so many cells are looked at.
  private static let allCells = 6000

  /// The elements of the stretch, in order.
  var columns: [Column] {
    isSwapped
      ? found.map { Column(pristine: $0.pristine, edited: $0.current, current: $0.edited) } : found
  }

  /// Whether the two sides stand in each other's place in what follows.
  private let isSwapped: Bool
  private var found: [Column] = []
  private let rows: Three<ElementRow>
  private let ranges: Three<Range<Int>>
  private let costs: ElementCosts
  private let sizes: (edited: Int, current: Int)
  /// The least that the beginnings of the three stretches cost, and the last column of that way.
  private var sums: [Int32]
  private var ways: [Way]

  /// What the last column of a way has. The first of several that cost the same is taken, from the end on: what is inserted or taken
  /// out among equal elements is the last of them.
  private enum Way: UInt8 {
    case insertedByBoth, insertedByEdited, insertedByCurrent, goneInBoth, goneInCurrent, goneInEdited, kept
  }

  /// Whether a stretch has more cells than are looked at.
  static func isTooLong(_ ranges: Three<Range<Int>>) -> Bool {
    let counts = [ranges.pristine.count + 1, ranges.edited.count + 1, ranges.current.count + 1]
    return counts.contains { $0 > allCells } || counts[0] * counts[1] * counts[2] > allCells
  }

  /// The history of a stretch; nil when it is too long.
  init?(_ rows: Three<ElementRow>, _ ranges: Three<Range<Int>>) {
    if ListHistory.isTooLong(ranges) { return nil }
    // Of histories that cost the same one is taken that does not depend on which side is which.
    isSwapped = ListHistory.isCurrentFirst(rows, ranges)
    let (rows, ranges) = isSwapped ? (rows.swapped, ranges.swapped) : (rows, ranges)
    (self.rows, self.ranges) = (rows, ranges)
    costs = ElementCosts(rows, ranges)
    sizes = (ranges.edited.count + 1, ranges.current.count + 1)
    let cells = (ranges.pristine.count + 1) * sizes.edited * sizes.current
    sums = [Int32](repeating: 0, count: cells)
    ways = [Way](repeating: .kept, count: cells)
    run()
    found = traced()
  }

  private mutating func run() {
    var cell = 0
    for pristine in 0...ranges.pristine.count {
      for edited in 0...ranges.edited.count {
        for current in 0...ranges.current.count {
          if cell > 0 { (sums[cell], ways[cell]) = best(cell, pristine, edited, current) }
          cell += 1
        }
      }
    }
  }

  /// How many cells before `cell` a way comes from.
  private func step(_ way: Way) -> Int {
    switch way {
    case .insertedByBoth: sizes.current + 1
    case .insertedByEdited: sizes.current
    case .insertedByCurrent: 1
    case .goneInBoth: sizes.edited * sizes.current
    case .goneInCurrent: sizes.edited * sizes.current + sizes.current
    case .goneInEdited: sizes.edited * sizes.current + 1
    case .kept: sizes.edited * sizes.current + sizes.current + 1
    }
  }

  /// The cheapest way to where so many elements of each stretch are in columns.
  private func best(_ cell: Int, _ pristine: Int, _ edited: Int, _ current: Int) -> (Int32, Way) {
    var best: (sum: Int32, way: Way) = (.max, .kept)
    func offer(_ way: Way, _ cost: Int32?) {
      guard let cost else { return }
      let sum = sums[cell - step(way)] + cost
      if sum < best.sum { best = (sum, way) }
    }
    if edited > 0, current > 0 { offer(.insertedByBoth, costs.insertedByBoth(edited - 1, current - 1)) }
    if edited > 0 { offer(.insertedByEdited, ElementCosts.inserted) }
    if current > 0 { offer(.insertedByCurrent, ElementCosts.inserted) }
    guard pristine > 0 else { return best }
    offer(.goneInBoth, ElementCosts.goneInBoth)
    if edited > 0 { offer(.goneInCurrent, costs.goneInCurrent(pristine - 1, edited - 1)) }
    if current > 0 { offer(.goneInEdited, costs.goneInEdited(pristine - 1, current - 1)) }
    if edited > 0, current > 0 { offer(.kept, costs.kept(pristine - 1, edited - 1, current - 1)) }
    return best
  }

  private func traced() -> [Column] {
    var columns: [Column] = []
    var next = ranges.map(\.upperBound)
    var cell = sums.count - 1
    while cell > 0 {
      let way = ways[cell]
      cell -= step(way)
      var has = (pristine: true, edited: true, current: true)
      switch way {
      case .insertedByBoth: has.pristine = false
      case .insertedByEdited: (has.pristine, has.current) = (false, false)
      case .insertedByCurrent: (has.pristine, has.edited) = (false, false)
      case .goneInBoth: (has.edited, has.current) = (false, false)
      case .goneInCurrent: has.current = false
      case .goneInEdited: has.edited = false
      case .kept: break
      }
      if has.pristine { next.pristine -= 1 }
      if has.edited { next.edited -= 1 }
      if has.current { next.current -= 1 }
      columns.append(
        Column(
          pristine: has.pristine ? next.pristine : nil, edited: has.edited ? next.edited : nil,
          current: has.current ? next.current : nil))
    }
    return columns.reversed()
  }
}

extension ListHistory {
  /// Whether what the two sides did contradicts itself nowhere.
  var isClear: Bool {
    let starts = ranges.map(\.lowerBound)
    // What stands between two elements that both have.
    var (gone, inEdited, inCurrent) = (false, false, false)
    for column in found {
      switch (column.pristine, column.edited, column.current) {
      case (let pristine?, let edited?, let current?):
        if costs.isContradictory(pristine - starts.pristine, edited - starts.edited, current - starts.current)
        {
          return false
        }
        (gone, inEdited, inCurrent) = (false, false, false)
      case (let pristine?, let edited?, nil):
        if rows.pristine.hashes[pristine] != rows.edited.hashes[edited] { return false }
      case (let pristine?, nil, let current?):
        if rows.pristine.hashes[pristine] != rows.current.hashes[current] { return false }
      case (_?, nil, nil): gone = true
      case (nil, _?, _?): break
      case (nil, _?, nil): inEdited = true
      case (nil, nil, _): inCurrent = true
      }
      if gone, inEdited, inCurrent { return false }
    }
    return true
  }

  /// What a side did in the stretch: the runs of what it took out and put in, and the elements that it edited.
  func hunks(_ party: Conflict.Party) -> [SequenceHunk] {
    let isEdited = (party == .edited) != isSwapped
    let (row, range) = isEdited ? (rows.edited, ranges.edited) : (rows.current, ranges.current)
    let pristine = rows.pristine
    var hunks: [SequenceHunk] = []
    var open = (old: ranges.pristine.lowerBound, new: range.lowerBound)
    var next = open
    func close() {
      if open != next { hunks.append(SequenceHunk(old: open.old..<next.old, new: open.new..<next.new)) }
    }
    for column in found {
      let own = isEdited ? column.edited : column.current
      guard let old = column.pristine, let new = own else {
        if column.pristine != nil { next.old += 1 }
        if own != nil { next.new += 1 }
        continue
      }
      close()
      next = (old + 1, new + 1)
      open = next
      if pristine.hashes[old] != row.hashes[new] {
        hunks.append(SequenceHunk(old: old..<old + 1, new: new..<new + 1, isEdit: true))
      }
    }
    close()
    return hunks
  }
}
