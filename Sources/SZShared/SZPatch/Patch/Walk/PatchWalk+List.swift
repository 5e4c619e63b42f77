internal import SZJSON
internal import SZModel

extension PatchWalk {
  /// Applies a list change to an array: every hunk at its place, or where its content stands.
  mutating func list(_ array: ChangedPart) {
    let (index, node, path) = (array.item, array.node, array.path)
    guard target.kind(node) == .array else {
      findings.reject(.update, array, expected: .words("an array"), found: basis.words(node))
      return
    }
    let elements = target.tape.siblings(from: target.firstChild(node), to: target.end(node))
    let hashing = basis.elementHash(array.place)
    // Taken out while it is used, so that nothing of it is copied.
    var placement = ListPlacement()
    swap(&placement, &self.placement)
    defer { swap(&placement, &self.placement) }
    placement.read(
      tree, index, hashing, isForced: policy == .force,
      of: purpose == .prove ? .made : options.isOrigin ? .origin : .any)
    let (round, isSure) = placement.outcome(ElementSequence(target, elements, hashing: hashing))
    if !isSure { needsProof = true }
    var updates: [PendingUpdate] = []
    var isRewritten = false
    var positions: [UInt64: Int]?
    for number in placement.hunks.indices {
      let hunk = placement.hunks[number]
      switch round.decisions[number] {
      case .alreadyApplied(let position):
        findings.alreadyAppliedCount += 1
        if !noteStanding(hunk, placement, round.sequence, &positions, path), let position {
          findings.note(path, "hunk for \(hunk.at) is applied already, at \(position)")
        }
      case .edits(let position, let moved):
        if moved { findings.note(path, "hunk for \(hunk.at) found at \(position)") }
        var part = ChangedPart(
          item: tree.relation(of: hunk.item), node: elements[position],
          path: findings.paths.add(.index(position), below: path), place: hashing.place)
        part.isToldByIndex = target.kind(part.node) == .array && hunk.isToldByIndex
        updates.append(.relation(part))
      case .fits(let position, let moved):
        if moved { findings.note(path, "hunk for \(hunk.at) found at \(position)") }
        isRewritten = true
        findings.appliedCount += 1
      case .forced:
        isRewritten = true
        findings.appliedCount += 1
      case .missing: misfit(placement, round, number, array)
      case .unclear:
        findings.reject(
          .hunk, ChangedPart(item: hunk.item, node: node, path: path), .index(hunk.at),
          expected: .words("a place where the hunk is applied once"),
          found: .words("one where a second run would apply it again"))
      case .halfMoved(isSource: true): findings.rejected.insert(hunk.item)
      case .halfMoved:
        findings.reject(
          .hunk, ChangedPart(item: hunk.item, node: node, path: path), .index(hunk.at),
          expected: .words("an element that moves, where it was"),
          found: .words("that it was moved or taken out"))
      }
    }
    // What tells an inner array may have another index then, or another value.
    if array.isToldByIndex, isRewritten, !options.isOrigin,
      round.hasMoved || placement.hunks.contains(where: \.changesCount)
    {
      needsProof = true
    }
    if isRewritten {
      let entries = placement.entries(round).keepingEqual(round.sequence)
      state?.take(index, elements, besides: entries)
      noteDoubled(placement, round, entries, path)
      var slots: [ContainerRewrite.Slot] = []
      slots.reserveCapacity(entries.count)
      for entry in entries {
        switch entry {
        case .kept(let position), .edited(let position): slots.append(.kept(position))
        case .new(let number, _):
          let value = placement.elements.values[number]
          bring(value, ChangedPart(item: index, node: node, path: path, place: hashing.place))
          let start = edits.text.count
          layout.append(value, asChildOf: node, to: &edits.text)
          slots.append(.content(edits.content(from: start)))
        }
      }
      let patch = ContainerPatch(
        node: node, children: .elements(target, elements), slots: slots, checkpoint: edits.checkpoint)
      if updates.isEmpty { finish(patch) } else { push(.finish(patch)) }
    }
    push(updates)
  }

  /// Applies the change of a set to an array.
  mutating func set(_ array: ChangedPart) {
    guard case .set(let old, let new) = tree[array.item] else { return }
    let (index, node) = (array.item, array.node)
    guard target.kind(node) == .array else {
      findings.reject(.update, array, expected: .words("an array"), found: basis.words(node))
      return
    }
    let elements = Array(target.elements(node))
    let change = SetChange(array, elements, old: old, new: new, basis)
    findings.appliedCount += change.appliedCount
    findings.alreadyAppliedCount += change.alreadyAppliedCount
    for objection in change.objections { findings.reject(objection) }
    if change.gone.isEmpty, change.added.isEmpty { return }
    var slots: [ContainerRewrite.Slot] = elements.indices.filter { !change.gone.contains($0) }.map {
      .kept($0)
    }
    let part = ChangedPart(
      item: index, node: node, path: array.path, place: basis.elementHash(array.place).place)
    for value in change.added {
      bring(value, part)
      let start = edits.text.count
      layout.append(value, asChildOf: node, to: &edits.text)
      slots.append(.content(edits.content(from: start)))
    }
    for position in change.gone { state?.take(index, elements[position]) }
    push(
      .finish(
        ContainerPatch(
          node: node, children: .elements(target, elements), slots: slots, checkpoint: edits.checkpoint)))
  }

  /// The value by which `--force` makes up for a member or an element that is not there, of the object or array `node`: what
  /// the change makes of an empty one.
  mutating func forcedValue(
    _ relation: ItemIndex, _ name: Value?, _ node: Document.Node, _ path: PathTable.Path
  ) -> Value {
    var left: [ItemIndex] = []
    var isSure = true
    let (target, tree, hashing) = (
      self.target, self.tree, ElementHash(Hashing(exactNumbers: options.exactNumbers))
    )
    func elements(_ list: ItemIndex) -> [Value] {
      let placement = ListPlacement(tree, list, hashing: hashing, isForced: true)
      let outcome = placement.outcome(ElementSequence(target, [], hashing: hashing))
      if !outcome.isSure { isSure = false }
      for (hunk, decision) in zip(placement.hunks, outcome.round.decisions) {
        switch decision {
        case .missing, .unclear, .halfMoved: left.append(hunk.item)
        default: break
        }
      }
      return placement.entries(outcome.round).compactMap { entry -> Value? in
        if case .new(let number, _) = entry { placement.elements.values[number] } else { nil }
      }
    }
    let made = EntityText.value(tree, relation, elements: elements)
    if !isSure { needsProof = true }
    for hunk in (left + made.left.filter { tree.hasEdits($0) }).sorted() {
      findings.reject(
        .hunk, ChangedPart(item: hunk, node: node, path: path), name.map { .name($0) },
        expected: .words("elements to change"), found: .nothing)
    }
    return MadeValue.ordered(made.value, tree, relation, options)
  }

  /// Says that an element which counts as taken out, for its neighbours touch or what replaces it is there, stands elsewhere, and not where
  /// the change puts it; answers whether it does. `places` has where each value stands that the change does not put, once that was asked.
  private mutating func noteStanding(
    _ hunk: ListHunk, _ placement: ListPlacement, _ list: ElementSequence, _ positions: inout [UInt64: Int]?,
    _ path: PathTable.Path
  ) -> Bool {
    if purpose == .prove || hunk.old.isEmpty { return false }
    var known = positions ?? [:]
    if positions == nil {
      var list = list
      for position in (0..<list.count).reversed() { known[list.hash(position)] = position }
      for hunk in placement.hunks {
        for value in placement.elements[hunk.new] { known[value] = nil }
      }
      positions = known
    }
    guard let found = placement.elements[hunk.old].lazy.compactMap({ known[$0] }).first else { return false }
    let does = hunk.new.isEmpty ? "delete" : "replace"
    findings.note(
      path, "hunk for \(hunk.at) has nothing to \(does) there, but such an element stands at \(found)")
    return true
  }

  /// Says of what hunks put that it stands elsewhere in the list, too, which had each value once.
  private mutating func noteDoubled(
    _ placement: ListPlacement, _ round: ListPlacement.Round, _ entries: [ElementSequence.Entry],
    _ path: PathTable.Path
  ) {
    if purpose == .prove { return }
    var doubled = DoubledValues(round.sequence, becoming: entries)
    for (number, hunk) in placement.hunks.enumerated() where round.fits(number) {
      // What stands beside it in the change stood twice there, too.
      let (new, known) = (placement.elements[hunk.new], placement.elements[hunk.whole.old])
      guard let place = doubled.place(of: new, besides: known) else { continue }
      findings.note(path, "hunk for \(hunk.at) puts what stands at \(place) already")
    }
  }

  private mutating func misfit(
    _ placement: ListPlacement, _ round: ListPlacement.Round, _ number: Int, _ array: ChangedPart
  ) {
    let (node, path) = (array.node, array.path)
    let (hunk, elements) = (placement.hunks[number], round.sequence.nodes)
    let position = min(max(round.expected[number], 0), elements.count)
    let isThere = position < elements.count
    if hunk.change != nil {
      let wanted =
        hunk.traits.map { "one element with \($0.shown)" } ?? "one element that can take the change"
      findings.reject(
        .hunk, ChangedPart(item: hunk.item, node: node, path: path), .index(hunk.at),
        expected: .words(wanted),
        found: elements.indices.contains(hunk.at) ? .value(Value(target, elements[hunk.at])) : .nothing)
      return
    }
    guard case .hunk(let said) = tree[hunk.item] else { return }
    let shown =
      said.old.isEmpty
      ? tree.values(said.before.stretch) + tree.values(said.after.stretch) : tree.values(said.old)
    let found = isThere ? Value(target, elements[position]) : nil
    var sequence = round.sequence
    let stands = sequence.stands(
      placement.elements[hunk.whole.old], at: position - hunk.context.before)
    findings.reject(
      .hunk, ChangedPart(item: hunk.item, node: isThere ? elements[position] : node, path: path),
      .index(isThere ? position : hunk.at), expected: side(shown, hunk, stands: stands, found: found),
      found: found.map { .value($0) } ?? .nothing)
  }

  private func side(_ values: [Value], _ hunk: ListHunk, stands: Bool, found: Value?) -> Misfit.Side {
    if stands {
      // It stands there, but not at the end of the list that the hunk names by having no context.
      let end = [
        hunk.before == .edge ? "no element in front" : nil, hunk.after == .edge ? "no element behind" : nil,
      ].compactMap { $0 }.joined(separator: ", ")
      if !end.isEmpty { return .words(end) }
    }
    if values.count == 1, !(found.map { basis.equal($0, values[0]) } ?? false) { return .value(values[0]) }
    if values.count == 1 { return .words("the elements of the hunk with those around them") }
    if !values.isEmpty { return .words("\(values.count) elements as in the hunk") }
    return .words(hunk.isBare ? "a list of at least \(hunk.at) elements" : "an empty list")
  }
}
