internal import SZJSON

/// How often the values of the stretches that both sides made something else of stand in the result when one side wins all of them. Of a
/// deletion against an edit its policy says more.
///
/// `["a","b","c","d"] | ["x","b","c","d"] | ["d","b","c"]`: of `"a"` one side made `"x"` and the other one `"d"`, and that took the
/// other `"d"` out. Where EDITED wins, none is left, although all have it.
struct ContestedCount {
  /// Whether none stands less often than on both sides, unless both took some out, nor oftener than in all three, unless both put some.
  private(set) var isRight = true

  /// Linear in the elements, where there is a conflict.
  init(_ merge: ListMerge, _ rows: Three<ListElements>) {
    let contested = merge.steps.flatMap { step -> [UInt64] in
      guard case .conflict(.hunkHunk, _, let edited, let current) = step else { return [] }
      return Array(rows.edited.hashes[edited]) + rows.current.hashes[current]
    }
    if contested.isEmpty { return }
    let settled = HashSet(merge.settled(rows, conflicts: false))
    let values = ValueCounts(of: contested, expected: contested.count, without: settled, merge, rows)
    let before = values.before
    isRight = [Party.edited, .current].allSatisfy { winner in
      values.after(merge, winner: winner).enumerated().allSatisfy { number, count in
        let (pristine, edited, current) = (
          before.pristine[number], before.edited[number], before.current[number]
        )
        return (max(edited, current) < pristine || count >= min(edited, current))
          && (min(edited, current) > pristine || count <= max(pristine, edited, current))
      }
    }
  }
}
