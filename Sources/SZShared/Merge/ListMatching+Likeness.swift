/// A stretch that is too long for its history to be found: its elements are matched by likeness alone.
extension ListMatching {
  /// The hunks of a stretch that is too long for its history to be found, with pairs by likeness.
  func matched(_ own: [SequenceHunk], _ others: [SequenceHunk]) -> ([SequenceHunk], [SequenceHunk]) {
    if own.isEmpty || others.isEmpty {
      return (
        own.flatMap { ListMatching.split($0, pairs($0, rows.edited, fixed: [], without: [])) },
        others.flatMap { ListMatching.split($0, pairs($0, rows.current, fixed: [], without: [])) }
      )
    }
    let units = units(own, others)
    let free = pairsTogether(own, others)
    if units.isEmpty {
      return (
        zip(own, free.0).flatMap { ListMatching.split($0, $1) },
        zip(others, free.1).flatMap { ListMatching.split($0, $1) }
      )
    }
    return matchedAlongside(own, others, units, free)
  }

  /// The pairs of each hunk of both sides by likeness.
  ///
  /// What both edited is less like PRISTINE's element than what one did, but it is like what the other side made of it. So the
  /// pairs are found once, and again with what was found on the other side.
  private func pairsTogether(_ own: [SequenceHunk], _ others: [SequenceHunk]) -> (
    [[(old: Int, new: Int)]], [[(old: Int, new: Int)]]
  ) {
    func found(_ hunks: [SequenceHunk], _ row: ElementRow, _ other: [Int: ElementTraits]) -> [[(
      old: Int, new: Int
    )]] {
      hunks.map { pairs($0, row, fixed: [], without: [], others: other) }
    }
    func partners(_ pairs: [[(old: Int, new: Int)]], _ row: ElementRow) -> [Int: ElementTraits] {
      Dictionary(uniqueKeysWithValues: pairs.joined().map { ($0.old, row.traits($0.new)) })
    }
    let first = (found(own, rows.edited, [:]), found(others, rows.current, [:]))
    // A pair that has no rivals is found again.
    if isPaired(own, first.0), isPaired(others, first.1) { return first }
    return (
      found(own, rows.edited, partners(first.1, rows.current)),
      found(others, rows.current, partners(first.0, rows.edited))
    )
  }

  /// Whether each hunk is of one element that became another.
  private func isPaired(_ hunks: [SequenceHunk], _ pairs: [[(old: Int, new: Int)]]) -> Bool {
    zip(hunks, pairs).allSatisfy { $0.old.count == 1 && $0.new.count == 1 && $1.count == 1 }
  }

  /// The elements that both sides have in a stretch and PRISTINE has not, in order.
  private func units(_ own: [SequenceHunk], _ others: [SequenceHunk]) -> [(edited: Int, current: Int)] {
    let (news, olds) = (own.flatMap { Array($0.new) }, others.flatMap { Array($0.new) })
    var units: [(edited: Int, current: Int)] = []
    var (left, right) = (0, 0)
    let gaps = SequenceAlignment.gaps(
      olds.map { rows.current.hashes[$0] }, news.map { rows.edited.hashes[$0] })
    for gap in gaps + [.init(old: olds.count..<olds.count, new: news.count..<news.count)] {
      while left < gap.new.lowerBound, right < gap.old.lowerBound {
        units.append((news[left], olds[right]))
        left += 1
        right += 1
      }
      (left, right) = (gap.new.upperBound, gap.old.upperBound)
    }
    return units
  }

  /// Matches a stretch by likeness in which both sides have equal elements that are new.
  private func matchedAlongside(
    _ own: [SequenceHunk], _ others: [SequenceHunk], _ units: [(edited: Int, current: Int)],
    _ free: ([[(old: Int, new: Int)]], [[(old: Int, new: Int)]])
  ) -> ([SequenceHunk], [SequenceHunk]) {
    func origins(_ pairs: [[(old: Int, new: Int)]]) -> [Int: Int] {
      Dictionary(uniqueKeysWithValues: pairs.joined().map { ($0.new, $0.old) })
    }
    let origins = (origins(free.0), origins(free.1))
    var chosen: [(old: Int, edited: Int, current: Int)] = []
    var (left, right) = (0, 0)
    for unit in units {
      while own[left].new.upperBound <= unit.edited { left += 1 }
      while others[right].new.upperBound <= unit.current { right += 1 }
      // It can only have come from what neither side kept.
      let span = own[left].old.clamped(to: others[right].old)
      let candidates = [origins.0[unit.edited], origins.1[unit.current]].compactMap { $0 }
        .filter(span.contains)
      let best = candidates.max { first, second in
        let scores = [first, second].map {
          rows.pristine.traits($0).likeness(to: rows.edited.traits(unit.edited))
        }
        return (scores[0], -first) < (scores[1], -second)
      }
      if let best { chosen.append((best, unit.edited, unit.current)) }
    }
    chosen = LongestIncreasing.positions(of: chosen.map(\.old)).map { chosen[$0] }
    let olds = Set(chosen.map(\.old))
    return (
      rematched(own, free.0, rows.edited, chosen.map { ($0.old, $0.edited) }, olds, Set(units.map(\.edited))),
      rematched(
        others, free.1, rows.current, chosen.map { ($0.old, $0.current) }, olds, Set(units.map(\.current)))
    )
  }

  /// The hunks of one side, `hunks`, with pairs in them once it is known what became of the elements that both sides made:
  /// those found before, where they go together with it, else found anew.
  private func rematched(
    _ hunks: [SequenceHunk], _ free: [[(old: Int, new: Int)]], _ row: ElementRow,
    _ chosen: [(old: Int, new: Int)],
    _ olds: Set<Int>, _ taken: Set<Int>
  ) -> [SequenceHunk] {
    var rest = chosen[...]
    var result: [SequenceHunk] = []
    for (hunk, free) in zip(hunks, free) {
      var fixed: [(old: Int, new: Int)] = []
      while let next = rest.first, next.new < hunk.new.upperBound {
        fixed.append(next)
        rest = rest.dropFirst()
      }
      let about = free.filter { taken.contains($0.new) || olds.contains($0.old) }
      let isSame = about.elementsEqual(fixed, by: ==)
      result += ListMatching.split(
        hunk, isSame ? free : pairs(hunk, row, fixed: fixed, without: taken))
    }
    return result
  }

  /// The pairs of PRISTINE's elements of a hunk with those that they became: `fixed` ones, and between them those that
  /// resemble each other, without the new elements in `taken`.
  func pairs(
    _ hunk: SequenceHunk, _ row: ElementRow, fixed: [(old: Int, new: Int)], without taken: Set<Int>,
    others: [Int: ElementTraits] = [:]
  ) -> [(old: Int, new: Int)] {
    var result: [(old: Int, new: Int)] = []
    var (old, new) = (hunk.old.lowerBound, hunk.new.lowerBound)
    for pair in fixed + [(hunk.old.upperBound, hunk.new.upperBound)] {
      let positions = (new..<pair.new).filter { !taken.contains($0) }
      if old < pair.old, !positions.isEmpty {
        let found = Likeness.pairs(
          (old..<pair.old).map { rows.pristine.traits($0) }, positions.map { row.traits($0) },
          others: others.isEmpty ? [] : (old..<pair.old).map { others[$0] })
        result += found.map { (old + $0.old, positions[$0.new]) }
      }
      if pair.old < hunk.old.upperBound { result.append(pair) }
      (old, new) = (pair.old + 1, pair.new + 1)
    }
    return result
  }

  /// A hunk with the pairs in it as hunks of their own.
  private static func split(_ hunk: SequenceHunk, _ pairs: [(old: Int, new: Int)]) -> [SequenceHunk] {
    var hunks: [SequenceHunk] = []
    var (old, new) = (hunk.old.lowerBound, hunk.new.lowerBound)
    for pair in pairs {
      if old < pair.old || new < pair.new {
        hunks.append(SequenceHunk(old: old..<pair.old, new: new..<pair.new))
      }
      hunks.append(SequenceHunk(old: pair.old..<pair.old + 1, new: pair.new..<pair.new + 1, isEdit: true))
      (old, new) = (pair.old + 1, pair.new + 1)
    }
    if old < hunk.old.upperBound || new < hunk.new.upperBound {
      hunks.append(SequenceHunk(old: old..<hunk.old.upperBound, new: new..<hunk.new.upperBound))
    }
    return hunks
  }
}
