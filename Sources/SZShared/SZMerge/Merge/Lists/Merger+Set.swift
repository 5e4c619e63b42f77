internal import SZJSON
internal import SZModel

extension Merger {
  /// Merges two arrays that are sets: how often each value is there counts, and nothing else (``MergedSet``).
  mutating func set(
    _ inPristine: Document.Node?, _ inEdited: Document.Node?, _ inCurrent: Document.Node, _ spot: MergeSpot
  ) {
    let start = start
    let inner = rules.element(spot.place, 0, of: 1, [])
    let nodes = Three(
      pristine: inPristine.map { Array(pristine.elements($0)) } ?? [],
      edited: inEdited.map { Array(edited.elements($0)) } ?? [],
      current: Array(current.elements(inCurrent)))
    let merged = MergedSet(
      Three { party in nodes[party].map { decider.facts.meaning(party, $0, inner) ?? 0 } })
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
