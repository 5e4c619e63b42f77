internal import SZJSON
internal import SZModel

extension Merger {
  /// The hash of what a value means at its place, equal where a model takes two as one; nil where there is none, or nothing in it
  /// counts.
  func meaning(_ party: Conflict.Party, _ node: Document.Node?, _ place: MergeRules.Place?) -> UInt64? {
    guard let node else { return nil }
    let document = setup.documents[party]
    guard let meanings, let declared = place?.declared else { return document.hash(node) }
    // What stands elsewhere in another version is no part of it, nor what is in none of the others.
    let uncounted = uncounted[party]
    if document.kind(node).isContainer, moves != nil || !uncounted.isEmpty,
      moves?.isAny(party, in: document.firstChild(node)..<document.end(node)) ?? false
        || MergedMoves.isAny(of: uncounted, in: document.firstChild(node)..<document.end(node))
    {
      let value = CarriedValue.of(Value(document, node), declared, rules.model) { child in
        moves?.isElsewhere(party, child) ?? false || moves?.isMark(party, child) ?? false
          || MergedMoves.isAny(of: uncounted, in: child..<Document.Node(child.index + 1))
          ? .dropped : .kept
      }
      return SelectedHashes(value.document, rules.model).hash(value.node, declared)
    }
    return meanings[party].hash(node, declared)
  }
}
