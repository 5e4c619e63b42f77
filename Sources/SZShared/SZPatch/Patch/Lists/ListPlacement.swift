internal import SZModel

/// Decides what a list change does to a list, hunk by hunk, so that doing it again does nothing.
///
/// Each hunk gets its place by the rule of ``HunkPlacement``. Then the rule is asked again, about the list as it will be:
/// every hunk must be applied already there, and what fits nowhere must fit nowhere still. When that is not so, nothing of
/// the change is done. Law: the change applied to its own result changes nothing.
///
/// With `--force` what fits nowhere is carried out as the sender wishes: unless its new elements stand where they would be
/// put, each of its old elements goes, the nearest to its place, and the new ones come there. What is only deleted must not
/// stand more often than the hunk has it: the next run would take the next one.
struct ListPlacement {
  private(set) var hunks: [ListHunk] = []
  private(set) var elements = HunkElements()
  private var isForced = false
  private var list = Kind.any
  private var longest = 1
  /// The change, where it edits elements or only deletes some: more of it is asked then. And the items that edit.
  private(set) var tree: ChangeTree?
  private var edits: [ItemIndex] = []
  private var traits: [ItemIndex: ElementMembers] = [:]

  /// What is known of the list.
  enum Kind {
    case any
    /// The change has been applied to it: hunks of which nothing is said but their index count as applied.
    case made
    /// The change was made from it: every hunk is at its index.
    case origin
  }

  /// One that is still to be read: its lists are used again for each list that is.
  init() {}

  init(_ tree: ChangeTree, _ list: ItemIndex, hashing: ElementHash, isForced: Bool) {
    read(tree, list, hashing, isForced: isForced)
  }

  /// Takes the list change at `item`, in the place of the one before.
  mutating func read(
    _ tree: ChangeTree, _ item: ItemIndex, _ hashing: ElementHash, isForced: Bool, of list: Kind = .any
  ) {
    (self.isForced, self.list, self.tree) = (isForced, list, nil)
    if !edits.isEmpty { (edits, traits) = ([], [:]) }
    ListHunk.read(tree, item, hashing, into: &hunks, &elements)
    longest = 1
    for number in hunks.indices {
      longest = max(longest, hunks[number].length)
      if hunks[number].new.isEmpty { self.tree = tree }
      guard let change = hunks[number].change else { continue }
      edits.append(change)
      traits[change] = hunks[number].traits
    }
  }

  /// What is done. The answer `isSure` is false when it depends on what edited elements will be, which is not known here.
  func outcome(_ sequence: consuming ElementSequence) -> (round: Round, isSure: Bool) {
    var sequence = sequence
    if list == .origin {
      let decisions = hunks.map { hunk -> Decision in
        hunk.change == nil ? .fits(hunk.at, moved: false) : .edits(hunk.at, moved: false)
      }
      return (Round(decisions: decisions, sequence: sequence), true)
    }
    if let round = single(&sequence) { return (round, true) }
    let round = outcome(sequence, mayRepeat: isForced)
    return (round.round, edits.isEmpty || !round.round.hasMoved && !round.hasGuessed)
  }

  /// The round of a single hunk with new elements that stands at its place, and does so no more once it is applied: then no second list is
  /// made.
  private func single(_ sequence: inout ElementSequence) -> Round? {
    if hunks.count != 1 || hunks[0].isBare || hunks[0].new.isEmpty { return nil }
    let (hunk, old, new) = (hunks[0], hunks[0].oldPattern, hunks[0].newPattern.elements)
    let start = hunk.at - old.lead
    let end = start + old.elements.count
    if old.begins && start != 0 || old.ends && end != sequence.count { return nil }
    if !sequence.stands(elements[old.elements], at: start) { return nil }
    let grown = new.count - old.elements.count
    let standsAgain =
      end <= sequence.count + grown && (!old.ends || grown == 0)
      && old.elements.indices.allSatisfy { number in
        let offset = number - old.elements.lowerBound
        return elements.hashes[number]
          == (offset < new.count
            ? elements.hashes[new.lowerBound + offset] : sequence.hash(start + offset - grown))
      }
    if standsAgain { return nil }
    return Round(decisions: [.fits(hunk.at, moved: false)], sequence: sequence)
  }

  private func outcome(_ sequence: ElementSequence, mayRepeat: Bool) -> (round: Round, hasGuessed: Bool) {
    var first = round(sequence)
    if !first.changesSomething { return (first, false) }
    let entries = entries(first)
    first.entries = entries
    let result = ElementSequence(first.sequence, entries, elements.values)
    let second = round(result, after: first)
    let hasGuessed = second.sequence.hasGuessed
    if hunks.indices.allSatisfy({ first.agrees(with: second, $0) }) { return (first, hasGuessed) }
    if mayRepeat {
      let unstable = hunks.indices.filter { !first.agrees(with: second, $0) }
      // By force, what the rule would do again and again is set by its index.
      let forced = round(sequence, forcing: Set(unstable))
      let result = ElementSequence(sequence, self.entries(forced), elements.values)
      let next = outcome(result, mayRepeat: false)
      if hunks.indices.allSatisfy({ forced.agrees(with: next.round, $0) }) {
        return (forced, true)
      }
    }
    return (first.withdrawn, hasGuessed)
  }

  /// Places every hunk. In a list that `previous` has made, a bare hunk is not asked again: it promises nothing.
  private func round(_ sequence: ElementSequence, forcing: Set<Int> = [], after previous: Round? = nil)
    -> Round
  {
    let edited =
      edits.isEmpty
      ? nil : tree.map { EditedElements($0, edits, traits, sequence, isForced: isForced) }
    var placement = HunkPlacement(sequence, elements, edited, longest: longest)
    var nearest: NearestElements?
    var round = Round(sequence: sequence)
    var deletions: [(number: Int, position: Int)] = []
    for number in hunks.indices {
      let hunk = hunks[number]
      let expected = placement.expectedPosition(hunk.at)
      round.expected.append(expected)
      if let change = hunk.change {
        let found = placement.placeEdit(hunk, change, owned: previous?.owned(number))
        round.decisions.append(found.map { .edits($0, moved: $0 != expected) } ?? .missing)
        if found != expected { round.hasMoved = true }
        continue
      }
      // By force, what is inserted must not stand there already, also where nothing is said of its neighbours.
      if hunk.isBare, isForced, hunk.old.isEmpty {
        if expected >= placement.kept, placement.stands(hunk.new, at: expected) {
          placement.take(hunk, expected, hunk.new.count)
          round.decisions.append(.alreadyApplied(at: nil))
          continue
        }
      } else if hunk.isBare, list == .made || previous?.fits(number) ?? false {
        placement.take(hunk, expected, hunk.new.count)
        round.decisions.append(.alreadyApplied(at: nil))
        continue
      }
      if !forcing.contains(number) {
        switch placement.place(hunk) {
        case .fits(let position):
          round.decisions.append(.fits(position, moved: position != expected))
          if position != expected { round.hasMoved = true }
          continue
        case .alreadyApplied(let position):
          round.decisions.append(.alreadyApplied(at: position == expected ? nil : position))
          if hunk.new.isEmpty { deletions.append((number, position)) }
          if position != expected { round.hasMoved = true }
          continue
        case .missing: round.hasMoved = true
        }
      }
      guard isForced else {
        round.decisions.append(.missing)
        continue
      }
      if nearest == nil { nearest = NearestElements(placement.sequence) }
      if var elements = nearest {
        nearest = nil
        round.decisions.append(force(hunk, &placement, &elements))
        nearest = elements
      }
    }
    round.sequence = placement.sequence
    if isForced { return round }
    var holders: PartHolders?
    for (number, position) in deletions where isEdited(number, round, at: position, &holders) {
      round.decisions[number] = .missing
      round.hasMoved = true
    }
    keepMovesWhole(&round)
    return round
  }

  /// Carries out a hunk that fits nowhere.
  private func force(_ hunk: ListHunk, _ placement: inout HunkPlacement, _ elements: inout NearestElements)
    -> Decision
  {
    let (expected, lowest, count) = (
      placement.expectedPosition(hunk.at), placement.kept, placement.sequence.count
    )
    if hunk.new.isEmpty {
      var wanted: [UInt64: Int] = [:]
      for element in self.elements[hunk.old] { wanted[element, default: 0] += 1 }
      if wanted.contains(where: { elements.hasMore(of: $0.key, than: $0.value, from: lowest) }) {
        return .missing
      }
    } else {
      let start = max(lowest, min(expected, count - hunk.new.count))
      if placement.stands(hunk.new, at: start) {
        placement.take(hunk, start, hunk.new.count)
        return .alreadyApplied(at: nil)
      }
    }
    let removing = self.elements[hunk.old].compactMap {
      elements.take($0, near: expected, from: lowest)
    }.sorted()
    var position = min(max(expected, lowest), count)
    if !hunk.new.isEmpty {
      // What goes in front moves the place on, so that the new elements get the index that the hunk says.
      for removed in removing where removed < position { position = min(count, position + 1) }
    }
    let before = removing.filter { $0 < position }.count
    let start = hunk.new.isEmpty ? lowest : position
    placement.force(
      past: start, removing: removing,
      shift: (hunk.new.isEmpty ? expected : position - before) - hunk.at - hunk.old.count
        + removing.filter { $0 < max(placement.free, position + 1) }.count)
    if hunk.new.isEmpty, removing.isEmpty { return .alreadyApplied(at: nil) }
    return .forced(start, removing: removing)
  }

  /// The list as a round makes it.
  func entries(_ round: Round) -> [ElementSequence.Entry] {
    if let entries = round.entries { return entries }
    var entries: [ElementSequence.Entry] = []
    entries.reserveCapacity(round.sequence.count + elements.values.count)
    var gone: Set<Int> = []
    var edited: Set<Int> = []
    for decision in round.decisions {
      switch decision {
      case .forced(_, let removing): gone.formUnion(removing)
      case .edits(let position, _): edited.insert(position)
      default: break
      }
    }
    var next = 0
    func copy(to position: Int) {
      while next < position {
        if !edited.isEmpty, edited.contains(next), let number = round.sequence.original(next) {
          entries.append(.edited(number))
        } else if gone.isEmpty || !gone.contains(next) {
          entries.append(round.sequence.entry(next))
        }
        next += 1
      }
    }
    for number in hunks.indices {
      let hunk = hunks[number]
      switch round.decisions[number] {
      case .fits(let position, _):
        copy(to: position)
        next = position + hunk.old.count
      case .forced(let position, _): copy(to: position)
      default: continue
      }
      for (value, number) in zip(hunk.newValues, hunk.new) {
        entries.append(.new(value, hash: elements.hashes[number]))
      }
    }
    copy(to: round.sequence.count)
    return entries
  }
}
