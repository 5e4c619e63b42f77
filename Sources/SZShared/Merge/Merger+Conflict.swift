extension Merger {
  /// Settles a conflict about one value.
  mutating func conflict(_ kind: Conflict.Kind, _ versions: Versions, _ spot: Spot) -> Outcome {
    let settled = settle(
      kind, spot,
      pristine: versions.pristine.map { .value(Value(pristine, $0)) } ?? .absent,
      edited: versions.edited.map { .value(Value(edited, $0)) } ?? .absent,
      current: versions.current.map { .value(Value(current, $0)) } ?? .absent)
    return Outcome(decision: decision(settled.resolution, versions), mark: settled.mark)
  }

  func decision(_ resolution: Conflict.Resolution, _ versions: Versions) -> Outcome.Decision {
    switch resolution {
    case .party(.current): .keep
    case .party(.edited): .take(versions.edited.map { Value(edited, $0) })
    case .party(.pristine): .take(versions.pristine.map { Value(pristine, $0) })
    case .value(let value): .take(value)
    }
  }

  /// Lists a conflict and says how it is resolved: by an answer given for it, or by the policy for its kind.
  mutating func settle(
    _ kind: Conflict.Kind, _ spot: Spot, pristine: Conflict.Side, edited: Conflict.Side,
    current: Conflict.Side, by joined: (policy: ValuePolicy, resolution: Conflict.Resolution)? = nil
  ) -> (resolution: Conflict.Resolution, mark: Int?) {
    let pointer = paths.pointer(spot.path, spot.step)
    var conflict = Conflict(
      kind: kind, pointer: pointer, entity: entity(spot), pristine: pristine, edited: edited,
      current: current, resolution: .party(.edited), policy: joined?.policy)
    var mark: Int?
    if let answer = answers?.answer(kind, pointer, pristine, edited, current) {
      conflict.resolution = answer
    } else if let joined {
      conflict.resolution = joined.resolution
    } else if let party = partyForDeletion(kind) {
      conflict.resolution = .party(party)
    } else {
      switch options.conflicts {
      case .edited: break
      case .current: conflict.resolution = .party(.current)
      case .newest(let attribute): conflict.resolution = .party(newest(kind, spot, attribute))
      case .fail: conflict.isOpen = true
      case .mark:
        conflict.isOpen = true
        conflict.resolution = .party(options.rendering)
        mark = conflicts.count
      }
    }
    conflicts.append(conflict)
    return (conflict.resolution, mark)
  }

  private func partyForDeletion(_ kind: Conflict.Kind) -> Conflict.Party? {
    guard let deletes = options.deletes, kind == .editDelete || kind == .deleteEdit else { return nil }
    return switch deletes {
    case .edited: .edited
    case .current: .current
    case .keep: kind == .editDelete ? .edited : .current
    case .delete: kind == .editDelete ? .current : .edited
    }
  }

  /// The side whose entity, the nearest around the value that has `attribute` on both sides, is the later one by it.
  ///
  /// What one side deleted stays, for a deletion has no time.
  private func newest(_ kind: Conflict.Kind, _ spot: Spot, _ attribute: MemberName) -> Conflict.Party {
    if kind == .deleteEdit { return .current }
    if kind == .editDelete { return .edited }
    var number = spot.scope
    while number >= 0 {
      let scope = scopes[number]
      if let theirs = scope.edited.flatMap({ edited.member($0, named: attribute.characters)?.value }),
        let ours = scope.current.flatMap({ current.member($0, named: attribute.characters)?.value })
      {
        let isCurrentLater =
          Timestamp.isLess(Value(edited, theirs), Value(current, ours)) ?? false
        return isCurrentLater ? .current : .edited
      }
      number = scope.parent
    }
    return .edited
  }

  /// The identity of the nearest entity around or at a spot.
  private func entity(_ spot: Spot) -> [(name: Value, value: Value)] {
    var number = spot.scope
    while number >= 0, scopes[number].key == nil { number = scopes[number].parent }
    guard number >= 0, let key = scopes[number].key else { return [] }
    let scope = scopes[number]
    let object = scope.current.map { Value(current, $0) } ?? scope.edited.map { Value(edited, $0) }
    return object.map { key.members($0) } ?? []
  }

  /// What the policy of a place makes of two edits; nil when it has no say about such values.
  mutating func joined(by policy: ValuePolicy, _ versions: Versions, _ spot: Spot) -> Outcome? {
    guard let theirs = versions.edited, let ours = versions.current,
      let resolution = ValueJoin.resolution(
        policy, pristine: versions.pristine.map { Value(pristine, $0) }, edited: Value(edited, theirs),
        current: Value(current, ours))
    else { return nil }
    let settled = settle(
      versions.pristine == nil ? .createCreate : .editEdit, spot,
      pristine: versions.pristine.map { .value(Value(pristine, $0)) } ?? .absent,
      edited: .value(Value(edited, theirs)), current: .value(Value(current, ours)),
      by: (policy, resolution))
    return Outcome(decision: decision(settled.resolution, versions), mark: settled.mark)
  }
}
