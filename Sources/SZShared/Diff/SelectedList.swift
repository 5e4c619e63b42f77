/// What paths leave of the comparison of two lists: what is in is compared as ever, the rest of OLD stays and the rest of NEW does
/// not come.
///
/// The lists are compared by stretches of elements that the paths treat alike, so that `[0]` in OLD is compared with `[0]` in NEW.
/// In a stretch whose elements are not in themselves, only something in them, each is compared with its counterpart, and none comes
/// or goes.
struct SelectedList {
  private let old: Document
  private let new: Document
  private let oldElements: [Document.Node]
  private let newElements: [Document.Node]
  private let oldHashing: SelectedHashes
  private let newHashing: SelectedHashes
  private let rules: Rules
  /// The place of each old element.
  let places: [Rules.Place?]
  private let newPlaces: [Rules.Place?]

  /// The list that the change will make: elements of NEW, and -1 for what stays of OLD.
  private(set) var result: [Document.Node] = []
  private(set) var hunks: [SequenceHunk] = []
  private var oldHashes: [UInt64] = []
  private var resultHashes: [UInt64] = []
  private let firstUnique = UInt64.random(in: 0...UInt64.max)

  private struct Stretch {
    var range: Range<Int>
    let place: Rules.Place?
  }

  init(
    _ old: Document, _ oldElements: [Document.Node], _ oldHashing: SelectedHashes, _ new: Document,
    _ newElements: [Document.Node], _ newHashing: SelectedHashes, _ place: Rules.Place?,
    _ rules: Rules
  ) {
    (self.old, self.oldElements, self.oldHashing) = (old, oldElements, oldHashing)
    (self.new, self.newElements, self.newHashing) = (new, newElements, newHashing)
    self.rules = rules
    places = oldElements.enumerated().map { index, element in
      rules.element(place, index, of: oldElements.count, Value(old, element))
    }
    newPlaces = newElements.enumerated().map { index, element in
      rules.element(place, index, of: newElements.count, Value(new, element))
    }
  }

  /// Finds the hunks. Linear in the elements. `mayBeTaken` is that of ``HunkSliding``: for the first element of a pure hunk, and the
  /// edit behind it.
  mutating func compare(mayBeTaken: (Value, SequenceHunk, [Document.Node]) -> Bool) {
    let (olds, news) = (SelectedList.stretches(places), SelectedList.stretches(newPlaces))
    var (nextOld, nextNew) = (0, 0)
    var gaps = SequenceAlignment.gaps(olds.map(SelectedList.hash), news.map(SelectedList.hash))
    gaps.append(.init(old: olds.count..<olds.count, new: news.count..<news.count))
    for gap in gaps {
      while nextOld < gap.old.lowerBound {
        compare(olds[nextOld], news[nextNew])
        nextOld += 1
        nextNew += 1
      }
      for stretch in olds[gap.old] { drop(stretch) }
      for stretch in news[gap.new] { insert(stretch) }
      (nextOld, nextNew) = (gap.old.upperBound, gap.new.upperBound)
    }
    let (old, new, oldNodes, results) = (old, new, oldElements, result)
    // Two that the paths treat differently can be equal nevertheless.
    hunks = HunkSliding.slid(hunks, oldHashes, resultHashes) { hunk, edit in
      let first =
        hunk.old.isEmpty
        ? Value(new, results[hunk.new.lowerBound]) : Value(old, oldNodes[hunk.old.lowerBound])
      return first.document.hash(first.node) == old.hash(oldNodes[edit.old.lowerBound]) && hunk.old.isEmpty
        || mayBeTaken(first, edit, results)
    }
  }

  private static func stretches(_ places: [Rules.Place?]) -> [Stretch] {
    var stretches: [Stretch] = []
    for (index, place) in places.enumerated() {
      if let last = stretches.indices.last, stretches[last].place == place {
        stretches[last].range = stretches[last].range.lowerBound..<index + 1
      } else {
        stretches.append(Stretch(range: index..<index + 1, place: place))
      }
    }
    return stretches
  }

  private static func hash(_ stretch: Stretch) -> UInt64 {
    UInt64(truncatingIfNeeded: stretch.place.hashValue)
  }

  private func oldHash(_ index: Int) -> UInt64 { oldHashing.hash(oldElements[index], places[index]) ?? 0 }
  private func newHash(_ index: Int) -> UInt64 { newHashing.hash(newElements[index], newPlaces[index]) ?? 0 }

  /// A hash that no other element has: from a random number on in steps that never meet.
  private func unique(_ index: Int) -> UInt64 {
    firstUnique &+ UInt64(truncatingIfNeeded: index) &* 0x9E37_79B9_7F4A_7C15
  }

  /// An old element that stays, beside which there is `match` in NEW or nothing.
  private mutating func keep(_ index: Int, match: Document.Node = .nowhere) {
    oldHashes.append(unique(index))
    resultHashes.append(unique(index))
    result.append(match)
  }

  private mutating func keep(_ indexes: Range<Int>) {
    for index in indexes { keep(index) }
  }

  private mutating func drop(_ stretch: Stretch) {
    guard rules.isIn(stretch.place) else {
      for index in stretch.range { keep(index) }
      return
    }
    oldHashes += stretch.range.map { oldHash($0) }
    hunks.append(.init(old: stretch.range, new: result.count..<result.count))
  }

  private mutating func insert(_ stretch: Stretch) {
    guard rules.isIn(stretch.place) else { return }
    let start = result.count
    resultHashes += stretch.range.map { newHash($0) }
    result += newElements[stretch.range]
    hunks.append(.init(old: oldHashes.count..<oldHashes.count, new: start..<result.count))
  }

  private mutating func compare(_ oldStretch: Stretch, _ newStretch: Stretch) {
    if rules.isLeftOut(oldStretch.place) {
      for index in oldStretch.range { keep(index) }
      return
    }
    let oldPart = oldStretch.range.map { oldHash($0) }
    let newPart = newStretch.range.map { newHash($0) }
    guard rules.isIn(oldStretch.place) else {
      pairUp(oldStretch.range, oldPart, newStretch.range, newPart)
      return
    }
    let (oldStart, newStart) = (oldStretch.range.lowerBound, result.count)
    for hunk in ListPlan.rawHunks(
      old, Array(oldElements[oldStretch.range]), oldPart, new, Array(newElements[newStretch.range]), newPart)
    {
      hunks.append(
        .init(
          old: hunk.old.lowerBound + oldStart..<hunk.old.upperBound + oldStart,
          new: hunk.new.lowerBound + newStart..<hunk.new.upperBound + newStart, isEdit: hunk.isEdit))
    }
    oldHashes += oldPart
    resultHashes += newPart
    result += newElements[newStretch.range]
  }

  /// Pairs the elements of two stretches none of which comes or goes: those that are equal as a whole, then those in which the same is
  /// in, then those that resemble each other, then what is left by its order.
  private mutating func pairUp(
    _ olds: Range<Int>, _ oldPart: [UInt64], _ news: Range<Int>, _ newPart: [UInt64]
  ) {
    var next = olds.lowerBound
    for gap in SequenceAlignment.gaps(
      olds.map { old.hash(oldElements[$0]) }, news.map { new.hash(newElements[$0]) })
    {
      let inner = SequenceAlignment.gaps(Array(oldPart[gap.old]), Array(newPart[gap.new]))
      for part in inner {
        let (oldStart, newStart) = (
          gap.old.lowerBound + olds.lowerBound, gap.new.lowerBound + news.lowerBound
        )
        let oldGap = part.old.lowerBound + oldStart..<part.old.upperBound + oldStart
        let newGap = part.new.lowerBound + newStart..<part.new.upperBound + newStart
        keep(next..<oldGap.lowerBound)
        pairAlike(oldGap, newGap)
        next = oldGap.upperBound
      }
    }
    keep(next..<olds.upperBound)
  }

  /// Pairs what resembles each other, then what is left by its order.
  private mutating func pairAlike(_ olds: Range<Int>, _ news: Range<Int>) {
    var (oldNext, newNext) = (olds.lowerBound, news.lowerBound)
    for pair in Resemblance.pairs(old, oldElements[olds], new, newElements[news]) {
      pairInOrder(oldNext..<pair.old, newNext..<pair.new)
      edit(pair.old, pair.new)
      (oldNext, newNext) = (pair.old + 1, pair.new + 1)
    }
    pairInOrder(oldNext..<olds.upperBound, newNext..<news.upperBound)
  }

  /// Pairs containers of one kind, first with first.
  private mutating func pairInOrder(_ olds: Range<Int>, _ news: Range<Int>) {
    var next = news.lowerBound
    // The kinds of which there is no candidate any more, so that none is looked for twice.
    var exhausted: [Document.Kind] = []
    for index in olds {
      let kind = old.kind(oldElements[index])
      guard kind.isContainer, !exhausted.contains(kind) else {
        keep(index)
        continue
      }
      if let match = (next..<news.upperBound).first(where: { new.kind(newElements[$0]) == kind }) {
        edit(index, match)
        next = match + 1
      } else {
        exhausted.append(kind)
        keep(index)
      }
    }
  }

  private mutating func edit(_ index: Int, _ match: Int) {
    let (position, place) = (oldHashes.count, result.count)
    hunks.append(.init(old: position..<position + 1, new: place..<place + 1, isEdit: true))
    keep(index, match: newElements[match])
  }
}
