internal import SZJSON
internal import SZModel

/// What paths leave of the comparison of two lists: what is in is compared as ever, the rest of OLD stays and the rest of NEW does
/// not come.
///
/// Which element is which is found out as if no path told them apart. So an element that stands in both lists is at the paths of
/// both its indexes, one that goes is at those of its index in OLD, and one that comes at those of its index in NEW.
struct SelectedList {
  private let old: Document
  private let new: Document
  private let oldElements: [Document.Node]
  private let newElements: [Document.Node]
  private let oldHashing: SelectedHashes
  private let newHashing: SelectedHashes
  private let rules: Rules
  /// The place of the arrays.
  private let place: Rules.Place?
  private let compared: ComparedMembers

  /// The places of the old elements that are edited; of the others nothing is said.
  private(set) var places: [Rules.Place?]
  /// The list that the change will make: elements of NEW, and none for what stays of OLD.
  private(set) var result: [Document.Node] = []
  private(set) var hunks: [SequenceHunk] = []
  /// By its place in the old list, what tells an object that is edited from the others.
  private(set) var traits: [Int: ElementMembers] = [:]
  /// The elements that are edited, with their counterparts.
  private var edits: [(old: Int, new: Int)] = []
  /// How many of the old elements have been looked at.
  private var position = 0

  init(
    _ old: Document, _ oldElements: [Document.Node], _ oldHashing: SelectedHashes, _ new: Document,
    _ newElements: [Document.Node], _ newHashing: SelectedHashes, _ place: Rules.Place?,
    _ rules: Rules
  ) {
    (self.old, self.oldElements, self.oldHashing) = (old, oldElements, oldHashing)
    (self.new, self.newElements, self.newHashing) = (new, newElements, newHashing)
    (self.place, self.rules) = (place, rules)
    compared = rules.comparedMembers(ofElementsOf: place)
    places = [Rules.Place?](repeating: nil, count: oldElements.count)
  }

  /// Finds the hunks, and what tells the elements that are edited. Linear in the elements.
  mutating func compare() {
    find()
    let found = ElementTraits.of(
      edits, old, oldElements, new, newElements, by: compared, mayTell: mayTell)
    for (pair, value) in zip(edits, found) { traits[pair.old] = value }
  }

  private mutating func find() {
    let isUniform = rules.treatsElementsAlike(place)
    if isUniform {
      let common = rules.element(place, at: []) { _ in false }
      if rules.isLeftOut(common) { return keepRest() }
      if !rules.isIn(common) { return pairUp(common) }
    }
    let common = rules.elementToMatch(place)
    let oldPart = oldElements.map { oldHashing.hash($0, common) ?? 0 }
    let newPart = newElements.map { newHashing.hash($0, common) ?? 0 }
    let all = ListPlan.hunks(
      old, oldElements, oldPart, new, newElements, newPart, by: compared, mayTell: mayTell
    ).hunks
    if isUniform {
      (hunks, result) = (all, newElements)
      for hunk in all where hunk.isEdit {
        places[hunk.old.lowerBound] = common
        edits.append((hunk.old.lowerBound, hunk.new.lowerBound))
      }
    } else {
      select(all)
    }
  }

  /// Whether a member of an old element may be named in a change to tell it: not what is ignored, nor what a model leaves out.
  private func mayTell(_ index: Int, _ member: Document.Members.Element) -> Bool {
    let element = rules.element(place, index, of: oldElements.count, Value(old, oldElements[index]))
    let child = rules.member(element, old.characters(member.name), Value(old, member.value))
    return !rules.isIgnored(child) && child?.declared != .leftOut
  }

  private mutating func keepRest() {
    result += repeatElement(.nowhere, count: oldElements.count - position)
    position = oldElements.count
  }
}

// MARK: Elements that are told apart

extension SelectedList {
  /// Takes of the hunks between all of both lists what is in.
  private mutating func select(_ all: [SequenceHunk]) {
    for hunk in all {
      keep(until: hunk.old.lowerBound)
      if hunk.isEdit {
        pair(hunk.old.lowerBound, hunk.new.lowerBound, isEdit: true)
      } else {
        replace(hunk.old, hunk.new)
      }
    }
    keepRest()
  }

  private mutating func keep(until end: Int) {
    result += repeatElement(.nowhere, count: end - position)
    position = end
  }

  /// Old elements in whose place new ones come: those that are counterparts are at the paths of both.
  private mutating func replace(_ olds: Range<Int>, _ news: Range<Int>) {
    var next = news.lowerBound
    for match in counterparts(olds, news) + [(olds.upperBound, news.upperBound)] {
      for index in position..<match.old { pass(old: index) }
      for index in next..<match.new { pass(new: index) }
      if match.old == olds.upperBound { return }
      pair(match.old, match.new, isEdit: false)
      next = match.new + 1
    }
  }

  /// An old element without a counterpart.
  private mutating func pass(old index: Int) {
    let place = rules.element(place, index, of: oldElements.count, Value(old, oldElements[index]))
    if rules.isIn(place) { extend(old: index) } else { keep(until: index + 1) }
  }

  /// A new element without a counterpart.
  private mutating func pass(new index: Int) {
    let place = rules.element(place, index, of: newElements.count, Value(new, newElements[index]))
    if rules.isIn(place) { extend(new: index) }
  }

  /// An old element and what stands in its place in NEW: edited, or replaced.
  private mutating func pair(_ index: Int, _ match: Int, isEdit: Bool) {
    let (node, other) = (oldElements[index], newElements[match])
    let place = rules.element(
      place, index, of: oldElements.count, Value(old, node), (match, newElements.count, Value(new, other)))
    let kind = old.kind(node)
    if rules.isIn(place), !isEdit, !isInTogether(index, match, place) {
      extend(old: index)
      extend(new: match)
    } else if rules.isLeftOut(place) || !kind.isContainer || kind != new.kind(other) {
      keep(until: index + 1)
    } else {
      edit(index, match, place)
    }
  }

  /// Whether two containers of one kind are in only as what stands in one place, and something in them may be ignored: to go and to come as
  /// a whole they would have to be in each by itself.
  private func isInTogether(_ index: Int, _ match: Int, _ both: Rules.Place?) -> Bool {
    let (node, other) = (Value(old, oldElements[index]), Value(new, newElements[match]))
    guard node.kind.isContainer, node.kind == other.kind, rules.mayIgnore(below: both) else { return false }
    return !rules.isIn(rules.element(place, index, of: oldElements.count, node))
      || !rules.isIn(rules.element(place, match, of: newElements.count, other))
  }

  private mutating func edit(_ index: Int, _ match: Int, _ place: Rules.Place?) {
    keep(until: index)
    places[index] = place
    edits.append((index, match))
    hunks.append(.init(old: index..<index + 1, new: result.count..<result.count + 1, isEdit: true))
    result.append(newElements[match])
    position = index + 1
  }

  /// Makes an element a part of the hunk that ends here.
  private mutating func extend(old index: Int? = nil, new match: Int? = nil) {
    var hunk = SequenceHunk(old: position..<position, new: result.count..<result.count)
    if let last = hunks.last, !last.isEdit, last.old.upperBound == position,
      last.new.upperBound == result.count
    {
      hunk = hunks.removeLast()
    }
    if index != nil { position += 1 }
    if let match { result.append(newElements[match]) }
    hunks.append(.init(old: hunk.old.lowerBound..<position, new: hunk.new.lowerBound..<result.count))
  }

  /// Which of some elements stand in each other's place: those that resemble each other, then those of one kind of which conditions
  /// say the same, then what is left by its order.
  private func counterparts(_ olds: Range<Int>, _ news: Range<Int>) -> [(old: Int, new: Int)] {
    if olds.isEmpty || news.isEmpty { return [] }
    var pairs: [(old: Int, new: Int)] = []
    var (oldNext, newNext) = (olds.lowerBound, news.lowerBound)
    func pair(until oldEnd: Int, _ newEnd: Int) {
      pairs += zip(oldNext..<oldEnd, newNext..<newEnd).map { ($0, $1) }
      (oldNext, newNext) = (oldEnd, newEnd)
    }
    let alike = Resemblance(of: compared).pairs(old, oldElements[olds], new, newElements[news])
    for end in alike + [(olds.upperBound, news.upperBound)] {
      let (oldStart, newStart) = (oldNext, newNext)
      for gap in SequenceAlignment.gaps(
        (oldStart..<end.old).map { traits(Value(old, oldElements[$0])) },
        (newStart..<end.new).map { traits(Value(new, newElements[$0])) })
      {
        pair(until: oldStart + gap.old.lowerBound, newStart + gap.new.lowerBound)
        pair(until: oldStart + gap.old.upperBound, newStart + gap.new.upperBound)
      }
      pair(until: end.old, end.new)
      if end.old < olds.upperBound { pair(until: end.old + 1, end.new + 1) }
    }
    return pairs
  }

  /// The kind of an element, and the place that it has wherever it stands.
  private func traits(_ value: Value) -> UInt64 {
    let place = rules.element(place, at: []) { conditions in
      conditions.allSatisfy { $0.isAnswered(by: value.document, value.node) }
    }
    var hasher = Hasher()
    hasher.combine(place)
    hasher.combine(value.kind == .object)
    hasher.combine(value.kind == .array)
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }
}

// MARK: Elements in all of which the same is in

extension SelectedList {
  /// Pairs elements none of which comes or goes: those that are equal as a whole, then those in which the same is in, then those
  /// that resemble each other, then what is left by its order.
  private mutating func pairUp(_ common: Rules.Place?) {
    let oldPart = oldElements.map { oldHashing.hash($0, common) ?? 0 }
    let newPart = newElements.map { newHashing.hash($0, common) ?? 0 }
    for gap in SequenceAlignment.gaps(oldElements.map { old.hash($0) }, newElements.map { new.hash($0) }) {
      for part in SequenceAlignment.gaps(Array(oldPart[gap.old]), Array(newPart[gap.new])) {
        let (oldStart, newStart) = (gap.old.lowerBound, gap.new.lowerBound)
        pairAlike(
          part.old.lowerBound + oldStart..<part.old.upperBound + oldStart,
          part.new.lowerBound + newStart..<part.new.upperBound + newStart, common)
      }
    }
    keepRest()
  }

  /// Pairs what resembles each other, then what is left by its order.
  private mutating func pairAlike(_ olds: Range<Int>, _ news: Range<Int>, _ common: Rules.Place?) {
    var (oldNext, newNext) = (olds.lowerBound, news.lowerBound)
    for pair in Resemblance(of: compared).pairs(old, oldElements[olds], new, newElements[news]) {
      pairInOrder(oldNext..<pair.old, newNext..<pair.new, common)
      edit(pair.old, pair.new, common)
      (oldNext, newNext) = (pair.old + 1, pair.new + 1)
    }
    pairInOrder(oldNext..<olds.upperBound, newNext..<news.upperBound, common)
  }

  /// Pairs containers of one kind, first with first.
  private mutating func pairInOrder(_ olds: Range<Int>, _ news: Range<Int>, _ common: Rules.Place?) {
    var next = news.lowerBound
    // The kinds of which there is no candidate any more, so that none is looked for twice.
    var exhausted: [Document.Kind] = []
    for index in olds {
      let kind = old.kind(oldElements[index])
      guard kind.isContainer, !exhausted.contains(kind) else { continue }
      if let match = (next..<news.upperBound).first(where: { new.kind(newElements[$0]) == kind }) {
        edit(index, match, common)
        next = match + 1
      } else {
        exhausted.append(kind)
      }
    }
  }
}
