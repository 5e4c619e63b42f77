internal import SZJSON
internal import SZModel

extension Merger {
  /// Merges two arrays: by identity where their elements have one, else as sequences.
  mutating func array(
    _ inPristine: Document.Node?, _ inEdited: Document.Node?, _ inCurrent: Document.Node,
    _ versions: Versions,
    _ spot: MergeSpot
  ) {
    var spot = spot
    if !decider.facts.isOfObjects(inPristine, inEdited, inCurrent, spot) {
      spot.place = rules.references(spot.place)
    }
    if rules.isSet(spot.place) {
      set(inPristine, inEdited, inCurrent, spot)
      return
    }
    let columns = decider.facts.columns(inPristine, inEdited, Value(current, inCurrent), spot)
    if let columns, !columns.isDoubtful {
      toMany(columns, Three(pristine: inPristine, edited: inEdited, current: inCurrent), spot)
      return
    }
    // Without identities a to-many that is not ordered is a bag.
    if rules.isUnordered(spot.place) {
      set(inPristine, inEdited, inCurrent, spot)
      return
    }
    guard let inEdited else {
      if let inPristine,
        decider.facts.meaning(.pristine, inPristine, spot.place)
          == decider.facts.meaning(.current, inCurrent, spot.place)
      {
        carryOut(MergeOutcome(decision: .take(decider.facts.nothing)), versions, inCurrent, spot)
        return
      }
      carryOut(decider.conflict(.deleteEdit, versions, spot), versions, inCurrent, spot)
      return
    }
    if let placed = rules.key(spot.place), problem == nil {
      problem = identityProblem(placed, inPristine, inEdited, inCurrent)
    }
    guard let inPristine else {
      let kind: Conflict.Kind = versions.pristine == nil ? .createCreate : .editEdit
      carryOut(decider.conflict(kind, versions, spot), versions, inCurrent, spot)
      return
    }
    list(Three(pristine: inPristine, edited: inEdited, current: inCurrent), columns, spot)
  }

  /// Why a key that was asked for does not fit, when the reason is that two elements share an identity.
  private func identityProblem(
    _ key: IdentityKey, _ inPristine: Document.Node?, _ inEdited: Document.Node, _ inCurrent: Document.Node
  ) -> MergeResult.Problem? {
    let versions: [(Conflict.Party, Document, Document.Node?)] = [
      (.pristine, pristine, inPristine), (.edited, edited, inEdited), (.current, current, inCurrent),
    ]
    let label = key.text
    for (party, document, array) in versions {
      guard let array, let hashing = document.hashing else { continue }
      var seen: Set<UInt64> = []
      for element in document.elements(array) {
        guard let (hash, _) = key.hash(document, element, hashing) else {
          return MergeResult.Problem(
            party: party, node: element, reason: "an element without \(JSONString.shown(label))")
        }
        if !seen.insert(hash).inserted {
          return MergeResult.Problem(
            party: party, node: element,
            reason: "two elements have this \(JSONString.shown(label)): "
              + (key.value(document, element)?.shown ?? "nothing"))
        }
      }
    }
    return nil
  }
}
