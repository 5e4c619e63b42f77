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
    facts.moves = moves
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
    facts.moves?.dropHosts()
    for number in facts.moves?.arriving ?? [] { arrive(number) }
  }

  // MARK: Texts

  /// Merges an entity that leaves its place in CURRENT, so that it can come to EDITED's.
  private mutating func arrive(_ number: Int) {
    guard let relocation = facts.moves?.all[number], let node = relocation.nodes.current,
      let inEdited = relocation.nodes.edited
    else { return }
    var value = Value(current, node)
    let spot = moveSpots[number]
    let text = separately(node) { merger in
      let outcome = merger.decider.decide(relocation.nodes, spot)
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
    facts.moves?.arrivals[inEdited] = value
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
  /// Takes what stands elsewhere in the result out of an object that EDITED does not have.
  mutating func prune(_ object: Document.Node, _ spot: MergeSpot) {
    guard let moves = facts.moves else { return }
    let place = rules.inside(spot.place, [Value(current, object)])
    for member in current.members(object)
    where moves.isAny(.current, in: member.value..<current.next(member.value)) {
      var child = spot
      child.step = .name(Value(current, member.name))
      child.place = rules.member(place, current, member.name, [Value(current, member.value)])
      var versions = Versions(pristine: nil, edited: nil, current: member.value)
      var outcome = MergeOutcome(decision: .merge)
      if case .entity? = rules.declared(child.place) { outcome = decider.decideToOne(&versions, &child) }
      // EDITED does not say how nothing is written here.
      if case .take(nil) = outcome.decision { outcome.decision = .take(JSONText.null) }
      carryOut(outcome, versions, member.value, child)
    }
  }
}
