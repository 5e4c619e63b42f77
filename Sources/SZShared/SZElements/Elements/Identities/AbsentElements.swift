internal import SZJSON
internal import SZModel

/// The elements of PRISTINE that a side does not have, by their positions there, which ascend.
struct AbsentElements {
  let all: [Int]
  /// Those that the other side took out or may have moved.
  private(set) var missing: [Int] = []
  /// Those that the other side has in another order with an element than PRISTINE.
  private(set) var swapped: [Int] = []
  /// Whether the other side has any elements of PRISTINE in another order.
  let haveOthersMoved: Bool
  /// Whether the other side has all of them as PRISTINE has them, and moved no other one.
  var areOnlyKept: Bool { all.isEmpty || missing.isEmpty && !haveOthersMoved }

  /// Both columns were made with that of PRISTINE. Linear where the other side moved none, else O(n log n).
  init(_ side: IdentityColumn, besides other: IdentityColumn) {
    all = side.ownPositions.indices.filter { side.ownPositions[$0] < 0 }
    haveOthersMoved = !other.isInReferenceOrder
    if all.isEmpty { return }
    let inPristine = other.referencePositions
    let moved = AbsentElements.mayHaveMoved(inPristine, count: side.ownPositions.count)
    missing = all.filter(moved.contains)
    let swapped = AbsentElements.swapped(inPristine)
    self.swapped = all.filter(swapped.contains)
  }

  /// The elements of PRISTINE, of which there are `count`, that a side, which has these of them, took out or may have moved. Linear where
  /// it moved none, else O(n log n).
  static func mayHaveMoved(_ inPristine: [Int], count: Int) -> Set<Int> {
    let before = inPristine.filter { $0 >= 0 }
    if zip(before, before.dropFirst()).allSatisfy({ $0 < $1 }) {
      var (next, gone) = (0, Set<Int>())
      for position in before + [count] {
        gone.formUnion(next..<position)
        next = position + 1
      }
      return gone
    }
    // No hash is 0 (``HashTable``).
    let count = UInt64(count)
    let hunks = ProvenAlignment.hunks(
      Array(1..<count + 1), inPristine.map { $0 < 0 ? count + 1 : UInt64($0) + 1 })
    return Set(hunks.flatMap(\.old))
  }

  /// The positions behind a higher one, or in front of a lower one. Linear.
  private static func swapped(_ inPristine: [Int]) -> Set<Int> {
    var swapped: Set<Int> = []
    var (highest, lowest) = (-1, Int.max)
    for position in inPristine where position >= 0 {
      if position < highest { swapped.insert(position) }
      highest = max(highest, position)
    }
    for position in inPristine.reversed() where position >= 0 {
      if position > lowest { swapped.insert(position) }
      lowest = min(lowest, position)
    }
    return swapped
  }
}
