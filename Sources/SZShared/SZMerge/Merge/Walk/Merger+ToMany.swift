internal import SZElements
internal import SZJSON
internal import SZModel

extension Merger {
  /// Merges two arrays of entities: who is a member, what changed in each, and their order, as separate facts.
  mutating func toMany(_ columns: EntityColumns, _ arrays: Versions, _ spot: MergeSpot) {
    guard let array = arrays.current else { return }
    let start = start
    let inEdited = columns.currentInEdited
    var members = MergedMembers()
    let renames = SharedRenames(columns, documents)
    decideMembers(columns, renames, spot, &members)
    var inCurrent = [Int](repeating: -1, count: columns.edited.elements.count)
    for (position, match) in inEdited.enumerated() where match >= 0 { inCurrent[match] = position }
    addMembers(columns, inCurrent, array, spot, &members)

    let mayBeMoved = (members.bothCreated || columns.isMoved) && !rules.isUnordered(spot.place)
    if !mayBeMoved, members.additions.isEmpty, members.gone.isEmpty { return }
    var moved: [Int]?
    var marks: [(number: Int, members: [Int])] = []
    var matches = OrderMatches(columns, inCurrent: inCurrent, renames)
    if !rules.isUnordered(spot.place), decider.facts.isInPlace(columns) {
      matches.addRenamed(columns, documents, members)
    }
    if mayBeMoved || matches.hasRenamed {
      let order = matches.order(members)
      let merged = order.merged { decider.settledOrder($0, columns, arrays, spot, &marks) }
      if merged != order.current { moved = merged }
      if moved == nil, members.additions.isEmpty, members.gone.isEmpty, marks.isEmpty { return }
    }
    let placed =
      rules.isUnordered(spot.place)
      ? Array(0..<inEdited.count + members.additions.count)
      : MergedOrder(columns, matches, members).order(moved)
    // A mark stands around what a renamed member became.
    if !matches.renamed.isEmpty {
      for index in marks.indices {
        marks[index].members = marks[index].members.map { member in
          matches.renamed[member].map { inEdited.count + $0 } ?? member
        }
      }
    }
    let slots = members.slots(placed, count: inEdited.count, marks: marks)
    rewrite(
      array, columns.current.elements.map { current.range($0) }, as: slots, from: start)
  }

  /// Decides about the members that CURRENT has.
  private mutating func decideMembers(
    _ columns: EntityColumns, _ renames: SharedRenames, _ spot: MergeSpot, _ members: inout MergedMembers
  ) {
    let (inCurrent, inEdited) = (columns.current, columns.edited)
    let values = Three(
      pristine: columns.pristine?.values ?? [], edited: inEdited.values, current: inCurrent.values)
    let isAllInPlace = decider.facts.isAllInPlace
    for (position, match) in columns.currentInEdited.enumerated() {
      let original = renames.originals[position]
      let inPristine = original ?? columns.currentInPristine[position]
      if !isAllInPlace, let relocation = decider.facts.relocation(.current, inCurrent.elements[position]) {
        if match >= 0 { members.bothCreated = true }
        decideHere(relocation, position, columns, spot, &members)
        continue
      }
      if !isAllInPlace, decider.facts.isRevived(inCurrent.elements[position]) {
        decideRevived(position, columns, spot, &members)
        continue
      }
      let node = inCurrent.elements[position]
      let touched =
        !isAllInPlace
        && decider.facts.isTouched(
          Versions(pristine: nil, edited: match < 0 ? nil : inEdited.elements[match], current: node))
      if match < 0, inPristine < 0 {
        if touched { pruneMember(position, columns, spot) }
        continue
      }
      if inPristine < 0 || original != nil { members.bothCreated = true }
      if match >= 0, !touched {
        let value = values.edited[match]
        if inPristine >= 0, value == values.pristine[inPristine] {
          guard let node = columns.pristine?.elements[inPristine],
            decider.mayBeRespelled(node, inEdited.elements[match])
          else { continue }
        } else if value == values.current[position] {
          continue
        }
      }
      let versions = Versions(
        pristine: inPristine < 0 ? nil : columns.pristine?.elements[inPristine],
        edited: match < 0 ? nil : inEdited.elements[match], current: inCurrent.elements[position])
      let child = decider.memberSpot(versions, position, of: inCurrent.elements.count, columns, spot)
      let outcome =
        original == nil && columns.isDoubtful(versions, in: documents)
        ? decider.conflict(inPristine < 0 ? .createCreate : .editEdit, versions, child)
        : decider.decideMember(versions, child)
      take(outcome, versions, position, child, &members)
    }
  }

  /// Decides about a member of CURRENT that does not stand in one place.
  private mutating func decideHere(
    _ relocation: Relocation, _ position: Int, _ columns: EntityColumns, _ spot: MergeSpot,
    _ members: inout MergedMembers
  ) {
    guard relocation.home == .current else {
      members.gone.updateValue(nil, forKey: position)
      return
    }
    let count = columns.current.elements.count
    var child = decider.memberSpot(relocation.nodes, position, of: count, columns, spot)
    child.isMoved = true
    let outcome =
      relocation.isDeleted
      ? decider.decideMovedAndDeleted(relocation, child) : decider.decideMember(relocation.nodes, child)
    take(outcome, relocation.nodes, position, child, &members)
  }

  /// Decides about a tombstone in CURRENT of an entity that is in the result: it stands there, or makes place for it.
  private mutating func decideRevived(
    _ position: Int, _ columns: EntityColumns, _ spot: MergeSpot, _ members: inout MergedMembers
  ) {
    let match = columns.currentInEdited[position]
    guard match >= 0, let relocation = decider.facts.relocation(.edited, columns.edited.elements[match]),
      relocation.home == .edited
    else {
      members.gone.updateValue(nil, forKey: position)
      return
    }
    let versions = Versions(
      pristine: nil, edited: columns.edited.elements[match], current: columns.current.elements[position])
    let child = decider.memberSpot(versions, position, of: columns.current.elements.count, columns, spot)
    // Its place among the others is EDITED's word against that of the tombstone.
    members.bothCreated = true
    let value = decider.facts.taken(columns.edited.elements[match], child.place)
    take(
      MergeOutcome(decision: .take(value), mark: relocation.mark), versions, position, child, &members)
  }

  /// Carries out what was decided about a member of CURRENT.
  private mutating func take(
    _ outcome: MergeOutcome, _ versions: Versions, _ position: Int, _ child: MergeSpot,
    _ members: inout MergedMembers
  ) {
    if case .take(nil) = outcome.decision {
      members.gone.updateValue(textless(outcome.mark), forKey: position)
    } else if let node = versions.current {
      carryOut(outcome, versions, node, child)
    }
  }

  /// What stands for a member that is not in the result: the mark of an open conflict, as the member is there if CURRENT or EDITED wins. Of
  /// a settled one there is nothing, so that what is asked about the order of the others is the same with marks and without.
  private func textless(_ mark: Int?) -> ContainerRewrite.Slot? {
    if decider.facts.setup.rendering?.marksAll ?? false { return nil }
    return mark.map { .textless(MergedText.marked([], $0)) }
  }

  /// Takes what stands elsewhere out of a member that only CURRENT has.
  private mutating func pruneMember(_ position: Int, _ columns: EntityColumns, _ spot: MergeSpot) {
    let node = columns.current.elements[position]
    let versions = Versions(pristine: nil, edited: nil, current: node)
    let child = decider.memberSpot(versions, position, of: columns.current.elements.count, columns, spot)
    carryOut(MergeOutcome(decision: .merge), versions, node, child)
  }

  /// Decides about the members that only EDITED has.
  private mutating func addMembers(
    _ columns: EntityColumns, _ inCurrent: [Int], _ array: Document.Node, _ spot: MergeSpot,
    _ members: inout MergedMembers
  ) {
    let inEdited = columns.edited
    for (position, match) in inCurrent.enumerated() where match < 0 {
      let inPristine = columns.editedInPristine[position]
      let versions = Versions(
        pristine: inPristine < 0 ? nil : columns.pristine?.elements[inPristine],
        edited: inEdited.elements[position],
        current: nil)
      let child = decider.memberSpot(versions, position, of: inEdited.elements.count, columns, spot)
      let outcome = decider.decideComing(versions, child)
      if case .take(let value?) = outcome.decision {
        let member = SourceEdits.Piece.bytes(
          text.child(value, from: inEdited.elements[position], of: array))
        members.additions.append((position, .new(MergedText.marked([member], outcome.mark))))
      } else if let slot = textless(outcome.mark) {
        members.additions.append((position, slot))
      }
    }
  }
}
