internal import SZElements
internal import SZJSON
internal import SZModel

extension Merger {
  /// Merges two arrays whose elements have no known identity, or one that is in doubt.
  mutating func list(_ arrays: Three<Document.Node>, _ doubtful: EntityColumns?, _ spot: MergeSpot) {
    let nodes = Three { Array(setup.documents[$0].elements(arrays[$0])) }
    let inPristine = row(.pristine, nodes.pristine, nil, spot)
    let merge = ListMerge(
      Three(
        pristine: inPristine, edited: row(.edited, nodes.edited, inPristine, spot),
        current: row(.current, nodes.current, inPristine, spot)))
    let count = ListCount(merge) {
      guard let doubtful else { return namedIdentities(nodes, merge.ofEdited, spot) }
      return Three(
        pristine: doubtful.pristine?.hashes, edited: doubtful.edited.hashes, current: doubtful.current.hashes)
    }
    if count.isContradictory || MixedToMany(decider.facts, nodes, spot)?.isAnyTwice(in: merge) ?? false {
      let versions = Versions(pristine: arrays.pristine, edited: arrays.edited, current: arrays.current)
      carryOut(decider.conflict(.hunkHunk, versions, spot), versions, arrays.current, spot)
      return
    }
    carryOut(merge, nodes, arrays, spot)
  }

  /// What the first member says, of those that identify by their names, that an element has which the result has of EDITED, and
  /// that elements of both sides have, each of a version with its own value, and 0 of elements that have none; nil where there is
  /// no such member. It does not pair them, but the result has each value once. Linear in the elements.
  ///
  /// `build/gcc, test/py` | `build/gcc, unit/py` | `build/gcc, test/py, unit/node` is a conflict: `image` says that `unit` is
  /// `test`, `name` that it is the other `unit`.
  private func namedIdentities(_ nodes: Three<[Document.Node]>, _ taken: [Int], _ spot: MergeSpot)
    -> Three<[UInt64]?>
  {
    func hash(_ party: Party, _ node: Document.Node, _ key: IdentityKey) -> UInt64? {
      let document = setup.documents[party]
      return document.hashing.flatMap { key.hash(document, node, $0)?.hash }
    }
    func distinct(_ party: Party, _ key: IdentityKey) -> [UInt64]? {
      var seen = HashSet()
      var hashes: [UInt64] = []
      for node in nodes[party] {
        let hash = hash(party, node, key)
        if let hash, !seen.insert(hash) { return nil }
        hashes.append(hash ?? 0)
      }
      return seen.isEmpty && party != .pristine ? nil : hashes
    }
    for key in rules.names(setup.options.names, at: spot.place).all
    where taken.contains(where: { hash(.edited, nodes.edited[$0], key) != nil }) {
      let found = Three { distinct($0, key) }
      if found.edited != nil, found.current != nil, found.pristine != nil { return found }
    }
    return Three(pristine: nil, edited: nil, current: nil)
  }

  /// The elements of a list in one document, by what they mean.
  private func row(
    _ party: Party, _ nodes: [Document.Node], _ inPristine: ListElements?, _ spot: MergeSpot
  ) -> ListElements {
    let document = setup.documents[party]
    guard let place = rules.element(spot.place, 0, of: 1, []), place.declared != nil else {
      return ListElements(document, nodes, hashes: nodes.map { document.hash($0) }, of: inPristine)
    }
    return ListElements(
      document, nodes, hashes: nodes.map { decider.facts.meaning(party, $0, place) ?? 0 }, of: inPristine,
      by: rules.comparedMembers(ofElementsOf: spot.place))
  }

  private mutating func carryOut(
    _ merge: ListMerge, _ nodes: Three<[Document.Node]>, _ arrays: Three<Document.Node>, _ spot: MergeSpot
  ) {
    let start = start
    let isDeclared = rules.declared(spot.place) != nil
    // Comments go with what moves.
    let moved = isDeclared || current.isRelaxed ? merge.moved : [:]
    respell(merge, nodes, arrays.pristine, arrays.edited, spot)
    var slots: [ContainerRewrite.Slot] = []
    slots.reserveCapacity(merge.steps.count)
    for step in merge.steps {
      switch step {
      case .run(let positions):
        slots.append(positions.count == 1 ? .kept(positions.lowerBound) : .run(positions))
      case .take(let position):
        let node = nodes.edited[position]
        if let own = moved[position], isDeclared || isWrittenAlike(node, nodes.current[own]) {
          slots.append(.kept(own))
          continue
        }
        slots.append(.new([.bytes(text.child(Value(edited, node), from: node, of: arrays.current))]))
      case .merge(let atPristine, let atEdited, let atCurrent),
        .edit(let atPristine, let atEdited, let atCurrent):
        let versions = Versions(
          pristine: nodes.pristine[atPristine], edited: nodes.edited[atEdited],
          current: nodes.current[atCurrent])
        let child = elementSpot(versions, atCurrent, of: nodes.current.count, spot)
        carryOut(decider.decide(versions, child), versions, nodes.current[atCurrent], child)
        slots.append(.kept(atCurrent))
      case .conflict(let contradiction, let atPristine, let atEdited, let atCurrent):
        slots += hunk(
          Conflict.Kind(contradiction), Three(pristine: atPristine, edited: atEdited, current: atCurrent),
          nodes,
          (arrays.pristine, arrays.edited, arrays.current), spot)
      }
    }
    var next = 0
    let isInPlace = slots.allSatisfy { slot in
      switch slot {
      case .kept(next): next += 1
      case .run(let positions) where positions.lowerBound == next: next = positions.upperBound
      case .kept, .run, .new, .content, .textless: return false
      }
      return true
    }
    let isUnchanged = isInPlace && next == nodes.current.count
    if isUnchanged { return }
    rewrite(arrays.current, nodes.current.map { current.range($0) }, as: slots, from: start)
  }

  /// Takes over how EDITED wrote elements that nobody changed.
  private mutating func respell(
    _ merge: ListMerge, _ nodes: Three<[Document.Node]>, _ inPristine: Document.Node,
    _ inEdited: Document.Node,
    _ spot: MergeSpot
  ) {
    guard decider.mayBeRespelled(inPristine, inEdited) else { return }
    var next = Three(pristine: 0, edited: 0, current: 0)
    let ends = nodes.map(\.count)
    for ranges in merge.regions + [ends.map { $0..<$0 }] {
      let count = ranges.pristine.lowerBound - next.pristine
      if count > 0, isWrittenAlike(next.pristine, nodes.pristine, next.edited, nodes.edited, count) {
        next = ranges.map(\.upperBound)
        continue
      }
      while next.pristine < ranges.pristine.lowerBound {
        let (original, own) = (nodes.pristine[next.pristine], nodes.edited[next.edited])
        if decider.mayBeRespelled(original, own) {
          let versions = Versions(pristine: original, edited: own, current: nodes.current[next.current])
          let child = elementSpot(versions, next.current, of: nodes.current.count, spot)
          carryOut(decider.decide(versions, child), versions, nodes.current[next.current], child)
        }
        next = next.map { $0 + 1 }
      }
      next = ranges.map(\.upperBound)
    }
  }

  private func elementSpot(
    _ versions: Versions, _ position: Int, of count: Int, _ spot: MergeSpot
  ) -> MergeSpot {
    var child = spot
    child.step = .index(position)
    child.place = rules.element(spot.place, position, of: count, documents.values(versions))
    child.key = nil
    return child
  }

  /// Stretches of the two sides that contradict each other.
  private mutating func hunk(
    _ kind: Conflict.Kind, _ stretches: Three<Range<Int>>, _ nodes: Three<[Document.Node]>,
    _ arrays: (pristine: Document.Node, edited: Document.Node, current: Document.Node), _ spot: MergeSpot
  ) -> [ContainerRewrite.Slot] {
    var child = spot
    child.step = .index(stretches.current.lowerBound)
    let sides = Three(
      pristine: nodes.pristine[stretches.pristine].map { Value(pristine, $0) },
      edited: nodes.edited[stretches.edited].map { Value(edited, $0) },
      current: nodes.current[stretches.current].map { Value(current, $0) })
    let settled = decider.settlements.settle(
      kind, child,
      Contested(
        sides: sides.map { .elements($0) },
        places: Three(
          pristine: place(stretches.pristine, nodes.pristine, pristine, arrays.pristine),
          edited: place(stretches.edited, nodes.edited, edited, arrays.edited),
          current: place(stretches.current, nodes.current, current, arrays.current))))
    let children = nodes.current[stretches.current]
    var slots: [ContainerRewrite.Slot]
    switch settled.resolution {
    case .party(.current): slots = stretches.current.map { .kept($0) }
    case .party(.edited): slots = text.slots(children, becoming: sides.edited, in: arrays.current)
    case .party(.pristine): slots = text.slots(children, becoming: sides.pristine, in: arrays.current)
    case .value(let array):
      let values = array.document.elements(array.node).map { Value(array.document, $0) }
      slots = text.slots(children, becoming: values, in: arrays.current)
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

  /// Whether EDITED has a value as CURRENT has it, byte for byte.
  private func isWrittenAlike(_ inEdited: Document.Node, _ inCurrent: Document.Node) -> Bool {
    edited.bytes.equals(edited.range(inEdited), current.bytes, current.range(inCurrent))
  }

  /// Whether EDITED has `count` elements as PRISTINE has them, byte for byte, with all that is between them.
  private func isWrittenAlike(
    _ inPristine: Int, _ originals: [Document.Node], _ inEdited: Int, _ own: [Document.Node], _ count: Int
  ) -> Bool {
    let texts = (
      pristine.start(originals[inPristine])..<pristine.range(originals[inPristine + count - 1]).upperBound,
      edited.start(own[inEdited])..<edited.range(own[inEdited + count - 1]).upperBound
    )
    return pristine.bytes.equals(texts.0, edited.bytes, texts.1)
  }
}
