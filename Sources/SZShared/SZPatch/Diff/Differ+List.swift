internal import SZJSON
internal import SZModel

/// Two arrays without identities, and the hunks between them.
final class ListPlan {
  let old: [Document.Node]
  let new: [Document.Node]
  let hunks: [SequenceHunk]
  /// By its place in the old list, what tells an object that is edited from the others.
  let traits: [Int: ElementMembers]
  /// The indexes by which paths name the hunks, where these do not follow from the hunks before; else none.
  let shownIndexes: [Int?]
  /// The places of the old elements that are edited; empty where paths have no say.
  let places: [Rules.Place?]
  /// The place of the arrays.
  let place: Rules.Place?

  init(
    old: [Document.Node], new: [Document.Node], hunks: [SequenceHunk], traits: [Int: ElementMembers],
    shownIndexes: [Int?] = [], places: [Rules.Place?] = [], place: Rules.Place? = nil
  ) {
    self.traits = traits
    self.shownIndexes = shownIndexes
    self.place = place
    self.old = old
    self.new = new
    self.hunks = hunks
    self.places = places
  }

  /// The hunks between two arrays: what is gone, what is new, and elements that resemble each other as edited in place, where something
  /// tells them from the others (``ElementTraits``), or where there is no other array.
  static func hunks(
    _ old: Document, _ oldElements: [Document.Node], _ oldHashes: [UInt64],
    _ new: Document, _ newElements: [Document.Node], _ newHashes: [UInt64],
    by compared: ComparedMembers = ComparedMembers(), mayTell: (Int, Document.Members.Element) -> Bool
  ) -> (hunks: [SequenceHunk], traits: [Int: ElementMembers]) {
    let gaps = SequenceAlignment.gaps(oldHashes, newHashes)
    let resemblance = Resemblance(of: compared)
    let pairs = gaps.map { resemblance.pairs(old, oldElements[$0.old], new, newElements[$0.new]) }
    let found = ElementTraits.of(
      Array(pairs.joined()), old, oldElements, new, newElements, by: compared, mayTell: mayTell)
    var traits: [Int: ElementMembers] = [:]
    for (pair, value) in zip(pairs.joined(), found) { traits[pair.old] = value }
    let isOnlyArray =
      oldElements.count { old.kind($0) == .array } == 1 && newElements.count { new.kind($0) == .array } == 1
    var hunks: [SequenceHunk] = []
    for (gap, pairs) in zip(gaps, pairs) {
      var (oldStart, newStart) = (gap.old.lowerBound, gap.new.lowerBound)
      for pair in pairs
      where traits[pair.old] != nil
        || isOnlyArray && old.kind(oldElements[pair.old]) == .array
      {
        if oldStart < pair.old || newStart < pair.new {
          hunks.append(SequenceHunk(old: oldStart..<pair.old, new: newStart..<pair.new))
        }
        hunks.append(SequenceHunk(old: pair.old..<pair.old + 1, new: pair.new..<pair.new + 1, isEdit: true))
        (oldStart, newStart) = (pair.old + 1, pair.new + 1)
      }
      if oldStart < gap.old.upperBound || newStart < gap.new.upperBound {
        hunks.append(SequenceHunk(old: oldStart..<gap.old.upperBound, new: newStart..<gap.new.upperBound))
      }
    }
    let slid = HunkSliding.slid(hunks, oldHashes, newHashes) { hunk, edit in
      // Nothing but its place tells an inner array.
      let first =
        hunk.old.isEmpty
        ? new.kind(newElements[hunk.new.lowerBound]) : old.kind(oldElements[hunk.old.lowerBound])
      return first == .array && old.kind(oldElements[edit.old.lowerBound]) == .array
    }
    return (slid, traits)
  }
}

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
    if place == nil {
      let found = ListPlan.hunks(
        old, oldElements, oldElements.map { old.hash($0) }, new, newElements, newElements.map { new.hash($0) }
      ) { _, _ in true }
      return ListPlan(old: oldElements, new: newElements, hunks: found.hunks, traits: found.traits)
    }
    var selected = SelectedList(
      old, oldElements, oldHashes, new, newElements, newHashes, place, rules)
    selected.compare()
    if hasPaths {
      let patched = PatchedHunks(selected.hunks, selected.result, old, oldElements, new, newElements)
      return ListPlan(
        old: oldElements, new: patched.result, hunks: patched.hunks, traits: selected.traits,
        shownIndexes: patched.shownIndexes, places: selected.places, place: place)
    }
    // Where everything is in, what stays has its counterpart at the same index of NEW.
    let result =
      selected.result.count == newElements.count
      ? zip(selected.result, newElements).map { $0 == .nowhere ? $1 : $0 } : selected.result
    return ListPlan(
      old: oldElements, new: result,
      hunks: withSameNeighbours(
        selected.hunks.map { replaced($0, oldElements, result, selected.places) }, oldElements, result),
      traits: selected.traits, places: selected.places, place: place)
  }

  /// The hunk of an edited element as one that replaces it, where it became another entity.
  private func replaced(
    _ hunk: SequenceHunk, _ oldElements: [Document.Node], _ newElements: [Document.Node],
    _ places: [Rules.Place?]
  ) -> SequenceHunk {
    var hunk = hunk
    if hunk.isEdit {
      let (before, after) = (oldElements[hunk.old.lowerBound], newElements[hunk.new.lowerBound])
      hunk.isEdit = isRelation(before, after, places.isEmpty ? nil : places[hunk.old.lowerBound])
    }
    return hunk
  }

  /// Whether paths leave something out.
  private var hasPaths: Bool { !options.only.isEmpty || !options.ignored.isEmpty }

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
      let (before, after) = (plan.old[hunk.old.lowerBound], plan.new[hunk.new.lowerBound])
      let place = plan.places.isEmpty ? nil : plan.places[hunk.old.lowerBound]
      // An element that became another entity is replaced.
      if isRelation(before, after, place) {
        let at = hunk.old.lowerBound
        push(.close(tree.open(.edit(at: at, is: plan.traits[at]))))
        relation(before, after, place)
        return
      }
      guard rules.isIn(place) else { return }
    }
    let (before, after) = context(plan, number)
    var item = ChangeTree.Hunk(at: hunk.old.lowerBound)
    if !plan.shownIndexes.isEmpty { item.shownIndex = plan.shownIndexes[number] }
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

  /// Adds elements of a list, without what a model leaves out of them.
  private mutating func elements(
    _ document: Document, _ nodes: ArraySlice<Document.Node>, _ plan: ListPlan
  ) -> ChangeTree.Stretch {
    guard case .entities? = plan.place?.declared, rules.schema?.hasLeftOut ?? false else {
      return tree.add(document, nodes)
    }
    return tree.add(
      nodes.map { node in
        let value = Value(document, node)
        return DeclaredText.value(value, rules.element(plan.place, 0, of: nodes.count, value), rules)
      })
  }

  /// The neighbours that are written with a hunk; nil says that nothing is said of them.
  ///
  /// Context is what both sides have: it ends where the next hunk begins.
  private func context(_ plan: ListPlan, _ number: Int) -> (before: Range<Int>?, after: Range<Int>?) {
    let hunk = plan.hunks[number]
    if options.context == 0, hunk.isPure { return (nil, nil) }
    let width = options.context ?? (hunk.isPure ? 1 : 0)
    let lowest = number > 0 ? plan.hunks[number - 1].old.upperBound : 0
    let highest = number + 1 < plan.hunks.count ? plan.hunks[number + 1].old.lowerBound : plan.old.count
    let first = hunk.old.lowerBound - min(width, hunk.old.lowerBound - lowest)
    let end = hunk.old.upperBound + min(width, highest - hunk.old.upperBound)
    let all = (first..<hunk.old.lowerBound, hunk.old.upperBound..<end)
    if hasPaths {
      // What paths leave of an edit beside the hunk is not known yet, and what they leave out must not come with the hunk.
      let isBehind = number > 0 && lowest == hunk.old.lowerBound && plan.hunks[number - 1].isEdit
      let isBefore =
        number + 1 < plan.hunks.count && highest == hunk.old.upperBound && plan.hunks[number + 1].isEdit
      if isBehind || isBefore, hunk.isPure { return (nil, nil) }
      return (isBehind ? nil : all.0, isBefore ? nil : all.1)
    }
    if options.sets.isEmpty && pairs == nil || plan.places.isEmpty { return all }
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
