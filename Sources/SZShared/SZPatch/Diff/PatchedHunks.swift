internal import SZJSON

/// The hunks that paths leave as a patch sees them, which knows of no paths: without what they have alike at their ends, each pure one
/// at its last place.
struct PatchedHunks {
  let hunks: [SequenceHunk]
  /// The list that they make: elements of NEW, and none for what stays of OLD.
  private(set) var result: [Document.Node]
  /// For each hunk the index by which a path names it: in OLD the first that goes or, where none does, in NEW the first that comes.
  ///
  /// It is that of an element that is in. Where a hunk has slid past equal elements, its own index can be that of one that is out.
  private(set) var shownIndexes: [Int?] = []

  /// Linear, but for logarithms.
  init(
    _ selected: [SequenceHunk], _ result: [Document.Node], _ old: Document, _ oldElements: [Document.Node],
    _ new: Document, _ newElements: [Document.Node]
  ) {
    let oldHashes = oldElements.map { old.hash($0) }
    var newHashes: [UInt64] = []
    var next = 0
    for hunk in selected {
      newHashes += oldHashes[next..<hunk.old.lowerBound]
      newHashes += hunk.new.map { new.hash(result[$0]) }
      next = hunk.old.upperBound
    }
    newHashes += oldHashes[next...]
    let trimmed = selected.compactMap { PatchedHunks.trimmed($0, oldHashes, newHashes) }
    hunks = HunkSliding.slid(trimmed, oldHashes, newHashes)
    self.result = result

    // The elements that go and come, by hash.
    var (going, coming): ([UInt64: Int], [UInt64: Document.Node]) = ([:], [:])
    var (goes, comes) = ([Bool](repeating: false, count: oldHashes.count), Set<Int>())
    for hunk in trimmed {
      for index in hunk.old {
        going[oldHashes[index]] = index
        goes[index] = true
      }
      for position in hunk.new {
        coming[newHashes[position]] = result[position]
        comes.insert(position)
      }
    }
    // What slid past elements that stay consists of elements equal to these.
    for hunk in hunks where !hunk.isEdit {
      for position in hunk.new where !comes.contains(position) {
        if let node = coming[newHashes[position]] { self.result[position] = node }
      }
    }
    for hunk in hunks {
      if let first = hunk.old.first {
        shownIndexes.append(goes[first] ? first : going[oldHashes[first]])
      } else {
        shownIndexes.append(
          hunk.new.first.flatMap { PatchedHunks.index(of: self.result[$0], in: newElements) })
      }
    }
  }

  /// A hunk without the elements that are equal at its ends; nil when nothing is left.
  private static func trimmed(_ hunk: SequenceHunk, _ oldHashes: [UInt64], _ newHashes: [UInt64])
    -> SequenceHunk?
  {
    if hunk.isEdit { return hunk }
    var hunk = hunk
    while let first = hunk.old.first, let other = hunk.new.first, oldHashes[first] == newHashes[other] {
      hunk.old = hunk.old.lowerBound + 1..<hunk.old.upperBound
      hunk.new = hunk.new.lowerBound + 1..<hunk.new.upperBound
    }
    while let last = hunk.old.last, let other = hunk.new.last, oldHashes[last] == newHashes[other] {
      hunk.old = hunk.old.lowerBound..<hunk.old.upperBound - 1
      hunk.new = hunk.new.lowerBound..<hunk.new.upperBound - 1
    }
    return hunk.old.isEmpty && hunk.new.isEmpty ? nil : hunk
  }

  /// Where a node stands among some in the order of the text.
  private static func index(of node: Document.Node, in nodes: [Document.Node]) -> Int? {
    var bounds = 0..<nodes.count
    while bounds.count > 1 {
      let middle = (bounds.lowerBound + bounds.upperBound) / 2
      bounds = nodes[middle] <= node ? middle..<bounds.upperBound : bounds.lowerBound..<middle
    }
    return bounds.first
  }
}
