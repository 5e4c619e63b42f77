internal import SZElements
internal import SZJSON
internal import SZModel

/// What a cascade leads to and one side alone has: whether it goes is settled as a deletion against an edit.
extension JudgedMerge {
  /// What refers to a deleted entity by a relationship whose rule is cascade.
  func opposed(
    _ reference: DeleteJudgement.Dangling, _ judgement: DeleteJudgement
  ) -> OpposedDeletion {
    let key = judgement.key(of: reference.holder)
    var objects = Versions { party in
      key.flatMap { places[party].position($0) }.map { places[party].node($0) }
    }
    let (deleter, survivor) = (reference.deleter, reference.survivor)
    var nodes = objects
    if objects[deleter] != nil, let origin = reference.origin, origin.party == survivor {
      nodes = Versions { judgement.counterpart(of: reference, on: $0)?.node }
      nodes[survivor] = origin.node
    } else {
      objects[deleter] = nil
      nodes = objects
    }
    return OpposedDeletion(nodes: nodes, objects: objects, entity: reference.holderEntity, deleter: deleter)
  }

  /// Settles whether that goes with it; answers whose way it goes. What has been settled about it before, as an edit of it against its
  /// deletion, is the same conflict.
  mutating func settle(_ opposed: OpposedDeletion) -> Party {
    let kind: Conflict.Kind = opposed.deleter == .edited ? .deleteEdit : .editDelete
    let party = opposed.nodes.first()
    if resolutions.isEmpty {
      resolutions = Dictionary(merger.decider.settlements.conflicts.map { ($0.id, $0.resolution) }) {
        first, _ in
        first
      }
    }
    let id = opposed.nodes[party].map { Conflict.ID(kind: kind, party: party, node: $0, number: 0) }
    var resolution = id.flatMap { resolutions[$0] }
    if resolution == nil {
      resolution =
        merger.decider.settlements.settle(
          kind, deletionSpot(opposed.nodes, opposed.objects, opposed.entity),
          Contested(opposed.nodes, in: merger.setup.documents)
        ).resolution
      if let id { resolutions[id] = resolution }
    }
    if case .party(let party)? = resolution { return party }
    return opposed.deleter.other
  }

  /// What one side alone has, as it would go with what the other one deleted.
  func opposed(
    of holder: EntityIndex.Position, _ side: Party
  ) -> OpposedDeletion {
    let key = places[side].keys[holder]
    let nodes = Versions { party in
      party == side.other ? nil : places[party].position(key).map { places[party].node($0) }
    }
    return OpposedDeletion(
      nodes: nodes, objects: nodes, entity: places[side].index.entries[holder].entity, deleter: side.other)
  }

  /// Settles once more what went by a cascade in an earlier round, where it went in this one with what it stood in: a report says so.
  mutating func settleEarlierDeletions(_ judgement: DeleteJudgement) {
    var seen: Set<Document.Node> = []
    for opposed in merger.setup.facts.earlierDeletions {
      let side = opposed.deleter.other
      guard let node = opposed.nodes[side], let object = opposed.objects[side],
        let holder = places[side].index.position(of: object), judgement.isGone(places[side].keys[holder]),
        seen.insert(node).inserted
      else { continue }
      _ = settle(opposed)
    }
  }
}
