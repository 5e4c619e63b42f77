internal import SZJSON
internal import SZModel

extension Differ {
  /// Compares two arrays by position.
  mutating func list(
    _ oldElements: [Document.Node], _ newElements: [Document.Node], _ place: Rules.Place?
  ) {
    let plan = plan(oldElements, newElements, place)
    let index = tree.open(.list)
    push(.close(index))
    for number in plan.hunks.indices.reversed() { push(.hunk(plan, number)) }
  }

  private func plan(
    _ oldElements: [Document.Node], _ newElements: [Document.Node], _ place: Rules.Place?
  ) -> ListPlan {
    // Which element is which is found out by what is not ignored in any of them.
    let common = rules.elementToMatch(place)
    let compared = place == nil ? ComparedMembers() : rules.comparedMembers(ofElementsOf: place)
    let oldSide = ListPlan.Side(ArrayElements(old, oldElements), oldHashes, at: common)
    let newSide = ListPlan.Side(ArrayElements(new, newElements), newHashes, at: common)
    var (hunks, traits) = ListPlan.hunks(oldSide, newSide, by: compared) {
      mayTell(oldElements, $0, $1, place)
    }
    func plan() -> ListPlan {
      ListPlan(old: oldElements, new: newElements, hunks: hunks, traits: traits, place: place)
    }
    func finished() -> ListPlan {
      let plan = plan()
      if options.context == nil {
        plan.isRepeated = RepeatedRuns.find(in: hunks, oldSide.parts, newSide.parts)
      }
      return plan
    }
    if place == nil { return finished() }
    if options.hasPaths {
      hunks = Counterparts(oldSide, newSide, place, rules).divide(hunks)
      if !rules.treatsElementsAlike(place) {
        hunks = ListPlan.slid(hunks, oldSide, newSide)
      }
      let edits = hunks.filter { $0.isEdit && traits[$0.old.lowerBound] == nil }.map {
        (old: $0.old.lowerBound, new: $0.new.lowerBound)
      }
      let told = ElementTraits.of(edits, oldSide.elements, newSide.elements, by: compared) {
        mayTell(oldElements, $0, $1, place)
      }
      for (pair, value) in zip(edits, told) { traits[pair.old] = value }
    }
    let all = plan()
    hunks = hunks.compactMap { hunk in
      guard hunk.isEdit else { return hunk }
      let (before, after) = (oldElements[hunk.old.lowerBound], newElements[hunk.new.lowerBound])
      let place = element(all, hunk)
      // What is said of the array at its old index may say that nothing changed.
      if !options.sets.isEmpty, oldHashes.hash(before, place) == newHashes.hash(after, place) { return nil }
      // An element that became another entity is replaced.
      var hunk = hunk
      hunk.isEdit = isRelation(before, after, place)
      return hunk
    }
    if !options.hasPaths { hunks = withSameNeighbours(hunks, oldElements, newElements) }
    return finished()
  }

  /// Whether a member of an old element may be named in a change to tell it: not what is ignored, nor what a model leaves out.
  private func mayTell(
    _ elements: [Document.Node], _ index: Int, _ member: Document.Members.Element, _ place: Rules.Place?
  ) -> Bool {
    if place == nil { return true }
    let element = rules.element(place, index, of: elements.count, Value(old, elements[index]))
    let child = rules.member(element, old.characters(member.name), Value(old, member.value))
    return !rules.isIgnored(child) && child?.declared != .leftOut
  }

  /// The place of an element that is edited.
  private func element(_ plan: ListPlan, _ edit: SequenceHunk) -> Rules.Place? {
    let (index, match) = (edit.old.lowerBound, edit.new.lowerBound)
    if plan.place == nil { return nil }
    return rules.element(
      plan.place, index, of: plan.old.count, Value(old, plan.old[index]),
      (match, plan.new.count, Value(new, plan.new[match])))
  }

  /// The same hunks, each pure one with a neighbour behind it that is the same on both sides. One that is equal only as it is
  /// compared, with sets or places left out, becomes part of the hunk: a patch could not tell it on the other side.
  private func withSameNeighbours(
    _ hunks: [SequenceHunk], _ oldElements: [Document.Node], _ newElements: [Document.Node]
  ) -> [SequenceHunk] {
    // From the last to the first, and kept in reverse.
    var result: [SequenceHunk] = []
    for hunk in hunks.reversed() {
      var hunk = hunk
      if hunk.isPure, !hunk.isEdit, hunk.old.upperBound < result.last?.old.lowerBound ?? oldElements.count,
        old.hash(oldElements[hunk.old.upperBound]) != new.hash(newElements[hunk.new.upperBound])
      {
        hunk.old = hunk.old.lowerBound..<hunk.old.upperBound + 1
        hunk.new = hunk.new.lowerBound..<hunk.new.upperBound + 1
      }
      if let next = result.last, !hunk.isEdit, !next.isEdit, next.old.lowerBound == hunk.old.upperBound {
        result.removeLast()
        hunk = SequenceHunk(
          old: hunk.old.lowerBound..<next.old.upperBound, new: hunk.new.lowerBound..<next.new.upperBound)
      }
      result.append(hunk)
    }
    return result.reversed()
  }

  mutating func hunk(_ plan: ListPlan, _ number: Int) {
    let hunk = plan.hunks[number]
    if hunk.isEdit {
      let at = hunk.old.lowerBound
      push(.close(tree.open(.edit(at: at, is: plan.traits[at]))))
      relation(plan.old[at], plan.new[hunk.new.lowerBound], element(plan, hunk))
      return
    }
    let (before, after) = context(plan, number)
    var item = ChangeTree.Hunk(at: hunk.old.lowerBound)
    item.before = self.context(plan, before)
    item.old = elements(old, plan.old[hunk.old], plan)
    item.new = elements(new, plan.new[hunk.new], plan)
    item.after = self.context(plan, after)
    tree.add(.hunk(item))
  }

  private mutating func context(_ plan: ListPlan, _ range: Range<Int>?) -> ChangeTree.Context {
    guard let range else { return .unsaid }
    return range.isEmpty ? .end : .values(elements(old, plan.old[range], plan))
  }

  /// Compares two arrays as sets: how often each value stands in them. A value whose count changes stands in the change as
  /// often as in each array, so that a patch can tell a set that has the change already. What is ignored in elements does not count.
  mutating func set(
    _ oldElements: [Document.Node], _ newElements: [Document.Node], _ place: Rules.Place?
  ) {
    let difference = SetDifference(
      ListPlan.Side(ArrayElements(old, oldElements), oldHashes, in: place, rules),
      ListPlan.Side(ArrayElements(new, newElements), newHashes, in: place, rules))
    if difference.gone.isEmpty, difference.added.isEmpty { return }
    let gone =
      declared(old, difference.gone[...], place) ?? tree.add(old, scattered: difference.gone)
    let added =
      declared(new, difference.added[...], place) ?? tree.add(new, scattered: difference.added)
    tree.add(.set(old: gone, new: added))
  }

  /// Adds elements of a list, without what a model leaves out of them.
  private mutating func elements(
    _ document: Document, _ nodes: ArraySlice<Document.Node>, _ plan: ListPlan
  ) -> ChangeTree.Stretch {
    declared(document, nodes, plan.place) ?? tree.add(document, nodes)
  }

  /// Adds elements without what a model leaves out of them; nil where it leaves nothing out.
  private mutating func declared(
    _ document: Document, _ nodes: ArraySlice<Document.Node>, _ place: Rules.Place?
  ) -> ChangeTree.Stretch? {
    guard case .entities? = place?.declared, rules.schema?.hasLeftOut ?? false else { return nil }
    return tree.add(
      nodes.map { node in
        let value = Value(document, node)
        return DeclaredText.value(value, rules.element(place, 0, of: nodes.count, value), rules)
      })
  }

  /// The neighbours that are written with a hunk; nil says that nothing is said of them.
  ///
  /// Context is what both sides have: it ends where the next hunk begins.
  private func context(_ plan: ListPlan, _ number: Int) -> (before: Range<Int>?, after: Range<Int>?) {
    let hunk = plan.hunks[number]
    if options.context == 0, hunk.isPure { return (nil, nil) }
    let width = options.context ?? (hunk.isPure || plan.isRepeated[number] ? 1 : 0)
    let lowest = number > 0 ? plan.hunks[number - 1].old.upperBound : 0
    let highest = number + 1 < plan.hunks.count ? plan.hunks[number + 1].old.lowerBound : plan.old.count
    let first = hunk.old.lowerBound - min(width, hunk.old.lowerBound - lowest)
    let end = hunk.old.upperBound + min(width, highest - hunk.old.upperBound)
    let all = (first..<hunk.old.lowerBound, hunk.old.upperBound..<end)
    if options.hasPaths, plan.place != nil {
      // What paths leave of an edit beside the hunk is not known yet.
      let isBehind = number > 0 && lowest == hunk.old.lowerBound && plan.hunks[number - 1].isEdit
      let isBefore =
        number + 1 < plan.hunks.count && highest == hunk.old.upperBound && plan.hunks[number + 1].isEdit
      if isBehind || isBefore, hunk.isPure { return (nil, nil) }
      return (isBehind ? nil : all.0, isBefore ? nil : all.1)
    }
    if options.sets.isEmpty && pairs == nil || plan.place == nil { return all }
    // What is equal as it is compared need not be equal to a patch: NEW would not take the change turned round.
    let toNew = hunk.new.lowerBound - hunk.old.lowerBound
    let toNewBehind = hunk.new.upperBound - hunk.old.upperBound
    let same = { (position: Int, shift: Int) in
      self.old.hash(plan.old[position]) == self.new.hash(plan.new[position + shift])
    }
    let before = all.0.lastIndex { !same($0, toNew) }.map { $0 + 1..<hunk.old.lowerBound } ?? all.0
    let after = all.1.firstIndex { !same($0, toNewBehind) }.map { hunk.old.upperBound..<$0 } ?? all.1
    return (before.isEmpty && !all.0.isEmpty ? nil : before, after.isEmpty && !all.1.isEmpty ? nil : after)
  }
}
