/// Finds the stretches of a list in which two edits could not be told apart once they have been joined.
///
/// Where one side took an element out that the other put in, nothing tells them apart any more. So the merge is tried on the
/// hashes of the elements alone: EDITED is merged into the result a second time, which must change nothing, and the same
/// with the two sides in each other's place, which must come to the same elements. A stretch that fails is contested: it
/// becomes a conflict, and nothing else does.
struct ListTrial {
  private let excerpt: ListExcerpt
  private let matching: ListMatching
  private var rows: Three<ElementRow> { excerpt.rows }
  private(set) var contested: [Range<Int>] = []
  /// Whether a second merge would look for an identity, which is not tried here.
  private(set) var wouldInfer = false
  /// Whether all is known of the elements that both sides edited: no containers are in them, and what is compared of them is all.
  private(set) var isExact = false

  /// How often the stretches may grow before the whole list is contested.
  private static let rounds = 10

  /// The trial of a merge, with the contested stretches of PRISTINE, ascending and apart; nil when there is nothing to try. `inEdited`
  /// and `inCurrent` are the hunks of whole elements. Linear: each round costs two merges of an excerpt, and there are few rounds.
  init?(
    _ rows: Three<ElementRow>, _ matching: ListMatching, _ inEdited: [SequenceHunk],
    _ inCurrent: [SequenceHunk]
  ) {
    guard let excerpt = ListExcerpt(rows, matching, inEdited, inCurrent) else { return nil }
    (self.excerpt, self.matching) = (excerpt, matching)
    run()
    contested = excerpt.whole(contested)
  }

  private mutating func run() {
    var merges = merges
    defer { isExact = ListTrial.isExact(merges.own, rows) }
    // What has all that the other side did is the result, whatever could be said about it.
    if excerpt.hasAll(of: .edited), ListTrial.isUnchanged(merges.own, rows) { return }
    if excerpt.hasAll(of: .current), ListTrial.isUnchanged(merges.swapped, rows.swapped) { return }
    var reach = 0
    for _ in 0..<ListTrial.rounds {
      wouldInfer = false
      let failed = failures(merges)
      if failed.isEmpty { return }
      contest(failed, reach: reach)
      merges = self.merges
      reach = reach * 4 + 1
    }
    contested = [0..<rows.pristine.count]
  }

  private static func isExact(_ merge: ListMerge, _ rows: Three<ElementRow>) -> Bool {
    merge.steps.allSatisfy { step in
      guard case .merge(let pristine, let edited, let current) = step else { return true }
      let traits = Three(
        pristine: rows.pristine.traits(pristine), edited: rows.edited.traits(edited),
        current: rows.current.traits(current))
      return ElementTraits.joinsExactly(traits)
    }
  }

  private mutating func contest(_ failed: [Range<Int>], reach: Int) {
    let widened = failed.map { max(0, $0.lowerBound - reach)..<$0.upperBound + reach }
    contested = ListTrial.joined(contested + widened, count: rows.pristine.count)
  }

  /// Stretches of a list, ascending and apart, within its bounds.
  static func joined(_ stretches: [Range<Int>], count: Int) -> [Range<Int>] {
    var joined: [Range<Int>] = []
    for stretch in stretches.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      let range = min(stretch.lowerBound, count)..<min(stretch.upperBound, count)
      if let last = joined.last, range.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    return joined
  }

  /// The merge, and that with the sides in each other's place.
  private var merges: (own: ListMerge, swapped: ListMerge) {
    (
      ListMerge(rows, excerpt.edited, excerpt.current, contested: contested),
      ListMerge(rows.swapped, excerpt.current, excerpt.edited, contested: contested)
    )
  }

  /// The stretches of PRISTINE in which a second merge would change something, or the order of the sides does.
  private mutating func failures(_ merges: (own: ListMerge, swapped: ListMerge)) -> [Range<Int>] {
    let result = Result(merges.own, rows)
    let other = Result(merges.swapped, rows.swapped)
    return unstable(result, .edited, excerpt.inEdited)
      + unstable(other, .current, excerpt.inCurrent)
      + ListTrial.differing(merges.own, result, merges.swapped, other)
  }

  /// Whether the side that stands for CURRENT has all that the other did.
  private static func isUnchanged(_ merge: ListMerge, _ rows: Three<ElementRow>) -> Bool {
    changes(merge, rows) { joined(rows, $0, $1, $2).isSame(rows.current.traits($2)) }.isEmpty
  }

  /// What an element comes to that both sides edited.
  static func joined(_ rows: Three<ElementRow>, _ pristine: Int, _ edited: Int, _ current: Int)
    -> ElementTraits
  {
    ElementTraits(
      joining: Three(
        pristine: rows.pristine.traits(pristine), edited: rows.edited.traits(edited),
        current: rows.current.traits(current)))
  }

  /// Where merging what `party` has into the result changes it.
  private mutating func unstable(
    _ result: Result, _ party: Conflict.Party, _ hunks: [SequenceHunk]
  ) -> [Range<Int>] {
    let rows = Three(pristine: rows.pristine, edited: rows[party], current: result.row)
    let second = ListMatching(rows, hunks, ListMatching.hunks(rows.pristine, result.row))
    if second.isContended, !second.isClear { wouldInfer = true }
    // What is not in the excerpt contradicts nothing, but it may seem to have moved.
    if second.isContended, matching.mayMove(outOf: party) { wouldInfer = true }
    return ListTrial.changes(ListMerge(rows, second), rows) { pristine, edited, current in
      result.origins[current] == Result.Origin(pristine: pristine, edited: edited)
        || ListTrial.joined(rows, pristine, edited, current).isSame(rows.current.traits(current))
    }
  }

  /// The stretches of PRISTINE in which a merge changes CURRENT's elements, but for those that it merges once more out of what
  /// they were made of.
  static func changes(_ merge: ListMerge, _ rows: Three<ElementRow>) -> [Range<Int>] {
    changes(merge, rows) { _, _, _ in true }
  }

  private static func changes(
    _ merge: ListMerge, _ rows: Three<ElementRow>,
    isSame: (_ pristine: Int, _ edited: Int, _ current: Int) -> Bool
  ) -> [Range<Int>] {
    var failed: [Range<Int>] = []
    for region in merge.regions {
      var next = region.ranges.current.lowerBound
      let isStable = merge.steps[region.steps].allSatisfy { step in
        switch step {
        case .keep(next):
          next += 1
          return true
        case .merge(let pristine, let edited, next):
          next += 1
          let hash = rows.edited.hashes[edited]
          return hash == rows.pristine.hashes[pristine] || hash == rows.current.hashes[next - 1]
            || rows.pristine.hashes[pristine] != rows.current.hashes[next - 1]
              && isSame(pristine, edited, next - 1)
        case .keep, .run, .take, .merge, .half, .conflict: return false
        }
      }
      if !isStable || next != region.ranges.current.upperBound { failed.append(region.ranges.pristine) }
    }
    return failed
  }

  /// Where the two merges do not come to the same elements.
  private static func differing(
    _ merge: ListMerge, _ result: Result, _ swapped: ListMerge, _ other: Result
  ) -> [Range<Int>] {
    guard merge.regions.count == swapped.regions.count else {
      return merge.regions.map(\.ranges.pristine)
    }
    var failed: [Range<Int>] = []
    for (region, opposite) in zip(merge.regions, swapped.regions) {
      let steps = (merge.steps[region.steps], swapped.steps[opposite.steps])
      let conflicts = (steps.0.contains(where: isConflict), steps.1.contains(where: isConflict))
      if conflicts.0 || conflicts.1 {
        if conflicts.0 != conflicts.1 { failed.append(region.ranges.pristine) }
        continue
      }
      let hashes = (result.hashes(region.steps).sorted(), other.hashes(opposite.steps).sorted())
      if hashes.0 != hashes.1 { failed.append(region.ranges.pristine) }
    }
    return failed
  }

  private static func isConflict(_ step: ListMerge.Step) -> Bool {
    switch step {
    case .half, .conflict: true
    case .keep, .run, .take, .merge: false
    }
  }
}
