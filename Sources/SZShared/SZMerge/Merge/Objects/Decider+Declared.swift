internal import SZElements
internal import SZJSON
internal import SZModel

/// How a merge goes where a model says what stands at a place.
extension Decider {
  /// What is to be done about a value of which a model says something; nil when it is decided as any other.
  mutating func decideDeclared(_ declared: Rules.Declared, _ versions: Versions, _ spot: MergeSpot)
    -> MergeOutcome?
  {
    switch declared {
    case .entities, .references: return decideToMany(versions, spot)
    case .entity, .tables: return facts.isMergeable(versions, spot) ? MergeOutcome(decision: .merge) : nil
    case .attribute, .reference, .leftOut: return nil
    }
  }

  /// A to-many that is absent, null or empty has no members, which is one value.
  ///
  /// `{"items":null} | {"items":[]} | {}` → `{}`, and `{"items":null} | {"items":[{"id":"A"}]} | {}` → `{"items":[{"id":"A"}]}`
  private mutating func decideToMany(_ versions: Versions, _ spot: MergeSpot) -> MergeOutcome? {
    guard let inEdited = facts.members(versions.edited, in: edited),
      let inCurrent = facts.members(versions.current, in: current)
    else { return nil }
    if inEdited.isEmpty, inCurrent.isEmpty { return .keep }
    if !inCurrent.isEmpty || versions.current.map({ current.kind($0) == .array }) ?? false {
      return MergeOutcome(decision: .merge)
    }
    guard !inEdited.isEmpty, let array = versions.edited else { return .keep }
    guard let inPristine = facts.members(versions.pristine, in: pristine), !inPristine.isEmpty else {
      return MergeOutcome(decision: .take(facts.taken(array, spot.place)))
    }
    return comeback(versions, array, spot)
  }

  /// What EDITED has in a to-many of which CURRENT let go all members: those that it created, and those that it edited, as the
  /// conflict about each is settled.
  ///
  /// `{"items":[{"id":"A"}]} | {"items":[{"id":"A","v":1},{"id":"B"}]} | {"items":null}` → edit/delete of A: EDITED's, with both.
  private mutating func comeback(_ versions: Versions, _ array: Document.Node, _ spot: MergeSpot)
    -> MergeOutcome?
  {
    guard let inPristine = versions.pristine else { return nil }
    guard let columns = facts.columns(inPristine, array, facts.nothing, spot), !columns.isDoubtful else {
      return nil
    }
    let kept = coming(columns, spot)
    if kept.isEmpty { return .keep }
    return MergeOutcome(decision: .take(JSONWriter.value { Conflict.Side.elements(kept).write(to: &$0) }))
  }

  // MARK: Members

  /// What is to be done about a member that only EDITED has here.
  mutating func decideComing(_ versions: Versions, _ child: MergeSpot) -> MergeOutcome {
    guard let moves = facts.moves, let node = versions.edited, let relocation = moves[.edited, node] else {
      // What CURRENT has elsewhere goes or stays there.
      return facts.isTombstone(.edited, versions.edited) ? .keep : decideMember(versions, child)
    }
    if relocation.home == .current { return .keep }
    if relocation.isDeleted { return decideMovedAndDeleted(relocation, child) }
    return MergeOutcome(decision: .take(facts.taken(node, child.place)))
  }

  /// What comes of the members that only EDITED has, where CURRENT has none at all.
  private mutating func coming(_ columns: EntityColumns, _ spot: MergeSpot) -> [Value] {
    columns.edited.elements.indices.compactMap { position in
      let inPristine = columns.editedInPristine[position]
      let versions = Versions(
        pristine: inPristine < 0 ? nil : columns.pristine?.elements[inPristine],
        edited: columns.edited.elements[position], current: nil)
      let child = memberSpot(versions, position, of: columns.edited.elements.count, columns, spot)
      if case .take(let value?) = decideComing(versions, child).decision { return value }
      return nil
    }
  }

  /// Where a member of a to-many stands, `position` among `count` of them.
  mutating func memberSpot(
    _ versions: Versions, _ position: Int, of count: Int, _ columns: EntityColumns, _ spot: MergeSpot
  ) -> MergeSpot {
    var child = spot
    child.step = .index(position)
    child.place = rules.element(spot.place, position, of: count, documents.values(versions))
    if child.place?.declared != nil {
      child.place = rules.inside(child.place, documents.values(versions).reversed())
    }
    child.key = columns.key
    // A conflict about a whole member is about that entity.
    child.scope = settlements.scopes.add(
      MergeScopes.Scope(
        parent: spot.scope, nodes: versions, key: columns.key, isFound: columns.isFound,
        entity: rules.entity(child.place)))
    return child
  }

  /// What is to be done about an entity that stays although the other side deleted it; nil when it is none.
  func decideUndeleted(_ versions: Versions) -> MergeOutcome? {
    if let node = versions.edited, facts.isUndeleted(.edited, node) {
      return MergeOutcome(decision: .take(facts.taken(node, facts.objectPlace(node))))
    }
    return facts.isUndeleted(.current, versions.current) ? MergeOutcome(decision: .merge) : nil
  }

  /// What is to be done about an entity that one side moved and the other deleted.
  mutating func decideMovedAndDeleted(_ relocation: Relocation, _ spot: MergeSpot) -> MergeOutcome {
    var outcome = MergeOutcome(decision: .take(nil))
    if !relocation.isGone {
      outcome = decideUndeleted(relocation.nodes) ?? .keep
    } else if let node = relocation.nodes.current, let marker = rules.tombstone(spot.place) {
      outcome.decision = .take(facts.tombstone(node, marker, spot))
    }
    outcome.mark = relocation.mark
    return outcome
  }
}
