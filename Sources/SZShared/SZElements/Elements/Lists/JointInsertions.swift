internal import SZJSON

/// What comes of two insertions at one place of a list: sz-lists(7), the first rule, with examples.
///
/// Where one side put all that the other one did, in order, that stands. Where both put nothing alike, CURRENT's come first; what
/// one side only moved there stands as the other one has it, before or behind what that one put, and with it the repeated values
/// beside it. Else what both put alike stands once, with what one side alone has before, between and behind. A value that stands twice
/// on a side tells nothing, and is not alike, where each side has something else that the other one has not.
///
/// What contradicts itself is a conflict: where each side has something else at one place beside what both put, which may be a flag with
/// its argument; two values that they put in opposite orders; and what one side only moved beside what both put. In a list that was empty
/// nothing has an order yet: where one side has all that the other one put, however often, CURRENT's comes first.
struct JointInsertions {
  private(set) var steps: [ListMerge.Step] = []
  private let rows: Three<ListElements>
  private let own: Range<Int>
  private let others: Range<Int>

  /// What comes of the stretches that both put; nil where they contradict each other. Linear, but for a logarithm.
  init?(_ rows: Three<ListElements>, _ ranges: Three<Range<Int>>) {
    (self.rows, own, others) = (rows, ranges.edited, ranges.current)
    let (edited, current) = (rows.edited.hashes[own], rows.current.hashes[others])
    let haveMoved = hasMoved(own, of: .edited) || hasMoved(others, of: .current)
    if rows.pristine.count == 0, isOneInTheOther {
      addMissing()
    } else if !haveMoved, has(current, all: edited) {
      steps.keep(others)
    } else if !haveMoved, has(edited, all: current) {
      addEdited()
    } else if HashSet(edited.filter { !isRepeated($0) }).common(with: Array(current)).isEmpty {
      let hunk = withoutCommonEnd(SequenceHunk(old: others, new: own))
      if !canStandApart(hunk.old, hunk.new) { return nil }
      addApart(hunk)
      steps.keep(hunk.old.upperBound..<others.upperBound)
    } else {
      let hunks = hunks()
      if contradict(hunks) { return nil }
      add(hunks)
    }
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
        steps.keep(next..<next + 1)
        rest = rest.dropFirst()
      } else {
        steps.append(.take(position))
      }
    }
  }

  /// Adds CURRENT's before EDITED's, but for what one side only moved. Of two that each side moved here one, and that they have in
  /// opposite orders, the order stands that PRISTINE does not have: that side swapped them.
  private mutating func addApart(_ hunk: SequenceHunk) {
    let (own, others) = (hunk.new, hunk.old)
    let latest = origins(others, .current, in: .edited) { $0 < own.lowerBound }.max() ?? -1
    let earliest = origins(own, .edited, in: .current) { $0 >= others.upperBound }.min() ?? .max
    var first = moved(own, .edited, in: .current) { origin, place in
      place < others.lowerBound && origin ?? .max > latest
    }
    var last = moved(others.reversed(), .current, in: .edited) { origin, place in
      place >= own.upperBound && origin ?? -1 < earliest
    }
    // What was put beside that is not torn from it.
    let new = (
      edited: own.dropFirst(first).prefix { rows.edited.place(of: $0, in: rows.current) == nil }.count,
      current: others.dropLast(last).reversed().prefix { rows.current.place(of: $0, in: rows.edited) == nil }
        .count
    )
    if first > 0 { first += new.edited }
    if last > 0 { last += new.current }
    for position in own.prefix(first) { steps.append(.take(position)) }
    steps.keep(others.dropLast(last))
    for position in own.dropFirst(first) { steps.append(.take(position)) }
    steps.keep(others.suffix(last))
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

  /// What each put before, between and behind what both put, without what is alike in it.
  private func hunks() -> [SequenceHunk] {
    /// The values, of which those that stand twice are equal to none.
    func told(_ values: ArraySlice<UInt64>, _ mark: UInt64) -> [UInt64] {
      values.enumerated().map { isRepeated($1) ? $1 &+ mark &+ UInt64($0) << 1 : $1 }
    }
    let (current, edited) = (told(rows.current.hashes[others], 1), told(rows.edited.hashes[own], 2))
    return ProvenAlignment.hunks(current, edited).map { hunk in
      withoutCommonEnd(
        SequenceHunk(
          old: hunk.old.lowerBound + others.lowerBound..<hunk.old.upperBound + others.lowerBound,
          new: hunk.new.lowerBound + own.lowerBound..<hunk.new.upperBound + own.lowerBound))
    }
  }

  /// A hunk without what both have at its end, where they begin with that, too: of separators around what each put the last one stands
  /// once. What begins and ends otherwise is a block.
  private func withoutCommonEnd(_ hunk: SequenceHunk) -> SequenceHunk {
    let (old, new) = (rows.current.hashes[hunk.old], rows.edited.hashes[hunk.new])
    if old.first != new.first { return hunk }
    let count = zip(old.reversed(), new.reversed()).prefix { $0 == $1 && $0 == old.first }.count
    return SequenceHunk(old: hunk.old.dropLast(count), new: hunk.new.dropLast(count))
  }

  /// Whether each has something else at one place, both put two values in opposite orders, or one side only moved something.
  private func contradict(_ hunks: [SequenceHunk]) -> Bool {
    let inCurrent = HashSet(hunks.filter(\.new.isEmpty).flatMap { Array(rows.current.hashes[$0.old]) })
    return hunks.contains { hunk in
      let (old, new) = (rows.current.hashes[hunk.old], rows.edited.hashes[hunk.new])
      if hasMoved(hunk.new, of: .edited) || hasMoved(hunk.old, of: .current) { return true }
      return !old.isEmpty && !new.isEmpty || new.contains(where: inCurrent.contains)
    }
  }

  /// Whether no value is alike, or each side has something else.
  private func canStandApart(_ inCurrent: Range<Int>, _ inEdited: Range<Int>) -> Bool {
    let (old, new) = (rows.current.hashes[inCurrent], rows.edited.hashes[inEdited])
    return HashSet(Array(old)).common(with: Array(new)).isEmpty
      || old.contains { rows.edited.only($0) == nil } && new.contains { rows.current.only($0) == nil }
  }

  /// Whether a side only moved one of some elements.
  private func hasMoved(_ positions: Range<Int>, of side: Party) -> Bool {
    positions.contains { rows[side].place(of: $0, in: rows.pristine) != nil }
  }

  /// Whether a value stands twice in one of the versions of the sides.
  private func isRepeated(_ value: UInt64) -> Bool {
    rows.edited.only(value) == -1 || rows.current.only(value) == -1
  }

  /// Adds what both put, and what one of them alone has beside it.
  private mutating func add(_ hunks: [SequenceHunk]) {
    var next = others.lowerBound
    for hunk in hunks {
      steps.keep(next..<hunk.old.upperBound)
      next = hunk.old.upperBound
      if hunk.old.isEmpty { for position in hunk.new { steps.append(.take(position)) } }
    }
    steps.keep(next..<others.upperBound)
  }

  /// Whether one side put all that the other one did, by count, in any order.
  private var isOneInTheOther: Bool {
    let more = ProvenAlignment.more(in: rows.edited.hashes[own], than: rows.current.hashes[others]).values
    return !more.contains { $0 > 0 } || !more.contains { $0 < 0 }
  }

  /// Adds all of CURRENT's, and what EDITED has more, by count.
  private mutating func addMissing() {
    steps.keep(others)
    var counts: [UInt64: Int] = [:]
    for value in rows.current.hashes[others] { counts[value, default: 0] += 1 }
    for position in own {
      let count = counts[rows.edited.hashes[position], default: 0]
      counts[rows.edited.hashes[position]] = count - 1
      if count <= 0 { steps.append(.take(position)) }
    }
  }
}
