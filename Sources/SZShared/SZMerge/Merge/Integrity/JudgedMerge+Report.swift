internal import SZElements
internal import SZJSON
internal import SZModel

/// What a report says of deletions and their consequences.
extension JudgedMerge {
  /// Lists a deletion that is not carried out.
  mutating func report(_ denied: DeniedDeletion) {
    var nodes = Versions { party in places[party].position(denied.key).map { places[party].node($0) } }
    nodes[denied.side.other] = nil
    guard let position = places[denied.side].position(denied.key) else { return }
    let entity = places[denied.side].index.entries[position].entity
    // What a cascade would lead to is denied.
    let rule = denied.rule == .cascade ? .deny : denied.rule ?? .noAction
    list(nodes, nodes, entity, winner: denied.side, rule)
  }

  /// Lists a reference that was cleared, or an entity that went with another one.
  mutating func report(_ consequence: DeletionConsequence) {
    let winner = consequence.deleter
    switch consequence.what {
    case .reference(let origin, let other):
      func holders(_ part: (SideReferences.Origin) -> Document.Node) -> Versions {
        Versions { $0 == origin.party ? part(origin) : $0 == other?.party ? other.map(part) : nil }
      }
      list(
        holders(\.node), holders(\.holder),
        consequence.entity, winner: winner, consequence.rule)
    case .entity(let key):
      var nodes = Versions { party in places[party].position(key).map { places[party].node($0) } }
      nodes[winner] = nil
      list(nodes, nodes, consequence.entity, winner: winner, consequence.rule)
    }
  }

  private mutating func list(
    _ nodes: Versions, _ objects: Versions, _ entity: Model.EntityID, winner: Party,
    _ rule: Model.Relationship.DeleteRule
  ) {
    let spot = deletionSpot(nodes, objects, entity)
    merger.decider.settlements.settle(
      .deleteRefer, spot, Contested(nodes, in: merger.setup.documents), .party(winner),
      .deleteRule(rule)
    )
  }

  /// Where something is that is in the entity at `objects`.
  mutating func deletionSpot(_ nodes: Versions, _ objects: Versions, _ entity: Model.EntityID) -> MergeSpot {
    var spot = MergeSpot()
    spot.node = nodes[nodes.first()].map { (nodes.first(), $0) }
    spot.place = merger.rules.place(of: entity)
    let party = objects.first()
    if let position = objects[party].flatMap({ places[party].index.position(of: $0) }) {
      spot.scope = merger.decider.settlements.scopes.add(position, party, places)
      // What one side does not have any more is not shown, whatever it has in its place.
      merger.decider.settlements.scopes.show(objects, in: spot.scope)
    }
    return spot
  }
}
