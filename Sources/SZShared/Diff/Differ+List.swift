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
  let place: Selection.Place?

  init(old: [Document.Node], new: [Document.Node], hunks: [Hunk], place: Selection.Place?) {
    self.old = old
    self.new = new
    self.hunks = hunks
    self.place = place
  }

  /// The hunks between two arrays: what is gone, what is new, and elements that resemble each other as edited in place.
  static func hunks(
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
    return HunkSliding.settled(hunks, oldHashes, newHashes)
  }
}

extension Differ {
  /// Compares two arrays by position.
  mutating func list(
    _ oldElements: [Document.Node], _ newElements: [Document.Node], _ place: Selection.Place?
  ) {
    let oldHashes = hashes(old, oldElements, place)
    let newHashes = hashes(new, newElements, place)
    let hunks =
      options.unordered
      ? Differ.unorderedHunks(oldHashes, newHashes)
      : ListPlan.hunks(old, oldElements, oldHashes, new, newElements, newHashes)
    let plan = ListPlan(old: oldElements, new: newElements, hunks: hunks, place: place)
    let index = tree.open(ChangeTree.Item(.list))
    push(.close(index))
    for number in hunks.indices.reversed() { push(.hunk(plan, number)) }
  }

  private func hashes(_ document: Document, _ elements: [Document.Node], _ place: Selection.Place?)
    -> [UInt64]
  {
    guard place != nil else { return elements.map { document.hash($0) } }
    return elements.enumerated().map { index, element in
      let child = selection.element(place, index, of: elements.count)
      // What is left out is like what is left out on the other side.
      return selection.isLeftOut(child) ? 0 : selection.hash(document, element, child)
    }
  }

  /// The hunks between two multisets: what one side has more of.
  private static func unorderedHunks(_ old: [UInt64], _ new: [UInt64]) -> [ListPlan.Hunk] {
    var surplus: [UInt64: Int] = [:]
    for hash in new { surplus[hash, default: 0] -= 1 }
    for hash in old { surplus[hash, default: 0] += 1 }
    var hunks: [ListPlan.Hunk] = []
    var going = surplus
    // The last of several equal ones goes, so what stays keeps its place.
    for index in old.indices.reversed() where going[old[index], default: 0] > 0 {
      going[old[index], default: 0] -= 1
      hunks.append(.init(old: index..<index + 1, new: 0..<0))
    }
    hunks.reverse()
    for index in new.indices where surplus[new[index], default: 0] < 0 {
      surplus[new[index], default: 0] += 1
      hunks.append(.init(old: old.count..<old.count, new: index..<index + 1))
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
      let place = selection.element(plan.place, hunk.old.lowerBound, of: plan.old.count)
      // An element that became another entity is replaced.
      if isRelation(before, after, place) {
        push(.close(index))
        relation(before, after, place)
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
    guard !range.isEmpty else { return }
    var item = ChangeTree.Item(role)
    item.number = range.count
    item.new = Value(document, elements[range.lowerBound])
    tree.add(item)
  }
}
