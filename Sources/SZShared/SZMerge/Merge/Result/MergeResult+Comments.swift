internal import SZJSON

/// The comments that a merge takes over, once all else is done.
extension MergeResult {
  /// The same with the comments of EDITED that are taken over, and the conflicts about those that both sides changed.
  func withComments() -> MergeResult {
    let (edits, contests) = CommentMerge.edits(
      setup.documents, setup, adding: edits, CommentContests(setup, behind: conflicts))
    let early = with(edits, conflicts + contests.conflicts)
    return setup.rendering?.marksAll ?? false ? early : early.withLateComments()
  }

  private func with(_ edits: SourceEdits, _ conflicts: [Conflict]) -> MergeResult {
    MergeResult(
      edits: edits, conflicts: conflicts, problem: problem, hasReturned: hasReturned, setup: setup,
      passed: passed)
  }

  /// The same with the comments in what the merge itself edits, and where a container has come to hold the same as in PRISTINE and
  /// EDITED: a second push would bring them.
  private func withLateComments() -> MergeResult {
    var documents = setup.documents
    guard documents.edited.isRelaxed || documents.pristine.isRelaxed, !edits.isEmpty else { return self }
    let current = documents.current
    let merged = current.edited(by: edits, hashing: current.hashing)
    documents.current = merged
    let (late, contests) = CommentMerge.edits(
      documents, setup, adding: SourceEdits(),
      CommentContests(setup, behind: conflicts, in: merged))
    let all = conflicts + contests.conflicts
    if late.isEmpty { return with(edits, all) }
    let blocks = setup.rendering == nil ? [] : RenderedMerge(edits, of: current.bytes).blocks
    var pieces: [SourceEdits.Piece] = []
    MergeResult.marking(blocks, in: late).forEach(in: 0..<merged.bytes.count) { piece in
      if case .source(let range) = piece {
        pieces.append(.bytes(merged.bytes.array(range)))
      } else {
        pieces.append(piece)
      }
    }
    var edits = SourceEdits()
    edits.replace(0..<current.bytes.count, with: pieces)
    return with(edits, all)
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
