internal import SZJSON

/// How often the values of the stretches that both sides made something else of stand in the result when one side wins all of them. Of a
/// deletion against an edit its policy says more.
///
/// `["a","b","c","d"] | ["x","b","c","d"] | ["d","b","c"]`: of `"a"` one side made `"x"` and the other one `"d"`, and that took the other `"d"`
/// out. Where EDITED wins, none is left, although all have it.
struct ContestedCount {
  /// Whether none stands less often than on both sides, unless both took some out, nor oftener than in all three, unless both put some.
  private(set) var isRight = true

  /// Linear in the elements, where there is a conflict.
  init(_ merge: ListMerge, _ rows: Three<ListElements>) {
    var contested: Set<UInt64> = []
    for case .conflict(.hunkHunk, _, let edited, let current) in merge.steps {
      contested.formUnion(rows.edited.hashes[edited])
      contested.formUnion(rows.current.hashes[current])
    }
    if contested.isEmpty { return }
    for case .merge(let pristine, let edited, let current) in merge.steps {
      contested.subtract([
        rows.pristine.hashes[pristine], rows.edited.hashes[edited], rows.current.hashes[current],
      ])
    }
    var values = FewHashes(expected: contested.count)
    for (number, value) in contested.enumerated() { values.insert(value, value: number) }
    let before = rows.map { values.counts(contested.count, in: $0.hashes) }
    isRight = [Party.edited, .current].allSatisfy { winner in
      let after = values.counts(contested.count, in: ContestedCount.hashes(merge, rows, winner))
      return after.enumerated().allSatisfy { number, count in
        let (pristine, edited, current) = (
          before.pristine[number], before.edited[number], before.current[number]
        )
        return (max(edited, current) < pristine || count >= min(edited, current))
          && (min(edited, current) > pristine || count <= max(pristine, edited, current))
      }
    }
  }

  /// The elements of the result where one side wins.
  private static func hashes(_ merge: ListMerge, _ rows: Three<ListElements>, _ winner: Party) -> [UInt64] {
    var hashes: [UInt64] = []
    for step in merge.steps {
      switch step {
      case .run(let range): hashes += rows.current.hashes[range]
      case .take(let position), .edit(_, let position, _), .merge(_, let position, _):
        hashes.append(rows.edited.hashes[position])
      case .conflict(_, _, let edited, let current):
        hashes += winner == .edited ? rows.edited.hashes[edited] : rows.current.hashes[current]
      }
    }
    return hashes
  }
}
