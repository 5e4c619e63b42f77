/// Two arrays whose elements are entities.
final class ToManyPlan {
  let key: IdentityKey
  let old: IdentityColumn
  let new: IdentityColumn
  let place: Selection.Place?
  /// The new elements that are in themselves, not only something in them, in their order: who comes, goes and moves.
  let selected: [Int]
  /// Whether an old element that is not among the new ones stays nevertheless.
  let staysLeftOut: [Bool]
  /// The last old element that is still there in the result; -1 when none is.
  let lastKept: Int

  init(
    key: IdentityKey, old: IdentityColumn, new: IdentityColumn, place: Selection.Place?, selected: [Int],
    staysLeftOut: [Bool]
  ) {
    self.key = key
    self.old = old
    self.new = new
    self.place = place
    self.selected = selected
    self.staysLeftOut = staysLeftOut
    let lastMatched = new.ownPositions.lastIndex { $0 >= 0 } ?? -1
    lastKept = max(lastMatched, staysLeftOut.lastIndex(of: true) ?? -1)
  }
}

extension Differ {
  /// Compares two arrays of entities: who is a member, what changed in each, and their order, as separate facts.
  mutating func toMany(
    _ key: IdentityKey, _ oldColumn: IdentityColumn, _ newColumn: IdentityColumn, _ place: Selection.Place?
  ) {
    let selected = newColumn.elements.indices.filter { position in
      if place == nil { return true }
      let match = newColumn.twinPositions[position]
      return selection.isIn(
        self.place(place, oldColumn, match < 0 ? nil : match, newColumn, position))
    }
    var staysLeftOut = [Bool](repeating: false, count: place == nil ? 0 : oldColumn.elements.count)
    for position in staysLeftOut.indices where newColumn.ownPositions[position] < 0 {
      staysLeftOut[position] = !selection.isIn(self.place(place, oldColumn, position, newColumn, nil))
    }
    let plan = ToManyPlan(
      key: key, old: oldColumn, new: newColumn, place: place,
      selected: selected, staysLeftOut: staysLeftOut)
    let index = tree.open(.toMany)
    push(.close(index))
    if !options.unordered { push(.moves(plan, tree: index)) }
    var work: [Task] = []
    let newOfOld = newColumn.ownPositions
    for position in oldColumn.elements.indices {
      let match = newOfOld[position]
      if match < 0 {
        if staysLeftOut.isEmpty || !staysLeftOut[position] {
          work.append(.deletedMember(plan, old: position))
        }
      } else if !newColumn.isUnchanged[position] {
        work.append(.member(plan, old: position, new: match))
      }
    }
    var isMatched = [Bool](repeating: false, count: newColumn.elements.count)
    for match in newOfOld where match >= 0 { isMatched[match] = true }
    for position in plan.selected where !isMatched[position] {
      work.append(.createdMember(plan, new: position))
    }
    for task in work.reversed() { push(task) }
  }

  /// The place of an element that stands in both arrays.
  func place(_ plan: ToManyPlan, old: Int, new: Int) -> Selection.Place? {
    place(plan.place, plan.old, old, plan.new, new)
  }

  /// The place of an element that stands in one of two arrays, or in both.
  private func place(
    _ place: Selection.Place?, _ oldColumn: IdentityColumn, _ oldPosition: Int?, _ newColumn: IdentityColumn,
    _ newPosition: Int?
  ) -> Selection.Place? {
    guard place != nil else { return nil }
    let (oldCount, newCount) = (oldColumn.elements.count, newColumn.elements.count)
    let newElement = newPosition.map {
      (index: $0, count: newCount, value: Value(new, newColumn.elements[$0]))
    }
    if let oldPosition {
      return selection.element(
        place, oldPosition, of: oldCount, Value(old, oldColumn.elements[oldPosition]), newElement)
    }
    return newElement.flatMap { selection.element(place, $0.index, of: $0.count, $0.value) }
  }

  mutating func created(_ plan: ToManyPlan, _ index: Int) {
    whole(Value(new, plan.new.elements[index]), plan.key, .created)
  }

  /// A deleted member carries its place in the old order, unless all behind it went too: without it the change could not be
  /// turned round.
  mutating func deleted(_ plan: ToManyPlan, _ index: Int) {
    let stoodAtEnd = options.unordered || index > plan.lastKept
    whole(
      Value(old, plan.old.elements[index]), plan.key, .deleted, oldIndex: stoodAtEnd ? nil : index)
  }

  /// Adds the moves that the new order needs beyond "old order, less the deleted, created ones at the end".
  mutating func moves(_ plan: ToManyPlan, _ toMany: ItemIndex) {
    // What was left out has no place in the order: it stays where it is.
    let selected = plan.selected
    let oldOfNew = selected.map { plan.new.twinPositions[$0] }
    let kept = oldOfNew.filter { $0 >= 0 }
    let isSimple =
      zip(kept, kept.dropFirst()).allSatisfy { $0 < $1 } && oldOfNew.prefix(kept.count).allSatisfy { $0 >= 0 }
    if isSimple { return }
    var stays = [Bool](repeating: false, count: oldOfNew.count)
    let keptPositions = oldOfNew.indices.filter { oldOfNew[$0] >= 0 }
    for position in LongestIncreasing.positions(of: kept) { stays[keptPositions[position]] = true }
    // Created members at the very end go there by themselves.
    var end = oldOfNew.count
    while end > 0, oldOfNew[end - 1] < 0 { end -= 1 }

    if tree.endIndex == toMany.next {
      // The change names its own key: with nothing else to say, a member is named for its identity.
      if let first = stays.firstIndex(of: false) {
        let entity = tree.open(.entity(.init()))
        addIdentity(Value(new, plan.new.elements[selected[first]]), plan.key)
        tree.close(entity)
      }
    }
    let places = OldPlaces(oldOfNew: oldOfNew[..<end], stays: stays, count: plan.old.elements.count)
    var gap = 0
    var position = 0
    while position < end || gap < places.runs.count {
      // The gap before the next member that stays, on both sides.
      let start = position
      while position < end, !stays[position] { position += 1 }
      let anchor = position < end ? oldOfNew[position] : plan.old.elements.count
      let oldRuns = places.runs[gap...].prefix { $0.upperBound <= anchor }
      gap += oldRuns.count
      moves(plan, places, old: oldRuns, new: start..<position, at: anchor)
      position += 1
    }
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
    let reach = options.context ?? 1
    if let new {
      // Neighbours are what the place is told by, so there is one even with --context 0.
      hunk.before = context(
        plan, plan.selected[max(0, new.lowerBound - max(1, reach))..<new.lowerBound])
    }
    if let old { hunk.old = identities(plan, plan.old, old) }
    if let new {
      hunk.new = identities(plan, plan.new, plan.selected[new])
      hunk.after = context(
        plan,
        plan.selected[
          new.upperBound..<new.upperBound + min(plan.selected.count - new.upperBound, reach)])
    }
    tree.add(.move(hunk))
  }

  private mutating func context(_ plan: ToManyPlan, _ positions: ArraySlice<Int>) -> ChangeTree.Context {
    positions.isEmpty ? .end : .values(identities(plan, plan.new, positions))
  }

  /// Adds the identities of elements of one side.
  private mutating func identities(
    _ plan: ToManyPlan, _ column: IdentityColumn, _ positions: some Collection<Int>
  ) -> ChangeTree.Stretch {
    let document = column.isOld ? old : new
    if plan.key.parts.count == 1 {
      return tree.add(
        document, scattered: positions.compactMap { column.identity($0, document, plan.key) })
    }
    return tree.add(positions.compactMap { plan.key.value(document, column.elements[$0]) })
  }
}
