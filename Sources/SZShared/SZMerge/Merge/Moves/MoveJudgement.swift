internal import SZElements
internal import SZJSON
internal import SZModel

/// Where each entity has its place in the result that stands elsewhere in one version than in another. That is said before anything is
/// merged, and all that is merged holds to it.
///
/// In the examples here and in its other files, PRISTINE | EDITED | CURRENT → the result, where EDITED wins conflicts. One side moved A,
/// and so it stands there: `{"lists":[{"id":"L"}],"items":[{"id":"A"}]}` | `{"lists":[{"id":"L","items":[{"id":"A"}]}],"items":[]}` |
/// `{"lists":[{"id":"L","name":"x"}],"items":[{"id":"A"}]}` → `{"lists":[{"id":"L","name":"x","items":[{"id":"A"}]}],"items":[]}`
struct MoveJudgement {
  var facts: VersionFacts
  var settlements: Settlements
  /// Where each of the entities is, for what is said about it.
  private(set) var spots: [MergeSpot] = []

  /// Nil where every entity stands in one place.
  init?(_ facts: VersionFacts, _ settlements: Settlements) {
    guard let places = facts.setup.entities?.places else { return nil }
    let moves = MergedMoves(places)
    if moves.isEmpty { return nil }
    (self.facts, self.settlements) = (facts, settlements)
    self.facts.moves = moves
    prepareSpots(moves)
  }

  var moves: MergedMoves? {
    get { facts.moves }
    _modify { yield &facts.moves }
  }

  var documents: Three<Document> { facts.documents }
  var rules: MergeRules { facts.rules }
  /// What was found out about the result by merging before.
  var known: IntegrityFacts { facts.setup.facts }

  /// Says it: what contradicts itself is settled.
  mutating func decide() {
    guard let moves else { return }
    for (number, relocation) in moves.all.enumerated() {
      if let home = known.onlyHome(of: relocation.key) {
        stayAway(number, at: home)
        continue
      }
      switch relocation.reason {
      case .moved, .createdAndDeleted: continue
      case .movedAndDeleted: settleExistence(number)
      case .movedTwice: settleMove(.moveMove, number)
      case .createdTwice:
        let home = moves.isInDeleted(number, .edited) ? Party.current : .edited
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
  }

  /// Where each of the entities is, for what is said about it.
  private mutating func prepareSpots(_ moves: MergedMoves) {
    let ways = (
      NodePaths(documents.current, to: moves.all.compactMap(\.nodes.current)),
      NodePaths(documents.edited, to: moves.all.compactMap(\.nodes.edited))
    )
    for relocation in moves.all {
      let way =
        relocation.nodes.current.map { ways.0.way(to: $0) }
        ?? relocation.nodes.edited.map { ways.1.way(to: $0) }
      var spot = MergeSpot()
      spot.isMoved = true
      if let way { spot.path = settlements.paths.add(way, below: .root) }
      spot.place = rules.place(of: relocation.entity)
      let party: Party = relocation.positions.current == nil ? .edited : .current
      spot.scope = settlements.scopes.add(relocation.positions[party], party, moves.places)
      spots.append(spot)
    }
  }
}
