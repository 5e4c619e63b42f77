extension Merger {
  /// What is to be done about a value, from its three versions alone or by settling a conflict.
  mutating func decide(_ versions: Versions, _ spot: Spot) -> Outcome {
    let pristineHash = versions.pristine.map(pristine.hash)
    let editedHash = versions.edited.map(edited.hash)
    let currentHash = versions.current.map(current.hash)
    if pristineHash == editedHash { return respelled(versions, spot) }
    if editedHash == currentHash { return .keep }
    if pristineHash != currentHash, let policy = rules.policy(spot.place),
      let outcome = joined(by: policy, versions, spot)
    {
      return outcome
    }
    if isMergeable(versions, spot) { return Outcome(decision: .merge) }
    if pristineHash == currentHash {
      return Outcome(decision: .take(versions.edited.map { Value(edited, $0) }))
    }
    return conflict(kind(versions), versions, spot)
  }

  /// What is to be done about a value that EDITED did not change, but that it may have written otherwise: where CURRENT's
  /// bytes are PRISTINE's, EDITED's are taken.
  private mutating func respelled(_ versions: Versions, _ spot: Spot) -> Outcome {
    guard let inPristine = versions.pristine, let inEdited = versions.edited, let node = versions.current,
      !spelling.isUnedited(inPristine, inEdited)
    else { return .keep }
    if spelling.isUntouched(inPristine, node) { return Outcome(decision: .takeText(Value(edited, inEdited))) }
    return isMergeable(versions, spot) && spelling.mayDescend ? Outcome(decision: .merge) : .keep
  }

  /// Whether EDITED may have written a value otherwise than PRISTINE has it.
  func mayBeRespelled(_ inPristine: Document.Node, _ inEdited: Document.Node) -> Bool {
    spelling.mayDiffer(inPristine, inEdited)
  }

  /// Whether both sides have a container of one kind, and of one identity where that has been said.
  private func isMergeable(_ versions: Versions, _ spot: Spot) -> Bool {
    guard let inEdited = versions.edited, let inCurrent = versions.current else { return false }
    let kind = current.kind(inCurrent)
    guard kind.isContainer, edited.kind(inEdited) == kind else { return false }
    guard kind == .object, spot.key == nil, let key = rules.key(spot.place) else { return true }
    return key.isSame(edited, inEdited, current, inCurrent, exactNumbers: options.exactNumbers)
  }

  private func kind(_ versions: Versions) -> Conflict.Kind {
    guard let inEdited = versions.edited else { return .deleteEdit }
    guard let inCurrent = versions.current else { return .editDelete }
    if versions.pristine == nil { return .createCreate }
    let kinds = (edited.kind(inEdited), current.kind(inCurrent))
    return kinds.0 != kinds.1 && (kinds.0.isContainer || kinds.1.isContainer) ? .type : .editEdit
  }
}
