internal import SZJSON

/// Whether both sides may have given one new identity to two elements: each has it in the place of another one of PRISTINE, which the
/// other side has.
///
/// Of `[{"name": "a"}, {"name": "b"}]` one side makes `[{"name": "x"}, {"name": "b"}]` and the other one
/// `[{"name": "a"}, {"name": "x"}]`: where x counted as one, one of three would be left.
enum JointRename {
  /// `shared` are the positions in EDITED and in CURRENT of what both created. Linear, and a logarithm for each of these.
  static func isAny(_ shared: [(edited: Int, current: Int)], _ edited: RenamingSide, _ current: RenamingSide)
    -> Bool
  {
    if shared.isEmpty { return false }
    let both = Set(edited.absent.all).intersection(current.absent.all)
    let ofEdited = edited.absent.all.filter { !both.contains($0) }
    let ofCurrent = current.absent.all.filter { !both.contains($0) }
    if ofEdited.isEmpty || ofCurrent.isEmpty { return false }
    let (inEdited, inCurrent) = (edited.keptNeighbours, current.keptNeighbours)
    return shared.contains {
      inEdited.isAny(ofEdited, around: $0.edited) && inCurrent.isAny(ofCurrent, around: $0.current)
    }
  }
}
