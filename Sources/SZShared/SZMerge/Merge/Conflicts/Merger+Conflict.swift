internal import SZJSON
internal import SZModel

extension Merger {
  /// Settles a conflict about one value.
  mutating func conflict(_ kind: Conflict.Kind, _ versions: Versions, _ spot: Spot) -> Outcome {
    let settled = settle(kind, spot, contested(versions))
    var decision = decision(settled.resolution, versions, spot)
    // What stays of CURRENT loses what stands elsewhere in the result, and what came into it is merged there.
    if case .keep = decision, let node = versions.current, current.kind(node) == .object,
      versions.edited.map({ isOther(Value(edited, $0), than: Value(current, node), spot) }) ?? true,
      isTouched(Versions(pristine: nil, edited: nil, current: node))
    {
      decision = .merge
    }
    return Outcome(decision: decision, mark: settled.mark)
  }

  /// Whether a value is no version of an object at the same place.
  private func isOther(_ value: Value, than object: Value, _ spot: Spot) -> Bool {
    value.kind != .object || !isOneEntity(value, object, spot)
  }

  /// What each document has where two contradict each other, and where in it.
  struct Contested {
    let sides: Three<Conflict.Side>
    let places: Three<Conflict.Place?>
    /// Tells the conflict from others of its kind at the same place.
    var number = 0
  }

  func contested(_ versions: Versions) -> Contested {
    Contested(sides: sides(versions), places: versions.map { $0.map { .value($0) } })
  }

  func sides(_ versions: Versions) -> Three<Conflict.Side> {
    Three(
      pristine: versions.pristine.map { .value(Value(pristine, $0)) } ?? .absent,
      edited: versions.edited.map { .value(Value(edited, $0)) } ?? .absent,
      current: versions.current.map { .value(Value(current, $0)) } ?? .absent)
  }

  func decision(_ resolution: Conflict.Resolution, _ versions: Versions, _ spot: Spot) -> Outcome.Decision {
    switch resolution {
    case .party(.current): .keep
    case .party(.edited): .take(versions.edited.map { taken($0, spot.place) })
    case .party(.pristine): .take(versions.pristine.map { Value(pristine, $0) })
    case .value(let value): .take(value)
    }
  }

  /// Lists a conflict and says how it is resolved: by an answer given for it, or by the policy for its kind.
  ///
  /// Where it is settled as conflicts of another kind are, that is `other`.
  mutating func settle(
    _ kind: Conflict.Kind, _ spot: Spot, _ contested: Contested, as other: Conflict.Kind? = nil,
    by joined: (policy: ValuePolicy, resolution: Conflict.Resolution)? = nil
  ) -> (resolution: Conflict.Resolution, mark: Int?) {
    let places = contested.places
    let party = places.first()
    let id = Conflict.ID(
      kind: kind, party: party, node: places[party]?.node ?? current.root,
      number: places.pristine?.elements.map { $0.lowerBound * 2 + ($0.isEmpty ? 0 : 1) } ?? contested.number)
    let isInList = places[party]?.elements != nil
    let (resolution, state) = decision(id, other ?? kind, spot, isInList: isInList, joined)
    return add(id, spot, contested, resolution, state)
  }

  /// Lists a conflict that is settled already.
  mutating func settle(
    _ kind: Conflict.Kind, _ spot: Spot, _ contested: Contested, _ resolution: Conflict.Resolution,
    _ rule: Conflict.Rule
  ) {
    let party = contested.places.first()
    let node = contested.places[party]?.node ?? current.root
    let id = Conflict.ID(kind: kind, party: party, node: node, number: 0)
    _ = add(id, spot, contested, resolution, .settled(rule))
  }

  private mutating func add(
    _ id: Conflict.ID, _ spot: Spot, _ contested: Contested, _ decided: Conflict.Resolution,
    _ state: Conflict.State
  ) -> (resolution: Conflict.Resolution, mark: Int?) {
    var resolution = decided
    if state == .open { resolution = .party(setup.rendering?.party ?? .edited) }
    let isMarked = setup.rendering.map { $0.marksAll || state == .open } ?? false
    let mark = isMarked ? conflicts.count : nil
    if let (party, node) = spot.node { unreached.append((conflicts.count, party, node)) }
    conflicts.append(
      Conflict(
        id: id, pointer: paths.pointer(spot.path, spot.step), places: contested.places,
        holder: spot.holder, entities: entities(spot), entity: entity(spot), surrounding: surrounding(spot),
        sides: contested.sides, resolution: resolution,
        state: state))
    return (resolution, mark)
  }

  /// The conflicts, each with the way to it. Linear in the documents and the conflicts.
  var reachedConflicts: [Conflict] {
    if unreached.isEmpty { return conflicts }
    var conflicts = conflicts
    for party in Conflict.Party.allCases {
      let own = unreached.filter { $0.party == party }
      let ways = NodePaths(setup.documents[party], to: own.map(\.node))
      for (number, _, node) in own { conflicts[number].pointer = ways.text(to: node) }
    }
    return conflicts
  }

  /// What the answers, or else the rules, say of a conflict.
  private func decision(
    _ id: Conflict.ID, _ kind: Conflict.Kind, _ spot: Spot, isInList: Bool,
    _ joined: (policy: ValuePolicy, resolution: Conflict.Resolution)?
  ) -> (Conflict.Resolution, Conflict.State) {
    switch setup.answers[id] {
    case .resolution(let resolution)?: return (resolution, .settled(.answer(setup.answers.source)))
    case .open?: return (.party(.edited), .open)
    case nil: break
    }
    if let joined { return (joined.resolution, .settled(.policy(joined.policy))) }
    if let deletes = deletes(isInList), let party = party(deletes, kind) {
      return (.party(party), .settled(.deletes(deletes)))
    }
    if let merge = entityMerge(spot) {
      let state = Conflict.State.settled(.entity(merge))
      switch merge {
      case .edited: return (.party(.edited), state)
      case .current: return (.party(.current), state)
      case .newest(let attribute): return (.party(newest(kind, spot, member(attribute, spot))), state)
      }
    }
    let state = Conflict.State.settled(.conflicts(options.conflicts))
    switch options.conflicts {
    case .edited: return (.party(.edited), state)
    case .current: return (.party(.current), state)
    case .newest(let attribute): return (.party(newest(kind, spot, attribute)), state)
    case .fail, .mark: return (.party(.edited), .open)
    }
  }

  /// How deletions are settled: in lists, whose elements nobody can tell for certain, what is edited is kept unless something else was
  /// asked for.
  private func deletes(_ isInList: Bool) -> MergeOptions.DeletePolicy? {
    if options.deletes != nil || !isInList { return options.deletes }
    return options.conflicts == .fail || options.conflicts == .mark ? nil : .keep
  }

  /// Who wins where one side deleted something; nil for other conflicts.
  private func party(_ deletes: MergeOptions.DeletePolicy, _ kind: Conflict.Kind) -> Conflict.Party? {
    guard kind == .editDelete || kind == .deleteEdit else { return nil }
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
      if let inEdited = scope.nodes.edited.flatMap({ edited.member($0, named: attribute.characters)?.value }),
        let inCurrent = scope.nodes.current.flatMap({
          current.member($0, named: attribute.characters)?.value
        })
      {
        let isCurrentLater = Timestamp.isEarlier(
          Value(edited, inEdited), Value(current, inCurrent),
          rules.model.type(of: attribute, in: scope.entity))
        return isCurrentLater ?? false ? .current : .edited
      }
      number = scope.parent
    }
    return .edited
  }

  /// The nearest entity around or at a spot that a model knows.
  private func entityID(_ spot: Spot) -> Model.EntityID? {
    var number = spot.scope
    while number >= 0 {
      if let entity = scopes[number].entity { return entity }
      number = scopes[number].parent
    }
    return nil
  }

  /// How the model settles what is in conflict at a spot.
  private func entityMerge(_ spot: Spot) -> Model.EntityMerge? {
    rules.schema == nil ? nil : entityID(spot).flatMap { rules.merge($0) }
  }

  /// What documents call an attribute of the entity at a spot.
  private func member(_ attribute: String, _ spot: Spot) -> MemberName {
    let declared = entityID(spot).flatMap { rules.schema?.model.attribute(attribute, of: $0) }
    return MemberName(declared?.memberName ?? attribute)
  }

  /// The identity of the nearest entity around or at a spot.
  private func entity(_ spot: Spot) -> [(name: Value, value: Value)] {
    var number = spot.scope
    while number >= 0, scopes[number].key == nil { number = scopes[number].parent }
    guard number >= 0, let key = scopes[number].key else { return [] }
    let nodes = scopes[number].nodes
    let party = nodes.first()
    return nodes[party].map { key.members(Value(setup.documents[party], $0)) } ?? []
  }

  /// The nearest object around a spot that CURRENT has, or its root.
  private func surrounding(_ spot: Spot) -> Document.Node {
    var number = spot.scope
    while number >= 0 {
      if let node = scopes[number].nodes.current { return node }
      number = scopes[number].parent
    }
    return current.root
  }

  /// The entities around or at a spot, from the root on.
  private func entities(_ spot: Spot) -> [Conflict.Entity] {
    var entities: [Conflict.Entity] = []
    var number = spot.scope
    // Deeper than anybody reads, and not for each conflict below a million levels again.
    while number >= 0, entities.count < 100 {
      let scope = scopes[number]
      if let key = scope.key {
        entities.append(Conflict.Entity(key: key, isFound: scope.isFound, nodes: scope.nodes))
      }
      number = scope.parent
    }
    return entities.reversed()
  }

  /// What the policy of a place makes of two edits; nil when it has no say about such values.
  mutating func joined(by policy: ValuePolicy, _ versions: Versions, _ spot: Spot) -> Outcome? {
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
    let settled = settle(
      versions.pristine == nil ? .createCreate : .editEdit, spot, contested(versions),
      by: (policy, resolution))
    return Outcome(decision: decision(settled.resolution, versions, spot), mark: settled.mark)
  }
}
