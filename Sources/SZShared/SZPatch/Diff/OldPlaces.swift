/// Where the members that move stood in the old order.
struct OldPlaces {
  /// The stretches of the old order whose members are elsewhere now, ascending; deleted members are in none.
  let runs: [Range<Int>]
  /// For each member of the new order its position in the old one; -1 for a created one.
  private let oldOfNew: ArraySlice<Int>
  /// The runs that arrive as a whole at one place, by their first old position.
  private let wholeRuns: [Int: Range<Int>]

  /// `isStaying` says which members of the new order keep their place.
  init(oldOfNew: ArraySlice<Int>, isStaying: [Bool], count: Int) {
    self.oldOfNew = oldOfNew
    var moves = [Bool](repeating: false, count: count)
    for (position, old) in oldOfNew.enumerated() where old >= 0 && !isStaying[position] { moves[old] = true }
    var runs: [Range<Int>] = []
    var position = 0
    while position < count {
      let start = position
      while position < count, moves[position] { position += 1 }
      if position > start { runs.append(start..<position) }
      position += 1
    }
    self.runs = runs
    wholeRuns = OldPlaces.wholeRuns(oldOfNew, isStaying, runs)
  }

  private static func wholeRuns(_ oldOfNew: ArraySlice<Int>, _ isStaying: [Bool], _ runs: [Range<Int>])
    -> [Int:
    Range<Int>]
  {
    var byStart: [Int: Range<Int>] = [:]
    for run in runs { byStart[run.lowerBound] = run }
    var whole: [Int: Range<Int>] = [:]
    var position = 0
    while position < oldOfNew.count {
      if isStaying[position] {
        position += 1
        continue
      }
      let start = position
      while position < oldOfNew.count, !isStaying[position] { position += 1 }
      if let run = byStart[oldOfNew[start]], oldOfNew[start..<position].elementsEqual(run) {
        whole[run.lowerBound] = run
      }
    }
    return whole
  }

  /// Whether the run of old positions arrives as a whole, with nothing else, at its new place.
  func isMovedWhole(_ run: Range<Int>) -> Bool { wholeRuns[run.lowerBound] != nil }

  /// The run of old positions that is all that arrives at the new positions `new`.
  func wholeRun(arriving new: Range<Int>) -> Range<Int>? {
    guard let first = new.first, let run = wholeRuns[oldOfNew[first]], run.count == new.count else {
      return nil
    }
    return run
  }
}
