import SZJSON
import SZModel

/// Finds in a list without identity the elements that count as equal to those which the hunks of a change name.
struct ToleratedElements {
  private let comparison: TolerantComparison
  private let elements: [Document.Node]
  /// How many pairs of elements are compared for one list before what is left is taken as it stands.
  private static let mostComparisons = 1_000_000
  /// How many to find what is equal as it stands among what counts as equal: a series that was measured anew is long.
  private static let mostByEquality = 50_000

  /// The numbers that count as others, and the elements that the edits of the list are of.
  struct Found {
    var pairs: [TolerantComparison.Pair] = []
    var edited: [ItemIndex: Document.Node] = [:]
  }

  init(_ comparison: TolerantComparison, _ elements: [Document.Node]) {
    (self.comparison, self.elements) = (comparison, elements)
  }

  // MARK: What a change led to

  /// Elements side by side: where they stand in the list, and the values that went for them.
  private struct Stretch {
    var nodes: Range<Int>
    var old: [Value]
  }

  /// Of a list that the change has led to: what went and what came are held side by side, from the first hunk to the last one, or up to an
  /// element that is edited in place. What is equal between two hunks may be so by chance: of `1, 1` and `1.01, 1` it is not the first.
  func result(of tree: ChangeTree, _ list: ItemIndex) -> Found {
    var found = Found()
    var shift = 0
    var budget = ToleratedElements.mostComparisons
    var hunks: [Stretch] = []
    for child in tree.children(of: list) {
      switch tree[child] {
      case .edit(let at, _):
        found.pairs += aligned(hunks, &budget)
        hunks = []
        if elements.indices.contains(at + shift) { found.edited[child] = elements[at + shift] }
      case .hunk(let hunk):
        let start = hunk.at + shift
        let stretch = Stretch(nodes: start..<start + tree.count(hunk.new), old: tree.values(hunk.old))
        shift += stretch.nodes.count - stretch.old.count
        if start >= hunks.last?.nodes.upperBound ?? 0, stretch.nodes.upperBound <= elements.count {
          hunks.append(stretch)
        }
      default: continue
      }
    }
    found.pairs += aligned(hunks, &budget)
    return found
  }

  /// The same of hunks that follow each other: of all of them as one stretch, or where that is too long of each.
  private func aligned(_ hunks: [Stretch], _ budget: inout Int) -> [TolerantComparison.Pair] {
    guard let first = hunks.first, let last = hunks.last else { return [] }
    var whole = Stretch(nodes: first.nodes.lowerBound..<last.nodes.upperBound, old: [])
    var next = first.nodes.lowerBound
    for hunk in hunks {
      whole.old += elements[next..<hunk.nodes.lowerBound].map { Value(comparison.document, $0) } + hunk.old
      next = hunk.nodes.upperBound
    }
    return aligned(whole, &budget) ?? hunks.flatMap { aligned($0, &budget) ?? [] }
  }

  /// The numbers of elements that count as equal to values, in the longest order-keeping pairing of both, of these the one in which most
  /// are equal as they stand; nil where the budget does not last.
  ///
  /// What can be is paired in front and at the end first; for the rest a table of common subsequences is made, and where that is too
  /// long, all that counts as equal is paired there first.
  private func aligned(_ stretch: Stretch, _ budget: inout Int) -> [TolerantComparison.Pair]? {
    for (pairsAll, most) in [(false, ToleratedElements.mostByEquality), (true, .max)] {
      let ends = ToleratedEnds(comparison, elements[stretch.nodes], stretch.old[...], pairsAll: pairsAll)
      if ends.nodes.isEmpty || ends.values.isEmpty { return ends.pairs }
      let (cells, isTooMany) = ends.nodes.count.multipliedReportingOverflow(by: ends.values.count)
      if isTooMany || cells > min(budget, most) { continue }
      budget -= cells
      return ends.pairs + common(Array(ends.nodes), Array(ends.values))
    }
    return nil
  }

  /// The same of the rest, by a table.
  private func common(_ nodes: [Document.Node], _ values: [Value]) -> [TolerantComparison.Pair] {
    let width = values.count + 1
    // A pair in the high bits, and that it is equal in the low ones.
    func weight(_ differences: [TolerantComparison.Pair]) -> Int { (1 << 32) + (differences.isEmpty ? 1 : 0) }
    // What the pairs weigh from here to the end, and the numbers of a pair that begins here.
    var weights = [Int](repeating: 0, count: (nodes.count + 1) * width)
    var found: [Int: [TolerantComparison.Pair]] = [:]
    for row in nodes.indices.reversed() {
      for column in values.indices.reversed() {
        let place = row * width + column
        weights[place] = max(weights[place + 1], weights[place + width])
        if let differences = comparison.differences(nodes[row], values[column]) {
          found[place] = differences
          weights[place] = max(weights[place], weights[place + width + 1] + weight(differences))
        }
      }
    }
    var pairs: [TolerantComparison.Pair] = []
    var (row, column) = (0, 0)
    while row < nodes.count, column < values.count {
      let place = row * width + column
      if let differences = found[place], weights[place] == weights[place + width + 1] + weight(differences) {
        pairs += differences
        (row, column) = (row + 1, column + 1)
      } else if weights[place] == weights[place + 1] {
        column += 1
      } else {
        row += 1
      }
    }
    return pairs
  }

  // MARK: What a change is applied to

  /// Of a target: the stretches that count as what a hunk names, with what stands beside it, and the elements that are told by
  /// members which count as those that the change names.
  func target(of tree: ChangeTree, _ list: ItemIndex) -> Found {
    var found = Found()
    var budget = ToleratedElements.mostComparisons
    // How much further back than in OLD the elements behind the hunk before are: it may have been applied, or stand elsewhere.
    var displacement = 0
    for child in tree.children(of: list) {
      switch tree[child] {
      case .edit(let at, let traits):
        // A change may say any index.
        let at = min(at, elements.count)
        guard let position = nearest(at + displacement, &budget, { told($0, by: traits) != nil }) else {
          continue
        }
        displacement = position - at
        found.edited[child] = elements[position]
        found.pairs += told(position, by: traits) ?? []
      case .hunk(let hunk):
        let lead = tree.values(hunk.before.stretch)
        let tail = tree.values(hunk.after.stretch)
        let (old, new) = (lead + tree.values(hunk.old) + tail, lead + tree.values(hunk.new) + tail)
        func pairs(_ start: Int, _ pattern: [Value]) -> [TolerantComparison.Pair]? {
          if start + pattern.count > elements.count { return nil }
          return comparison.differences(elements[start..<start + pattern.count], pattern)
        }
        // The longer one says more of the place; what counts as both is there already.
        let patterns = old.count > new.count ? [old, new] : [new, old]
        let start = min(hunk.at, elements.count) - lead.count + displacement
        guard
          let position = nearest(
            start, &budget, { place in patterns.contains { pairs(place, $0) != nil } })
        else { continue }
        let isLonger = pairs(position, patterns[0]) != nil
        let isApplied = isLonger == (new.count >= old.count)
        displacement += position - start + (isApplied ? new.count - old.count : 0)
        found.pairs += pairs(position, patterns[isLonger ? 0 : 1]) ?? []
      default: continue
      }
    }
    return found
  }

  /// The place nearest to `place` that `fits`, as long as the budget lasts.
  private func nearest(_ place: Int, _ budget: inout Int, _ fits: (Int) -> Bool) -> Int? {
    let place = min(max(place, 0), elements.count)
    for distance in 0...elements.count {
      for position in distance == 0 ? [place] : [place - distance, place + distance]
      where elements.indices.contains(position) {
        budget -= 1
        if budget < 0 { return nil }
        if fits(position) { return position }
      }
    }
    return nil
  }

  /// The numbers by which an element has the members that tell it; nil when it does not have them.
  private func told(_ position: Int, by traits: ElementMembers?) -> [TolerantComparison.Pair]? {
    guard let traits else { return [] }
    let document = comparison.document
    let element = elements[position]
    guard document.kind(element).isContainer else { return nil }
    var pairs: [TolerantComparison.Pair] = []
    for member in traits.all {
      guard let found = member.find(in: document, element),
        let different = comparison.differences(found, member.value)
      else { return nil }
      pairs += different
    }
    return pairs
  }
}
