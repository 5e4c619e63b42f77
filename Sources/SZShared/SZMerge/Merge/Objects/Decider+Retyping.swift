internal import SZJSON
internal import SZModel

/// How an object is merged that a side made another entity.
extension Decider {
  /// What is to be done about a member that one side added while the other made the object an entity that does not have it; nil for
  /// others.
  mutating func decideRuledOut(
    _ retyping: Retyping?, _ name: [UInt8], _ versions: Versions, _ spot: MergeSpot
  ) -> MergeOutcome? {
    guard let retyping else { return nil }
    if let (party, before) = retyping.redeclared(name) {
      return decideRedeclared(party, rules.place(of: before, at: spot.place), versions, spot)
    }
    guard versions.pristine == nil else { return nil }
    switch (versions.edited, versions.current) {
    case (nil, _?): return retyping.rulesOut(name, .edited) ? conflict(.deleteEdit, versions, spot) : nil
    case (_?, nil): return retyping.rulesOut(name, .current) ? conflict(.editDelete, versions, spot) : nil
    default: return nil
    }
  }

  /// A member that is another thing in the entity that one side made of the object: it is as that side has it, unless the other side,
  /// `party`, changed what it was before.
  private mutating func decideRedeclared(
    _ party: Conflict.Party, _ before: MergeRules.Place?, _ versions: Versions, _ spot: MergeSpot
  ) -> MergeOutcome? {
    if !facts.isTouched(versions), versions.edited.map(edited.hash) == versions.current.map(current.hash) {
      return .keep
    }
    func meaning(_ party: Conflict.Party) -> UInt64? {
      versions[party].flatMap { facts.meaning(party, $0, before) }
    }
    if meaning(.pristine) == meaning(party) {
      if party == .current {
        return MergeOutcome(decision: .take(versions.edited.map { facts.taken($0, spot.place) }))
      }
      // What a delete rule would keep here is nothing that the new entity holds.
      guard let node = versions.current else { return .keep }
      return facts.moves?.isAny(.current, in: node..<current.next(node)) ?? false ? nil : .keep
    }
    let kind: Conflict.Kind =
      versions.edited == nil ? .deleteEdit : versions.current == nil ? .editDelete : .editEdit
    return conflict(kind, versions, spot)
  }
}
