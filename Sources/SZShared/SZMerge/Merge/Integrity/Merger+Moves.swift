internal import SZJSON
internal import SZModel

/// Entities that stand elsewhere in one version than in another. What is said of them holds before anything is merged: where each has
/// its place in the result. Each is then merged wherever it stands, and comes with its text out of CURRENT.
extension Merger {
  /// Finds the entities that do not stand in one place, settles what contradicts itself, and merges those that leave their place in
  /// CURRENT.
  mutating func decideMoves() {
    guard let places = setup.entities?.places else { return }
    let moves = MergedMoves(places)
    if moves.isEmpty { return }
    self.moves = moves
    prepareSpots(moves)
    for (number, relocation) in moves.all.enumerated() {
      if let home = setup.facts.onlyPlace(of: relocation.key) {
        stayAway(number, at: home)
        continue
      }
      switch relocation.reason {
      case .moved, .createdAndDeleted: continue
      case .movedAndDeleted: settleExistence(number)
      case .movedTwice: settleMove(.moveMove, number)
      case .createdTwice:
        let home = moves.isInDeleted(number, .edited) ? Conflict.Party.current : .edited
        if home == .current || moves.isInDeleted(number, .current) {
          stayAway(number, at: home)
        } else {
          settleMove(.createCreate, number)
        }
      }
    }
    settleDeletedOwners()
    settleContradictions()
    self.moves?.dropHosts()
    for number in self.moves?.arriving ?? [] { arrive(number) }
  }

  // MARK: Texts

  /// Merges an entity that leaves its place in CURRENT, so that it can come to EDITED's.
  private mutating func arrive(_ number: Int) {
    guard let relocation = moves?.all[number], let node = relocation.nodes.current,
      let inEdited = relocation.nodes.edited
    else { return }
    var value = Value(current, node)
    let spot = moveSpots[number]
    let text = separately(node) { merger in
      let outcome = merger.decide(relocation.nodes, spot)
      if case .take(let other?) = outcome.decision {
        value = other
        return false
      }
      merger.carryOut(outcome, relocation.nodes, node, spot)
      return true
    }
    if let text {
      let options = Document.ReadOptions(
        hashing: current.hashing, allowsDuplicates: true, allowsComments: true)
      guard let document = try? Document.read(text, options) else {
        preconditionFailure("the merge of an entity is no JSON")
      }
      value = Value(document, document.root)
    }
    moves?.arrivals[inEdited] = value
  }

  /// Where each of the entities is, for what is said about it.
  private mutating func prepareSpots(_ moves: MergedMoves) {
    let ways = (
      NodePaths(current, to: moves.all.compactMap(\.nodes.current)),
      NodePaths(edited, to: moves.all.compactMap(\.nodes.edited))
    )
    for relocation in moves.all {
      let way =
        relocation.nodes.current.map { ways.0.way(to: $0) }
        ?? relocation.nodes.edited.map { ways.1.way(to: $0) }
      var spot = MergeSpot()
      spot.isMoved = true
      if let way { spot.path = settlements.paths.add(way, below: .root) }
      spot.place = rules.place(of: relocation.entity)
      let party: Conflict.Party = relocation.positions.current == nil ? .edited : .current
      spot.scope = settlements.scopes.add(relocation.positions[party], party, moves.places)
      moveSpots.append(spot)
    }
  }
}

// MARK: While merging

extension Merger {
  /// Whether something in the versions of a value does not stand in one place, so that equality says nothing.
  func isTouched(_ versions: Versions) -> Bool {
    if isAllInPlace { return false }
    func isTouched(_ party: Conflict.Party, _ node: Document.Node?) -> Bool {
      guard let node else { return false }
      let range = node..<setup.documents[party].next(node)
      return moves?.isAny(party, in: range) ?? false || isAnyKept(party, in: range)
    }
    return isTouched(.edited, versions.edited) || isTouched(.current, versions.current)
  }

  /// What is to be done about an entity that stays although the other side deleted it; nil when it is none.
  func decideKept(_ versions: Versions) -> MergeOutcome? {
    if let node = versions.edited, isKept(.edited, node) {
      return MergeOutcome(decision: .take(taken(node, objectPlace(node))))
    }
    return isKept(.current, versions.current) ? MergeOutcome(decision: .merge) : nil
  }

  /// Whether an object stays although the other side deleted it.
  func isKept(_ party: Conflict.Party, _ node: Document.Node?) -> Bool {
    guard let node else { return false }
    return setup.facts.kept[party].contains(node) || moves?.kept[party].contains(node) ?? false
  }

  /// What is to be done about an entity that one side moved and the other deleted.
  mutating func decideMovedAndDeleted(_ relocation: Relocation, _ spot: MergeSpot) -> MergeOutcome {
    var outcome = MergeOutcome(decision: .take(nil))
    if !relocation.isGone {
      outcome = decideKept(relocation.nodes) ?? .keep
    } else if let node = relocation.nodes.current, let marker = rules.tombstone(spot.place) {
      outcome.decision = .take(tombstone(node, marker, spot))
    }
    outcome.mark = relocation.mark
    return outcome
  }

  /// Takes what stands elsewhere in the result out of an object that EDITED does not have.
  mutating func prune(_ object: Document.Node, _ spot: MergeSpot) {
    guard let moves else { return }
    let place = rules.inside(spot.place, [Value(current, object)])
    for member in current.members(object)
    where moves.isAny(.current, in: member.value..<current.next(member.value)) {
      var child = spot
      child.step = .name(Value(current, member.name))
      child.place = rules.member(place, current, member.name, [Value(current, member.value)])
      var versions = Versions(pristine: nil, edited: nil, current: member.value)
      var outcome = MergeOutcome(decision: .merge)
      if case .entity? = rules.declared(child.place) { outcome = decideToOne(&versions, &child) }
      // EDITED does not say how nothing is written here.
      if case .take(nil) = outcome.decision { outcome.decision = .take(JSONText.null) }
      carryOut(outcome, versions, member.value, child)
    }
  }
}
