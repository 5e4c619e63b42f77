internal import SZJSON

/// Objects and arrays of a list that a side took apart, as it put something of what stood in one into the list instead, and that the other
/// side took apart or took out.
///
/// What one side put of it and the other one did not, nor something that has half of it, that one took out with it: of
/// `[{"items": ["a", "b"]}, "c"]` one side makes `["a", "c", "b"]` and the other one `["a", "c"]`. Where the two meet at one place,
/// ``ListMerge`` says so for that place alone.
struct TakenApart {
  /// The positions of the objects and arrays of PRISTINE of which a side put something.
  private struct Parts {
    /// What stood in it, as it was.
    var equal: Set<Int> = []
    /// Such a part, or something that has half of one, that the other side has not.
    var alone: Set<Int> = []
    /// Half of the whole: that was edited.
    var edited: Set<Int> = []
  }

  private let merge: ListMerge
  private let rows: Three<ListElements>

  init(_ merge: ListMerge) { (self.merge, rows) = (merge, merge.rows) }

  /// Whether a side put of one what the other one did not, outside of the stretches that are a conflict. Linear in the text of what both
  /// took out, and in the members of what they put.
  var isContradictory: Bool {
    let containers = ofBoth
    if containers.isEmpty { return false }
    let put = (own: put(by: .edited, merge.inEdited), other: put(by: .current, merge.inCurrent))
    if put.own.isEmpty && put.other.isEmpty { return false }
    let isAnyPlain =
      put.own.contains { !rows.edited.isContainer($0) }
      || put.other.contains { !rows.current.isContainer($0) }
    let inside = InnerValues(rows.pristine, containers, withPlain: isAnyPlain)
    let own = parts(put.own, of: inside, by: .edited)
    let other = parts(put.other, of: inside, by: .current)
    let apart = own.equal.union(other.equal).subtracting(own.edited).subtracting(other.edited)
    return !apart.isDisjoint(with: own.alone.union(other.alone))
  }

  /// The positions of those of PRISTINE that neither side has as they were, outside of the stretches that are a conflict.
  private var ofBoth: [Int] {
    var gone: [Int] = []
    var others = merge.inCurrent[...]
    for hunk in merge.inEdited where !hunk.old.isEmpty {
      others = others.drop { $0.old.upperBound <= hunk.old.lowerBound }
      for other in others.prefix(while: { $0.old.lowerBound < hunk.old.upperBound }) {
        gone += hunk.old.clamped(to: other.old).filter { position in
          rows.pristine.isContainer(position) && rows.edited.only(rows.pristine.hashes[position]) == nil
            && rows.current.only(rows.pristine.hashes[position]) == nil
        }
      }
    }
    if gone.isEmpty { return [] }
    let contested = merge.steps.flatMap { step -> Range<Int> in
      guard case .conflict(_, let pristine, _, _) = step else { return 0..<0 }
      return pristine
    }
    return Set(gone).subtracting(contested).sorted()
  }

  /// The positions of what a side put that PRISTINE does not have as an element, but for numbers, booleans and null.
  private func put(by side: Party, _ hunks: [SequenceHunk]) -> [Int] {
    let row = rows[side]
    return hunks.flatMap(\.new).filter { rows.pristine.only(row.hashes[$0]) == nil && !row.isLiteral($0) }
  }

  /// What they are parts of.
  private func parts(_ put: [Int], of inside: InnerValues, by side: Party) -> Parts {
    let (row, other) = (rows[side], rows[side.other])
    var parts = Parts()
    for position in put {
      let holders = inside.holders(of: position, row, besides: other)
      parts.edited.formUnion(holders.edited)
      parts.equal.formUnion(holders.equal)
      if other.only(row.hashes[position]) == nil {
        parts.alone.formUnion(holders.equal.union(holders.half))
      }
    }
    return parts
  }
}
