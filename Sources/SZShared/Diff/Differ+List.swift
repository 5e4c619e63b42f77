/// Two arrays without identities, and the hunks between them.
final class ListPlan {
  struct Hunk {
    var old: Range<Int>
    var new: Range<Int>
    /// One element on each side, edited in place.
    var isEdit = false

    var isPure: Bool { old.isEmpty != new.isEmpty }
  }

  let old: [Document.Node]
  let new: [Document.Node]
  let hunks: [Hunk]
  /// The places of the old elements; empty where paths have no say.
  let places: [Selection.Place?]

  init(old: [Document.Node], new: [Document.Node], hunks: [Hunk], places: [Selection.Place?] = []) {
    self.old = old
    self.new = new
    self.hunks = hunks
    self.places = places
  }

  /// The hunks between two arrays: what is gone, what is new, and elements that resemble each other as edited in place.
  static func hunks(
    _ old: Document, _ oldElements: [Document.Node], _ oldHashes: [UInt64],
    _ new: Document, _ newElements: [Document.Node], _ newHashes: [UInt64]
  ) -> [Hunk] {
    HunkSliding.settled(
      rawHunks(old, oldElements, oldHashes, new, newElements, newHashes), oldHashes, newHashes)
  }

  /// The same before any hunk is moved to its last place.
  static func rawHunks(
    _ old: Document, _ oldElements: [Document.Node], _ oldHashes: [UInt64],
    _ new: Document, _ newElements: [Document.Node], _ newHashes: [UInt64]
  ) -> [Hunk] {
    var hunks: [Hunk] = []
    for gap in SequenceAlignment.gaps(oldHashes, newHashes) {
      var (oldStart, newStart) = (gap.old.lowerBound, gap.new.lowerBound)
      for pair in Resemblance.pairs(old, oldElements[gap.old], new, newElements[gap.new]) {
        if oldStart < pair.old || newStart < pair.new {
          hunks.append(Hunk(old: oldStart..<pair.old, new: newStart..<pair.new))
        }
        hunks.append(Hunk(old: pair.old..<pair.old + 1, new: pair.new..<pair.new + 1, isEdit: true))
        (oldStart, newStart) = (pair.old + 1, pair.new + 1)
      }
      if oldStart < gap.old.upperBound || newStart < gap.new.upperBound {
        hunks.append(Hunk(old: oldStart..<gap.old.upperBound, new: newStart..<gap.new.upperBound))
      }
    }
    return hunks
  }
}

extension Differ {
  /// Compares two arrays by position.
  mutating func list(
    _ oldElements: [Document.Node], _ newElements: [Document.Node], _ place: Selection.Place?
  ) {
    let plan = plan(oldElements, newElements, place)
    let index = tree.open(ChangeTree.Item(.list))
    push(.close(index))
    for number in plan.hunks.indices.reversed() { push(.hunk(plan, number)) }
  }

  private func plan(
    _ oldElements: [Document.Node], _ newElements: [Document.Node], _ place: Selection.Place?
  ) -> ListPlan {
    if place == nil {
      let oldPart = oldElements.map { old.hash($0) }
      let newPart = newElements.map { new.hash($0) }
      let hunks =
        options.unordered
        ? Differ.unorderedHunks(
          Array(oldPart.enumerated()), Array(newPart.enumerated()), count: oldElements.count)
        : ListPlan.hunks(old, oldElements, oldPart, new, newElements, newPart)
      return ListPlan(old: oldElements, new: newElements, hunks: hunks)
    }
    var selected = SelectedList(
      old, oldElements, oldHashes, new, newElements, newHashes, place, selection)
    if options.unordered {
      let (olds, news) = selected.counted()
      return ListPlan(
        old: oldElements, new: newElements,
        hunks: Differ.unorderedHunks(olds, news, count: oldElements.count), places: selected.places)
    }
    selected.compare()
    return ListPlan(old: oldElements, new: selected.result, hunks: selected.hunks, places: selected.places)
  }

  /// The hunks between two multisets: what one side has more of.
  private static func unorderedHunks(
    _ old: [(offset: Int, element: UInt64)], _ new: [(offset: Int, element: UInt64)], count: Int
  ) -> [ListPlan.Hunk] {
    var surplus: [UInt64: Int] = [:]
    for (_, hash) in new { surplus[hash, default: 0] -= 1 }
    for (_, hash) in old { surplus[hash, default: 0] += 1 }
    var hunks: [ListPlan.Hunk] = []
    var going = surplus
    // The last of several equal ones goes, so what stays keeps its place.
    for (index, hash) in old.reversed() where going[hash, default: 0] > 0 {
      going[hash, default: 0] -= 1
      hunks.append(.init(old: index..<index + 1, new: 0..<0))
    }
    hunks.reverse()
    for (index, hash) in new where surplus[hash, default: 0] < 0 {
      surplus[hash, default: 0] += 1
      hunks.append(.init(old: count..<count, new: index..<index + 1))
    }
    return hunks
  }

  mutating func hunk(_ plan: ListPlan, _ number: Int) {
    let hunk = plan.hunks[number]
    var item = ChangeTree.Item(.hunk)
    item.number = hunk.old.lowerBound
    let index = tree.open(item)
    if hunk.isEdit {
      let (before, after) = (plan.old[hunk.old.lowerBound], plan.new[hunk.new.lowerBound])
      let place = plan.places.isEmpty ? nil : plan.places[hunk.old.lowerBound]
      // An element that became another entity is replaced.
      if isRelation(before, after, place) {
        push(.close(index))
        relation(before, after, place)
        return
      }
      guard selection.isIn(place) else {
        tree.withdraw(index)
        return
      }
    }
    // Context is what both sides have: it ends where the next hunk begins.
    let reach = options.unordered ? 0 : options.context ?? (hunk.isPure ? 1 : 0)
    let lowest = number > 0 ? plan.hunks[number - 1].old.upperBound : 0
    let highest = number + 1 < plan.hunks.count ? plan.hunks[number + 1].old.lowerBound : plan.old.count
    add(.before, old, plan.old, max(lowest, hunk.old.lowerBound - reach)..<hunk.old.lowerBound)
    add(.old, old, plan.old, hunk.old)
    add(.new, new, plan.new, hunk.new)
    add(.after, old, plan.old, hunk.old.upperBound..<min(highest, hunk.old.upperBound + reach))
    tree.close(index)
  }

  private mutating func add(
    _ role: ChangeTree.Role, _ document: Document, _ elements: [Document.Node], _ range: Range<Int>
  ) {
    // A stretch is of siblings; paths can leave some out.
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start + 1
      while end < range.upperBound, elements[end] == document.next(elements[end - 1]) { end += 1 }
      var item = ChangeTree.Item(role)
      item.number = end - start
      item.new = Value(document, elements[start])
      tree.add(item)
      start = end
    }
  }
}
