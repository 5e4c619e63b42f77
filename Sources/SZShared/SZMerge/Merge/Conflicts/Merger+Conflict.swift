internal import SZJSON
internal import SZModel

extension Merger {
  /// Settles a conflict about one value.
  mutating func conflict(_ kind: Conflict.Kind, _ versions: Versions, _ spot: MergeSpot) -> MergeOutcome {
    let settled = settlements.settle(kind, spot, Contested(versions, in: documents))
    var decision = decision(settled.resolution, versions, spot)
    // What stays of CURRENT loses what stands elsewhere in the result, and what came into it is merged there.
    if case .keep = decision, let node = versions.current, current.kind(node) == .object,
      versions.edited.map({ isOther(Value(edited, $0), than: Value(current, node), spot) }) ?? true,
      isTouched(Versions(pristine: nil, edited: nil, current: node))
    {
      decision = .merge
    }
    return MergeOutcome(decision: decision, mark: settled.mark)
  }

  /// Whether a value is no version of an object at the same place.
  private func isOther(_ value: Value, than object: Value, _ spot: MergeSpot) -> Bool {
    value.kind != .object || !isOneEntity(value, object, spot)
  }

  func decision(_ resolution: Conflict.Resolution, _ versions: Versions, _ spot: MergeSpot)
    -> MergeOutcome.Decision
  {
    switch resolution {
    case .party(.current): .keep
    case .party(.edited): .take(versions.edited.map { taken($0, spot.place) })
    case .party(.pristine): .take(versions.pristine.map { Value(pristine, $0) })
    case .value(let value): .take(value)
    }
  }

  /// What the policy of a place makes of two edits; nil when it has no say about such values.
  mutating func joined(by policy: ValuePolicy, _ versions: Versions, _ spot: MergeSpot) -> MergeOutcome? {
    guard let inEdited = versions.edited, let inCurrent = versions.current else { return nil }
    // Entities are joined by their identities.
    if policy == .union, isToMany(versions, spot) { return nil }
    let values = (Value(edited, inEdited), Value(current, inCurrent))
    let type = rules.model.typed(spot.place?.declared)
    if type == .plain, ValueJoin.isSame(policy, values.0, values.1) { return .keep }
    guard
      let outcome = ValueJoin.outcome(
        policy, pristine: versions.pristine.map { Value(pristine, $0) }, edited: values.0, current: values.1,
        type)
    else { return nil }
    let resolution: Conflict.Resolution =
      switch outcome {
      case .edited: .party(.edited)
      case .current: .party(.current)
      case .value(let value): .value(value)
      }
    let settled = settlements.settle(
      versions.pristine == nil ? .createCreate : .editEdit, spot, Contested(versions, in: documents),
      by: (policy, resolution))
    return MergeOutcome(decision: decision(settled.resolution, versions, spot), mark: settled.mark)
  }
}
