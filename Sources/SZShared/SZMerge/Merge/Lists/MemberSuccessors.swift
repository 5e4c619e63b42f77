internal import SZJSON

/// Which new members of a side stand in the place of those of PRISTINE that it took out.
///
/// Between two that the side kept, and at the ends, as many new ones as were taken out there stand for them, one after the other: of
/// `[lint, test, publish]` a side made `[eslint, jest, publish]`, and what the other one put behind lint stands behind eslint. Where there
/// are more or fewer, nobody can know.
struct MemberSuccessors {
  /// Positions on the side by those in PRISTINE, -1 for none; empty where there are none at all.
  private var positions: [Int] = []

  /// Nothing stands for anything.
  init() {}

  /// `inPristine` has for each member of the side its position in PRISTINE, which has `count`; -1 for a new one. Linear, but for a
  /// logarithm for each stretch of new ones.
  init(_ inPristine: [Int], count: Int) {
    if !inPristine.contains(-1) { return }
    var isKept = [Bool](repeating: false, count: count)
    for position in inPristine where position >= 0 { isKept[position] = true }
    let gone = isKept.indices.filter { !isKept[$0] }
    if gone.isEmpty { return }
    var positions = [Int](repeating: -1, count: count)
    var (last, start) = (-1, 0)
    for (position, next) in (inPristine + [count]).enumerated() where next >= 0 {
      if start < position {
        let first = Bisection.count(gone) { $0 <= last }
        let end = Bisection.count(gone) { $0 < next }
        if end - first == position - start {
          for (offset, old) in gone[first..<end].enumerated() { positions[old] = start + offset }
        }
      }
      (last, start) = (next, position + 1)
    }
    self.positions = positions
  }

  /// What the side has in the place of what PRISTINE has at a position; -1 for nothing, and for -1.
  @inline(__always) subscript(_ position: Int) -> Int {
    position < 0 || positions.isEmpty ? -1 : positions[position]
  }
}
