internal import SZJSON
internal import SZModel

extension Differ {
  /// Compares two arrays of entities: who is a member, what changed in each, and their order, as separate facts.
  mutating func toMany(_ plan: ToManyPlan) {
    select(plan)
    let index = tree.open(.toMany)
    if plan.isInferred { tree.inferredToManys.insert(index) }
    push(.close(index))
    if plan.hasOrder { push(.moves(plan, tree: index)) }
    var work: [Task] = []
    for position in plan.old.indices {
      let match = plan.newOfOld[position]
      if match < 0 {
        if plan.staysLeftOut.isEmpty || !plan.staysLeftOut[position] {
          work.append(.deletedMember(plan, old: position))
        }
      } else if !plan.isUnchanged[position] {
        work.append(.member(plan, old: position, new: match))
      }
    }
    for position in plan.selected where plan.oldOfNew[position] < 0 {
      work.append(.createdMember(plan, new: position))
    }
    for task in work.reversed() { push(task) }
  }

  /// Finds out which elements come, go and move: one that is marked as deleted neither comes nor goes.
  private func select(_ plan: ToManyPlan) {
    let hasMarks = rules.schema?.hasTombstones ?? false
    plan.selected = plan.new.indices.filter { position in
      !hasMarks || plan.oldOfNew[position] >= 0
        || !isTombstone(new: plan.new[position], place(plan, old: nil, new: position))
    }
    plan.staysLeftOut = [Bool](repeating: false, count: hasMarks ? plan.old.count : 0)
    for position in plan.staysLeftOut.indices where plan.newOfOld[position] < 0 {
      plan.staysLeftOut[position] = isTombstone(old: plan.old[position], place(plan, old: position, new: nil))
    }
    let lastMatched = plan.newOfOld.lastIndex { $0 >= 0 } ?? -1
    plan.lastKept = max(lastMatched, plan.staysLeftOut.lastIndex(of: true) ?? -1)
  }

  /// The place of an element that stands in one of two arrays, or in both.
  func place(_ plan: ToManyPlan, old oldPosition: Int?, new newPosition: Int?) -> Rules.Place? {
    guard plan.place != nil else { return nil }
    let newElement = newPosition.map {
      (index: $0, count: plan.new.count, value: Value(new, plan.new[$0]))
    }
    if let oldPosition {
      return rules.element(
        plan.place, oldPosition, of: plan.old.count, Value(old, plan.old[oldPosition]), newElement)
    }
    return newElement.flatMap { rules.element(plan.place, $0.index, of: $0.count, $0.value) }
  }

  mutating func created(_ plan: ToManyPlan, _ index: Int) {
    let place = place(plan, old: nil, new: index)
    if isEntity(place) { return come(PlacedEntity(node: plan.new[index], place: place, key: plan.key)) }
    whole(Value(new, plan.new[index]), plan.key, .created)
  }

  /// A deleted member carries its place in the old order, unless all behind it went too: without it the change could not be
  /// turned round.
  mutating func deleted(_ plan: ToManyPlan, _ index: Int) {
    let oldIndex = plan.hasOrder && index <= plan.lastKept ? index : nil
    let place = place(plan, old: index, new: nil)
    if isEntity(place) {
      return go(PlacedEntity(node: plan.old[index], place: place, key: plan.key, oldIndex: oldIndex))
    }
    whole(Value(old, plan.old[index]), plan.key, .deleted, oldIndex: oldIndex)
  }

  /// Adds the moves that the new order needs beyond "old order, less the deleted, created ones at the end".
  mutating func moves(_ plan: ToManyPlan, _ toMany: ItemIndex) {
    // What was left out has no place in the order: it stays where it is.
    let selected = plan.selected
    if comeBehind(plan, selected) { return }
    let oldOfNew = selected.map { plan.oldOfNew[$0] }
    let kept = oldOfNew.filter { $0 >= 0 }
    var isStaying = [Bool](repeating: false, count: oldOfNew.count)
    let keptPositions = oldOfNew.indices.filter { oldOfNew[$0] >= 0 }
    for position in LongestIncreasing.positions(of: kept) { isStaying[keptPositions[position]] = true }
    // Created members at the very end go there by themselves.
    var end = oldOfNew.count
    while end > 0, oldOfNew[end - 1] < 0 { end -= 1 }

    if tree.endIndex == toMany.next {
      // The change names its own key: with nothing else to say, a member is named for its identity.
      if let first = isStaying.firstIndex(of: false) {
        let member = plan.new[selected[first]]
        let entity = tree.open(.entity(.init()))
        addEntityName(new, member, place(plan, old: nil, new: selected[first]))
        addIdentity(Value(new, member), plan.key)
        tree.close(entity)
      }
    }
    let places = OldPlaces(oldOfNew: oldOfNew[..<end], isStaying: isStaying, count: plan.old.count)
    var gap = 0
    var position = 0
    while position < end || gap < places.runs.count {
      // The gap before the next member that stays, on both sides.
      let start = position
      while position < end, !isStaying[position] { position += 1 }
      let anchor = position < end ? oldOfNew[position] : plan.old.count
      let firstRun = gap
      while gap < places.runs.count, places.runs[gap].upperBound <= anchor { gap += 1 }
      if start < position || firstRun < gap {
        moves(plan, places, old: places.runs[firstRun..<gap], new: start..<position, at: anchor)
      }
      position += 1
    }
  }

  /// Whether the old elements stand in their order, and all new ones behind them.
  private func comeBehind(_ plan: ToManyPlan, _ selected: [Int]) -> Bool {
    var last = -1
    for position in selected {
      // The number of elements stands for the place of a new one.
      let place = plan.oldOfNew[position] < 0 ? plan.old.count : plan.oldOfNew[position]
      if place < last { return false }
      last = place
    }
    return true
  }

  /// Adds the moves of one gap between members that stay: what stood there and what stands there now.
  ///
  /// A run that moved as a whole, out of a gap with nothing else and into one, is one hunk, at its new place.
  private mutating func moves(
    _ plan: ToManyPlan, _ places: OldPlaces, old: ArraySlice<Range<Int>>, new: Range<Int>, at anchor: Int
  ) {
    let leaving = old.filter { !places.isMovedWhole($0) }
    if let whole = places.wholeRun(arriving: new) {
      move(plan, new: new, at: whole.lowerBound, old: whole)
    } else if !new.isEmpty {
      move(plan, new: new, at: leaving.first?.lowerBound ?? anchor, old: leaving.first)
      for run in leaving.dropFirst() { move(plan, new: nil, at: run.lowerBound, old: run) }
      return
    }
    for run in leaving { move(plan, new: nil, at: run.lowerBound, old: run) }
  }

  private mutating func move(_ plan: ToManyPlan, new: Range<Int>?, at: Int, old: Range<Int>?) {
    var hunk = ChangeTree.Hunk(at: at)
    let width = options.context ?? 1
    if let new {
      // Neighbours are what the place is told by, so there is one even with --context 0.
      hunk.before = context(
        plan, plan.selected[max(0, new.lowerBound - max(1, width))..<new.lowerBound])
    }
    // They are named as the new version spells them.
    if let old { hunk.old = identities(plan, self.new, plan.new, old.map { plan.newOfOld[$0] }) }
    if let new {
      hunk.new = identities(plan, self.new, plan.new, plan.selected[new])
      hunk.after = context(
        plan,
        plan.selected[
          new.upperBound..<new.upperBound + min(plan.selected.count - new.upperBound, width)])
    }
    tree.add(.move(hunk))
  }

  private mutating func context(_ plan: ToManyPlan, _ positions: ArraySlice<Int>) -> ChangeTree.Context {
    positions.isEmpty ? .end : .values(identities(plan, new, plan.new, positions))
  }

  /// Adds the identities of elements of one side.
  private mutating func identities(
    _ plan: ToManyPlan, _ document: Document, _ elements: [Document.Node], _ positions: some Collection<Int>
  ) -> ChangeTree.Stretch {
    if plan.key.parts.count == 1 {
      return tree.add(
        document,
        scattered: positions.compactMap { position in
          guard case .value(let value) = plan.key.find(document, elements[position], 0) else { return nil }
          return value
        })
    }
    return tree.add(positions.compactMap { plan.key.value(document, elements[$0]) })
  }
}
