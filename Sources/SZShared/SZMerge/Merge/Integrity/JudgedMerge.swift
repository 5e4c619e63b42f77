internal import SZElements
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
  var resolutions: [Conflict.ID: Conflict.Resolution] = [:]

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
    for reference in judgement.dangling where !mayDangle(reference.rule) {
      switch DeletionVerdict(forHolder: reference.rule) {
      case .clear: judgement.clear(reference, by: .nullify)
      case .cascade:
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
      case .deny:
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

  /// Whether a reference may name what is gone: no rule says what becomes of it, and that is allowed.
  private func mayDangle(_ rule: Model.Relationship.DeleteRule?) -> Bool {
    merger.options.allowsDangling && (rule == nil || rule == .noAction)
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
      for other in judgement.bringBack(outermost, side) where !mayDangle(other.rule) {
        switch DeletionVerdict(forHolder: other.rule) {
        case .clear: continue
        case .cascade where opposed != nil:
          // What would go with it must be asked about.
          let own = self.opposed(of: other.holder, side)
          if settle(own) == side { work.append((other.target, other.rule, own)) }
        case .cascade, .deny: work.append((other.target, other.rule, nil))
        }
      }
    }
    return hasGrown
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
}
