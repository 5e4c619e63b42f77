internal import SZJSON
internal import SZModel

/// What becomes of entities that have two places, or none, as the rules for conflicts say.
extension Merger {
  /// Settles which side's place an entity has.
  mutating func settleMove(_ kind: Conflict.Kind, _ number: Int, as other: Conflict.Kind? = nil) {
    guard let relocation = moves?.all[number] else { return }
    let settled = settle(
      kind, moveSpots[number], kind == .createCreate ? sides(relocation.nodes) : containerSides(relocation),
      relocation.nodes.map { $0.map { .value($0) } }, as: other)
    let home = party(settled.resolution)
    moves?.stand(number, .settled, at: home)
  }

  /// Settles whether an entity stays that one side deleted, and the other moved or edited.
  mutating func settleExistence(_ number: Int) {
    guard let relocation = moves?.all[number] else { return }
    let (home, nodes, spot) = (relocation.home, relocation.nodes, moveSpots[number])
    // A delete rule keeps it.
    if let node = nodes[home], setup.kept[home].contains(node) {
      moves?.keep(number, at: home)
      return
    }
    let isMoved = moves?.isMoved(number) ?? false
    if !isMoved,
      nodes.pristine.map({ meaning(.pristine, $0, spot.place) })
        == nodes[home].map({ meaning(home, $0, spot.place) })
    {
      moves?.stand(number, .deleted)
      return
    }
    let settled = settle(
      home == .edited ? .editDelete : .deleteEdit, spot, sides(nodes), nodes.map { $0.map { .value($0) } })
    if party(settled.resolution) == home {
      moves?.keep(number, at: home)
    } else {
      moves?.stand(number, .deleted)
    }
    if let mark = settled.mark { moves?.mark(number, mark) }
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

  /// Has an entity stand where the other side has it, for what it was moved into is not in the result.
  mutating func stayAway(_ number: Int, at home: Conflict.Party) {
    guard let relocation = moves?.all[number] else { return }
    moves?.stand(number, .ownerless, at: home)
    settle(
      .moveDelete, moveSpots[number], containerSides(relocation),
      relocation.nodes.map { $0.map { .value($0) } }, .party(home), .owner)
  }

  /// Settles moves into entities that the other side deleted. Each is settled once.
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
    if relocation.isGone || setup.made.contains(relocation.key) { return false }
    let deleted = moves.deletedOwners(of: number, kept: setup.kept[home])
    if deleted.isEmpty { return false }
    // That it stays has been settled, and where it stays, too.
    if relocation.reason == .movedAndDeleted {
      self.moves?.keep(deleted, home, for: number)
      return true
    }
    let settled = settle(
      .moveDelete, moveSpots[number], containerSides(relocation),
      relocation.nodes.map { $0.map { .value($0) } },
      as: home == .edited ? .editDelete : .deleteEdit)
    let winner = party(settled.resolution)
    if winner == home {
      self.moves?.keep(deleted, home, for: number)
    } else if relocation.positions[other] != nil {
      self.moves?.stand(number, .turnedBack, at: other)
    }
    return true
  }

  /// Undoes moves of one side wherever those of both would make entities own each other.
  ///
  /// Each is asked about once; `winners` has what was said.
  mutating func breakRings(_ winners: inout [Int: Conflict.Party]) {
    var rounds = 2 * (moves?.all.count ?? 0)
    for (number, relocation) in (moves?.all ?? []).enumerated()
    where relocation.reason == .movedTwice && winners[number] == nil {
      winners[number] = relocation.home
    }
    var search = MergedMoves.RingSearch()
    while let ring = moves?.ring(&search) {
      let winner = winner(ring, &winners)
      if winner == .edited {
        moves?.stand(ring.current, .ringBroken, at: .edited)
      } else {
        moves?.stand(ring.edited, .ringBroken, at: .current)
      }
      rounds -= 1
      if rounds > 0 { continue }
      // Each ring is another one as a rule; rings that make each other end with EDITED's places, which make none.
      for number in moves?.all.indices ?? 0..<0 where moves?.isContested(number) ?? false {
        moves?.stand(number, .settled, at: .edited)
      }
      return
    }
  }

  /// Which side's move of a ring is made.
  private mutating func winner(
    _ ring: MergedMoves.Ring, _ winners: inout [Int: Conflict.Party]
  ) -> Conflict.Party {
    // What can stand in one place only stands there.
    var forced: Conflict.Party?
    if hasOnePlace(ring.edited) {
      forced = .edited
    } else if hasOnePlace(ring.current) {
      forced = .current
    } else if isMade(ring.edited) {
      forced = .edited
    } else if isMade(ring.current) {
      forced = .current
    }
    if let known = winners[ring.named] { return forced ?? known }
    guard let relocation = moves?.all[ring.named] else { return .edited }
    let places = relocation.nodes.map { $0.map { Conflict.Place.value($0) } }
    let winner: Conflict.Party
    if let forced {
      settle(.moveMove, moveSpots[ring.named], containerSides(relocation), places, .party(forced), .owner)
      winner = forced
    } else {
      let settled = settle(
        .moveMove, moveSpots[ring.named], containerSides(relocation), places, number: 1)
      winner = party(settled.resolution)
    }
    winners[ring.named] = winner
    return winner
  }

  /// Whether nothing stood against the move of an entity in an earlier round.
  private func isMade(_ number: Int) -> Bool {
    moves.map { setup.made.contains($0.all[number].key) } ?? false
  }

  /// Whether the other place of an entity is in something that is not in the result.
  private func hasOnePlace(_ number: Int) -> Bool {
    moves.map { setup.homes[$0.all[number].key] != nil || $0.all[number].standing == .turnedBack } ?? false
  }
}
