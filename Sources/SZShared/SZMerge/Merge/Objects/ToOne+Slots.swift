internal import SZJSON
internal import SZModel

extension ToOne {
  /// What stands in a to-one in the three documents.
  init(_ versions: Versions, at place: MergeRules.Place?, by facts: VersionFacts) {
    self.init(Three { facts.slot($0, versions[$0], place) })
  }
}

extension VersionFacts {
  /// What stands in a to-one in one document.
  fileprivate func slot(_ party: Conflict.Party, _ node: Document.Node?, _ place: MergeRules.Place?)
    -> ToOne.Slot
  {
    let document = documents[party]
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
}
