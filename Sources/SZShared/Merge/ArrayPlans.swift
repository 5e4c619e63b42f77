/// How far the arrays of a document are to be taken apart, by where they are in PRISTINE.
///
/// Where a merge turned out not to be stable, the array to blame is merged with less cleverness: without an identity that
/// nobody named, then with the stretches in conflict in which it was not stable, then as one conflict; and when that is not
/// enough, the array around it.
struct ArrayPlans {
  /// An array in which something was not stable.
  struct Blame {
    let array: Document.Node
    /// Where, as far as that is known.
    let stretches: [Range<Int>]
  }

  private struct Plan {
    var isWhole = false
    var contested: [Range<Int>] = []
    var rounds = 0
  }

  private static let rounds = 3

  private var plans: [Document.Node: Plan] = [:]
  private(set) var followsRenames = true

  /// Whether elements of the array may be matched by an identity that was found by looking at them.
  func infers(_ array: Document.Node) -> Bool { plans[array] == nil }

  /// Whether the array is one conflict.
  func isWhole(_ array: Document.Node) -> Bool { plans[array]?.isWhole ?? false }

  /// The stretches that are conflicts.
  func contested(_ array: Document.Node) -> [Range<Int>] { plans[array]?.contested ?? [] }

  /// Takes less apart of the innermost of `arrays`, which lead outwards, that can be, or when it `isLate` nothing at all; answers
  /// whether there is one.
  mutating func blame(_ arrays: [Blame], isLate: Bool) -> Bool {
    for blame in arrays {
      if isLate {
        if plans[blame.array]?.isWhole ?? false { continue }
        plans[blame.array, default: Plan()].isWhole = true
        return true
      }
      guard var plan = plans[blame.array] else {
        plans[blame.array] = Plan()
        return true
      }
      if plan.isWhole { continue }
      plan.rounds += 1
      let reach = 1 << (2 * plan.rounds) - 4
      if plan.rounds > ArrayPlans.rounds || blame.stretches.isEmpty {
        plan.isWhole = true
      } else {
        plan.contested += blame.stretches.map {
          max(0, $0.lowerBound - reach)..<$0.upperBound + reach
        }
      }
      plans[blame.array] = plan
      return true
    }
    defer { followsRenames = false }
    return followsRenames
  }
}
