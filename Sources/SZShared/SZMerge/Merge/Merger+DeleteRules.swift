internal import SZJSON
internal import SZModel

/// What follows for others when a merge deletes entities, judged on its result: on the references that stand there.
///
/// A reference to what is gone is settled by the rule of its relationship's inverse. What must not dangle brings back what it names,
/// and an entity that came into something that is not there stays where the other side has it: for both the merge is made once more.
extension Merger {
  /// A deletion that is not carried out, for something refers to what would go.
  struct DeniedDeletion {
    let key: UInt64
    /// The side that still has the entity.
    let side: Conflict.Party
    let rule: Model.Relationship.DeleteRule?
    /// What brought the entity back by the rules for conflicts; nil where a delete rule did.
    var claim: Claim?
    /// Whether it is back with an owner that was deleted, too.
    let hasOwner: Bool
  }

  /// What one side made that refers to an entity that the other deleted, and that a cascade leads to: the holder of the reference where
  /// the other side does not have it, else the reference alone.
  struct Claim {
    let nodes: Versions
    /// The holder of the reference.
    let objects: Versions
    let entity: Model.EntityID
    let deleter: Conflict.Party
  }

  /// Merges as `setup` says, and as the delete rules of its model do.
  static func judged(_ setup: MergeSetup) -> MergeResult {
    var setup = setup
    var passed: [Conflict] = []
    func result(_ merger: Merger) -> MergeResult {
      var result = merger.result
      result.passed = passed
      return result
    }
    // Each round brings back something that the one before did not; few merges need more than one.
    for _ in 0..<Merger.mostRounds {
      var merger = Merger.run(setup)
      guard let other = merger.judge(isLast: false) else { return result(merger) }
      passed += merger.conflicts
      setup = other
    }
    var merger = Merger.run(setup)
    _ = merger.judge(isLast: true)
    return result(merger)
  }

  private static let mostRounds = 64

  /// Carries out what follows from deletions; answers the setup of another merge where the result must not be as it is.
  private mutating func judge(isLast: Bool) -> MergeSetup? {
    guard let places = setup.entities?.places, let schema = rules.schema,
      setup.rendering != nil || !conflicts.contains(where: \.isOpen)
    else { return nil }
    let refers = DeleteJudgement.mayRefer(self, schema)
    guard refers || moves != nil || setup.entities?.hasUnplaced ?? false, let result = mergedResult(schema)
    else { return nil }
    var other = setup
    if !isLast, bringHome(result, &other) || makeMoves(result, &other) { return other }
    guard refers, var judgement = DeleteJudgement(self, result, places, schema) else { return nil }
    var isOther = false
    var carriedOut: [Claim] = []
    for reference in judgement.dangling {
      switch isLast ? .nullify : reference.rule {
      case .nullify?: judgement.clear(reference, by: .nullify)
      case .cascade?:
        if judgement.isDoomed(reference.holder) { continue }
        // What nobody wrote is no claim: EDITED lacks the edit of it that paths leave out.
        if judgement.isUnedited(reference) {
          judgement.clear(reference, by: .cascade)
          continue
        }
        let claim = claim(reference, judgement, places)
        let goes = settle(claim) == reference.deleter
        if goes, judgement.cascade(to: reference) {
          carriedOut.append(claim)
          continue
        }
        if keep(reference, places, judgement, &other, claim: goes ? nil : claim) {
          isOther = true
        } else {
          judgement.clear(reference, by: .cascade)
        }
      case .noAction? where options.allowsDangling, nil where options.allowsDangling: continue
      case .deny?, .noAction?, nil:
        if keep(reference, places, judgement, &other) {
          isOther = true
        } else {
          // It stays if it can: not where another one that stays has its to-one.
          judgement.clear(reference, by: reference.rule ?? .noAction)
        }
      }
    }
    if isOther { return other }
    if !isLast, uncount(&judgement, &other) {
      other.undoneClaims += carriedOut
      return other
    }
    settleUndone(judgement, places)
    for denied in setup.denied where !judgement.isGone(denied.key) {
      if let claim = denied.claim { _ = settle(claim) }
      if denied.claim == nil || denied.hasOwner { report(denied, places) }
    }
    for consequence in judgement.overtaken(setup.undone) + judgement.consequences {
      report(consequence, places)
    }
    if let text = judgement.text {
      edits = SourceEdits()
      // What comes and is cleared again each time is no change.
      if text != current.bytes.array(0..<current.bytes.count) {
        edits.replace(0..<current.bytes.count, with: text)
      }
    }
    return nil
  }

  /// Settles once more what went by a cascade in an earlier round, where it went in this one with what it stood in: a report says so.
  private mutating func settleUndone(_ judgement: DeleteJudgement, _ places: Three<EntityPlaces>) {
    var seen: Set<Document.Node> = []
    for claim in setup.undoneClaims {
      let side = claim.deleter.other
      guard let node = claim.nodes[side], let object = claim.objects[side],
        let holder = places[side].index.position(of: object), judgement.isGone(places[side].keys[holder]),
        seen.insert(node).inserted
      else { continue }
      _ = settle(claim)
    }
  }

  /// The result with its entities; nil where it is no document of the model, which is the problem of the merge where an entity comes to
  /// stand twice.
  private mutating func mergedResult(_ schema: Schema) -> MergedResult? {
    guard let entities = setup.entities, let root = entities.roots.current else { return nil }
    do throws(MergedResult.Mistake) {
      return try MergedResult(edits.applied(to: current.bytes), setup, schema, root: root)
    } catch {
      if case .entity(let error, let document) = error { problem = twice(error, document, entities) }
      return nil
    }
  }

  /// What to say of an entity that both sides have in different places, of which an element without identity is one.
  private func twice(
    _ error: EntityError, _ document: Document, _ entities: MergedEntities
  ) -> MergeResult.Problem? {
    guard case .identityTwice(let identity, let name, _, _) = error.reason,
      let id = entities.schema.model.entity(named: name),
      let key = entities.schema.identity(
        document, error.node, of: entities.schema[id], entities.pristine.hashing),
      let places = entities.places
    else { return nil }
    let nodes = Three { party in
      (places[party].position(key) ?? places[party].unplaced[key]).map { places[party].node($0) }
    }
    guard let inEdited = nodes.edited, let inCurrent = nodes.current else { return nil }
    let other = NodePaths(current, to: [inCurrent]).text(to: inCurrent)
    return MergeResult.Problem(
      party: .edited, node: inEdited,
      reason:
        "'\(name)' \(identity) would stand twice, as here and as at \(other) in CURRENT: an element without identity is merged as a whole"
    )
  }

  /// Has an entity stay, with the outermost of its owners that the other side deleted; false where it stays already.
  private func keep(
    _ reference: DeleteJudgement.Dangling, _ places: Three<EntityPlaces>, _ judgement: DeleteJudgement,
    _ other: inout MergeSetup, claim: Claim? = nil
  ) -> Bool {
    let side = reference.survivor
    guard let first = places[side].position(reference.key) else { return false }
    var position = first
    var isOther = other.kept[side].insert(places[side].node(position)).inserted
    while let owner = places[side].index.owner(of: position),
      judgement.isGone(places[side].keys[owner])
    {
      position = owner
      isOther = other.kept[side].insert(places[side].node(position)).inserted || isOther
    }
    // With more that stays, more entities may stand where they were moved to.
    if isOther { other.homes = [:] }
    // Of several that refer to one, the first is named.
    if other.deniedKeys.insert(reference.key).inserted {
      other.denied.append(
        DeniedDeletion(
          key: reference.key, side: side, rule: reference.rule, claim: claim,
          hasOwner: hasDeletedOwner(first, side, places)))
    }
    return isOther
  }

  /// Whether the other side deleted an owner of what stays, which so stays, too: the innermost that it knows of.
  private func hasDeletedOwner(
    _ position: EntityIndex.Position, _ side: Conflict.Party, _ places: Three<EntityPlaces>
  ) -> Bool {
    var next = places[side].index.owner(of: position)
    while let owner = next {
      let key = places[side].keys[owner]
      if places[side.other].position(key) != nil { return false }
      if places.isDeleted(key, by: side.other) { return true }
      next = places[side].index.owner(of: owner)
    }
    return false
  }

  /// What refers to a deleted entity by a relationship whose rule is cascade.
  private func claim(
    _ reference: DeleteJudgement.Dangling, _ judgement: DeleteJudgement, _ places: Three<EntityPlaces>
  ) -> Claim {
    let key = judgement.key(of: reference.holder)
    var objects = Versions { party in
      key.flatMap { places[party].position($0) }.map { places[party].node($0) }
    }
    let (deleter, survivor) = (reference.deleter, reference.survivor)
    var nodes = objects
    if objects[deleter] != nil, let origin = reference.origin, origin.party == survivor {
      nodes = Versions { judgement.counterpart(of: reference, on: $0)?.node }
      nodes[survivor] = origin.node
    } else {
      objects[deleter] = nil
      nodes = objects
    }
    return Claim(nodes: nodes, objects: objects, entity: reference.holderEntity, deleter: deleter)
  }

  /// Settles whether that goes with it; answers whose way it goes. What has been settled about it before, as an edit of it against its
  /// deletion, is the same conflict.
  private mutating func settle(_ claim: Claim) -> Conflict.Party {
    let kind: Conflict.Kind = claim.deleter == .edited ? .deleteEdit : .editDelete
    let party = claim.nodes.first()
    if resolutions.isEmpty {
      resolutions = Dictionary(conflicts.map { ($0.id, $0.resolution) }) { first, _ in first }
    }
    let id = claim.nodes[party].map { Conflict.ID(kind: kind, party: party, node: $0, number: 0) }
    var resolution = id.flatMap { resolutions[$0] }
    if resolution == nil {
      resolution =
        settle(
          kind, deletionSpot(claim.nodes, claim.objects, claim.entity), sides(claim.nodes),
          claim.nodes.map { $0.map { .value($0) } }
        ).resolution
      if let id { resolutions[id] = resolution }
    }
    if case .party(let party)? = resolution { return party }
    return claim.deleter.other
  }
}
