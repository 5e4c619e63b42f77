internal import SZJSON
internal import SZModel

extension Merger {
  /// What is to be done about a value, from its three versions alone or by settling a conflict.
  mutating func decide(_ versions: Versions, _ spot: MergeSpot) -> MergeOutcome {
    if rules.isLeftOut(spot.place) { return .keep }
    let isTouched = isTouched(versions)
    if !isTouched, let outcome = decideUnedited(versions, spot) { return outcome }
    if let declared = rules.declared(spot.place) {
      if isTouched, let outcome = decideKept(versions) { return outcome }
      if let outcome = decideDeclared(declared, versions, spot) { return outcome }
    }
    return compared(versions, spot)
  }

  /// What is to be done about a value of which EDITED has nothing to say; nil for others.
  mutating func decideUnedited(_ versions: Versions, _ spot: MergeSpot) -> MergeOutcome? {
    let hash = versions.edited.map(edited.hash)
    if versions.pristine.map(pristine.hash) == hash { return respelled(versions, spot) }
    return hash == versions.current.map(current.hash) ? .keep : nil
  }

  /// What is to be done about a value by what its versions mean, whatever stands there.
  mutating func compared(_ versions: Versions, _ spot: MergeSpot) -> MergeOutcome {
    let meanings = Three { meaning($0, versions[$0], spot.place) }
    if rules.declared(spot.place) != nil,
      meanings.pristine == meanings.edited || meanings.edited == meanings.current
    {
      // What stands in it may be edited elsewhere.
      let isContainer = versions.current.map { current.kind($0).isContainer } ?? false
      return isContainer && isTouched(versions) ? MergeOutcome(decision: .merge) : .keep
    }
    let isEditedInCurrent = meanings.pristine != meanings.current
    if isEditedInCurrent, let policy = rules.policy(spot.place),
      let outcome = joined(by: policy, versions, spot)
    {
      return outcome
    }
    if isMergeable(versions, spot) {
      // Half of what each side made of it would be a value that nobody wrote.
      let isMadeTwice = isEditedInCurrent && isOfAnotherKind(versions, spot)
      return isMadeTwice
        ? conflict(kind(versions, spot), versions, spot) : MergeOutcome(decision: .merge)
    }
    if !isEditedInCurrent {
      return MergeOutcome(decision: .take(versions.edited.map { taken($0, spot.place) }))
    }
    return conflict(kind(versions, spot), versions, spot)
  }

  /// What is to be done about a value that EDITED did not change, but that it may have written otherwise: where CURRENT's
  /// bytes are PRISTINE's, EDITED's are taken. In what moved, those of containers are nobody's.
  private mutating func respelled(_ versions: Versions, _ spot: MergeSpot) -> MergeOutcome {
    guard let inPristine = versions.pristine, let inEdited = versions.edited, let node = versions.current,
      !spelling.isUnedited(inPristine, inEdited)
    else { return .keep }
    let isLaidOut = spot.isMoved && current.kind(node).isContainer
    if !isLaidOut, spelling.isUntouched(inPristine, node) {
      return MergeOutcome(decision: .takeText(Value(edited, inEdited)))
    }
    return isMergeable(versions, spot) && spelling.mayDescend ? MergeOutcome(decision: .merge) : .keep
  }

  /// Whether EDITED may have written a value otherwise than PRISTINE has it.
  mutating func mayBeRespelled(_ inPristine: Document.Node, _ inEdited: Document.Node) -> Bool {
    spelling.mayDiffer(inPristine, inEdited)
  }

  /// Whether both sides have a container of one kind, and of one identity where that has been said.
  func isMergeable(_ versions: Versions, _ spot: MergeSpot) -> Bool {
    guard let inEdited = versions.edited, let inCurrent = versions.current else { return false }
    let kind = current.kind(inCurrent)
    guard kind.isContainer, edited.kind(inEdited) == kind else { return false }
    switch rules.declared(spot.place) {
    case .reference?: return false
    case .attribute?: return rules.isLookedInto(spot.place) || kind == .array && rules.isSet(spot.place)
    default: break
    }
    if kind == .object, rules.hasDeclaredKey(spot.place) {
      return isOneEntity(Value(edited, inEdited), Value(current, inCurrent), spot)
    }
    guard kind == .object, spot.key == nil, let key = rules.key(spot.place) else { return true }
    return key.isSame(edited, inEdited, current, inCurrent, exactNumbers: options.exactNumbers)
  }

  /// Whether PRISTINE has something else, of which a model says nothing, than the containers that both sides have.
  private func isOfAnotherKind(_ versions: Versions, _ spot: MergeSpot) -> Bool {
    guard rules.declared(spot.place) == nil || rules.isLookedInto(spot.place),
      let inPristine = versions.pristine, let node = versions.current
    else { return false }
    return pristine.kind(inPristine) != current.kind(node)
  }

  private func kind(_ versions: Versions, _ spot: MergeSpot) -> Conflict.Kind {
    // A to-one is deleted by null.
    if case .entity(_, _?)? = rules.declared(spot.place),
      versions.pristine.map({ pristine.kind($0) == .object }) ?? false
    {
      if versions.edited.map({ edited.kind($0) == .null }) ?? false { return .deleteEdit }
      if versions.current.map({ current.kind($0) == .null }) ?? false { return .editDelete }
    }
    guard let inEdited = versions.edited else { return .deleteEdit }
    guard let inCurrent = versions.current else { return .editDelete }
    if versions.pristine == nil { return .createCreate }
    let kinds = (edited.kind(inEdited), current.kind(inCurrent))
    return kinds.0 != kinds.1 && (kinds.0.isContainer || kinds.1.isContainer) ? .type : .editEdit
  }
}
