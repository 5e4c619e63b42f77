internal import SZJSON
internal import SZModel

/// Finds the places of the hunks of one list change, one after the other.
///
/// P is what a hunk says that stands there before it is applied, its context and its old elements; Q is what stands there
/// afterwards. The front and the end of the list are part of both where there is no context, unless the hunk says
/// nothing there (``ListHunk/Side``). A hunk belongs at its place, which is its index, moved on as the hunk before it was:
///
/// - (a) P at its place: it fits. (b) Q at its place: it is applied already.
/// - (c) One P elsewhere and no Q: it fits there. (d) One Q elsewhere and no P: it is applied already.
///   `{"at":2,"before":["b"],"new":["x"],"after":["c"]}`: (a) `["a","b","c"]` → `["a","b","x","c"]`, (b) `["a","b","x","c"]` stays,
///   (c) `["n","a","b","c"]` → `["n","a","b","x","c"]`, (d) `["n","a","b","x","c"]` stays, `["b","c","b","c"]` is a misfit.
/// - (e) Neither, and only one side has context: once more without the end at the other. Where Q is longer than P, one Q
///   says that it is applied already, and one P without any Q is where it fits, unless what is inserted stands in part beyond it, at that
///   end. A replacement fits at one P when there is
///   no Q. A deletion fits at one P, and is applied already only when there is no P, one Q, and none of its old elements
///   anywhere in the list. What stands at its place counts here too, as in (a) and (b).
///   `{"at":1,"before":["a"],"new":["b"]}`: `["a","z"]` → `["a","b","z"]`, `["z","a","b","y"]` stays, `["a","z","b"]` is a misfit.
///   `{"at":1,"before":["a"],"old":["b"]}`: `["a","b","z"]` → `["a","z"]`, `["a","z"]` stays, `["a","z","b"]` is a misfit.
/// - A hunk of which nothing is said but its index fits at its place only.
///   `{"at":1,"before":[],"new":["x"],"after":[]}`: `["n","a","b"]` → `["n","x","a","b"]`, `[]` is a misfit.
///
/// Several hunks: each takes what goes or has come by it, and needs its context. The next takes nothing of either; it
/// needs nothing that was taken, and elsewhere it is looked for behind both. The front of the list is for it where the
/// hunk before has ended. The end before an element that the next hunk edits is that element, which must be there when the
/// hunk is at its place, and is left out elsewhere, as in (e).
/// `{"at":1,"before":["a"],"new":["x"],"after":["b"]}`, `{"at":2,"before":["b"],"new":["y"],"after":["c"]}`: `["n","a","b","c"]` →
/// `["n","a","x","b","y","c"]`
///
/// The answers are exact, however many hunks fit nowhere: what is looked for stands in an ``OccurrenceIndex``.
struct HunkPlacement {
  enum Outcome: Equatable {
    /// The old elements stand at this position, or what is inserted belongs there.
    case fits(Int)
    /// The new elements stand at this position already.
    case alreadyApplied(Int)
    case missing
  }

  private(set) var sequence: ElementSequence
  private let elements: HunkElements
  /// Nil where no element is edited.
  private let edited: EditedElements?
  private let longest: Int
  private var index: OccurrenceIndex?
  /// How far the list has moved on, as the last hunk showed.
  private var shift = 0
  /// Elements before this were taken by hunks that have been placed.
  private(set) var free = 0
  /// Elements before this were taken or are context.
  private(set) var kept = 0
  /// Elements that are taken from where no hunk stands.
  private(set) var removed: Set<Int> = []

  init(_ sequence: ElementSequence, _ elements: HunkElements, _ edited: EditedElements?, longest: Int) {
    self.sequence = sequence
    self.elements = elements
    self.edited = edited
    self.longest = longest
  }

  /// Where a hunk for the old index `at` is expected.
  func expectedPosition(_ at: Int) -> Int { at + shift }

  /// Places a hunk that edits no element.
  mutating func place(_ hunk: ListHunk) -> Outcome {
    let outcome = outcome(hunk)
    switch outcome {
    case .fits(let position): take(hunk, position, hunk.old.count)
    case .alreadyApplied(let position): take(hunk, position, hunk.new.count)
    case .missing: break
    }
    return outcome
  }

  /// The elements that are edited.
  private var ownedByEdits: Set<Int> = []
  /// Where hunks have been placed, ascending.
  private var taken: [Range<Int>] = []

  /// Leaves `count` elements at `position` to a hunk; when they are not its old ones they are what came in their place.
  mutating func take(_ hunk: ListHunk, _ position: Int, _ count: Int) {
    shift = position + count - hunk.at - hunk.old.count
    if count > 0, edited != nil { taken.append(position..<position + count) }
    free = position + count
    kept = free
    let context = hunk.behind
    if !context.isEmpty, sequence.stands(elements[context], at: free) { kept += context.count }
  }

  /// Leaves the elements before `position` behind, and `removed` besides. The list has moved on by `shift`.
  mutating func force(past position: Int, removing removed: [Int], shift: Int) {
    self.removed.formUnion(removed)
    var position = position
    while self.removed.contains(position) { position += 1 }
    free = max(free, position)
    kept = max(kept, free)
    self.shift = shift
  }

  /// Places the change of an element in place: at the one element that has what the change says it is. Of a change that does not say
  /// it, at the one that may take it.
  ///
  /// `owned` is the element that the change edits, as is known.
  mutating func placeEdit(_ hunk: ListHunk, _ change: ItemIndex, owned: Int?) -> Int? {
    guard let edited else { return nil }
    let expected = expectedPosition(hunk.at)
    let isThere = expected >= kept && expected < sequence.count && !removed.contains(expected)
    let found: Int?
    if let traits = hunk.traits {
      found = edited.only(traits, for: change)
    } else if isThere, let owned, sequence.original(expected) == owned {
      found = expected
    } else {
      found = edited.find(change, from: 0)
    }
    guard let found, !removed.contains(found), found >= free || !isTaken(found),
      ownedByEdits.insert(found).inserted
    else { return nil }
    if found >= kept {
      shift = found - hunk.at
      free = found + 1
      kept = free
    }
    return found
  }

  /// Whether a hunk that has been placed takes the element at `position`.
  private func isTaken(_ position: Int) -> Bool {
    let behind = Bisection.count(taken) { $0.lowerBound <= position }
    return behind > 0 && taken[behind - 1].contains(position)
  }

  private mutating func outcome(_ hunk: ListHunk) -> Outcome {
    let expected = expectedPosition(hunk.at)
    if hunk.isBare {
      return expected >= kept && expected <= sequence.count && stands(hunk.old, at: expected)
        ? .fits(expected) : .missing
    }
    let (before, after) = (hunk.oldPattern, hunk.newPattern)
    if stands(before, hunk, at: expected) { return .fits(expected) }
    if stands(after, hunk, at: expected) { return .alreadyApplied(expected) }
    if hunk.editedNext == nil {
      switch (count(before), count(after)) {
      case (.one(let position), .none): return .fits(position + before.lead)
      case (.none, .one(let position)): return .alreadyApplied(position + after.lead)
      case (.none, .none): break
      default: return .missing
      }
    }
    if (hunk.context.before == 0) == (hunk.context.after == 0) { return .missing }
    return withoutEnd(hunk, before, after, expected)
  }

  /// Rule (e).
  private mutating func withoutEnd(
    _ hunk: ListHunk, _ before: ListHunk.Pattern, _ after: ListHunk.Pattern, _ expected: Int
  ) -> Outcome {
    var (before, after) = (before, after)
    (before.begins, before.ends, after.begins, after.ends) = (false, false, false, false)
    let (p, q) = (count(before, hunk, or: expected), count(after, hunk, or: expected))
    if hunk.new.count > hunk.old.count, case .one(let position) = q {
      return .alreadyApplied(position + after.lead)
    }
    if case .one(let position) = p, q == .none || hunk.new.isEmpty {
      let found = position + before.lead
      return isPartThere(hunk, found) ? .missing : .fits(found)
    }
    if hunk.new.isEmpty, p == .none, case .one(let position) = q,
      !elements[hunk.old].contains(where: { contains($0) })
    {
      return .alreadyApplied(position + after.lead)
    }
    return .missing
  }

  /// Whether an insertion at an end of the list has something of its own in what the target put there: of `[a]` and `b, c` behind it,
  /// `[a, c]` would have c twice.
  private func isPartThere(_ hunk: ListHunk, _ position: Int) -> Bool {
    guard hunk.old.isEmpty, let index else { return false }
    return elements[hunk.new].contains { element in
      hunk.after == .edge && index.stands(element, from: position)
        || hunk.before == .edge && free == 0 && index.stands(element, before: position)
    }
  }

  /// Whether a pattern stands where its middle is at `place`, behind what other hunks have taken.
  private mutating func stands(_ pattern: ListHunk.Pattern, _ hunk: ListHunk, at position: Int) -> Bool {
    let start = position - pattern.lead
    let end = start + pattern.elements.count
    guard start >= free, position >= kept, end <= sequence.count, !pattern.begins || start == free,
      !pattern.ends || end == sequence.count, stands(pattern.elements, at: start)
    else { return false }
    guard let change = hunk.editedNext else { return true }
    return end < sequence.count && edited?.mayTake(change, at: end) ?? false
  }

  mutating func stands(_ range: Range<Int>, at position: Int) -> Bool {
    sequence.stands(elements[range], at: position)
      && (removed.isEmpty || !(0..<range.count).contains { removed.contains(position + $0) })
  }

  /// How often a pattern stands behind what other hunks have taken or need.
  private mutating func count(_ pattern: ListHunk.Pattern) -> OccurrenceIndex.Count {
    let length = pattern.elements.count
    if pattern.begins || pattern.ends {
      let start = pattern.begins ? free : sequence.count - length
      guard start >= kept, !pattern.ends || start + length == sequence.count,
        stands(pattern.elements, at: start)
      else { return .none }
      return .one(start)
    }
    makeIndex()
    let found = index?.count(elements[pattern.elements], from: kept) ?? .none
    if case .one(let start) = found, !stands(pattern.elements, at: start) { return .many }
    return found
  }

  private mutating func contains(_ element: UInt64) -> Bool {
    makeIndex()
    return index?.contains(element) ?? false
  }

  /// The same, and at its place besides, where a hunk may share what the one before it needs.
  private mutating func count(_ pattern: ListHunk.Pattern, _ hunk: ListHunk, or position: Int)
    -> OccurrenceIndex.Count
  {
    let found = count(pattern)
    let start = position - pattern.lead
    guard hunk.editedNext == nil, start < kept, stands(pattern, hunk, at: position) else { return found }
    return found == .none ? .one(start) : .many
  }

  private mutating func makeIndex() {
    if index != nil { return }
    var hashes: [UInt64] = []
    for position in 0..<sequence.count { hashes.append(sequence.hash(position)) }
    index = OccurrenceIndex(hashes, longest: longest)
  }
}
