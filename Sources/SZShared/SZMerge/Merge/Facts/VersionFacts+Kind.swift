internal import SZElements
internal import SZJSON
internal import SZModel

/// What kind of values the versions are, and so what can be done about them.
extension VersionFacts {
  /// Whether both sides have a container of one kind, and of one identity where that has been said.
  func isMergeable(_ versions: Versions, _ spot: MergeSpot) -> Bool {
    guard let inEdited = versions.edited, let inCurrent = versions.current else { return false }
    let kind = current.kind(inCurrent)
    guard kind.isContainer, edited.kind(inEdited) == kind else { return false }
    switch rules.declared(spot.place) {
    case .reference?: return false
    case .attribute?: return rules.isLookedInto(spot.place) || kind == .array && rules.isSet(spot.place)
    default: break
    }
    if kind == .object, rules.hasDeclaredKey(spot.place) {
      return isOneEntity(Value(edited, inEdited), Value(current, inCurrent), spot)
    }
    guard kind == .object, spot.key == nil, let key = rules.key(spot.place) else { return true }
    return key.isSame(edited, inEdited, current, inCurrent, exactNumbers: setup.options.exactNumbers)
  }

  /// Whether PRISTINE has something else, of which a model says nothing, than the containers that both sides have.
  func isOfAnotherKind(_ versions: Versions, _ spot: MergeSpot) -> Bool {
    guard rules.declared(spot.place) == nil || rules.isLookedInto(spot.place),
      let inPristine = versions.pristine, let node = versions.current
    else { return false }
    return pristine.kind(inPristine) != current.kind(node)
  }

  /// Which kind of conflict it is when both sides changed a value.
  func conflictKind(_ versions: Versions, _ spot: MergeSpot) -> Conflict.Kind {
    // A to-one is deleted by null.
    if case .entity(_, _?)? = rules.declared(spot.place),
      versions.pristine.map({ pristine.kind($0) == .object }) ?? false
    {
      if versions.edited.map({ edited.kind($0) == .null }) ?? false { return .deleteEdit }
      if versions.current.map({ current.kind($0) == .null }) ?? false { return .editDelete }
    }
    guard let inEdited = versions.edited else { return .deleteEdit }
    guard let inCurrent = versions.current else { return .editDelete }
    if versions.pristine == nil { return .createCreate }
    let kinds = (edited.kind(inEdited), current.kind(inCurrent))
    return kinds.0 != kinds.1 && (kinds.0.isContainer || kinds.1.isContainer) ? .type : .editEdit
  }

  /// The members of a to-many; nil where something else stands.
  func members(_ node: Document.Node?, in document: Document) -> [Document.Node]? {
    guard let node, document.kind(node) != .null else { return [] }
    return document.kind(node) == .array ? Array(document.elements(node)) : nil
  }
}
