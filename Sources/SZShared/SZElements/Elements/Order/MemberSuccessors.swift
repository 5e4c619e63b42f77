internal import SZJSON

/// Which new members of a side stand in the place of those of PRISTINE that it took out.
///
/// Between two that the side kept, and at the ends, as many new ones as were taken out there stand for them, one after the other: of
/// `[lint, test, publish]` a side made `[eslint, jest, publish]`, and what the other one put behind lint stands behind eslint. Where there
/// are more or fewer, nobody can know.
struct MemberSuccessors {
  /// Positions on the side by those in PRISTINE, -1 for none; empty where there are none at all.
  private var positions: [Int] = []

  /// `new` are positions on the side, and `gone` those in PRISTINE of what it took out, both ascending, between those that it `kept`.
  /// Linear, but for a logarithm for each stretch of new ones.
  init(new: [Int], gone: [Int], kept: [(position: Int, old: Int)]) {
    guard let lastNew = new.last, let lastGone = gone.last else { return }
    var positions = [Int](repeating: -1, count: lastGone + 1)
    var (last, start) = (-1, 0)
    for (position, next) in kept + [(position: lastNew + 1, old: lastGone + 1)] where start < new.count {
      let end = new[start...].firstIndex { $0 > position } ?? new.count
      if start < end {
        let first = Bisection.count(gone) { $0 <= last }
        let rest = Bisection.count(gone) { $0 < next }
        if rest - first == end - start {
          for (offset, old) in gone[first..<rest].enumerated() { positions[old] = new[start + offset] }
        }
      }
      (last, start) = (next, end)
    }
    self.positions = positions
  }

  /// What the side has in the place of what PRISTINE has at a position; -1 for nothing, and for -1.
  @inline(__always) subscript(_ position: Int) -> Int {
    positions.indices.contains(position) ? positions[position] : -1
  }
}
