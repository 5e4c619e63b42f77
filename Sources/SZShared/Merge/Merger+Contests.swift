/// Two entities that come to stand in one to-one, which has one of them only.
extension Merger {
  /// Settles which of two entities has the to-one that one side moved the one into, and where the other has the other one: the loser
  /// stands where the other side has it, if anywhere.
  mutating func settleContests() {
    guard let moves else { return }
    let numbers = moves.all.indices.filter { moves.isInToOne($0) }
    if numbers.isEmpty { return }
    let holders = moves.places.map { $0.toOnes }
    for number in numbers { settleContest(number, holders) }
  }

  private mutating func settleContest(_ number: Int, _ holders: Three<[UInt64: EntityIndex.Position]>) {
    guard let moves, !moves.all[number].isGone, moves.isInToOne(number) else { return }
    let relocation = moves.all[number]
    let home = relocation.home
    let other: Conflict.Party = home == .edited ? .current : .edited
    guard let position = relocation.positions[home],
      let rival = holders[other][moves.places[home].containers[position]],
      moves.places[other].keys[rival] != relocation.key, isRival(rival, other)
    else { return }
    let before = holders.pristine[moves.places[home].containers[position]]
    var nodes = Versions { _ in nil }
    nodes.pristine = before.map { moves.places.pristine.node($0) }
    nodes[home] = relocation.nodes[home]
    nodes[other] = moves.places[other].node(rival)
    let settled = settle(
      before == nil ? .createCreate : .editEdit, moveSpots[number], sides(nodes),
      nodes.map { $0.map { .value($0) } })
    let isWon: Bool
    if case .party(let winner) = settled.resolution { isWon = winner == home } else { isWon = true }
    if isWon {
      self.moves?.wins(number, mark: settled.mark)
      if let loser = moves.number(of: moves.places[other].keys[rival]) { yield(loser, to: home) }
    } else {
      yield(number, to: other)
    }
  }

  /// Whether an entity of one side would stay in its to-one if nothing else came there.
  private func isRival(_ position: EntityIndex.Position, _ side: Conflict.Party) -> Bool {
    guard let moves else { return false }
    let key = moves.places[side].keys[position]
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
