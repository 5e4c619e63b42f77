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
      edited: coming == nil ? object(versions.edited, .edited) : nil,
      current: here == nil ? object(versions.current, .current) : nil)
    if rest.edited != nil, rest.current != nil {
      versions = rest
      return nil
    }
    return decideRest(rest, versions.current, mark: here?.mark ?? coming?.mark, spot)
  }

  /// What is to be done about a to-one of which one side at most has something that does not stand elsewhere.
  private mutating func decideRest(
    _ rest: Versions, _ node: Document.Node?, mark: Int?, _ spot: Spot
  ) -> Outcome {
    var outcome = Outcome(decision: .take(nil), mark: mark)
    if rest.edited != nil || rest.current != nil {
      var own = rest
      let value = rest.edited.map { Value(edited, $0) } ?? rest.current.map { Value(current, $0) }
      if let before = rest.pristine, let value, !isOneEntity(Value(pristine, before), value, spot) {
        own.pristine = nil
      }
      outcome = decide(own, spot)
      // What CURRENT has not, and keeps so, is nothing.
      if rest.current == nil, case .keep = outcome.decision { outcome.decision = .take(nil) }
    }
    if case .take(nil) = outcome.decision {
      let isThere = object(node, .current) != nil
      outcome.decision = isThere ? .take(JSONWriter.value { $0.appendNull() }) : .keep
    }
    return outcome
  }

  private func object(_ node: Document.Node?, _ party: Conflict.Party) -> Document.Node? {
    node.flatMap { setup.documents[party].kind($0) == .object ? $0 : nil }
  }
}
