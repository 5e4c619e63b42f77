internal import SZJSON

/// What comes of two insertions at one place of a list.
///
/// Where one side put all that the other one did, in order, that stands. Where both put nothing alike, CURRENT's come first; what
/// one side only moved there stands as the other one has it, before or behind what that one put, and with it the repeated values
/// beside it. Else what both put alike stands once, and what else they put stands around it as each has it, CURRENT's first:
/// `["a","b"] | ["a","x","y","b"] | ["a","y","z","b"]` → `["a","x","y","z","b"]`
///
/// A value that stands twice in a version, and beside which a side put something that it alone has, belongs to that:
/// `["-v","a"] | ["-v","a","-v","b"] | ["-v","a","-v","c"]` → `["-v","a","-v","c","-v","b"]`
///
/// Where each side put another value directly behind one that both put, that may be a flag with its argument, and nobody knows:
/// `["run"] | ["run","-w","4"] | ["run","-w","8"]`
///
/// Two values that they put in opposite orders contradict each other, and so does what one side only moved beside what both put: of
/// `[a, b, c]`, `[b, c, a, d]` and `[a, c, d]`. In a list that was empty CURRENT's comes first, and nothing has an order yet: else
/// a push that arrives twice would be a conflict.
///
/// In the examples, PRISTINE | EDITED | CURRENT → the result.
struct JointInsertions {
  private(set) var steps: [ListMerge.Step] = []
  private let rows: Three<ListElements>
  private let own: Range<Int>
  private let others: Range<Int>

  /// What comes of the stretches that both put; nil where they contradict each other. Linear, but for a logarithm.
  init?(_ rows: Three<ListElements>, _ ranges: Three<Range<Int>>) {
    (self.rows, own, others) = (rows, ranges.edited, ranges.current)
    let values = Set(rows.current.hashes[others])
    let (edited, current) = (rows.edited.hashes[own], rows.current.hashes[others])
    let haveMoved = hasMoved(own, of: .edited) || hasMoved(others, of: .current)
    if !own.contains(where: { values.contains(rows.edited.hashes[$0]) }) {
      addApart()
    } else if rows.pristine.count == 0 {
      add([SequenceHunk(old: others, new: own)])
    } else if !haveMoved, has(current, all: edited) {
      keep(others)
    } else if !haveMoved, has(edited, all: current) {
      addEdited()
    } else {
      let hunks = ProvenAlignment.hunks(Array(current), Array(edited))
        .map { hunk in
          SequenceHunk(
            old: hunk.old.lowerBound + others.lowerBound..<hunk.old.upperBound + others.lowerBound,
            new: hunk.new.lowerBound + own.lowerBound..<hunk.new.upperBound + own.lowerBound)
        }
      if contradict(hunks) || hunks.contains(where: isInDoubt) { return nil }
      add(hunks)
    }
  }

  private mutating func keep(_ range: Range<Int>) {
    if !range.isEmpty { steps.append(.run(range)) }
  }

  /// Whether a sequence has all of another one, in its order.
  private func has(_ sequence: ArraySlice<UInt64>, all other: ArraySlice<UInt64>) -> Bool {
    var rest = other
    for value in sequence where value == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }

  /// Adds what EDITED put, which has all that CURRENT put, in CURRENT's text where that has it.
  private mutating func addEdited() {
    var rest = others
    for position in own {
      if let next = rest.first, rows.current.hashes[next] == rows.edited.hashes[position] {
        keep(next..<next + 1)
        rest = rest.dropFirst()
      } else {
        steps.append(.take(position))
      }
    }
  }

  /// Adds CURRENT's before EDITED's, but for what one side only moved. Of two that each side moved here one, and that they have in
  /// opposite orders, the order stands that PRISTINE does not have: that side swapped them.
  private mutating func addApart() {
    let latest = origins(others, .current, in: .edited) { $0 < own.lowerBound }.max() ?? -1
    let earliest = origins(own, .edited, in: .current) { $0 >= others.upperBound }.min() ?? .max
    let first = moved(own, .edited, in: .current) { origin, place in
      place < others.lowerBound && origin ?? .max > latest
    }
    let last = moved(others.reversed(), .current, in: .edited) { origin, place in
      place >= own.upperBound && origin ?? -1 < earliest
    }
    for position in own.prefix(first) { steps.append(.take(position)) }
    keep(others.dropLast(last))
    for position in own.dropFirst(first) { steps.append(.take(position)) }
    keep(others.suffix(last))
  }

  /// Where elements stand in PRISTINE of which `isThere` says that they do on the other side.
  private func origins(_ positions: Range<Int>, _ side: Party, in other: Party, where isThere: (Int) -> Bool)
    -> [Int]
  {
    positions.filter { rows[side].place(of: $0, in: rows[other]).map(isThere) ?? false }
      .compactMap { rows[side].place(of: $0, in: rows.pristine) }
  }

  /// How many of the first elements a side only moved, `isThere` saying so of their places in PRISTINE and on the other side.
  /// Repeated values that stand behind such a one, and on the other side too, go with it.
  private func moved(
    _ positions: some Collection<Int>, _ side: Party, in other: Party,
    where isThere: (_ origin: Int?, _ place: Int) -> Bool
  ) -> Int {
    var count = 0
    for position in positions {
      let value = rows[side].hashes[position]
      if let place = rows[side].place(of: position, in: rows[other]) {
        if !isThere(rows[side].place(of: position, in: rows.pristine), place) { break }
      } else if count == 0 || !isRepeated(value) || rows[other].only(value) == nil {
        break
      }
      count += 1
    }
    return count
  }

  /// Whether both put two values in opposite orders, or one side only moved something beside what both put.
  private func contradict(_ hunks: [SequenceHunk]) -> Bool {
    var values: Set<UInt64> = []
    // How often values stand that may be those of another hunk.
    var loose: [UInt64: Int] = [:]
    for hunk in hunks {
      values.formUnion(rows.current.hashes[hunk.old])
      if isWhole(hunk) { continue }
      for value in rows.current.hashes[hunk.old] { loose[value, default: 0] += 1 }
    }
    return hunks.contains { hunk in
      let (old, new) = (rows.current.hashes[hunk.old], rows.edited.hashes[hunk.new])
      let (isWhole, isNested) = (isWhole(hunk), hunk.new.isEmpty || has(old, all: new) || has(new, all: old))
      var here: [UInt64: Int] = [:]
      for value in isWhole ? [] : old { here[value, default: 0] += 1 }
      return new.contains { value in
        if !values.contains(value) { return false }
        if !isRepeated(value) { return true }
        if isWhole { return false }
        let count = here[value, default: 0]
        return loose[value, default: 0] > count || count > 0 && !isNested
      } || hasMoved(hunk.new, of: .edited) || hasMoved(hunk.old, of: .current)
    }
  }

  /// Whether each side put something of its own directly behind a value that both put, and that no version has twice.
  private func isInDoubt(_ hunk: SequenceHunk) -> Bool {
    !hunk.old.isEmpty && !hunk.new.isEmpty && hunk.old.lowerBound > others.lowerBound
      && !isRepeated(rows.current.hashes[hunk.old.lowerBound - 1])
  }

  /// Whether a side only moved one of some elements.
  private func hasMoved(_ positions: Range<Int>, of side: Party) -> Bool {
    positions.contains { rows[side].place(of: $0, in: rows.pristine) != nil }
  }

  /// Whether a value stands twice in one of the versions of the sides.
  private func isRepeated(_ value: UInt64) -> Bool {
    rows.edited.only(value) == -1 || rows.current.only(value) == -1
  }

  /// Whether a side has a value here that stands once on it, and not on the other one.
  private func hasOwn(_ positions: Range<Int>, of side: Party, besides other: Party) -> Bool {
    positions.contains { position in
      let value = rows[side].hashes[position]
      return rows[side].only(value) == position && rows[other].only(value) == nil
    }
  }

  /// Whether the repeated values of a hunk belong to others in it: each side that has something there has something of its own.
  private func isWhole(_ hunk: SequenceHunk) -> Bool {
    (hunk.new.isEmpty || hasOwn(hunk.new, of: .edited, besides: .current))
      && (hunk.old.isEmpty || hasOwn(hunk.old, of: .current, besides: .edited))
  }

  /// The hunks, of which those in which each side has something of its own have the repeated values before them, too, or else those
  /// behind them.
  private func widened(_ hunks: [SequenceHunk]) -> [SequenceHunk] {
    var result: [SequenceHunk] = []
    for (index, hunk) in hunks.enumerated() {
      var hunk = hunk
      if !hunk.old.isEmpty, !hunk.new.isEmpty, isWhole(hunk) {
        let start = result.last?.old.upperBound ?? others.lowerBound
        let end = index + 1 < hunks.count ? hunks[index + 1].old.lowerBound : others.upperBound
        func repeated(_ positions: some Collection<Int>) -> Int {
          positions.prefix { isRepeated(rows.current.hashes[$0]) }.count
        }
        let before = repeated((start..<hunk.old.lowerBound).reversed())
        let behind = before > 0 ? 0 : repeated(hunk.old.upperBound..<end)
        hunk = SequenceHunk(
          old: hunk.old.lowerBound - before..<hunk.old.upperBound + behind,
          new: hunk.new.lowerBound - before..<hunk.new.upperBound + behind)
      }
      result.append(hunk)
    }
    return result
  }

  /// Adds what both put alike, and CURRENT's stretch of each hunk before EDITED's.
  private mutating func add(_ hunks: [SequenceHunk]) {
    let hunks = widened(hunks).map { (hunk: $0, isWhole: isWhole($0)) }
    var counts: [UInt64: Int] = [:]
    for (hunk, isWhole) in hunks {
      for value in rows.current.hashes[hunk.old] where !(isWhole && isRepeated(value)) {
        counts[value, default: 0] += 1
      }
    }
    var next = others.lowerBound
    for (hunk, isWhole) in hunks {
      keep(next..<hunk.old.upperBound)
      next = hunk.old.upperBound
      for position in hunk.new {
        let value = rows.edited.hashes[position]
        if let count = counts[value], count > 0, !(isWhole && isRepeated(value)) {
          counts[value] = count - 1
        } else {
          steps.append(.take(position))
        }
      }
    }
    keep(next..<others.upperBound)
  }
}
