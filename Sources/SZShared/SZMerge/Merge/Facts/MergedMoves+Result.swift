internal import SZElements
internal import SZJSON
internal import SZModel

/// Moves that were not made, for they lead into something that is deleted, or to a to-one that another entity has.
///
/// Whether the one is deleted, and the other stays, may be settled by other rules, such as those for what was edited in it. So it is
/// looked at in the result, and the merge is made once more where nothing stands against a move: a second push would make it.
extension MergedMoves {
  /// Has the entities that are not in the result, for what they came into is not, stand where the other side has them; false where there
  /// are none. What stands below another one of them waits: that may bring it along.
  ///
  /// EDITED moved A into B, and CURRENT B into C, which EDITED deleted: B has its place where EDITED has it, and A comes along. So, with
  /// `--deletes=edited`: `[{"id":"A"},{"id":"B"},{"id":"C"}]` | `[{"id":"B","lists":[{"id":"A"}]}]` |
  /// `[{"id":"A"},{"id":"C","lists":[{"id":"B"}]}]` → EDITED's
  func undoLostMoves(_ result: MergedResult, _ facts: inout IntegrityFacts) -> Bool {
    let lost = all.filter { relocation in
      (!relocation.isGone || relocation.isPlaceless) && relocation.standing != .turnedBack
        && relocation.positions[relocation.home.other] != nil && facts.onlyHome(of: relocation.key) == nil
        && result.places.position(relocation.key) == nil
    }
    let keys = Set(lost.map(\.key))
    var known: [UInt64: Bool] = [:]
    let outermost = lost.filter { !isBelow(keys, $0.key, &known) }
    var isAny = false
    for relocation in outermost.isEmpty ? lost : outermost {
      isAny = facts.mustStand(relocation.key, at: relocation.home.other) || isAny
    }
    return isAny
  }

  /// Has the moves be made that nothing stands against in the result; false where there are none.
  ///
  /// EDITED moved A into B, which CURRENT deleted, and B stays, as CURRENT has something that refers to it: A moves into B.
  func makeMoves(_ result: MergedResult, _ facts: inout IntegrityFacts) -> Bool {
    var isAny = false
    for (number, relocation) in all.enumerated()
    where relocation.standing != .settled && (relocation.standing != .deleted || relocation.isPlaceless)
      && (relocation.isGone || isContested(number))
    {
      let side = relocation.home.other
      guard isFree(relocation, side, result) else { continue }
      isAny = facts.mayMove(relocation.key, to: side) || isAny
    }
    return isAny
  }

  /// Whether what one side moved an entity into is in the result, and has place for it.
  private func isFree(
    _ relocation: Relocation, _ side: Party, _ result: MergedResult
  ) -> Bool {
    let places = places[side]
    guard let position = relocation.positions[side],
      let owner = places.owner(of: position), let holder = result.places.position(owner)
    else { return false }
    if isAround(relocation.key, holder, result) { return false }
    guard places.isInToOne(position) else { return true }
    let name = places.index.document.characters(places.index.entries[position].container)
    let value = result.document.member(result.places.node(holder), named: name)?.value
    return value.map { result.document.kind($0) == .null } ?? true
  }

  /// Whether the entity at `position` stands in the one with this key, or is it. Linear in its depth.
  private func isAround(_ key: UInt64, _ position: EntityIndex.Position, _ result: MergedResult) -> Bool {
    var next: EntityIndex.Position? = position
    while let position = next {
      if result.places.keys[position] == key { return true }
      next = result.places.index.owner(of: position)
    }
    return false
  }
}
