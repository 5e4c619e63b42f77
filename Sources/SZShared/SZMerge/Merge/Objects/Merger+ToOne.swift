internal import SZJSON
internal import SZModel

/// How it is carried out what ``ToOne`` says of a to-one.
extension Merger {
  /// What is to be done about a to-one. The versions become those of what stands in it in the result.
  mutating func decideToOne(_ versions: inout Versions, _ spot: inout MergeSpot) -> MergeOutcome {
    if !isTouched(versions), let outcome = decideUnedited(versions, spot) { return outcome }
    let toOne = ToOne(Three { slot($0, versions[$0], spot.place) })
    let slots = toOne.slots
    let (coming, here) = (moves?[.edited, versions.edited], moves?[.current, versions.current])
    // The mark of a conflict about what is not here any more.
    let mark = here?.mark ?? coming?.mark
    switch toOne.outcome {
    case .arrive:
      return MergeOutcome(decision: .take(versions.edited.map { taken($0, spot.place) }), mark: coming?.mark)
    case .stay:
      guard let here else { return .keep }
      versions = here.nodes
      spot.isMoved = true
      return here.isDeleted ? decideMovedAndDeleted(here, spot) : decide(versions, spot)
    case .take: return MergeOutcome(decision: .take(versions.edited.map { taken($0, spot.place) }))
    case .keep:
      if !slots.current.isHeld { return MergeOutcome(decision: .keep, mark: mark) }
      // What stands in it may have its place elsewhere.
      let isObject = versions.current.map { current.kind($0) == .object } ?? false
      return isObject && isTouched(versions) ? MergeOutcome(decision: .merge) : .keep
    case .merge:
      let mayMerge = isKept(.current, versions.current) || isMergeable(versions, spot)
      return mayMerge ? MergeOutcome(decision: .merge) : compared(versions, spot)
    case .clear: return MergeOutcome(decision: .take(leftOver(slots, versions, spot)), mark: mark)
    case .compete: return settleKept(versions, spot)
    case .compare: return compared(&versions, slots, spot)
    case .delete(.current, isMarked: true):
      if meaning(.pristine, versions.pristine, spot.place) == meaning(.edited, versions.edited, spot.place) {
        return .keep
      }
      return conflict(.editDelete, versions, within(versions, spot))
    case .delete(.edited, let isMarked) where isMarked || versions.edited == nil:
      guard let marker = rules.tombstone(spot.place), let inPristine = versions.pristine,
        let inCurrent = versions.current, !Tombstone.isMarked(inPristine, in: pristine, by: marker)
      else { return compared(&versions, slots, spot) }
      return decideDeletion(versions, inPristine, inCurrent, marker, within(versions, spot))
    case .delete: return compared(&versions, slots, spot)
    }
  }

  /// Compares what stands in a to-one, of which a mark is no version, nor is what stands elsewhere: the versions become the others.
  private mutating func compared(
    _ versions: inout Versions, _ slots: Three<ToOne.Slot>, _ spot: MergeSpot
  ) -> MergeOutcome {
    let inEdited = versions.edited
    if slots.pristine == .elsewhere { versions.pristine = nil }
    if !slots.edited.isHeld, slots.edited != .nothing { versions.edited = nil }
    if !slots.current.isHeld, slots.current != .nothing { versions.current = nil }
    var outcome = compared(versions, spot)
    switch (outcome.decision, slots.edited, slots.current) {
    case (.take(nil), .mark, _): outcome.decision = .take(inEdited.map { taken($0, spot.place) })
    case (.take(nil), .elsewhere, _), (.keep, _, .elsewhere): outcome.decision = .take(JSONText.null)
    default: break
    }
    return outcome
  }

  /// What stands in a to-one in which nothing is, as CURRENT's goes elsewhere.
  private func leftOver(_ slots: Three<ToOne.Slot>, _ versions: Versions, _ spot: MergeSpot) -> Value? {
    // What CURRENT moved and EDITED deleted leaves its mark.
    if let here = moves?[.current, versions.current], here.isDeleted, here.isGone,
      let node = here.nodes.current, let marker = rules.tombstone(spot.place),
      let mark = tombstone(node, marker, spot)
    {
      return mark
    }
    // Null and absent are both nothing; how EDITED has it, where it has said it.
    return slots.edited == .nothing ? versions.edited.map { Value(edited, $0) } : JSONText.null
  }

  /// What stands in a to-one in one document.
  private func slot(_ party: Conflict.Party, _ node: Document.Node?, _ place: MergeRules.Place?) -> ToOne.Slot
  {
    let document = setup.documents[party]
    guard let node, document.kind(node) != .null else { return .nothing }
    guard document.kind(node) == .object else {
      return .reference(meaning(party, node, place) ?? 0)
    }
    if let relocation = moves?[party, node] {
      return relocation.home == party && !relocation.isGone ? .here : .elsewhere
    }
    if party == .edited && moves?.isMark(.edited, node) ?? false
      || party == .current && moves?.isRevived(node) ?? false
    {
      return .elsewhere
    }
    let identity = identity(Value(document, node), place)
    if party != .pristine, isKept(party, node) { return .kept(identity) }
    if let marker = rules.tombstone(place), Tombstone.isMarked(node, in: document, by: marker) {
      return .mark(identity)
    }
    return .entity(identity)
  }

  /// The spot of what concerns the entity in a to-one, not what holds it.
  private mutating func within(_ versions: Versions, _ spot: MergeSpot) -> MergeSpot {
    var spot = spot
    spot.scope = settlements.scopes.add(
      MergeScopes.Scope(
        parent: spot.scope, nodes: versions, key: rules.key(spot.place), entity: rules.entity(spot.place)))
    return spot
  }
}
