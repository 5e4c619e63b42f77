/// Two entities that come to stand in one to-one, which has one of them only.
extension Merger {
  /// Undoes moves until none makes a ring and none comes to a to-one that another entity has.
  mutating func settleContradictions() {
    let inToOnes = moves.map { $0.all.indices.contains(where: $0.isInToOne) } ?? false
    let holders = inToOnes ? moves?.places.map(\.toOnes) : nil
    var rings: [Int: Conflict.Party] = [:]
    var contests: [Contest: Bool] = [:]
    // One leads to another now and then.
    for _ in 0..<Merger.mostContests {
      breakRings(&rings)
      guard let holders, settleContests(holders, &contests) else { return }
    }
    breakRings(&rings)
  }

  private static let mostContests = 16

  /// An entity that comes to the to-one of another.
  private struct Contest: Hashable {
    let number: Int
    let rival: UInt64
  }

  /// Settles which of two entities has the to-one that one side moved the one into, and where the other has the other one: the loser
  /// stands where the other side has it, if anywhere. Answers whether there were any; each is asked about once.
  private mutating func settleContests(
    _ holders: Three<[UInt64: EntityIndex.Position]>, _ contests: inout [Contest: Bool]
  ) -> Bool {
    var isAny = false
    for number in moves?.all.indices ?? 0..<0 {
      isAny = settleContest(number, holders, &contests) || isAny
    }
    return isAny
  }

  private mutating func settleContest(
    _ number: Int, _ holders: Three<[UInt64: EntityIndex.Position]>, _ contests: inout [Contest: Bool]
  ) -> Bool {
    guard let moves, !moves.all[number].isGone, moves.isInToOne(number) else { return false }
    let relocation = moves.all[number]
    let home = relocation.home
    let other: Conflict.Party = home == .edited ? .current : .edited
    guard let position = relocation.positions[home],
      let rival = holders[other][moves.places[home].containers[position]],
      moves.places[other].keys[rival] != relocation.key, isRival(rival, other)
    else { return false }
    let key = moves.places[other].keys[rival]
    let loser = moves.number(of: key)
    let contest = Contest(number: number, rival: key)
    let isKnown = contests[contest] != nil
    if isKnown, loser == nil { return false }
    if !isKnown {
      let before = holders.pristine[moves.places[home].containers[position]]
      var nodes = Versions { _ in nil }
      nodes.pristine = before.map { moves.places.pristine.node($0) }
      nodes[home] = relocation.nodes[home]
      nodes[other] = moves.places[other].node(rival)
      let settled = settleContest(
        before == nil ? .createCreate : .editEdit, moveSpots[number], nodes,
        isFixed: Versions { $0 == home && setup.homes[relocation.key] != nil ? nodes[home] : nil })
      var isWon = true
      if case .party(let winner) = settled.resolution { isWon = winner == home }
      contests[contest] = isWon
      if isWon, let mark = settled.mark { self.moves?.mark(number, mark) }
    }
    if contests[contest] ?? true {
      if let loser { yield(loser, to: home) }
    } else {
      yield(number, to: other)
    }
    return true
  }

  /// Settles which of two entities has a to-one: one that a delete rule keeps, or that has no other place (`isFixed`), or else as the
  /// rules for conflicts say.
  private mutating func settleContest(
    _ kind: Conflict.Kind, _ spot: Spot, _ nodes: Versions, isFixed: Versions
  ) -> (resolution: Conflict.Resolution, mark: Int?) {
    let places = nodes.map { $0.map { Conflict.Place.value($0) } }
    func isKept(_ party: Conflict.Party) -> Bool {
      nodes[party].map { setup.kept[party].contains($0) } ?? false
    }
    if isKept(.edited) != isKept(.current) || isFixed.edited != nil || isFixed.current != nil {
      let party: Conflict.Party =
        isKept(.edited) || !isKept(.current) && isFixed.edited != nil ? .edited : .current
      settle(kind, spot, sides(nodes), places, .party(party), isKept(party) ? .deleteRule(.deny) : .owner)
      return (.party(party), nil)
    }
    return settle(kind, spot, sides(nodes), places)
  }

  /// What is to be done about a to-one in which an entity stays although the other side deleted it, and put another one there; nil where
  /// that is not so.
  mutating func decideKeptToOne(_ versions: Versions, _ spot: Spot) -> Outcome? {
    guard case .entity? = rules.declared(spot.place), let inEdited = versions.edited,
      let inCurrent = versions.current, edited.kind(inEdited) == .object, current.kind(inCurrent) == .object,
      !isOneEntity(Value(edited, inEdited), Value(current, inCurrent), spot)
    else { return nil }
    let settled = settleContest(
      versions.pristine == nil ? .createCreate : .editEdit, spot, versions, isFixed: Versions { _ in nil })
    if case .party(.current) = settled.resolution { return Outcome(decision: .merge, mark: settled.mark) }
    return Outcome(decision: .take(taken(inEdited, spot.place)), mark: settled.mark)
  }

  /// Whether an entity of one side would stay in its to-one if nothing else came there.
  private func isRival(_ position: EntityIndex.Position, _ side: Conflict.Party) -> Bool {
    guard let moves else { return false }
    let key = moves.places[side].keys[position]
    if setup.kept[side].contains(moves.places[side].node(position)) { return true }
    if let number = moves.number(of: key) {
      return moves.all[number].home == side && !moves.all[number].isGone
    }
    guard let before = moves.places.pristine.position(key) else { return true }
    // The other side deleted it: it goes, unless it was edited.
    let place = rules.place(of: moves.places[side].index.entries[position].entity)
    return meaning(.pristine, moves.places.pristine.node(before), place)
      != meaning(side, moves.places[side].node(position), place)
  }

  /// Has an entity stand where the other side has it; it is gone where that has none.
  private mutating func yield(_ number: Int, to side: Conflict.Party) {
    if moves?.all[number].positions[side] != nil {
      moves?.settle(number, at: side)
    } else {
      moves?.settle(number, stays: false)
    }
  }
}

extension EntityPlaces {
  /// What stands in each to-one, by the hash of what holds it. Linear in the entities.
  var toOnes: [UInt64: EntityIndex.Position] {
    var found: [UInt64: EntityIndex.Position] = [:]
    for position in keys.indices where !isMarked(position) && isInToOne(position) {
      found[containers[position]] = position
    }
    return found
  }

  /// Whether an entity stands alone in a member.
  func isInToOne(_ position: EntityIndex.Position) -> Bool {
    let entry = index.entries[position]
    return entry.container != EntityIndex.rootContainer && index.document.next(entry.container) == entry.node
  }
}
