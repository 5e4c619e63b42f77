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
    var settled = HashSet()
    var contested: [ArraySlice<UInt64>] = []
    for step in merge.steps {
      switch step {
      case .conflict(.hunkHunk, _, let edited, let current):
        contested += [rows.edited.hashes[edited], rows.current.hashes[current]]
      case .merge(let pristine, let edited, let current):
        settled.insert(rows.pristine.hashes[pristine])
        settled.insert(rows.edited.hashes[edited])
        settled.insert(rows.current.hashes[current])
      default: break
      }
    }
    var values = FewHashes(expected: contested.reduce(0) { $0 + $1.count })
    var count = 0
    for value in contested.joined() where !settled.contains(value) {
      if values.insert(value, value: count) == nil { count += 1 }
    }
    if count == 0 { return }
    let before = rows.map { values.counts(count, in: $0.hashes) }
    isRight = [Party.edited, .current].allSatisfy { winner in
      let after = values.counts(count, in: ContestedCount.hashes(merge, rows, winner))
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
