internal import SZElements
internal import SZJSON

/// The comments that a merge takes over, once all else is done.
extension MergeResult {
  /// The same with the comments of EDITED that are taken over into what the merge makes of CURRENT, and the conflicts about those that both
  /// sides changed. Linear, as the merge is.
  func withComments() -> MergeResult {
    var documents = setup.documents
    guard documents.edited.isRelaxed || documents.pristine.isRelaxed else { return self }
    let current = documents.current
    if !edits.isEmpty { documents.current = current.edited(by: edits, hashing: current.hashing) }
    let merged = documents.current
    let (late, contests) = CommentMerge.edits(documents, setup, CommentContests(setup, in: merged))
    let all = conflicts + contests.conflicts(KeptText(edits, of: current.bytes))
    if late.isEmpty { return with(edits, all) }
    if edits.isEmpty { return with(late, all) }
    let blocks = setup.rendering == nil ? [] : RenderedMerge(edits, of: current.bytes).blocks
    var pieces: [SourceEdits.Piece] = []
    MergeResult.marking(blocks, in: late).forEach(in: 0..<merged.bytes.count) { piece in
      if case .source(let range) = piece {
        pieces.append(.bytes(merged.bytes.array(range)))
      } else {
        pieces.append(piece)
      }
    }
    var whole = SourceEdits()
    whole.replace(0..<current.bytes.count, with: pieces)
    return with(whole, all)
  }

  private func with(_ edits: SourceEdits, _ conflicts: [Conflict]) -> MergeResult {
    MergeResult(
      edits: edits, conflicts: conflicts, problem: problem, hasReturned: hasReturned, setup: setup,
      passed: passed)
  }

  /// Edits of a marked text, with the marks around its blocks: no edit reaches over one.
  private static func marking(_ blocks: [RenderedMerge.Stretch], in edits: SourceEdits) -> SourceEdits {
    let changed = edits.changedRanges
    /// The edit that an offset is inside of, or else the offset.
    func around(_ offset: Int) -> Range<Int> {
      let index = Bisection.count(changed) { $0.upperBound <= offset }
      return index < changed.count && changed[index].lowerBound < offset ? changed[index] : offset..<offset
    }
    var marked = edits
    for block in blocks {
      marked.surround(
        around(block.range.lowerBound).lowerBound..<around(block.range.upperBound).upperBound,
        with: block.number)
    }
    return marked
  }
}
