extension Merger {
  /// What is to be done about a to-one that an entity moves into or out of; nil when it is decided as others. The versions become
  /// those of what stays here.
  mutating func decideToOne(_ versions: inout Versions, _ spot: inout Spot) -> Outcome? {
    guard let moves, case .entity? = rules.declared(spot.place) else { return nil }
    let before = moves[.pristine, versions.pristine]
    let (coming, here) = (moves[.edited, versions.edited], moves[.current, versions.current])
    if before == nil, coming == nil, here == nil { return nil }
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
      edited: coming == nil ? something(versions.edited, .edited) : nil,
      current: here == nil ? something(versions.current, .current) : nil)
    if rest.edited != nil, rest.current != nil {
      versions = rest
      return nil
    }
    let mark = here?.mark ?? coming?.mark
    if rest.edited == nil, rest.current == nil {
      if here == nil { return Outcome(decision: .keep, mark: mark) }
      // Null and absent are both nothing; how EDITED has it, where it has said it.
      let nothing = coming == nil ? versions.edited.map { Value(edited, $0) } : JSONText.null
      return Outcome(decision: .take(nothing), mark: mark)
    }
    return decideRest(rest, isVacated: here != nil, spot)
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
    var outcome = decide(own, spot)
    // What CURRENT has not, and keeps so, is nothing.
    if rest.current == nil, case .keep = outcome.decision { outcome.decision = .take(nil) }
    if case .take(nil) = outcome.decision {
      outcome.decision = isVacated || rest.current != nil ? .take(JSONText.null) : .keep
    }
    return outcome
  }

  /// What stands in a to-one: an entity or a reference; nil where it is null or absent.
  private func something(_ node: Document.Node?, _ party: Conflict.Party) -> Document.Node? {
    node.flatMap { setup.documents[party].kind($0) != .null ? $0 : nil }
  }

  private func object(_ node: Document.Node?, _ party: Conflict.Party) -> Document.Node? {
    node.flatMap { setup.documents[party].kind($0) == .object ? $0 : nil }
  }
}
