internal import SZJSON
internal import SZModel

/// How a to-one is merged that an entity moves into or out of, or in which deletions are marked.
extension Merger {
  /// What is to be done about such a to-one; nil when it is decided as others. The versions become those of what stays here.
  mutating func decideToOne(_ versions: inout Versions, _ spot: inout Spot) -> Outcome? {
    guard case .entity? = rules.declared(spot.place) else { return nil }
    return decideMovedToOne(&versions, &spot) ?? decideMarkedToOne(versions, spot)
      ?? decideRemovedToOne(versions, spot)
  }

  /// What is to be done about a to-one that an entity moves into or out of; nil for others.
  private mutating func decideMovedToOne(_ versions: inout Versions, _ spot: inout Spot) -> Outcome? {
    guard let moves else { return nil }
    let before = moves[.pristine, versions.pristine]
    let (coming, here) = (moves[.edited, versions.edited], moves[.current, versions.current])
    // A mark of what stands elsewhere in CURRENT has its word there; one in CURRENT makes place for what stands elsewhere in the result.
    let isMark = moves.isMark(.edited, versions.edited)
    let isRevived = versions.current.map(moves.isRevived) ?? false
    if before == nil, coming == nil, here == nil, !isMark, !isRevived { return nil }
    // Which of two has it was settled before.
    if let coming, coming.home == .edited, !coming.isGone, let node = versions.edited {
      return Outcome(decision: .take(taken(node, spot.place)), mark: coming.mark)
    }
    if let here, here.home == .current, !here.isGone {
      versions = here.nodes
      spot.isMoved = true
      return here.isDeleted ? decideMovedAndDeleted(here, spot) : nil
    }
    let rest = Versions(
      pristine: before == nil ? object(versions.pristine, .pristine) : nil,
      edited: coming == nil && !isMark ? something(versions.edited, .edited) : nil,
      current: here == nil && !isRevived ? something(versions.current, .current) : nil)
    if rest.edited != nil, rest.current != nil {
      versions = rest
      return nil
    }
    let mark = here?.mark ?? coming?.mark
    if rest.edited == nil, rest.current == nil {
      if let here, here.isDeleted, here.isGone, here.home == .current, let rest = leftOver(here, spot) {
        return Outcome(decision: .take(rest), mark: mark)
      }
      if here == nil, !isRevived { return Outcome(decision: .keep, mark: mark) }
      // Null and absent are both nothing; how EDITED has it, where it has said it.
      let nothing = coming == nil && !isMark ? versions.edited.map { Value(edited, $0) } : JSONText.null
      return Outcome(decision: .take(nothing), mark: mark)
    }
    return decideRest(rest, isVacated: here != nil || isRevived, spot)
  }

  /// What is left of an entity that CURRENT moved and EDITED deleted, where deletions are marked.
  private func leftOver(_ relocation: Relocation, _ spot: Spot) -> Value? {
    guard let node = relocation.nodes.current, let marker = rules.tombstone(spot.place) else { return nil }
    return tombstone(node, marker, spot)
  }

  /// What is to be done about a to-one of which one side alone has something that does not stand elsewhere.
  private mutating func decideRest(
    _ rest: Versions, isVacated: Bool, _ spot: Spot
  ) -> Outcome {
    var own = rest
    let value = rest.edited.map { Value(edited, $0) } ?? rest.current.map { Value(current, $0) }
    // A reference stands there as that side has it, and so does another entity than there was.
    if let before = rest.pristine, let value,
      value.kind != .object || !isOneEntity(Value(pristine, before), value, spot)
    {
      own.pristine = nil
    }
    var outcome = decideMarkedToOne(own, spot) ?? decide(own, spot)
    // What CURRENT has not, and keeps so, is nothing.
    if rest.current == nil, case .keep = outcome.decision { outcome.decision = .take(nil) }
    if case .take(nil) = outcome.decision {
      outcome.decision = isVacated || rest.current != nil ? .take(JSONText.null) : .keep
    }
    return outcome
  }

  /// What stands in a to-one: an entity or a reference; nil where it is null or absent.
  func something(_ node: Document.Node?, _ party: Conflict.Party) -> Document.Node? {
    node.flatMap { setup.documents[party].kind($0) != .null ? $0 : nil }
  }

  private func object(_ node: Document.Node?, _ party: Conflict.Party) -> Document.Node? {
    node.flatMap { setup.documents[party].kind($0) == .object ? $0 : nil }
  }
}
