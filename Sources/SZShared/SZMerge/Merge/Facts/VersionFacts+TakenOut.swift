internal import SZElements
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

  /// The objects that each side alone put into an array that is longer on one side, and whether it is on both; nil where one put none.
  /// Linear in the elements.
  func putByEach(_ inPristine: Document.Node?, _ inEdited: Document.Node, _ inCurrent: Document.Node)
    -> TakenOut.Put?
  {
    let count = inPristine.map(pristine.count) ?? 0
    let isLonger = (edited.count(of: inEdited) > count, current.count(of: inCurrent) > count)
    if !isLonger.0 && !isLonger.1 { return nil }
    let before = inPristine.map { pristine.elements($0).map(pristine.hash) } ?? []
    func put(_ side: Value, besides other: Value) -> [Value] {
      let others = HashSet(before + other.document.elements(other.node).map(other.document.hash))
      return side.document.elements(side.node).filter {
        side.document.kind($0) == .object && !others.contains(side.document.hash($0))
      }.map { Value(side.document, $0) }
    }
    let arrays = (Value(edited, inEdited), Value(current, inCurrent))
    let put: TakenOut.Put = (
      put(arrays.0, besides: arrays.1), put(arrays.1, besides: arrays.0), isLonger.0 && isLonger.1
    )
    return put.edited.isEmpty || put.current.isEmpty ? nil : put
  }
}
