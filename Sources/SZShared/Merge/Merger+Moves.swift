/// Entities that stand elsewhere in one version than in another. What is said of them holds before anything is merged: where each has
/// its place in the result. Each is then merged wherever it stands, and comes with its text out of CURRENT.
extension Merger {
  /// Finds the entities that do not stand in one place, settles what contradicts itself, and merges those that leave their place in
  /// CURRENT.
  mutating func decideMoves() {
    guard let places = setup.entities?.places else { return }
    let moves = MergedMoves(places)
    if moves.all.isEmpty { return }
    self.moves = moves
    prepareSpots(moves)
    for (number, relocation) in moves.all.enumerated() {
      switch relocation.reason {
      case .moved, .createdAndDeleted: continue
      case .movedAndDeleted: settleExistence(number)
      case .movedTwice: settleMove(.moveMove, number)
      case .createdTwice: settleMove(.createCreate, number)
      }
    }
    for number in moves.all.indices { settleDeletedOwner(number) }
    settleContests()
    breakRings()
    for number in self.moves?.arriving ?? [] { arrive(number) }
  }

  /// Settles which side's place an entity has.
  private mutating func settleMove(_ kind: Conflict.Kind, _ number: Int, as other: Conflict.Kind? = nil) {
    guard let relocation = moves?.all[number] else { return }
    let settled = settle(
      kind, moveSpots[number], kind == .createCreate ? sides(relocation.nodes) : containerSides(relocation),
      relocation.nodes.map { $0.map { .value($0) } }, as: other)
    let home = party(settled.resolution)
    moves?.settle(number, at: home)
  }

  /// Settles whether an entity stays that one side deleted, and the other moved or edited.
  private mutating func settleExistence(_ number: Int) {
    guard let relocation = moves?.all[number] else { return }
    let (home, nodes, spot) = (relocation.home, relocation.nodes, moveSpots[number])
    // A delete rule keeps it.
    if let node = nodes[home], setup.kept[home].contains(node) {
      moves?.settle(number, stays: true)
      return
    }
    let isMoved = moves?.isMoved(number) ?? false
    if !isMoved,
      nodes.pristine.map({ meaning(.pristine, $0, spot.place) })
        == nodes[home].map({ meaning(home, $0, spot.place) })
    {
      moves?.settle(number, stays: false)
      return
    }
    let settled = settle(
      home == .edited ? .editDelete : .deleteEdit, spot, sides(nodes), nodes.map { $0.map { .value($0) } })
    let stays = party(settled.resolution) == home
    moves?.settle(number, stays: stays, mark: settled.mark)
  }

  private func party(_ resolution: Conflict.Resolution) -> Conflict.Party {
    if case .party(.current) = resolution { .current } else { .edited }
  }

  /// The paths of what holds an entity, as the sides of a conflict.
  private func containerSides(_ relocation: Relocation) -> Three<Conflict.Side> {
    Three { party in
      guard let moves, let position = relocation.positions[party] else { return .absent }
      let index = moves.places[party].index
      let entry = index.entries[position]
      return .value(Value(jsonString: index.path(ofContainer: entry.container, owner: entry.owner)))
    }
  }

  // MARK: What cannot be

  /// A move into an entity that the other side deleted: that stays with what moved into it, or the move is not made.
  private mutating func settleDeletedOwner(_ number: Int) {
    guard let moves else { return }
    let relocation = moves.all[number]
    let home = relocation.home
    let other: Conflict.Party = home == .edited ? .current : .edited
    if relocation.isGone { return }
    let deleted = moves.deletedOwners(of: number, kept: setup.kept[home])
    if deleted.isEmpty { return }
    // That it stays has been settled, and where it stays, too.
    if relocation.reason == .movedAndDeleted {
      self.moves?.keep(deleted, home)
      return
    }
    let settled = settle(
      .moveDelete, moveSpots[number], containerSides(relocation),
      relocation.nodes.map { $0.map { .value($0) } },
      as: home == .edited ? .editDelete : .deleteEdit)
    let winner = party(settled.resolution)
    if winner == home {
      self.moves?.keep(deleted, home)
    } else if relocation.positions[other] != nil {
      self.moves?.settle(number, at: other)
    }
  }

  /// Undoes moves of one side wherever those of both would make entities own each other.
  private mutating func breakRings() {
    var rounds = 2 * (moves?.all.count ?? 0)
    while let ring = moves?.ring(), let first = ring.first, let relocations = moves?.all {
      let settled = settle(
        .moveMove, moveSpots[first], containerSides(relocations[first]),
        relocations[first].nodes.map { $0.map { .value($0) } }, number: 1)
      // Each ring is another one as a rule; rings that make each other end with EDITED's places, which make none.
      let winner = rounds > 0 ? party(settled.resolution) : .edited
      let numbers = rounds > 0 ? ring : Array(relocations.indices)
      for number in numbers where relocations[number].positions[winner] != nil {
        moves?.settle(number, at: winner)
      }
      if rounds <= 0 { return }
      rounds -= 1
    }
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
      var spot = Spot()
      if let way { spot.path = paths.add(way, below: .root) }
      spot.place = rules.place(of: relocation.entity)
      let party: Conflict.Party = relocation.positions.current == nil ? .edited : .current
      spot.scope = scope(relocation.positions[party], party, moves.places)
      moveSpots.append(spot)
    }
  }

  /// The entities around one, and itself, as `party` has them; added to the scopes.
  mutating func scope(
    _ position: EntityIndex.Position?, _ party: Conflict.Party, _ places: Three<EntityPlaces>
  )
    -> Int
  {
    let index = places[party].index
    var chain: [EntityIndex.Position] = []
    var next = position
    // Deeper than anybody reads.
    while let position = next, chain.count < 100 {
      chain.append(position)
      next = index.owner(of: position)
    }
    var parent = -1
    for position in chain.reversed() {
      let key = places[party].keys[position]
      let nodes = Three { party in places[party].position(key).map { places[party].node($0) } }
      scopes.append(
        Scope(
          parent: parent, nodes: nodes, key: index.entity(position).key,
          entity: index.entries[position].entity))
      parent = scopes.count - 1
    }
    return parent
  }
}

// MARK: While merging

extension Merger {
  /// Whether something in the versions of a value does not stand in one place, so that equality says nothing.
  func isTouched(_ versions: Versions) -> Bool {
    func isTouched(_ party: Conflict.Party, _ node: Document.Node?) -> Bool {
      guard let node else { return false }
      let range = node..<setup.documents[party].next(node)
      return moves?.isAny(party, in: range) ?? false || isAnyKept(party, in: range)
    }
    return isTouched(.edited, versions.edited) || isTouched(.current, versions.current)
  }

  /// What is to be done about an entity that stays although the other side deleted it; nil when it is none.
  func decideKept(_ versions: Versions) -> Outcome? {
    if let node = versions.edited, isKept(.edited, node) {
      return Outcome(decision: .take(taken(node, objectPlace(node))))
    }
    return isKept(.current, versions.current) ? Outcome(decision: .merge) : nil
  }

  /// Whether an object stays although the other side deleted it.
  func isKept(_ party: Conflict.Party, _ node: Document.Node?) -> Bool {
    guard let node else { return false }
    return setup.kept[party].contains(node) || moves?.kept[party].contains(node) ?? false
  }

  /// What is to be done about an entity that one side moved and the other deleted.
  mutating func decideMovedAndDeleted(_ relocation: Relocation, _ spot: Spot) -> Outcome {
    var outcome = Outcome(decision: .take(nil))
    if !relocation.isGone {
      outcome = decideKept(relocation.nodes) ?? .keep
    } else if let node = relocation.nodes.current, let marker = rules.tombstone(spot.place) {
      outcome.decision = .take(tombstone(node, spot.key, marker))
    }
    outcome.mark = relocation.mark
    return outcome
  }

  /// The same for a to-one, which has no marks.
  private mutating func decideMovedAndDeleted(toOne relocation: Relocation, _ spot: Spot) -> Outcome {
    if relocation.isGone {
      // Where it only would have come, what stands there stays.
      if relocation.nodes.current == nil { return Outcome(decision: .keep, mark: relocation.mark) }
      return Outcome(decision: .take(JSONWriter.value { $0.appendNull() }), mark: relocation.mark)
    }
    return decideMovedAndDeleted(relocation, spot)
  }

  /// What is to be done about a to-one that an entity moves into or out of; nil when it is decided as others. The versions become
  /// those of the entity that stays here.
  mutating func decideToOne(_ versions: inout Versions, _ spot: Spot) -> Outcome? {
    guard let moves, case .entity? = rules.declared(spot.place) else { return nil }
    if let relocation = moves[.current, versions.current] {
      if relocation.home == .current {
        let isEdited =
          versions.pristine.flatMap { meaning(.pristine, $0, spot.place) }
          != versions.edited.flatMap { meaning(.edited, $0, spot.place) }
        let isSame = relocation.nodes.edited != nil && relocation.nodes.edited == versions.edited
        if isEdited, !isSame, !relocation.hasWon, let node = versions.edited, edited.kind(node) == .object,
          moves[.edited, node].map({ $0.home == .edited }) ?? true
        {
          return conflict(.editEdit, versions, spot)
        }
        versions = relocation.nodes
        return relocation.isDeleted ? decideMovedAndDeleted(toOne: relocation, spot) : nil
      }
      // It leaves.
      guard let node = versions.edited, moves[.edited, node].map({ $0.home == .edited }) ?? true else {
        return Outcome(decision: .take(JSONWriter.value { $0.appendNull() }))
      }
      return Outcome(decision: .take(taken(node, spot.place)))
    }
    guard let relocation = moves[.edited, versions.edited] else { return nil }
    if relocation.home == .current { return .keep }
    if relocation.hasWon, !relocation.isGone, let node = versions.edited {
      return Outcome(decision: .take(taken(node, spot.place)), mark: relocation.mark)
    }
    return relocation.isDeleted ? decideMovedAndDeleted(toOne: relocation, spot) : nil
  }

  /// Takes what stands elsewhere in the result out of an object that EDITED does not have.
  mutating func prune(_ object: Document.Node, _ spot: Spot) {
    guard let moves else { return }
    let place = rules.inside(spot.place, [Value(current, object)])
    for member in current.members(object)
    where moves.isAny(.current, in: member.value..<current.next(member.value)) {
      var child = spot
      child.step = .name(Value(current, member.name))
      child.place = rules.member(place, current, member.name, [Value(current, member.value)])
      var versions = Versions(pristine: nil, edited: nil, current: member.value)
      let outcome = decideToOne(&versions, child) ?? Outcome(decision: .merge)
      carryOut(outcome, versions, member.value, child)
    }
  }
}
