internal import SZJSON
internal import SZModel

/// Whether what both sides created is new.
extension VersionFacts {
  /// Whether two objects or arrays that both sides have, and PRISTINE does not have there, may be what it has elsewhere (``TakenOut``):
  /// then a part that one of them alone has may be one that the other side deleted.
  ///
  /// They may where either shares a part with what a side took out, and one alone of them has a part that this has, too, or, where the
  /// other side kept this, any part: there they are two. Parts are members by their names, and elements by their identities. Linear in
  /// both, and in what is found the first time of what they share a part with.
  func mayStandElsewhere(_ versions: Versions, _ spot: MergeSpot, _ takenOut: inout TakenOut) -> Bool {
    guard let inEdited = versions.edited, let inCurrent = versions.current else { return false }
    let isArray = current.kind(inCurrent) == .array
    let key = isArray ? columns(nil, inEdited, Value(current, inCurrent), spot)?.key : nil
    let values = [Value(edited, inEdited), Value(current, inCurrent)]
    let single = TakenOut.names(values[0], key).symmetricDifference(TakenOut.names(values[1], key))
    if single.isEmpty { return false }
    for (node, isKept) in takenOut.sharing(values) {
      if isKept || !single.isDisjoint(with: takenOut.names(of: node, by: key)) { return true }
    }
    return false
  }

  /// Whether each side put another object into an array, which is longer on both, of which both may be one that both sides took out of
  /// another array of PRISTINE (``TakenOut``), moved and edited: one has all of it, or each a text of it. `takenOut` is asked where both
  /// put any. Linear in the elements, and in the members of the objects.
  func haveBothMoved(
    _ inPristine: Document.Node?, _ inEdited: Document.Node, _ inCurrent: Document.Node,
    _ takenOut: (_ use: (inout TakenOut) -> Bool) -> Bool
  ) -> Bool {
    let count = inPristine.map(pristine.count) ?? 0
    if edited.count(of: inEdited) <= count || current.count(of: inCurrent) <= count { return false }
    let before = inPristine.map { pristine.elements($0).map(pristine.hash) } ?? []
    func put(_ side: Value, besides other: Value) -> [Value] {
      let others = HashSet(before + other.document.elements(other.node).map(other.document.hash))
      return side.document.elements(side.node).filter {
        side.document.kind($0) == .object && !others.contains(side.document.hash($0))
      }.map { Value(side.document, $0) }
    }
    let arrays = (Value(edited, inEdited), Value(current, inCurrent))
    let ofEdited = put(arrays.0, besides: arrays.1)
    if ofEdited.isEmpty { return false }
    let ofCurrent = put(arrays.1, besides: arrays.0)
    if ofCurrent.isEmpty { return false }
    return takenOut { takenOut in
      var origins: [Document.Node: TakenOut.Likeness] = [:]
      for object in ofEdited {
        origins.merge(takenOut.origins(of: object, besides: inPristine), uniquingKeysWith: max)
      }
      if origins.isEmpty { return false }
      return ofCurrent.contains { object in
        takenOut.origins(of: object, besides: inPristine).contains { node, likeness in
          guard let other = origins[node] else { return false }
          return max(likeness, other) == .whole || min(likeness, other) >= .told
        }
      }
    }
  }
}
