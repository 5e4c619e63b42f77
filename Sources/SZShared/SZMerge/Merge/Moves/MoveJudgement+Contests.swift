internal import SZElements
internal import SZJSON
internal import SZModel

/// Two entities that come to stand in one to-one, which has one of them only.
extension MoveJudgement {
  /// Undoes moves until none makes a ring and none comes to a to-one that another entity has.
  ///
  /// EDITED moved A to "top", where CURRENT put B: one of them has it, and the other stands where the other side has it, if anywhere.
  /// `{"lists":[{"id":"L","top":null}],"items":[{"id":"A"},{"id":"B"}]}` | `{"lists":[{"id":"L","top":{"id":"A"}}],"items":[{"id":"B"}]}` |
  /// `{"lists":[{"id":"L","top":{"id":"B"}}],"items":[{"id":"A"}]}` → create/create: EDITED's.
  ///
  /// Each to-one is contested once by an entity of each side: whoever comes back to one that it lost has no place (see
  /// ``Relocation/isPlaceless``). So all are displaced three times at most, and rings are broken once at most for each time.
  mutating func settleContradictions() {
    let holders = moves?.mayBeInToOne ?? false ? moves?.places.map(\.toOnes) : nil
    var rings: [Int: Party] = [:]
    var contests: [Contest: Bool] = [:]
    var open = Array(moves?.all.indices ?? 0..<0)
    while !open.isEmpty {
      open += breakRings(&rings)
      guard let holders else { return }
      open = open.compactMap { settleContest($0, holders, &contests) }
    }
  }

  /// An entity that comes to the to-one of another.
  private struct Contest: Hashable {
    let number: Int
    let occupant: UInt64
  }

  /// One side moved an entity into a to-one in which the other side has another entity: settles which of them has it. Answers which one
  /// stands elsewhere now.
  ///
  /// `{"lists":[{"id":"L","top":{"id":"B"}}],"items":[{"id":"A"}]}` | `{"lists":[{"id":"L","top":{"id":"A"}}],"items":[]}` |
  /// `{"lists":[{"id":"L","top":{"id":"B","v":1}}],"items":[{"id":"A"}]}` → edit/edit: EDITED's. B without an edit is none, and goes.
  private mutating func settleContest(
    _ number: Int, _ holders: Three<[UInt64: EntityIndex.Position]>, _ contests: inout [Contest: Bool]
  ) -> Int? {
    guard let moves, !moves.all[number].isGone, moves.isInToOne(number) else { return nil }
    let relocation = moves.all[number]
    let home = relocation.home
    let other = home.other
    guard let position = relocation.positions[home],
      let occupant = occupant(of: relocation.key, at: position, home, holders)
    else { return nil }
    let occupantNumber = occupant.isReference ? nil : moves.number(of: occupant.key)
    let contest = Contest(number: number, occupant: occupant.key)
    let known = contests[contest]
    if known != nil, occupantNumber == nil { return nil }
    let isWon = known ?? settleContest(number, occupant, position, holders)
    contests[contest] = isWon
    guard let loser = isWon ? occupantNumber : number else { return nil }
    if known == nil {
      self.moves?.stand(loser, .displaced, at: isWon ? home : other)
    } else {
      self.moves?.stand(loser, .deleted)
    }
    return loser
  }

  /// Settles whether an entity has the to-one at `position`, in which the other side has another one.
  private mutating func settleContest(
    _ number: Int, _ occupant: Occupant, _ position: EntityIndex.Position,
    _ holders: Three<[UInt64: EntityIndex.Position]>
  ) -> Bool {
    guard let relocation = moves?.all[number] else { return true }
    let home = relocation.home
    var nodes = Versions { _ in nil }
    nodes.pristine = held(by: position, home, in: .pristine, holders)
    nodes[home.other] = occupant.node
    let spot = contestSpot(position, home, nodes)
    if known.isFree(relocation.key), isDeleted(occupant, home, spot) { return true }
    nodes[home] = relocation.nodes[home]
    let isAlone = known.onlyHome(of: relocation.key) != nil
    let settled = settlements.settleToOne(
      nodes.pristine == nil ? .createCreate : occupant.isReference ? .type : .editEdit,
      contestSpot(position, home, nodes), nodes,
      isFixed: Versions { $0 == home && isAlone ? nodes[home] : nil })
    if case .party(home.other) = settled.resolution { return false }
    if let mark = settled.mark { moves?.mark(number, mark) }
    return true
  }

  /// Settles whether an entity that one side has in a to-one goes, as the other side deleted it and moved another one there: answers
  /// whether it does.
  private mutating func isDeleted(_ occupant: Occupant, _ home: Party, _ spot: MergeSpot) -> Bool {
    guard let places = moves?.places, !occupant.isReference,
      moves?.number(of: occupant.key) == nil,
      places[home].position(occupant.key) == nil, let before = places.pristine.position(occupant.key)
    else { return false }
    var nodes = Versions { _ in nil }
    nodes.pristine = places.pristine.node(before)
    nodes[home.other] = occupant.node
    let settled = settlements.settle(
      home == .edited ? .deleteEdit : .editDelete, spot, Contested(nodes, in: documents))
    if case .party(let winner) = settled.resolution { return winner == home }
    return false
  }

  /// Where a contest is: in the to-one, of which its owner has the say.
  private mutating func contestSpot(
    _ position: EntityIndex.Position, _ home: Party, _ nodes: Versions
  ) -> MergeSpot {
    var spot = MergeSpot()
    spot.node = nodes.current.map { (.current, $0) }
    spot.place = place(of: position, home)
    if let places = moves?.places {
      let owner = places[home].owner(of: position)
      let index = places[home].index
      spot.holder = owner.map { ($0, index.document.characters(index.entries[position].container)) }
      spot.scope = settlements.scopes.add(owner.flatMap { places.current.position($0) }, .current, places)
    }
    return spot
  }

  /// What one side has in the to-one that the other moved an entity into, and would have there in the result.
  struct Occupant {
    let node: Document.Node
    /// Of an entity its key, of a reference the hash of the to-one.
    let key: UInt64
    let isReference: Bool
  }

  /// What the other side has in the to-one where the entity with this key stands at `position` on the side `home`; nil when that is free.
  private func occupant(
    of key: UInt64, at position: EntityIndex.Position, _ home: Party,
    _ holders: Three<[UInt64: EntityIndex.Position]>
  ) -> Occupant? {
    guard let moves else { return nil }
    let other = home.other
    let container = moves.places[home].containers[position]
    if let found = holders[other][container] {
      let places = moves.places[other]
      guard places.keys[found] != key, wouldStay(found, other) else { return nil }
      return Occupant(node: places.node(found), key: places.keys[found], isReference: false)
    }
    guard let node = held(by: position, home, in: other, holders) else { return nil }
    // What it referred to before as well made place for the entity.
    if let before = held(by: position, home, in: .pristine, holders) {
      let place = place(of: position, home)
      if facts.meaning(.pristine, before, place) == facts.meaning(other, node, place) { return nil }
    }
    return Occupant(node: node, key: container, isReference: true)
  }

  /// The entity or the reference that a document has in the to-one in which an entity stands on a side; nil for none.
  private func held(
    by position: EntityIndex.Position, _ side: Party, in party: Party,
    _ holders: Three<[UInt64: EntityIndex.Position]>
  ) -> Document.Node? {
    guard let places = moves?.places else { return nil }
    if let found = holders[party][places[side].containers[position]] { return places[party].node(found) }
    let index = places[side].index
    guard let owner = places[side].owner(of: position), let holder = places[party].position(owner) else {
      return nil
    }
    let name = index.document.characters(index.entries[position].container)
    let document = documents[party]
    guard let value = document.member(places[party].node(holder), named: name)?.value else { return nil }
    switch document.kind(value) {
    case .null, .object, .array: return nil
    default: return value
    }
  }

  /// The place of the to-one in which an entity stands on a side.
  private func place(of position: EntityIndex.Position, _ side: Party) -> MergeRules.Place? {
    guard let index = moves?.places[side].index, let owner = index.owner(of: position) else {
      return nil
    }
    let (document, entry) = (index.document, index.entries[position])
    let object = rules.inside(
      rules.place(of: index.entries[owner].entity), [Value(document, index.entries[owner].node)])
    return rules.member(object, document, entry.container, [Value(document, entry.node)])
  }

  /// Whether an entity of one side would stay in its to-one if nothing else came there.
  private func wouldStay(_ position: EntityIndex.Position, _ side: Party) -> Bool {
    guard let moves else { return false }
    let key = moves.places[side].keys[position]
    if known.undeleted[side].contains(moves.places[side].node(position)) { return true }
    if let number = moves.number(of: key) {
      return moves.all[number].home == side && !moves.all[number].isGone
    }
    guard let before = moves.places.pristine.position(key) else { return true }
    // The other side deleted it: it goes, unless it was edited.
    let place = rules.place(of: moves.places[side].index.entries[position].entity)
    return facts.meaning(.pristine, moves.places.pristine.node(before), place)
      != facts.meaning(side, moves.places[side].node(position), place)
  }
}
