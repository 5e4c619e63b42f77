internal import SZElements
internal import SZJSON
internal import SZModel

extension ToOne {
  /// What stands in a to-one in the three documents.
  init(_ versions: Versions, at place: MergeRules.Place?, by facts: VersionFacts) {
    self.init(Three { Slot.of($0, versions[$0], at: place, by: facts) })
  }
}

extension ToOne.Slot {
  /// What stands in a to-one in one document.
  fileprivate static func of(
    _ party: Party, _ node: Document.Node?, at place: MergeRules.Place?, by facts: VersionFacts
  ) -> ToOne.Slot {
    let document = facts.documents[party]
    guard let node, document.kind(node) != .null else { return .nothing }
    guard document.kind(node) == .object else {
      return .reference(facts.meaning(party, node, place) ?? 0)
    }
    if let relocation = facts.relocation(party, node) {
      return relocation.home == party && !relocation.isGone ? .here : .relocated
    }
    if party == .edited && facts.isTombstone(.edited, node)
      || party == .current && facts.isRevived(node)
    {
      return .relocated
    }
    let identity = facts.identity(Value(document, node), place)
    if party != .pristine, facts.isUndeleted(party, node) { return .undeleted(identity) }
    if let marker = facts.rules.tombstone(place), Tombstone.isMarked(node, in: document, by: marker) {
      return .tombstone(identity)
    }
    return .entity(identity)
  }
}
