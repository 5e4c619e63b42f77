/// What follows for others when a merge deletes entities, judged on its result: on the references that stand there.
///
/// A reference to what is gone is settled by the rule of its relationship's inverse. What must not dangle brings back what it names,
/// for which the merge is made once more.
extension Merger {
  /// A deletion that is not carried out, for something refers to what would go.
  struct DeniedDeletion {
    let key: UInt64
    /// The side that still has the entity.
    let side: Conflict.Party
    let rule: Model.Relationship.DeleteRule?
    /// What brought the entity back by the rules for conflicts; nil where a delete rule did.
    var added: Added?

    /// Something that one side added under an entity that the other deleted.
    struct Added {
      let nodes: Versions
      let entity: Model.EntityID
      let deleter: Conflict.Party
    }
  }

  /// Merges as `setup` says, and as the delete rules of its model do.
  static func judged(_ setup: MergeSetup) -> MergeResult {
    var setup = setup
    // Each round brings back something that the one before did not; few merges need more than one.
    for _ in 0..<Merger.mostRounds {
      var merger = Merger.run(setup)
      guard let other = merger.applyDeleteRules(isLast: false) else { return merger.result }
      setup = other
    }
    var merger = Merger.run(setup)
    _ = merger.applyDeleteRules(isLast: true)
    return merger.result
  }

  private static let mostRounds = 64

  /// Carries out what follows from deletions; answers the setup of another merge where some of them are not to be made.
  private mutating func applyDeleteRules(isLast: Bool) -> MergeSetup? {
    guard let places = setup.entities?.places, let schema = rules.schema,
      setup.rendering != nil || !conflicts.contains(where: \.isOpen),
      var judgement = DeleteJudgement(self, places, schema)
    else { return nil }
    var other = setup
    var isOther = false
    for reference in judgement.dangling {
      switch isLast ? .nullify : reference.rule {
      case .nullify?: judgement.clear(reference)
      case .cascade?:
        if judgement.isDoomed(reference.holder) { continue }
        let added = added(reference, judgement, places)
        let goes = settle(added) == reference.deleter
        if goes, judgement.doom(reference.holder) { continue }
        isOther = keep(reference, places, judgement, &other, added: goes ? nil : added) || isOther
      case .noAction? where options.allowsDangling, nil where options.allowsDangling: continue
      case .deny?, .noAction?, nil:
        isOther = keep(reference, places, judgement, &other) || isOther
      }
    }
    if isOther { return other }
    for denied in setup.denied {
      if let added = denied.added { _ = settle(added) } else { report(denied, places) }
    }
    for reference in judgement.cleared { report(reference, places) }
    if let text = judgement.text {
      edits = SourceEdits()
      // What comes and is cleared again each time is no change.
      if text != current.bytes.array(0..<current.bytes.count) {
        edits.replace(0..<current.bytes.count, with: text)
      }
    }
    return nil
  }

  /// Has an entity stay, with the outermost of its owners that the other side deleted; false where it stays already.
  private func keep(
    _ reference: DeleteJudgement.Dangling, _ places: Three<EntityPlaces>, _ judgement: DeleteJudgement,
    _ other: inout MergeSetup, added: DeniedDeletion.Added? = nil
  ) -> Bool {
    let side = reference.survivor
    guard var position = places[side].position(reference.key) else { return false }
    var isOther = other.kept[side].insert(places[side].node(position)).inserted
    while let owner = places[side].index.owner(of: position),
      judgement.isGone(places[side].keys[owner])
    {
      position = owner
      isOther = other.kept[side].insert(places[side].node(position)).inserted || isOther
    }
    // Of several that refer to one, the first is named.
    if other.deniedKeys.insert(reference.key).inserted {
      other.denied.append(DeniedDeletion(key: reference.key, side: side, rule: reference.rule, added: added))
    }
    return isOther
  }

  /// What one side added under an entity that the other deleted.
  private func added(
    _ reference: DeleteJudgement.Dangling, _ judgement: DeleteJudgement, _ places: Three<EntityPlaces>
  ) -> DeniedDeletion.Added {
    let key = judgement.key(of: reference.holder)
    var nodes = Versions { party in
      key.flatMap { places[party].position($0) }.map { places[party].node($0) }
    }
    nodes[reference.deleter] = nil
    return DeniedDeletion.Added(nodes: nodes, entity: reference.holderEntity, deleter: reference.deleter)
  }

  /// Settles whether that goes with it; answers whose way it goes.
  private mutating func settle(_ added: DeniedDeletion.Added) -> Conflict.Party {
    let kind: Conflict.Kind = added.deleter == .edited ? .deleteEdit : .editDelete
    let settled = settle(
      kind, deletionSpot(added.nodes, added.nodes, added.entity), sides(added.nodes),
      added.nodes.map { $0.map { .value($0) } })
    if case .party(let party) = settled.resolution { return party }
    return added.deleter == .edited ? .current : .edited
  }

  /// Where something is that is in the entity at `objects`.
  private mutating func deletionSpot(_ nodes: Versions, _ objects: Versions, _ entity: Model.EntityID) -> Spot
  {
    var spot = Spot()
    if let node = nodes.current {
      spot.path = paths.add(NodePaths(current, to: [node]).way(to: node), below: .root)
    } else if let node = nodes.edited {
      spot.path = paths.add(NodePaths(edited, to: [node]).way(to: node), below: .root)
    }
    spot.place = rules.place(of: entity)
    let party: Conflict.Party = objects.current == nil ? .edited : .current
    if let places = setup.entities?.places,
      let position = objects[party].flatMap({ places[party].index.position(of: $0) })
    {
      spot.scope = scope(position, party, places)
      // What one side does not have any more is not shown, whatever it has in its place.
      scopes[spot.scope].nodes = objects
    }
    return spot
  }

  // MARK: The report

  /// Lists a deletion that is not carried out.
  private mutating func report(_ denied: DeniedDeletion, _ places: Three<EntityPlaces>) {
    var nodes = Versions { party in places[party].position(denied.key).map { places[party].node($0) } }
    nodes[denied.side == .edited ? .current : .edited] = nil
    guard let position = places[denied.side].position(denied.key) else { return }
    let entity = places[denied.side].index.entries[position].entity
    // What a cascade would lead to is denied.
    let rule = denied.rule == .cascade ? .deny : denied.rule ?? .noAction
    list(nodes, nodes, entity, winner: denied.side, rule)
  }

  /// Lists a reference that was cleared.
  private mutating func report(_ reference: DeleteJudgement.Dangling, _ places: Three<EntityPlaces>) {
    guard let origin = reference.origin else { return }
    list(
      Versions { $0 == origin.party ? origin.node : nil },
      Versions { $0 == origin.party ? origin.holder : nil },
      reference.holderEntity, winner: origin.party == .edited ? .current : .edited, .nullify)
  }

  private mutating func list(
    _ nodes: Versions, _ objects: Versions, _ entity: Model.EntityID, winner: Conflict.Party,
    _ rule: Model.Relationship.DeleteRule
  ) {
    let spot = deletionSpot(nodes, objects, entity)
    settle(
      .deleteRefer, spot, sides(nodes), nodes.map { $0.map { .value($0) } }, .party(winner), .deleteRule(rule)
    )
  }
}
