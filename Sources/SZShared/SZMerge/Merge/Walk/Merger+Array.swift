internal import SZElements
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
      set(inPristine, inEdited, inCurrent, versions, spot)
      return
    }
    let columns = decider.facts.columns(inPristine, inEdited, Value(current, inCurrent), spot)
    // A declared or default identity says that two are two.
    if let inEdited, columns?.isProven ?? true, versions.pristine == nil || inPristine != nil,
      decider.haveBothMoved(inPristine, inEdited, inCurrent)
    {
      carryOut(decider.conflict(.hunkHunk, versions, spot), versions, inCurrent, spot)
      return
    }
    if let columns, !columns.isDoubtful {
      toMany(columns, Three(pristine: inPristine, edited: inEdited, current: inCurrent), spot)
      return
    }
    // Without identities a to-many that is not ordered is a bag.
    if rules.isUnordered(spot.place) {
      set(inPristine, inEdited, inCurrent, versions, spot)
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
    let versions: [(Party, Document, Document.Node?)] = [
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

extension Merger {
  /// Merges two arrays that are sets: how often each value is there counts, and nothing else (``MergedSet``).
  mutating func set(
    _ inPristine: Document.Node?, _ inEdited: Document.Node?, _ inCurrent: Document.Node,
    _ versions: Versions, _ spot: MergeSpot
  ) {
    let start = start
    let inner = rules.element(spot.place, 0, of: 1, [])
    let nodes = Three(
      pristine: inPristine.map { Array(pristine.elements($0)) } ?? [],
      edited: inEdited.map { Array(edited.elements($0)) } ?? [],
      current: Array(current.elements(inCurrent)))
    let merged = MergedSet(
      Three { party in nodes[party].map { decider.facts.meaning(party, $0, inner) ?? 0 } })
    if let mixed = MixedToMany(decider.facts, nodes, spot), mixed.isAnyTwice(in: merged) {
      carryOut(decider.conflict(.hunkHunk, versions, spot), versions, inCurrent, spot)
      return
    }
    var slots: [ContainerRewrite.Slot?] = nodes.current.indices.map { .kept($0) }
    var additions: [ContainerRewrite.Slot] = []
    for found in merged.values {
      let wanted: Int
      switch MergedSet.count(found) {
      case .current: continue
      case .times(let count): wanted = count
      case .contested: wanted = settledCount(found, nodes, (inPristine, inEdited, inCurrent), spot)
      }
      // The last of several equal ones go, and what comes stands behind all.
      for position in found.current.dropFirst(wanted) { slots[position] = nil }
      let example =
        found.edited.first.map { Value(edited, nodes.edited[$0]) }
        ?? found.pristine.first.map { Value(pristine, nodes.pristine[$0]) }
      if let example, wanted > found.current.count {
        for number in found.current.count..<wanted {
          let node = number < found.edited.count ? nodes.edited[found.edited[number]] : nil
          let value = node.map { Value(edited, $0) } ?? example
          additions.append(.new([.bytes(text.child(value, from: node, of: inCurrent))]))
        }
      }
    }
    let kept = slots.compactMap { $0 }
    if kept.count == nodes.current.count, additions.isEmpty { return }
    rewrite(inCurrent, nodes.current.map { current.range($0) }, as: kept + additions, from: start)
  }

  /// How often a value is to be there of which one side has more and the other fewer than PRISTINE.
  private mutating func settledCount(
    _ found: Three<[Int]>, _ nodes: Three<[Document.Node]>,
    _ arrays: (pristine: Document.Node?, edited: Document.Node?, current: Document.Node), _ spot: MergeSpot
  ) -> Int {
    var child = spot
    child.step = .index(found.current.first ?? nodes.current.count)
    let sides = Three<Conflict.Side>(
      pristine: .elements(found.pristine.map { Value(pristine, nodes.pristine[$0]) }),
      edited: .elements(found.edited.map { Value(edited, nodes.edited[$0]) }),
      current: .elements(found.current.map { Value(current, nodes.current[$0]) }))
    let settled = decider.settlements.settle(
      .hunkHunk, child,
      Contested(
        sides: sides,
        places: Three(
          pristine: arrays.pristine.map { .value($0) }, edited: arrays.edited.map { .value($0) },
          current: .value(arrays.current)),
        number: found.pristine.first ?? 0))
    if let number = settled.mark { text.edits.surround(current.range(arrays.current), with: number) }
    switch settled.resolution {
    case .party(let party): return found[party].count
    case .value(let array): return array.document.count(of: array.node)
    }
  }
}
