internal import SZJSON

/// Objects and arrays of a list that both sides took apart: each put something of what stood in one into the list instead.
///
/// What one side put of it and the other one did not, nor something that has half of it, that one took out with it: of
/// `[{"items": ["a", "b"]}, "c"]` one side makes `["a", "c", "b"]` and the other one `["a", "c"]`. Where the two meet at one place,
/// ``ListMerge`` says so for that place alone.
struct TakenApart {
  /// The positions of the objects and arrays of PRISTINE of which a side put something.
  private struct Put {
    /// As it was.
    var equal: Set<Int> = []
    /// As it was, or half of it.
    var any: Set<Int> = []
    /// What the other side has not, nor anything that has half of it.
    var alone: Set<Int> = []
  }

  private let merge: ListMerge
  private let rows: Three<ListElements>

  init(_ merge: ListMerge) { (self.merge, rows) = (merge, merge.rows) }

  /// Whether a side put of one what the other one did not, outside of the stretches that are a conflict. Linear in the text of what both
  /// took out, and in the members of what they put.
  var isContradictory: Bool {
    let containers = ofBoth
    if containers.isEmpty { return false }
    let inside = InnerValues(rows.pristine, containers)
    let own = put(by: .edited, merge.inEdited, of: inside)
    let other = put(by: .current, merge.inCurrent, of: inside)
    // What each edited may be no part of it: one has a part as it was.
    let apart = own.any.intersection(other.any).intersection(own.equal.union(other.equal))
    return !apart.isDisjoint(with: own.alone.union(other.alone))
  }

  /// The positions of those of PRISTINE that neither side has, nor both edited where they stand.
  private var ofBoth: [Int] {
    let goneInCurrent = Set(merge.inCurrent.flatMap(\.old))
    let gone = merge.inEdited.flatMap(\.old).filter { position in
      goneInCurrent.contains(position) && rows.pristine.isContainer(position)
        && rows.edited.only(rows.pristine.hashes[position]) == nil
        && rows.current.only(rows.pristine.hashes[position]) == nil
    }
    if gone.isEmpty { return [] }
    let settled = merge.steps.flatMap { step -> Range<Int> in
      switch step {
      case .conflict(_, let pristine, _, _): pristine
      case .merge(let pristine, _, _): pristine..<pristine + 1
      case .run, .take, .edit: 0..<0
      }
    }
    return Set(gone).subtracting(settled).sorted()
  }

  /// What a side put that PRISTINE does not have as an element.
  private func put(by side: Party, _ hunks: [SequenceHunk], of inside: InnerValues) -> Put {
    let (row, other) = (rows[side], rows[side.other])
    var put = Put()
    for position in hunks.flatMap(\.new) where rows.pristine.only(row.hashes[position]) == nil {
      let holders = inside.holders(of: position, row)
      put.equal.formUnion(holders.equal)
      put.any.formUnion(holders.equal.union(holders.half))
      if other.only(row.hashes[position]) == nil {
        put.alone.formUnion(holders.equal)
        put.alone.formUnion(inside.holders(of: position, row, besides: other).half)
      }
    }
    return put
  }
}
