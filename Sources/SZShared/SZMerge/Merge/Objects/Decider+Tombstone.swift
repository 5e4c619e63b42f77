internal import SZElements
internal import SZJSON
internal import SZModel

extension Decider {
  /// Decides about a member of an array; where deletions are marked, one that goes stays with its identity and the marker.
  ///
  /// `[{"id":"A"}] | [] | [{"id":"A"}]` → `[{"id":"A","isDeleted":true}]`
  /// `[{"id":"A"}] | [{"id":"A","v":1}] | [{"id":"A","isDeleted":true}]` → edit/delete: `[{"id":"A","v":1}]`
  mutating func decideMember(_ versions: Versions, _ spot: MergeSpot) -> MergeOutcome {
    if let outcome = decideUndeleted(versions) { return outcome }
    guard let marker = rules.tombstone(spot.place) else { return decide(versions, spot) }
    guard let inPristine = versions.pristine, !Tombstone.isMarked(inPristine, in: pristine, by: marker) else {
      return decideTombstone(versions, spot) ?? decide(versions, spot)
    }
    let isGoneInEdited = versions.edited.map { Tombstone.isMarked($0, in: edited, by: marker) } ?? true
    let isGoneInCurrent = versions.current.map { Tombstone.isMarked($0, in: current, by: marker) } ?? true
    switch (isGoneInEdited, isGoneInCurrent) {
    case (false, false): return decide(versions, spot)
    // What is marked on one side and removed on the other is as CURRENT has it.
    case (true, true): return .keep
    case (true, false):
      return versions.current.map { decideDeletion(versions, inPristine, $0, marker, spot) } ?? .keep
    case (false, true):
      guard let inEdited = versions.edited else { return .keep }
      if facts.meaning(.pristine, inPristine, spot.place) == facts.meaning(.edited, inEdited, spot.place) {
        return .keep
      }
      return conflict(.editDelete, versions, spot)
    }
  }

  /// What is to be done about an entity that PRISTINE does not have, and that one side has marked as deleted; nil for others. The
  /// tombstone is no version of it, with which it could be merged.
  ///
  /// `[] | [{"id":"A","v":1}] | [{"id":"A","isDeleted":true}]` → CURRENT's, and
  /// `[] | [{"id":"A","isDeleted":true}] | [{"id":"A","v":1}]` → EDITED's.
  mutating func decideTombstone(_ versions: Versions, _ spot: MergeSpot) -> MergeOutcome? {
    guard versions.pristine.map({ pristine.kind($0) != .object }) ?? true,
      let marker = rules.tombstone(spot.place),
      let inEdited = versions.edited, let inCurrent = versions.current, edited.kind(inEdited) == .object,
      current.kind(inCurrent) == .object,
      facts.isOneEntity(Value(edited, inEdited), Value(current, inCurrent), spot)
    else { return nil }
    // What was created by a push and deleted since does not come back when the push arrives once more.
    if Tombstone.isMarked(inCurrent, in: current, by: marker) { return .keep }
    if !Tombstone.isMarked(inEdited, in: edited, by: marker) { return nil }
    // So does what EDITED has deleted: it has had it before.
    return MergeOutcome(decision: .take(facts.taken(inEdited, spot.place)))
  }

  /// What is to be done about an entity of CURRENT that EDITED deleted.
  ///
  /// `[{"id":"A"}] | [] | [{"id":"A","v":1}]` → delete/edit: `[{"id":"A","isDeleted":true}]`
  mutating func decideDeletion(
    _ versions: Versions, _ inPristine: Document.Node, _ inCurrent: Document.Node, _ marker: MemberName,
    _ spot: MergeSpot
  ) -> MergeOutcome {
    var outcome = MergeOutcome(decision: .take(versions.edited.map { facts.taken($0, spot.place) }))
    if facts.meaning(.pristine, inPristine, spot.place) != facts.meaning(.current, inCurrent, spot.place) {
      outcome = conflict(.deleteEdit, versions, spot)
      // It stays without what stands elsewhere, and the tombstone is no version of it.
      if case .keep = outcome.decision,
        facts.isAnyRelocated(.current, in: inCurrent..<current.next(inCurrent))
      {
        facts.moves?.undeleted.current.insert(inCurrent)
        outcome.decision = .merge
      }
    }
    // Where the deletion wins and nothing is left in EDITED, the marker is made.
    if case .take(nil) = outcome.decision, !facts.isUnplacedInEdited(inCurrent, spot.place) {
      outcome.decision = .take(facts.tombstone(inCurrent, marker, spot))
    }
    return outcome
  }
}
