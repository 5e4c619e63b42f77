extension Merger {
  /// Merges two arrays whose elements have no known identity.
  mutating func list(
    _ inPristine: Document.Node, _ inEdited: Document.Node, _ inCurrent: Document.Node, _ spot: Spot
  ) {
    if plans.contested(inPristine).isEmpty, mergesNested(inPristine, inEdited, inCurrent, spot) { return }
    let nodes = Three(
      pristine: Array(pristine.elements(inPristine)), edited: Array(edited.elements(inEdited)),
      current: Array(current.elements(inCurrent)))
    let rows = Three { row($0, nodes[$0], spot) }
    let hunks = (
      ListMatching.hunks(rows.pristine, rows.edited), ListMatching.hunks(rows.pristine, rows.current)
    )
    let matching = ListMatching(rows, hunks.0, hunks.1)
    // Whether a second merge, too, would find no identity.
    var isSettled = false
    if matching.isContended, !matching.isClear, plans.infers(inPristine) {
      let versions = Three(
        pristine: Value(pristine, inPristine), edited: Value(edited, inEdited),
        current: Value(current, inCurrent))
      if let found = IdentityInference.found(versions, isSettled: &isSettled) {
        if !found.isStable { needsTrial = true }
        toMany(
          EntityColumns(found, versions), Three(pristine: inPristine, edited: inEdited, current: inCurrent),
          spot)
        return
      }
    }
    // A version control system does not push twice.
    let trial = options.conflicts == .mark ? nil : ListTrial(rows, matching, hunks.0, hunks.1)
    if let trial {
      let mayInfer = !isSettled && (trial.wouldInfer || matching.isContended && !matching.isClear)
      if holdsContainers(nodes), mayInfer || matching.isContended && !trial.isExact {
        needsTrial = true
      } else if isWrittenOtherwise(hunks.0, hunks.1, rows, nodes) {
        needsTrial = true
      }
    }
    let merge = ListMerge(
      rows, matching,
      contested: ListTrial.joined(
        (trial?.contested ?? []) + plans.contested(inPristine), count: rows.pristine.count))
    let changes = ListTrial.changes(merge, rows)
    if !changes.isEmpty { touch(spot, changes) }
    carryOut(merge, nodes, inPristine, inEdited, inCurrent, spot)
  }

  /// The elements of a list in one document, as far as matching looks at them.
  private func row(_ party: Conflict.Party, _ nodes: [Document.Node], _ spot: Spot) -> ElementRow {
    let document = setup.documents[party]
    guard let place = rules.element(spot.place, 0, of: 1, []), place.declared != nil else {
      return ElementRow(document, nodes)
    }
    return ElementRow(hashes: nodes.map { meaning(party, $0, place) ?? 0 }) {
      ElementTraits(document, nodes[$0])
    }
  }

  /// Whether an element is more than a scalar, so that there was something to guess.
  private func holdsContainers(_ nodes: Three<[Document.Node]>) -> Bool {
    nodes.edited.contains { edited.kind($0).isContainer }
      && nodes.current.contains { current.kind($0).isContainer }
  }

  private mutating func carryOut(
    _ merge: ListMerge, _ nodes: Three<[Document.Node]>, _ inPristine: Document.Node,
    _ inEdited: Document.Node,
    _ inCurrent: Document.Node, _ spot: Spot
  ) {
    let start = start
    respell(merge, nodes, inPristine, inEdited, spot)
    // PRISTINE's elements by their hashes, once there is a conflict.
    var holders: [UInt64: [Document.Node]]?
    var slots: [ContainerRewrite.Slot] = []
    slots.reserveCapacity(merge.steps.count)
    for step in merge.steps {
      switch step {
      case .keep(let position): slots.append(.kept(position))
      case .run(let positions): slots.append(.run(positions))
      case .take(let position):
        let node = nodes.edited[position]
        slots.append(.new([.bytes(text(Value(edited, node), from: node, asChildOf: inCurrent))]))
      case .merge(let atPristine, let atEdited, let atCurrent):
        let versions = Versions(
          pristine: nodes.pristine[atPristine], edited: nodes.edited[atEdited],
          current: nodes.current[atCurrent])
        let child = elementSpot(versions, atCurrent, of: nodes.current.count, atPristine, spot)
        carryOut(decide(versions, child), versions, nodes.current[atCurrent], child)
        slots.append(.kept(atCurrent))
      case .half(let atPristine, let atEdited, let atCurrent):
        let versions = Versions(
          pristine: nodes.pristine[atPristine], edited: atEdited.map { nodes.edited[$0] },
          current: atCurrent.map { nodes.current[$0] })
        let child =
          atCurrent.map { elementSpot(versions, $0, of: nodes.current.count, atPristine, spot) }
          ?? elementSpot(versions, atEdited ?? 0, of: nodes.edited.count, atPristine, spot)
        slots += half(versions, atCurrent, child, inCurrent)
      case .conflict(let atPristine, let atEdited, let atCurrent):
        let known = holders ?? self.holders(nodes, merge)
        holders = known
        slots += hunk(
          Three(pristine: atPristine, edited: atEdited, current: atCurrent), nodes,
          (inPristine, inEdited, inCurrent), known,
          spot)
      }
    }
    var next = 0
    let isInPlace = slots.allSatisfy { slot in
      switch slot {
      case .kept(next): next += 1
      case .run(let positions) where positions.lowerBound == next: next = positions.upperBound
      case .kept, .run, .new, .textless: return false
      }
      return true
    }
    let isUnchanged = isInPlace && next == nodes.current.count
    if isUnchanged { return }
    rewrite(inCurrent, nodes.current.map { current.range($0) }, as: slots, from: start, spot)
  }

  /// Takes over how EDITED wrote elements that nobody changed.
  private mutating func respell(
    _ merge: ListMerge, _ nodes: Three<[Document.Node]>, _ inPristine: Document.Node,
    _ inEdited: Document.Node,
    _ spot: Spot
  ) {
    guard mayBeRespelled(inPristine, inEdited) else { return }
    var next = Three(pristine: 0, edited: 0, current: 0)
    let ends = nodes.map(\.count)
    for ranges in merge.regions.map(\.ranges) + [ends.map { $0..<$0 }] {
      let count = ranges.pristine.lowerBound - next.pristine
      if count > 0, isWrittenAlike(next.pristine, nodes.pristine, next.edited, nodes.edited, count) {
        next = ranges.map(\.upperBound)
        continue
      }
      while next.pristine < ranges.pristine.lowerBound {
        let (original, own) = (nodes.pristine[next.pristine], nodes.edited[next.edited])
        if mayBeRespelled(original, own) {
          let versions = Versions(pristine: original, edited: own, current: nodes.current[next.current])
          let child = elementSpot(versions, next.current, of: nodes.current.count, next.pristine, spot)
          carryOut(decide(versions, child), versions, nodes.current[next.current], child)
        }
        next = next.map { $0 + 1 }
      }
      next = ranges.map(\.upperBound)
    }
  }

  /// Elements of PRISTINE that equal one of EDITED's in a conflict, by their hashes; of many equal ones some.
  private func holders(_ nodes: Three<[Document.Node]>, _ merge: ListMerge) -> [UInt64: [Document.Node]] {
    var stretches: [Range<Int>] = []
    for case .conflict(_, let inEdited, _) in merge.steps { stretches.append(inEdited) }
    var wanted = FewHashes(expected: stretches.reduce(0) { $0 + $1.count })
    for stretch in stretches {
      for node in nodes.edited[stretch] { wanted.insert(edited.hash(node), value: 0) }
    }
    var holders: [UInt64: [Document.Node]] = [:]
    for node in nodes.pristine where wanted.contains(pristine.hash(node)) {
      if (holders[pristine.hash(node)] ?? []).count < 8 {
        holders[pristine.hash(node), default: []].append(node)
      }
    }
    return holders
  }

  /// The slots of a stretch that is EDITED's now, with EDITED's own text where an element would otherwise be written as
  /// PRISTINE has it: a second push would find it there.
  private mutating func spelledAsEdited(
    _ slots: [ContainerRewrite.Slot], _ wanted: [Document.Node], _ nodes: Three<[Document.Node]>,
    _ holders: [UInt64: [Document.Node]], in array: Document.Node
  ) -> [ContainerRewrite.Slot] {
    var result: [ContainerRewrite.Slot] = []
    for (slot, node) in zip(slots, wanted) {
      let holders = holders[edited.hash(node)] ?? []
      let text = edited.text(node)
      func isPristine(_ text: [UInt8]) -> Bool { holders.contains { pristine.text($0) == text } }
      switch slot {
      case .kept(let position):
        let written = current.text(nodes.current[position])
        if written != text, isPristine(written) {
          edits.replace(current.range(nodes.current[position]), with: text)
        }
        result.append(slot)
      case .new:
        let isWritten = isPristine(self.text(Value(edited, node), asChildOf: array))
        result.append(isWritten ? .new([.bytes(text)]) : slot)
      // The slots here are of one element each.
      case .textless, .run: result.append(slot)
      }
    }
    return result
  }

  func elementSpot(
    _ versions: Versions, _ position: Int, of count: Int, _ inPristine: Int, _ spot: Spot
  ) -> Spot {
    var child = spot
    child.stretch = inPristine..<inPristine + 1
    child.step = .index(position)
    child.place = rules.element(spot.place, position, of: count, values(versions))
    child.key = nil
    return child
  }

  /// An element that one side took out and the other edited.
  private mutating func half(
    _ versions: Versions, _ position: Int?, _ spot: Spot, _ array: Document.Node
  ) -> [ContainerRewrite.Slot] {
    let outcome = decide(versions, spot)
    if case .take(nil) = outcome.decision {
      return outcome.mark == nil ? [] : [.textless(Merger.marked([], outcome.mark))]
    }
    if let position, let node = versions.current {
      carryOut(outcome, versions, node, spot)
      return [.kept(position)]
    }
    if case .take(let value?) = outcome.decision {
      let text = text(value, from: versions.edited, asChildOf: array)
      return [.new(Merger.marked([.bytes(text)], outcome.mark))]
    }
    return outcome.mark == nil ? [] : [.textless(Merger.marked([], outcome.mark))]
  }

  /// Stretches of the two sides that contradict each other.
  private mutating func hunk(
    _ stretches: Three<Range<Int>>, _ nodes: Three<[Document.Node]>,
    _ arrays: (pristine: Document.Node, edited: Document.Node, current: Document.Node),
    _ holders: [UInt64: [Document.Node]], _ spot: Spot
  ) -> [ContainerRewrite.Slot] {
    var child = spot
    child.step = .index(stretches.current.lowerBound)
    child.stretch = stretches.pristine
    let sides = Three(
      pristine: nodes.pristine[stretches.pristine].map { Value(pristine, $0) },
      edited: nodes.edited[stretches.edited].map { Value(edited, $0) },
      current: nodes.current[stretches.current].map { Value(current, $0) })
    let settled = settle(
      .hunkHunk, child, sides.map { .elements($0) },
      Three(
        pristine: place(stretches.pristine, nodes.pristine, pristine, arrays.pristine),
        edited: place(stretches.edited, nodes.edited, edited, arrays.edited),
        current: place(stretches.current, nodes.current, current, arrays.current)))
    let children = nodes.current[stretches.current]
    var slots: [ContainerRewrite.Slot]
    switch settled.resolution {
    case .party(.current): slots = stretches.current.map { .kept($0) }
    case .party(.edited):
      slots = spelledAsEdited(
        self.slots(children, becoming: sides.edited, in: arrays.current),
        Array(nodes.edited[stretches.edited]), nodes, holders, in: arrays.current)
    case .party(.pristine): slots = self.slots(children, becoming: sides.pristine, in: arrays.current)
    case .value(let array):
      let values = array.document.elements(array.node).map { Value(array.document, $0) }
      slots = self.slots(children, becoming: values, in: arrays.current)
    }
    if let number = settled.mark {
      slots.insert(.textless([.mark(number)]), at: 0)
      slots.append(.textless([.mark(number)]))
    }
    return slots
  }

  /// A stretch of an array, which begins where its first element does, or the one behind it, or the closing bracket.
  private func place(
    _ stretch: Range<Int>, _ elements: [Document.Node], _ document: Document, _ array: Document.Node
  ) -> Conflict.Place {
    let start =
      stretch.lowerBound < elements.count
      ? document.start(elements[stretch.lowerBound]) : document.range(array).upperBound - 1
    return .elements(array, stretch, offset: start)
  }
}
