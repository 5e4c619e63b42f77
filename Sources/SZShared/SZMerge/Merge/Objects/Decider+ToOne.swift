internal import SZElements
internal import SZJSON
internal import SZModel

/// How it is carried out what ``ToOne`` says of a to-one.
extension Decider {
  /// What is to be done about a to-one. The versions become those of what stands in it in the result.
  mutating func decideToOne(_ versions: inout Versions, _ spot: inout MergeSpot) -> MergeOutcome {
    if !facts.isTouched(versions), let outcome = decideUnedited(versions, spot) { return outcome }
    let toOne = ToOne(versions, at: spot.place, by: facts)
    let slots = toOne.slots
    let (coming, here) = (
      facts.relocation(.edited, versions.edited), facts.relocation(.current, versions.current)
    )
    // The mark of a conflict about what is not here any more.
    let mark = here?.mark ?? coming?.mark
    switch toOne.outcome {
    case .arrive:
      return MergeOutcome(
        decision: .take(versions.edited.map { facts.taken($0, spot.place) }), mark: coming?.mark)
    case .stay:
      guard let here else { return .keep }
      versions = here.nodes
      spot.isMoved = true
      return here.isDeleted ? decideMovedAndDeleted(here, spot) : decide(versions, spot)
    case .take: return MergeOutcome(decision: .take(versions.edited.map { facts.taken($0, spot.place) }))
    case .keep:
      if !slots.current.isHeld { return MergeOutcome(decision: .keep, mark: mark) }
      // What stands in it may have its place elsewhere.
      let isObject = versions.current.map { current.kind($0) == .object } ?? false
      return isObject && facts.isTouched(versions) ? MergeOutcome(decision: .merge) : .keep
    case .merge:
      let mayMerge = facts.isUndeleted(.current, versions.current) || facts.isMergeable(versions, spot)
      return mayMerge ? MergeOutcome(decision: .merge) : compared(versions, spot)
    case .clear: return MergeOutcome(decision: .take(leftOver(slots, versions, spot)), mark: mark)
    case .compete: return settleUndeleted(versions, spot)
    case .compare: return compared(&versions, slots, spot)
    case .delete(.current, leavesTombstone: true):
      if facts.meaning(.pristine, versions.pristine, spot.place)
        == facts.meaning(.edited, versions.edited, spot.place)
      {
        return .keep
      }
      return conflict(.editDelete, versions, within(versions, spot))
    case .delete(.edited, let leavesTombstone) where leavesTombstone || versions.edited == nil:
      guard let marker = rules.tombstone(spot.place), let inPristine = versions.pristine,
        let inCurrent = versions.current, !Tombstone.isMarked(inPristine, in: pristine, by: marker)
      else { return compared(&versions, slots, spot) }
      return decideDeletion(versions, inPristine, inCurrent, marker, within(versions, spot))
    case .delete: return compared(&versions, slots, spot)
    }
  }

  /// Compares what stands in a to-one, of which a tombstone is no version, nor is what stands elsewhere: the versions become the others.
  private mutating func compared(
    _ versions: inout Versions, _ slots: Three<ToOne.Slot>, _ spot: MergeSpot
  ) -> MergeOutcome {
    let inEdited = versions.edited
    if slots.pristine == .relocated { versions.pristine = nil }
    if !slots.edited.isHeld, slots.edited != .nothing { versions.edited = nil }
    if !slots.current.isHeld, slots.current != .nothing { versions.current = nil }
    var outcome = compared(versions, spot)
    switch (outcome.decision, slots.edited, slots.current) {
    case (.take(nil), .tombstone, _): outcome.decision = .take(inEdited.map { facts.taken($0, spot.place) })
    case (.take(nil), .relocated, _), (.keep, _, .relocated): outcome.decision = .take(JSONText.null)
    default: break
    }
    return outcome
  }

  /// What stands in a to-one in which nothing is, as CURRENT's goes elsewhere.
  private func leftOver(_ slots: Three<ToOne.Slot>, _ versions: Versions, _ spot: MergeSpot) -> Value? {
    // What CURRENT moved and EDITED deleted leaves its tombstone.
    if let here = facts.relocation(.current, versions.current), here.isDeleted, here.isGone,
      let node = here.nodes.current, let marker = rules.tombstone(spot.place),
      let tombstone = facts.tombstone(node, marker, spot)
    {
      return tombstone
    }
    // Null and absent are both nothing; how EDITED has it, where it has said it.
    return slots.edited == .nothing ? versions.edited.map { Value(edited, $0) } : JSONText.null
  }

  /// The spot of what concerns the entity in a to-one, not what holds it.
  private mutating func within(_ versions: Versions, _ spot: MergeSpot) -> MergeSpot {
    var spot = spot
    spot.scope = settlements.scopes.add(
      MergeScopes.Scope(
        parent: spot.scope, nodes: versions, key: rules.key(spot.place), entity: rules.entity(spot.place)))
    return spot
  }

  /// Settles which of two has a to-one, one of which stays although the other side deleted it.
  mutating func settleUndeleted(_ versions: Versions, _ spot: MergeSpot) -> MergeOutcome {
    let isReference = [versions.edited.map(edited.kind), versions.current.map(current.kind)]
      .contains { $0 != .object }
    var spot = spot
    if let places = facts.moves?.places ?? facts.setup.entities?.places, case .name(let name)? = spot.step,
      spot.scope >= 0,
      let owner = settlements.scopes[spot.scope].nodes.current.flatMap({
        places.current.index.position(of: $0)
      })
    {
      spot.holder = (places.current.keys[owner], name.document.characters(name.node))
    }
    let settled = settlements.settleToOne(
      versions.pristine == nil ? .createCreate : isReference ? .type : .editEdit, spot, versions,
      isFixed: Versions { _ in nil })
    if case .party(.current) = settled.resolution {
      return MergeOutcome(decision: .merge, mark: settled.mark)
    }
    return MergeOutcome(
      decision: .take(versions.edited.map { facts.taken($0, spot.place) }), mark: settled.mark)
  }
}
