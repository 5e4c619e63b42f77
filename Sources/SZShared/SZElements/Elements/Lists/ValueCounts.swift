internal import SZJSON

/// How often some values stand in each version of a list, and in what becomes of it.
///
/// A side has what PRISTINE has but for its hunks, and the result what CURRENT has but for the steps that take something else: so
/// PRISTINE alone is gone through, and only where it has one of the values more than once.
struct ValueCounts {
  /// How often each value stands in each version, by its number.
  private(set) var before = Three(pristine: [Int](), edited: [Int](), current: [Int]())
  private let rows: Three<ListElements>
  private var numbers: FewHashes

  /// `expected` is about how many values there are; those in `settled` do not count. `rows` are the versions of `merge`. Linear.
  init(
    of values: some Sequence<UInt64>, expected: Int, without settled: HashSet, _ merge: ListMerge,
    _ rows: Three<ListElements>
  ) {
    self.rows = rows
    numbers = FewHashes(expected: expected)
    var inPristine: [Int] = []
    var isAnyRepeated = false
    for value in values
    where !settled.contains(value) && numbers.insert(value, value: inPristine.count) == nil {
      let place = rows.pristine.only(value)
      inPristine.append(place == nil ? 0 : 1)
      isAnyRepeated = isAnyRepeated || place == -1
    }
    if inPristine.isEmpty { return }
    if isAnyRepeated { inPristine = numbers.counts(inPristine.count, in: rows.pristine.hashes) }
    before = Three(
      pristine: inPristine, edited: counts(inPristine, after: merge.inEdited, on: rows.edited),
      current: counts(inPristine, after: merge.inCurrent, on: rows.current))
  }

  private func counts(_ inPristine: [Int], after hunks: [SequenceHunk], on side: ListElements) -> [Int] {
    var counts = inPristine
    for hunk in hunks {
      numbers.add(-1, for: rows.pristine.hashes[hunk.old], to: &counts)
      numbers.add(1, for: side.hashes[hunk.new], to: &counts)
    }
    return counts
  }

  /// How often each value stands in the result, but for elements that are merged by their members, where `winner` wins the conflicts;
  /// without one, how often it stands outside of these.
  func after(_ merge: ListMerge, winner: Party?) -> [Int] {
    var counts = before.current
    var next = 0
    for step in merge.steps {
      switch step {
      case .run(let range):
        numbers.add(-1, for: rows.current.hashes[next..<range.lowerBound], to: &counts)
        next = range.upperBound
      case .take(let position), .edit(_, let position, _):
        numbers.add(1, for: rows.edited.hashes[position...position], to: &counts)
      case .conflict(_, _, let edited, let current):
        if winner == .edited { numbers.add(1, for: rows.edited.hashes[edited], to: &counts) }
        if winner == .current { numbers.add(1, for: rows.current.hashes[current], to: &counts) }
      case .merge: break
      }
    }
    numbers.add(-1, for: rows.current.hashes[next...], to: &counts)
    return counts
  }
}

extension ListMerge {
  /// What the elements that are merged by their members are in any version, and with `conflicts` those of the stretches that are a
  /// conflict, as `rows` has them.
  func settled(_ rows: Three<ListElements>, conflicts: Bool) -> [UInt64] {
    steps.flatMap { step -> [UInt64] in
      switch step {
      case .merge(let pristine, let edited, let current):
        return [rows.pristine.hashes[pristine], rows.edited.hashes[edited], rows.current.hashes[current]]
      case .conflict(_, let pristine, let edited, let current) where conflicts:
        return Array(rows.pristine.hashes[pristine]) + rows.edited.hashes[edited]
          + rows.current.hashes[current]
      default: return []
      }
    }
  }

  /// What stands in the result, as `rows` has it, outside of those and of the stretches that are a conflict.
  func result(_ rows: Three<ListElements>) -> [UInt64] {
    var result: [UInt64] = []
    for step in steps {
      switch step {
      case .run(let range): result += rows.current.hashes[range]
      case .take(let position), .edit(_, let position, _): result.append(rows.edited.hashes[position])
      case .merge, .conflict: break
      }
    }
    return result
  }
}
