internal import SZJSON
internal import SZModel

/// Which elements of two lists without identities stand in each other's place, for paths that say of something in them, but not of all of
/// them, that it is in: such a pair is compared as one element, which is edited.
struct Counterparts {
  private let old: Document
  private let new: Document
  private let oldElements: [Document.Node]
  private let newElements: [Document.Node]
  private let oldHashes: SelectedHashes
  private let newHashes: SelectedHashes
  private let rules: Rules
  /// The place of the arrays.
  private let place: Rules.Place?
  /// Whether no path tells one element from another.
  private let isUniform: Bool

  init(_ old: ListPlan.Side, _ new: ListPlan.Side, _ place: Rules.Place?, _ rules: Rules) {
    (self.old, oldElements, oldHashes) = (old.document, old.nodes, old.hashes)
    (self.new, newElements, newHashes) = (new.document, new.nodes, new.hashes)
    (self.place, self.rules) = (place, rules)
    isUniform = rules.treatsElementsAlike(place)
  }

  /// The same hunks, those that replace elements divided by the pairs that are edited. Linear in the elements, but for logarithms.
  func divide(_ hunks: [SequenceHunk]) -> [SequenceHunk] {
    let all = rules.element(place, at: []) { _ in false }
    if isUniform, rules.isIn(all) || rules.isLeftOut(all) { return hunks }
    var divided: [SequenceHunk] = []
    for hunk in hunks {
      if hunk.isEdit || hunk.isPure {
        divided.append(hunk)
        continue
      }
      var (oldNext, newNext) = (hunk.old.lowerBound, hunk.new.lowerBound)
      func close(_ oldEnd: Int, _ newEnd: Int) {
        if oldNext == oldEnd, newNext == newEnd { return }
        divided.append(SequenceHunk(old: oldNext..<oldEnd, new: newNext..<newEnd))
      }
      for pair in pairs(hunk.old, hunk.new) where isEdited(pair.old, pair.new) {
        close(pair.old, pair.new)
        (oldNext, newNext) = (pair.old + 1, pair.new + 1)
        divided.append(SequenceHunk(old: pair.old..<oldNext, new: pair.new..<newNext, isEdit: true))
      }
      close(hunk.old.upperBound, hunk.new.upperBound)
    }
    return divided
  }

  /// Whether two containers of one kind are not in as a whole, but perhaps something in them: where something in them may be ignored, each
  /// would have to be in by itself.
  private func isEdited(_ index: Int, _ match: Int) -> Bool {
    let (node, other) = (Value(old, oldElements[index]), Value(new, newElements[match]))
    let both = rules.element(
      place, index, of: oldElements.count, node, (match, newElements.count, other))
    if rules.isLeftOut(both) { return false }
    if !rules.isIn(both) { return true }
    return rules.mayIgnore(below: both)
      && (!rules.isIn(rules.element(place, index, of: oldElements.count, node))
        || !rules.isIn(rules.element(place, match, of: newElements.count, other)))
  }

  /// The containers among some elements that stand in each other's place: those that resemble each other, then those of one kind in which
  /// the same is in, or of which conditions say the same, then what is left by its order.
  private func pairs(_ olds: Range<Int>, _ news: Range<Int>) -> [(old: Int, new: Int)] {
    let alike = Resemblance(of: rules.comparedMembers(ofElementsOf: place))
      .pairs(old, oldElements[olds], new, newElements[news])
    var pairs: [(old: Int, new: Int)] = []
    var (oldStart, newStart) = (olds.lowerBound, news.lowerBound)
    for end in alike + [(olds.upperBound, news.upperBound)] {
      var (oldNext, newNext) = (oldStart, newStart)
      func pairEqual(_ oldEnd: Int, _ newEnd: Int) {
        pairs += zip(oldNext..<oldEnd, newNext..<newEnd).filter { old.kind(oldElements[$0.0]).isContainer }
      }
      let gaps = SequenceAlignment.gaps(
        (oldStart..<end.old).map { traits(Value(old, oldElements[$0]), oldHashes) },
        (newStart..<end.new).map { traits(Value(new, newElements[$0]), newHashes) })
      for gap in gaps {
        let (oldGap, newGap) = (oldStart + gap.old.lowerBound, newStart + gap.new.lowerBound)
        pairEqual(oldGap, newGap)
        (oldNext, newNext) = (oldStart + gap.old.upperBound, newStart + gap.new.upperBound)
        pairs += pairsInOrder(oldGap..<oldNext, newGap..<newNext)
      }
      pairEqual(end.old, end.new)
      if end.old < olds.upperBound { pairs.append(end) }
      (oldStart, newStart) = (end.old + 1, end.new + 1)
    }
    return pairs
  }

  /// Pairs containers of one kind, first with first.
  private func pairsInOrder(_ olds: Range<Int>, _ news: Range<Int>) -> [(Int, Int)] {
    var pairs: [(Int, Int)] = []
    var next = news.lowerBound
    // The kinds of which there is no candidate any more, so that none is looked for twice.
    var exhausted: [Document.Kind] = []
    for index in olds {
      let kind = old.kind(oldElements[index])
      guard kind.isContainer, !exhausted.contains(kind) else { continue }
      if let match = (next..<news.upperBound).first(where: { new.kind(newElements[$0]) == kind }) {
        pairs.append((index, match))
        next = match + 1
      } else {
        exhausted.append(kind)
      }
    }
    return pairs
  }

  /// The kind of an element and what of it is in or, where paths tell elements apart, its place wherever it stands.
  private func traits(_ value: Value, _ hashes: SelectedHashes) -> UInt64 {
    let place = rules.element(place, at: []) { conditions in
      conditions.allSatisfy { $0.isAnswered(by: value.document, value.node) }
    }
    var hasher = Hasher()
    hasher.combine(place)
    if isUniform { hasher.combine(hashes.hash(value.node, place)) }
    hasher.combine(value.kind == .object)
    hasher.combine(value.kind == .array)
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }
}
