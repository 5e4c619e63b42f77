internal import SZJSON
internal import SZModel

/// Two arrays without identities, and the hunks between them.
final class ListPlan {
  let old: [Document.Node]
  let new: [Document.Node]
  let hunks: [SequenceHunk]
  /// By its place in the old list, what tells an object that is edited from the others.
  let traits: [Int: ElementMembers]
  /// Of each hunk whether it is a replacement that is to say what is beside it (``RepeatedRuns``); none where an option says how
  /// much all do.
  var isRepeated: [Bool] = []
  /// The place of the arrays.
  let place: Rules.Place?

  init(
    old: [Document.Node], new: [Document.Node], hunks: [SequenceHunk], traits: [Int: ElementMembers],
    place: Rules.Place?
  ) {
    self.traits = traits
    self.place = place
    self.old = old
    self.new = new
    self.hunks = hunks
  }

  /// One version of an array: its elements, what is in of them, and the hashes by which they are matched.
  struct Side {
    let elements: ArrayElements
    let hashes: SelectedHashes
    let parts: [UInt64]
    var document: Document { elements.document }
    var nodes: [Document.Node] { elements.nodes }

    /// Of each element, `place` says what counts.
    init(_ elements: ArrayElements, _ hashes: SelectedHashes, at place: Rules.Place?) {
      self.elements = elements
      self.hashes = hashes
      parts = elements.nodes.map { hashes.hash($0, place) ?? 0 }
    }

    /// What counts is what is in of each element of the array at `array`, or it as a whole where nothing is.
    init(_ elements: ArrayElements, _ hashes: SelectedHashes, in array: Rules.Place?, _ rules: Rules) {
      self.elements = elements
      self.hashes = hashes
      let (document, count) = (elements.document, elements.nodes.count)
      parts = elements.nodes.enumerated().map { index, element in
        let child = rules.element(array, index, of: count, Value(document, element))
        return hashes.hash(element, child) ?? document.hash(element)
      }
    }
  }

  /// The hunks between two arrays: what is gone, what is new, and elements that resemble each other as edited in place, where something
  /// tells them from the others (``ElementTraits``), or where there is no other array.
  static func hunks(
    _ oldSide: Side, _ newSide: Side, by compared: ComparedMembers = ComparedMembers(),
    mayTell: (Int, Document.Members.Element) -> Bool
  ) -> (hunks: [SequenceHunk], traits: [Int: ElementMembers]) {
    let (old, oldElements) = (oldSide.document, oldSide.nodes)
    let (new, newElements) = (newSide.document, newSide.nodes)
    let gaps = SequenceAlignment.gaps(oldSide.parts, newSide.parts)
    let resemblance = Resemblance(of: compared)
    let pairs = gaps.map { resemblance.pairs(old, oldElements[$0.old], new, newElements[$0.new]) }
    let found = ElementTraits.of(
      Array(pairs.joined()), oldSide.elements, newSide.elements, by: compared, mayTell: mayTell)
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
    return (slid(hunks, oldSide, newSide), traits)
  }

  /// The same hunks, each pure one at its last place.
  static func slid(_ hunks: [SequenceHunk], _ old: Side, _ new: Side) -> [SequenceHunk] {
    HunkSliding.slid(hunks, old.parts, new.parts) { hunk, edit in
      // Nothing but its place tells an inner array.
      let first =
        hunk.old.isEmpty
        ? new.document.kind(new.nodes[hunk.new.lowerBound])
        : old.document.kind(old.nodes[hunk.old.lowerBound])
      return first == .array && old.document.kind(old.nodes[edit.old.lowerBound]) == .array
    }
  }
}
