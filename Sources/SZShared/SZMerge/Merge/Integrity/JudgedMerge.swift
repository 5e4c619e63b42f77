internal import SZJSON
internal import SZModel

/// A merge under a model that has been made, with what follows for others when it deletes entities: judged on its result, on the
/// references as they stand there.
///
/// A reference to what is gone is settled by the rule of its relationship's inverse. What must not dangle brings back what it names,
/// and an entity that came into something that is not there stays where the other side has it: for both the merge is made once more.
struct JudgedMerge {
  var merger: Merger
  private let schema: Schema
  let places: Three<EntityPlaces>
  /// How conflicts are resolved, once delete rules have led to others that may be the same.
  private var resolutions: [Conflict.ID: Conflict.Resolution] = [:]

  /// Nil where nothing follows from what the merge did: it has conflicts that are open, or no entity that others could refer to.
  private init?(_ merger: Merger) {
    guard let places = merger.setup.entities?.places, let schema = merger.rules.schema,
      merger.setup.rendering != nil || !merger.decider.settlements.conflicts.contains(where: \.isOpen)
    else { return nil }
    (self.merger, self.places, self.schema) = (merger, places, schema)
  }

  /// Merges as `setup` says, and as the delete rules of its model do: once more whenever something was found out about the result that
  /// was not known before. That ends, as ``IntegrityFacts`` only grow.
  static func result(_ setup: MergeSetup) -> MergeResult {
    var setup = setup
    var passed: [Conflict] = []
    while true {
      var merger = Merger.run(setup)
      if var judged = JudgedMerge(merger) {
        if let facts = judged.judge() {
          passed += judged.merger.decider.settlements.conflicts
          setup.facts = facts
          continue
        }
        merger = judged.merger
      }
      var result = merger.result
      result.passed = passed
      return result
    }
  }

  /// Carries out what follows from deletions; answers what was found out where the result must not be as it is.
  ///
  /// `[{"id":"A"}] | [] | [{"id":"A"},{"id":"D","of":"A"}]`, by the rule of the inverse of "of": nullify → `[{"id":"D","of":null}]`;
  /// cascade → delete/edit of D: `[]`, or CURRENT's with `--deletes=keep`; deny, noAction, no inverse → CURRENT's. With
  /// `--dangling=allow` noAction → `[{"id":"D","of":"A"}]`
  private mutating func judge() -> IntegrityFacts? {
    let setup = merger.setup
    let refers = DeleteJudgement.mayRefer(merger, schema)
    guard refers || merger.decider.facts.moves != nil || setup.entities?.hasUnplaced ?? false,
      let result = mergedResult()
    else { return nil }
    var facts = setup.facts
    if let moves = merger.decider.facts.moves {
      let hasGrown = moves.undoLostMoves(result, &facts) || moves.makeMoves(result, &facts)
      if hasGrown { return facts }
    }
    guard refers, var judgement = DeleteJudgement(merger, result, places, schema) else { return nil }
    var hasGrown = false
    var carriedOut: [OpposedDeletion] = []
    for reference in judgement.dangling {
      switch reference.rule {
      case .nullify?: judgement.clear(reference, by: .nullify)
      case .cascade?:
        if judgement.isCascaded(reference.holder) { continue }
        // What nobody wrote opposes nothing: EDITED lacks the edit of it that paths leave out.
        if judgement.isUnedited(reference) {
          judgement.clear(reference, by: .cascade)
          continue
        }
        let opposed = opposed(reference, judgement)
        let isCarriedOut = settle(opposed) == reference.deleter
        if isCarriedOut, judgement.cascade(to: reference) {
          carriedOut.append(opposed)
        } else if undelete(reference, &judgement, &facts, opposed: isCarriedOut ? nil : opposed) {
          hasGrown = true
        } else {
          judgement.clear(reference, by: .cascade)
        }
      case .noAction? where merger.options.allowsDangling, nil where merger.options.allowsDangling: continue
      case .deny?, .noAction?, nil:
        if undelete(reference, &judgement, &facts) {
          hasGrown = true
        } else {
          // It stays if it can: not where another one that stays has its to-one.
          judgement.clear(reference, by: reference.rule ?? .noAction)
        }
      }
    }
    if hasGrown || judgement.void(&facts, carriedOut) { return facts }
    settleEarlierDeletions(judgement)
    for denied in facts.denied where !judgement.isGone(denied.key) {
      if let opposed = denied.opposed { _ = settle(opposed) }
      if denied.opposed == nil || denied.hasOwner { report(denied) }
    }
    for consequence in judgement.overtaken(facts.earlierConsequences) + judgement.consequences {
      report(consequence)
    }
    if let text = judgement.text {
      merger.text.edits = SourceEdits()
      // What comes and is cleared again each time is no change.
      let current = merger.current.bytes
      if text != current.array(0..<current.count) {
        merger.text.edits.replace(0..<current.count, with: text)
      }
    }
    return nil
  }

  /// Settles once more what went by a cascade in an earlier round, where it went in this one with what it stood in: a report says so.
  private mutating func settleEarlierDeletions(_ judgement: DeleteJudgement) {
    var seen: Set<Document.Node> = []
    for opposed in merger.setup.facts.earlierDeletions {
      let side = opposed.deleter.other
      guard let node = opposed.nodes[side], let object = opposed.objects[side],
        let holder = places[side].index.position(of: object), judgement.isGone(places[side].keys[holder]),
        seen.insert(node).inserted
      else { continue }
      _ = settle(opposed)
    }
  }

  /// The result with its entities; nil where it is no document of the model, which is the problem of the merge where an entity comes to
  /// stand twice.
  private mutating func mergedResult() -> MergedResult? {
    guard let entities = merger.setup.entities, let root = entities.roots.current else { return nil }
    do throws(MergedResult.Mistake) {
      return try MergedResult(
        merger.text.edits.applied(to: merger.current.bytes), merger.setup, schema, root: root)
    } catch {
      if case .entity(let error, let document) = error { merger.problem = twice(error, document, entities) }
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
    let other = NodePaths(merger.current, to: [inCurrent]).text(to: inCurrent)
    return MergeResult.Problem(
      party: .edited, node: inEdited,
      reason:
        "'\(name)' \(identity) would stand twice, as here and as at \(other) in CURRENT: an element without identity is merged as a whole"
    )
  }

  /// Has an entity stay, with its owners that the other side deleted, and what these refer to in turn; false where it stays already.
  ///
  /// EDITED deleted A, B and C, and CURRENT added D, which refers to A, as A does to B and B to C: all stay where the rule is deny.
  /// `[{"id":"A","of":"B"},{"id":"B"}] | [] | [{"id":"A","of":"B"},{"id":"B"},{"id":"D","of":"A"}]` → CURRENT's
  private mutating func undelete(
    _ reference: DeleteJudgement.Dangling, _ judgement: inout DeleteJudgement,
    _ facts: inout IntegrityFacts, opposed: OpposedDeletion? = nil
  ) -> Bool {
    let side = reference.survivor
    let places = places[side]
    var hasGrown = false
    var work = [(key: reference.key, rule: reference.rule, opposed: opposed)]
    while let (key, rule, opposed) = work.popLast() {
      guard let first = places.position(key) else { continue }
      var outermost = first
      var isNew = facts.undelete(places.node(first), side)
      while let owner = places.index.owner(of: outermost), judgement.isGone(places.keys[owner]) {
        outermost = owner
        isNew = facts.undelete(places.node(owner), side) || isNew
      }
      facts.add(
        DeniedDeletion(
          key: key, side: side, rule: rule, opposed: opposed,
          hasOwner: hasDeletedOwner(first, side)), key)
      hasGrown = hasGrown || isNew
      if !isNew { continue }
      for other in judgement.bringBack(outermost, side) {
        switch other.rule {
        case .nullify?: continue
        case .noAction? where merger.options.allowsDangling, nil where merger.options.allowsDangling: continue
        case .cascade? where opposed != nil:
          // What would go with it must be asked about.
          let own = self.opposed(of: other.holder, side)
          if settle(own) == side { work.append((other.target, other.rule, own)) }
        case .cascade?, .deny?, .noAction?, nil: work.append((other.target, other.rule, nil))
        }
      }
    }
    return hasGrown
  }

  /// What one side alone has, as it would go with what the other one deleted.
  private func opposed(
    of holder: EntityIndex.Position, _ side: Party
  ) -> OpposedDeletion {
    let key = places[side].keys[holder]
    let nodes = Versions { party in
      party == side.other ? nil : places[party].position(key).map { places[party].node($0) }
    }
    return OpposedDeletion(
      nodes: nodes, objects: nodes, entity: places[side].index.entries[holder].entity, deleter: side.other)
  }

  /// Whether the other side deleted an owner of what stays, which so stays, too: the innermost that it knows of.
  private func hasDeletedOwner(
    _ position: EntityIndex.Position, _ side: Party
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
  private func opposed(
    _ reference: DeleteJudgement.Dangling, _ judgement: DeleteJudgement
  ) -> OpposedDeletion {
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
    return OpposedDeletion(nodes: nodes, objects: objects, entity: reference.holderEntity, deleter: deleter)
  }

  /// Settles whether that goes with it; answers whose way it goes. What has been settled about it before, as an edit of it against its
  /// deletion, is the same conflict.
  private mutating func settle(_ opposed: OpposedDeletion) -> Party {
    let kind: Conflict.Kind = opposed.deleter == .edited ? .deleteEdit : .editDelete
    let party = opposed.nodes.first()
    if resolutions.isEmpty {
      resolutions = Dictionary(merger.decider.settlements.conflicts.map { ($0.id, $0.resolution) }) {
        first, _ in
        first
      }
    }
    let id = opposed.nodes[party].map { Conflict.ID(kind: kind, party: party, node: $0, number: 0) }
    var resolution = id.flatMap { resolutions[$0] }
    if resolution == nil {
      resolution =
        merger.decider.settlements.settle(
          kind, deletionSpot(opposed.nodes, opposed.objects, opposed.entity),
          Contested(opposed.nodes, in: merger.setup.documents)
        ).resolution
      if let id { resolutions[id] = resolution }
    }
    if case .party(let party)? = resolution { return party }
    return opposed.deleter.other
  }
}
