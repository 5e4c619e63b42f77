internal import SZJSON

/// Which new members of a side stand in the place of those of PRISTINE that it took out.
///
/// Between two that the side kept, and at the ends, as many new ones as were taken out there stand for them, one after the other: of
/// `[lint, test, publish]` a side made `[eslint, jest, publish]`, and what the other one put behind lint stands behind eslint. Where there
/// are more or fewer, nobody can know.
struct MemberSuccessors {
  /// Positions on the side by those in PRISTINE.
  private(set) var successors: [Int: Int] = [:]

  /// `inPristine` has for each member of the side its position in PRISTINE, which has `count`; -1 for a new one. Linear, but for a
  /// logarithm for each stretch of new ones.
  init(_ inPristine: [Int], count: Int) {
    var isKept = [Bool](repeating: false, count: count)
    for position in inPristine where position >= 0 { isKept[position] = true }
    let gone = isKept.indices.filter { !isKept[$0] }
    if gone.isEmpty { return }
    var (last, start) = (-1, 0)
    for (position, next) in (inPristine + [count]).enumerated() where next >= 0 {
      let first = Bisection.count(gone) { $0 <= last }
      let end = Bisection.count(gone) { $0 < next }
      if start < position, end - first == position - start {
        for (offset, old) in gone[first..<end].enumerated() { successors[old] = start + offset }
      }
      (last, start) = (next, position + 1)
    }
  }
}
