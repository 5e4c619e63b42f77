internal import SZJSON
internal import SZModel

/// How a to-one is merged in which deletions are marked: a mark is nothing that another entity would have to make place for, nor a
/// version of what it is the mark of.
extension Merger {
  /// What is to be done about a to-one of which one side has a mark; nil for others.
  mutating func decideMarkedToOne(_ versions: Versions, _ spot: Spot) -> Outcome? {
    guard let marker = rules.tombstone(spot.place) else { return nil }
    let isMarked = Three { party in
      versions[party].map { Tombstone.isMarked($0, in: setup.documents[party], by: marker) } ?? false
    }
    // What is marked in PRISTINE, too, is an object as any other: nothing or all was done to it.
    if isMarked.pristine,
      isMarked.edited && isOne(versions, .pristine, .edited, spot)
        || isMarked.current && isOne(versions, .pristine, .current, spot)
    {
      return nil
    }
    var versions = versions
    if isMarked.pristine { versions.pristine = nil }
    if isMarked.current { return isMarked.edited ? .keep : decideMarkOfCurrent(versions, spot) }
    if isMarked.edited { return decideMarkOfEdited(versions, marker, spot) }
    return nil
  }

  /// What is to be done about a to-one that EDITED does not have any more, where deletions are marked; nil for others. What it has null
  /// instead of is null.
  mutating func decideRemovedToOne(_ versions: Versions, _ spot: Spot) -> Outcome? {
    guard versions.edited == nil, let marker = rules.tombstone(spot.place),
      isOne(versions, .pristine, .current, spot), let inPristine = versions.pristine,
      let inCurrent = versions.current, !Tombstone.isMarked(inPristine, in: pristine, by: marker)
    else { return nil }
    return decideKept(versions)
      ?? decideDeletion(versions, inPristine, inCurrent, marker, within(versions, spot))
  }

  /// What becomes of a mark of CURRENT.
  private mutating func decideMarkOfCurrent(_ versions: Versions, _ spot: Spot) -> Outcome {
    guard let inEdited = something(versions.edited, .edited) else { return .keep }
    if isKept(.edited, inEdited) { return Outcome(decision: .take(taken(inEdited, spot.place))) }
    if isOne(versions, .edited, .current, spot) {
      // What was created by a push and deleted since does not come back.
      guard isOne(versions, .pristine, .edited, spot), let inPristine = versions.pristine,
        meaning(.pristine, inPristine, spot.place) != meaning(.edited, inEdited, spot.place)
      else { return .keep }
      return conflict(.editDelete, versions, within(versions, spot))
    }
    var others = versions
    others.current = nil
    let outcome = decide(others, spot)
    if case .take(nil) = outcome.decision { return Outcome(decision: .keep, mark: outcome.mark) }
    return outcome
  }

  /// What becomes of a mark of EDITED, where CURRENT has none.
  private mutating func decideMarkOfEdited(_ versions: Versions, _ marker: MemberName, _ spot: Spot)
    -> Outcome?
  {
    guard let inEdited = versions.edited else { return nil }
    let mark = taken(inEdited, spot.place)
    guard let inCurrent = something(versions.current, .current) else {
      return something(versions.pristine, .pristine) == nil ? nil : .keep
    }
    if isOne(versions, .edited, .current, spot) {
      guard isOne(versions, .pristine, .edited, spot), let inPristine = versions.pristine else {
        return Outcome(decision: .take(mark))
      }
      return decideKept(versions)
        ?? decideDeletion(versions, inPristine, inCurrent, marker, within(versions, spot))
    }
    var others = versions
    others.edited = nil
    var outcome = decideKept(others) ?? decide(others, spot)
    if case .take(nil) = outcome.decision { outcome.decision = .take(mark) }
    return outcome
  }

  /// Whether two versions of a to-one are objects that are one entity.
  private func isOne(
    _ versions: Versions, _ first: Conflict.Party, _ second: Conflict.Party, _ spot: Spot
  ) -> Bool {
    guard let left = versions[first].map({ Value(setup.documents[first], $0) }),
      let right = versions[second].map({ Value(setup.documents[second], $0) })
    else { return false }
    return left.kind == .object && right.kind == .object && isOneEntity(left, right, spot)
  }

  /// The spot of what concerns the entity in a to-one, not what holds it.
  private mutating func within(_ versions: Versions, _ spot: Spot) -> Spot {
    scopes.append(
      Scope(
        parent: spot.scope, nodes: versions, key: rules.key(spot.place), entity: rules.entity(spot.place)))
    var spot = spot
    spot.scope = scopes.count - 1
    return spot
  }
}
