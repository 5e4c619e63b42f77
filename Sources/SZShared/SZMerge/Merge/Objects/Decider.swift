internal import SZElements
internal import SZJSON
internal import SZModel

/// What becomes of each value: of its versions, and of where they stand, it makes a ``MergeOutcome``, or a conflict that is settled at
/// once. It writes nothing: ``Merger`` walks, asks here, and carries out what is answered.
///
/// In the examples here and in its other files, PRISTINE | EDITED | CURRENT → the result, where EDITED wins conflicts.
struct Decider {
  var facts: VersionFacts
  var settlements: Settlements
  private var spelling: Spelling
  /// What may be what both sides created; nil until somebody asks.
  private var takenOut: TakenOut?

  init(_ setup: MergeSetup) {
    facts = VersionFacts(setup)
    settlements = Settlements(setup)
    spelling = Spelling(setup.documents)
  }

  var documents: Three<Document> { facts.documents }
  var pristine: Document { facts.pristine }
  var edited: Document { facts.edited }
  var current: Document { facts.current }
  var rules: MergeRules { facts.rules }

  /// What is to be done about a value, from its three versions alone or by settling a conflict.
  mutating func decide(_ versions: Versions, _ spot: MergeSpot) -> MergeOutcome {
    if rules.isLeftOut(spot.place) { return .keep }
    let isTouched = facts.isTouched(versions)
    if !isTouched, let outcome = decideUnedited(versions, spot) { return outcome }
    if let declared = rules.declared(spot.place) {
      if isTouched, let outcome = decideUndeleted(versions) { return outcome }
      if let outcome = decideDeclared(declared, versions, spot) { return outcome }
    }
    return compared(versions, spot)
  }

  /// What is to be done about a value of which EDITED has nothing to say; nil for others.
  ///
  /// `{"a":1} | {"a":1} | {"a":2}` → `{"a":2}`, and `{"a":1} | {"a":2} | {"a":2.0}` → `{"a":2.0}`
  mutating func decideUnedited(_ versions: Versions, _ spot: MergeSpot) -> MergeOutcome? {
    let hash = versions.edited.map(edited.hash)
    if versions.pristine.map(pristine.hash) == hash { return respelled(versions, spot) }
    return hash == versions.current.map(current.hash) ? .keep : nil
  }

  /// What is to be done about a value by what its versions mean, whatever stands there.
  ///
  /// One side: `{"a":1} | {"a":2} | {"a":1}` → `{"a":2}`. Both: `{"a":1} | {"a":2} | {"a":3}` → edit/edit, `{"a":1} | {} | {"a":2}` →
  /// delete/edit, `{} | {"a":1} | {"a":2}` → create/create, `{"a":1} | {"a":[1]} | {"a":2}` → type.
  /// Part by part: `{} | {"a":{"x":1}} | {"a":{"y":1}}` → `{"a":{"y":1,"x":1}}`, but
  /// `{"a":1} | {"a":{"x":1}} | {"a":{"y":1}}` → edit/edit.
  mutating func compared(_ versions: Versions, _ spot: MergeSpot) -> MergeOutcome {
    let meanings = Three { facts.meaning($0, versions[$0], spot.place) }
    if rules.declared(spot.place) != nil,
      meanings.pristine == meanings.edited || meanings.edited == meanings.current
    {
      // What stands in it may be edited elsewhere.
      let isContainer = versions.current.map { current.kind($0).isContainer } ?? false
      return isContainer && facts.isTouched(versions) ? MergeOutcome(decision: .merge) : .keep
    }
    let isEditedInCurrent = meanings.pristine != meanings.current
    if isEditedInCurrent, let policy = rules.policy(spot.place),
      let outcome = joined(by: policy, versions, spot)
    {
      return outcome
    }
    if facts.isMergeable(versions, spot) {
      // Half of what each side made of it would be a value that nobody wrote.
      let isMadeTwice = isEditedInCurrent && facts.isOfAnotherKind(versions, spot)
      return isMadeTwice || versions.pristine == nil && mayStandElsewhere(versions, spot)
        ? conflict(facts.conflictKind(versions, spot), versions, spot) : MergeOutcome(decision: .merge)
    }
    if !isEditedInCurrent {
      return MergeOutcome(decision: .take(versions.edited.map { facts.taken($0, spot.place) }))
    }
    return conflict(facts.conflictKind(versions, spot), versions, spot)
  }

  private mutating func mayStandElsewhere(_ versions: Versions, _ spot: MergeSpot) -> Bool {
    ask { facts, takenOut in facts.mayStandElsewhere(versions, spot, &takenOut) }
  }

  /// Whether the sides may have put one element, which each moved and one at least edited, into an array.
  mutating func haveBothMoved(
    _ inPristine: Document.Node?, _ inEdited: Document.Node, _ inCurrent: Document.Node
  ) -> Bool {
    guard let put = facts.putByEach(inPristine, inEdited, inCurrent) else { return false }
    return ask { _, takenOut in takenOut.isAnyMoved(put) }
  }

  /// Asks about what the sides took out, which is found the first time.
  private mutating func ask(_ question: (VersionFacts, inout TakenOut) -> Bool) -> Bool {
    var takenOut = self.takenOut ?? TakenOut(facts)
    self.takenOut = nil
    defer { self.takenOut = takenOut }
    return question(facts, &takenOut)
  }

  /// What is to be done about a value that EDITED did not change, but that it may have written otherwise: where CURRENT's
  /// bytes are PRISTINE's, EDITED's are taken. In what moved, those of containers are nobody's.
  ///
  /// `{"a":1.0} | {"a":1.00} | {"a":1.0}` → `{"a":1.00}`
  private mutating func respelled(_ versions: Versions, _ spot: MergeSpot) -> MergeOutcome {
    guard let inPristine = versions.pristine, let inEdited = versions.edited, let node = versions.current,
      !spelling.isUnedited(inPristine, inEdited)
    else { return .keep }
    let isLaidOut = spot.isMoved && current.kind(node).isContainer
    if !isLaidOut, spelling.isUntouched(inPristine, node) {
      return MergeOutcome(decision: .takeText(Value(edited, inEdited)))
    }
    return facts.isMergeable(versions, spot) && spelling.mayDescend ? MergeOutcome(decision: .merge) : .keep
  }

  /// Whether EDITED may have written a value otherwise than PRISTINE has it.
  mutating func mayBeRespelled(_ inPristine: Document.Node, _ inEdited: Document.Node) -> Bool {
    spelling.mayDiffer(inPristine, inEdited)
  }

  /// Settles a conflict about one value.
  mutating func conflict(_ kind: Conflict.Kind, _ versions: Versions, _ spot: MergeSpot) -> MergeOutcome {
    let settled = settlements.settle(kind, spot, Contested(versions, in: documents))
    var decision = decision(settled.resolution, versions, spot)
    // What stays of CURRENT loses what stands elsewhere in the result, and what came into it is merged there.
    if case .keep = decision, let node = versions.current, current.kind(node) == .object,
      versions.edited.map({ facts.isOther(Value(edited, $0), than: Value(current, node), spot) }) ?? true,
      facts.isTouched(Versions(pristine: nil, edited: nil, current: node))
    {
      decision = .merge
    }
    return MergeOutcome(decision: decision, mark: settled.mark)
  }

  /// What a conflict is resolved to.
  func decision(_ resolution: Conflict.Resolution, _ versions: Versions, _ spot: MergeSpot)
    -> MergeOutcome.Decision
  {
    switch resolution {
    case .party(.current): .keep
    case .party(.edited): .take(versions.edited.map { facts.taken($0, spot.place) })
    case .party(.pristine): .take(versions.pristine.map { Value(pristine, $0) })
    case .value(let value): .take(value)
    }
  }

  /// What the policy of a place makes of two edits; nil when it has no say about such values.
  ///
  /// `1 | 3 | 2` → 4 by `sum`, `1 | 5 | 4` → 5 by `max`, and `["a"] | ["a","b"] | ["c"]` → `["c","b"]` by `union`
  private mutating func joined(by policy: ValuePolicy, _ versions: Versions, _ spot: MergeSpot)
    -> MergeOutcome?
  {
    guard let inEdited = versions.edited, let inCurrent = versions.current else { return nil }
    // Entities are joined by their identities.
    if policy == .union, facts.isToMany(versions, spot) { return nil }
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
