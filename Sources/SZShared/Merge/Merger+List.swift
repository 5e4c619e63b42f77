extension Merger {
  /// Merges two arrays whose elements have no identity.
  mutating func list(_ base: Document.Node, _ theirs: Document.Node, _ ours: Document.Node, _ spot: Spot) {
    let start = start
    let nodes = (
      Array(pristine.elements(base)), Array(edited.elements(theirs)), Array(current.elements(ours))
    )
    let hashes = (nodes.0.map(pristine.hash), nodes.1.map(edited.hash), nodes.2.map(current.hash))
    let merge = ListMerge(
      count: nodes.0.count,
      edited: .init(
        hunks: ListPlan.hunks(pristine, nodes.0, hashes.0, edited, nodes.1, hashes.1), hashes: hashes.1),
      current: .init(
        hunks: ListPlan.hunks(pristine, nodes.0, hashes.0, current, nodes.2, hashes.2), hashes: hashes.2))
    var slots: [ContainerRewrite.Slot] = []
    for step in merge.steps {
      switch step {
      case .keep(let position): slots.append(.kept(position))
      case .take(let position):
        slots.append(.new([.bytes(text(Value(edited, nodes.1[position]), asChildOf: ours))]))
      case .merge(let before, let after, let now):
        let versions = Versions(pristine: nodes.0[before], edited: nodes.1[after], current: nodes.2[now])
        let child = elementSpot(versions, now, of: nodes.2.count, spot)
        carryOut(decide(versions, child), versions, nodes.2[now], child)
        slots.append(.kept(now))
      case .half(let before, let after, let now):
        let versions = Versions(
          pristine: nodes.0[before], edited: after.map { nodes.1[$0] }, current: now.map { nodes.2[$0] })
        let child =
          now.map { elementSpot(versions, $0, of: nodes.2.count, spot) }
          ?? elementSpot(versions, after ?? 0, of: nodes.1.count, spot)
        slots += half(versions, now, child, ours)
      case .conflict(let before, let after, let now):
        slots += hunk(nodes.0[before], nodes.1[after], now, nodes.2, ours, spot)
      }
    }
    let isUnchanged =
      slots.count == nodes.2.count
      && slots.enumerated().allSatisfy { position, slot in
        if case .kept(position) = slot { true } else { false }
      }
    if isUnchanged { return }
    rewrite(ours, nodes.2.map { current.range($0) }, as: slots, from: start)
  }

  private func elementSpot(_ versions: Versions, _ position: Int, of count: Int, _ spot: Spot) -> Spot {
    var child = spot
    child.step = .index(position)
    child.place = rules.element(spot.place, position, of: count, values(versions))
    child.key = nil
    return child
  }

  /// An element that one side took out and the other edited.
  private mutating func half(
    _ versions: Versions, _ position: Int?, _ spot: Spot, _ ours: Document.Node
  ) -> [ContainerRewrite.Slot] {
    let outcome = decide(versions, spot)
    switch outcome.decision {
    case .take(nil): break
    case .keep, .merge, .take(.some):
      if let position, let node = versions.current {
        carryOut(outcome, versions, node, spot)
        return [.kept(position)]
      }
      if case .take(let value?) = outcome.decision {
        return [.new(Merger.marked([.bytes(text(value, asChildOf: ours))], outcome.mark))]
      }
    }
    return outcome.mark == nil ? [] : [.silent(Merger.marked([], outcome.mark))]
  }

  /// Two stretches that contradict each other.
  private mutating func hunk(
    _ before: ArraySlice<Document.Node>, _ after: ArraySlice<Document.Node>, _ now: Range<Int>,
    _ children: [Document.Node], _ ours: Document.Node, _ spot: Spot
  ) -> [ContainerRewrite.Slot] {
    var child = spot
    child.step = .index(now.lowerBound)
    let sides = (
      before.map { Value(pristine, $0) }, after.map { Value(edited, $0) },
      children[now].map { Value(current, $0) }
    )
    let settled = settle(
      .hunkHunk, child, pristine: .elements(sides.0), edited: .elements(sides.1), current: .elements(sides.2))
    var slots: [ContainerRewrite.Slot]
    switch settled.resolution {
    case .party(.current): slots = now.map { .kept($0) }
    case .party(.edited): slots = self.slots(children[now], becoming: sides.1, in: ours)
    case .party(.pristine): slots = self.slots(children[now], becoming: sides.0, in: ours)
    case .value(let array):
      let values = array.document.elements(array.node).map { Value(array.document, $0) }
      slots = self.slots(children[now], becoming: values, in: ours)
    }
    if let number = settled.mark {
      slots.insert(.silent([.mark(number)]), at: 0)
      slots.append(.silent([.mark(number)]))
    }
    return slots
  }
}
