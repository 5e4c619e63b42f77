internal import SZElements
internal import SZJSON
internal import SZModel

/// What becomes of entities that have two places, or none, as the rules for conflicts say.
extension MoveJudgement {
  /// Settles which side's place an entity has.
  ///
  /// `[{"id":"L","items":[{"id":"A"}]},{"id":"M"},{"id":"N"}]` | `[{"id":"L"},{"id":"M","items":[{"id":"A"}]},{"id":"N"}]` |
  /// `[{"id":"L"},{"id":"M"},{"id":"N","items":[{"id":"A"}]}]` → move/move: A stands in M. Where PRISTINE has no A it is create/create,
  /// and A stands in M as well.
  mutating func settleMove(_ kind: Conflict.Kind, _ number: Int, as other: Conflict.Kind? = nil) {
    guard let relocation = moves?.all[number] else { return }
    let settled = settlements.settle(
      kind, spots[number],
      kind == .createCreate ? Contested(relocation.nodes, in: documents) : contested(relocation),
      as: other)
    let home = party(settled.resolution)
    moves?.stand(number, .settled, at: home)
  }

  /// Settles whether an entity stays that one side deleted, and the other moved or edited.
  ///
  /// `[{"id":"L","items":[{"id":"A"}]},{"id":"M"}]` | `[{"id":"L"},{"id":"M","items":[{"id":"A"}]}]` | `[{"id":"L"},{"id":"M"}]` →
  /// edit/delete: A stands in M.
  mutating func settleExistence(_ number: Int) {
    guard let relocation = moves?.all[number] else { return }
    let (home, nodes, spot) = (relocation.home, relocation.nodes, spots[number])
    // A delete rule keeps it.
    if let node = nodes[home], known.undeleted[home].contains(node) {
      moves?.undelete(number, at: home)
      return
    }
    let isMoved = moves?.isMoved(number) ?? false
    if !isMoved,
      nodes.pristine.map({ facts.meaning(.pristine, $0, spot.place) })
        == nodes[home].map({ facts.meaning(home, $0, spot.place) })
    {
      moves?.stand(number, .deleted)
      return
    }
    let settled = settlements.settle(
      home == .edited ? .editDelete : .deleteEdit, spot, Contested(nodes, in: documents))
    if party(settled.resolution) == home {
      moves?.undelete(number, at: home)
    } else {
      moves?.stand(number, .deleted)
    }
    if let mark = settled.mark { moves?.mark(number, mark) }
  }

  private func party(_ resolution: Conflict.Resolution) -> Party {
    if case .party(.current) = resolution { .current } else { .edited }
  }

  /// The paths of what holds an entity, as the sides of a conflict.
  private func contested(_ relocation: Relocation, number: Int = 0) -> Contested {
    let sides = Three<Conflict.Side> { party in
      guard let moves, let position = relocation.positions[party] else { return .absent }
      let index = moves.places[party].index
      let entry = index.entries[position]
      return .value(Value(jsonString: index.path(ofContainer: entry.container, owner: entry.owner)))
    }
    return Contested(
      sides: sides, places: relocation.nodes.map { $0.map { .value($0) } }, number: number)
  }

  // MARK: What cannot be

  /// Has an entity stand where the other side has it, for what it was moved into is not in the result.
  ///
  /// EDITED created A in N, of which CURRENT has the tombstone: `[{"id":"L"}]` | `[{"id":"L"},{"id":"N","items":[{"id":"A"}]}]` |
  /// `[{"id":"L","items":[{"id":"A"}]},{"id":"N","isDeleted":true}]` → move/delete by the rule `owner`: CURRENT's.
  mutating func stayAway(_ number: Int, at home: Party) {
    guard let relocation = moves?.all[number] else { return }
    moves?.stand(number, .ownerless, at: home)
    settlements.settle(
      .moveDelete, spots[number], contested(relocation), .party(home), .owner)
  }

  /// Settles moves into entities that the other side deleted. Each is settled once.
  ///
  /// `{"lists":[{"id":"L"}],"items":[{"id":"A"}]}` | `{"lists":[{"id":"L","items":[{"id":"A"}]}],"items":[]}` |
  /// `{"lists":[],"items":[{"id":"A"}]}` → move/delete: EDITED's, L with A in it; with `--deletes=current` CURRENT's.
  ///
  /// That ends: only what is settled changes anything, and it leaves `open` for good. A round that settles nothing turns nothing back, and
  /// is the last one: so there is one round more than there are relocations, at most.
  mutating func settleDeletedOwners() {
    var open = Array(moves?.all.indices ?? 0..<0)
    var count = -1
    // What is turned back takes along what moved into it.
    while let turnedBack = moves?.all.count(where: { $0.standing == .turnedBack }), turnedBack != count {
      count = turnedBack
      open = open.filter { !settleDeletedOwner($0) }
    }
  }

  /// A move into an entity that the other side deleted: that stays with what moved into it, or the move is not made. Answers whether it
  /// is one.
  private mutating func settleDeletedOwner(_ number: Int) -> Bool {
    guard let moves else { return false }
    let relocation = moves.all[number]
    let home = relocation.home
    let other = home.other
    // Where the other side has it is where it stands, whatever became of what holds it there.
    if relocation.isGone || relocation.standing == .ownerless || known.isFree(relocation.key) { return false }
    let deleted = moves.deletedOwners(of: number, undeleted: known.undeleted[home])
    if deleted.isEmpty { return false }
    // That it stays has been settled, and where it stays, too.
    if relocation.reason == .movedAndDeleted {
      self.moves?.undelete(deleted, home, for: number)
      return true
    }
    let settled = settlements.settle(
      .moveDelete, spots[number], contested(relocation),
      as: home == .edited ? .editDelete : .deleteEdit)
    let winner = party(settled.resolution)
    if winner == home {
      self.moves?.undelete(deleted, home, for: number)
    } else if relocation.positions[other] != nil {
      self.moves?.stand(number, .turnedBack, at: other)
    }
    return true
  }

  /// Undoes moves of one side wherever those of both would make entities own each other; answers which. For examples see
  /// ``MergedMoves/Ring``.
  ///
  /// Each is asked about once; `winners` has what was said. A move of which nothing has been said is undone once. Where something has
  /// been said of all that are in a ring, an entity goes to EDITED's place, where it stays; EDITED has no ring. So this ends.
  mutating func breakRings(_ winners: inout [Int: Party]) -> [Int] {
    for (number, relocation) in (moves?.all ?? []).enumerated()
    where relocation.reason == .movedTwice && winners[number] == nil {
      winners[number] = relocation.home
    }
    var undone: [Int] = []
    var search = MergedMoves.RingSearch()
    while let ring = moves?.ring(&search) {
      switch ring {
      case .between(let edited, let current, let named):
        let winner = winner(edited, current, named, &winners)
        let loser = winner == .edited ? current : edited
        moves?.stand(loser, .ringBroken, at: winner)
        undone.append(loser)
      case .undone(let number):
        guard let home = moves?.all[number].home.other else { continue }
        list(number, home, &winners)
        moves?.stand(number, .ringBroken, at: home)
        undone.append(number)
      }
    }
    return undone
  }

  /// Which of two moves of a ring is made: one that nothing stood against in an earlier round, or else as conflicts are settled.
  private mutating func winner(
    _ edited: Int, _ current: Int, _ named: Int, _ winners: inout [Int: Party]
  ) -> Party {
    if isFree(edited) || isFree(current) {
      let party: Party = isFree(edited) ? .edited : .current
      list(named, party, &winners)
      return party
    }
    if let known = winners[named] { return known }
    guard let relocation = moves?.all[named] else { return .edited }
    let settled = settlements.settle(
      .moveMove, spots[named], contested(relocation, number: 1))
    let winner = party(settled.resolution)
    winners[named] = winner
    return winner
  }

  /// Lists a conflict about two moves that nobody is asked about, unless it has been.
  private mutating func list(
    _ number: Int, _ winner: Party, _ winners: inout [Int: Party]
  ) {
    guard winners[number] == nil, let relocation = moves?.all[number] else { return }
    winners[number] = winner
    settlements.settle(
      .moveMove, spots[number], contested(relocation),
      .party(winner), .owner)
  }

  private func isFree(_ number: Int) -> Bool {
    moves.map { known.isFree($0.all[number].key) } ?? false
  }
}
