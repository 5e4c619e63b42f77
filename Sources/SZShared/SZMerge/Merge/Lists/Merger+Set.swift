internal import SZJSON
internal import SZModel

extension Merger {
  /// Merges two arrays that are sets: for each value it counts how often each document has it, and nothing else.
  ///
  /// What one side has more or fewer of is taken over; what both have more of, or fewer, is taken once. Where one has more
  /// and the other fewer, that is a conflict about this value.
  mutating func set(
    _ inPristine: Document.Node?, _ inEdited: Document.Node?, _ inCurrent: Document.Node, _ spot: MergeSpot
  ) {
    let start = start
    let inner = rules.element(spot.place, 0, of: 1, [])
    let nodes = Three(
      pristine: inPristine.map { Array(pristine.elements($0)) } ?? [],
      edited: inEdited.map { Array(edited.elements($0)) } ?? [],
      current: Array(current.elements(inCurrent)))
    var places: [UInt64: Three<[Int]>] = [:]
    var order: [UInt64] = []
    func add(_ elements: [Document.Node], _ party: Conflict.Party) {
      for (position, element) in elements.enumerated() {
        let hash = facts.meaning(party, element, inner) ?? 0
        if places[hash] == nil { order.append(hash) }
        places[hash, default: Three { _ in [] }][party].append(position)
      }
    }
    add(nodes.current, .current)
    add(nodes.edited, .edited)
    add(nodes.pristine, .pristine)
    var slots: [ContainerRewrite.Slot?] = nodes.current.indices.map { .kept($0) }
    var additions: [ContainerRewrite.Slot] = []
    for hash in order {
      guard let found = places[hash] else { continue }
      let counts = found.map(\.count)
      if counts.edited == counts.pristine || counts.edited == counts.current { continue }
      var wanted = counts.edited
      if counts.current != counts.pristine {
        if (counts.edited > counts.pristine) == (counts.current > counts.pristine) {
          let grows = counts.edited > counts.pristine
          wanted = grows ? max(counts.edited, counts.current) : min(counts.edited, counts.current)
        } else {
          wanted = settledCount(found, nodes, (inPristine, inEdited, inCurrent), spot)
        }
      }
      // The last of several equal ones go, and what comes stands behind all.
      for position in found.current.dropFirst(wanted) { slots[position] = nil }
      let example =
        found.edited.first.map { Value(edited, nodes.edited[$0]) }
        ?? found.pristine.first.map { Value(pristine, nodes.pristine[$0]) }
      if let example, wanted > counts.current {
        for number in counts.current..<wanted {
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
    let settled = settlements.settle(
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
