/// How the elements of a list are written, where they have no identity.
extension Merger {
  /// Whether EDITED wrote elements of PRISTINE otherwise, in place or elsewhere, or once more, or PRISTINE itself has one that a side took
  /// out in two spellings: how a second merge writes them depends on where they have come to stand. Linear.
  func isWrittenOtherwise(
    _ hunks: [SequenceHunk], _ inCurrent: [SequenceHunk], _ rows: Three<ElementRow>,
    _ nodes: Three<[Document.Node]>
  ) -> Bool {
    var next = (old: 0, new: 0)
    let end = (old: nodes.pristine.count, new: nodes.edited.count)
    for hunk in hunks + [SequenceHunk(old: end.old..<end.old, new: end.new..<end.new)] {
      let count = hunk.old.lowerBound - next.old
      if count > 0, !isWrittenAlike(next.old, nodes.pristine, next.new, nodes.edited, count) { return true }
      next = (hunk.old.upperBound, hunk.new.upperBound)
    }
    let olds = (hunks + inCurrent).flatMap { Array($0.old) }
    if !olds.isEmpty {
      let spellings = Spellings(pristine, nodes.pristine, rows.pristine, at: olds)
      if !spellings.agree(with: pristine, nodes.pristine, rows.pristine, at: nodes.pristine.indices) {
        return true
      }
    }
    let news = hunks.flatMap { Array($0.new) }
    if news.isEmpty { return false }
    let spellings = Spellings(edited, nodes.edited, rows.edited, at: news)
    return !spellings.agree(with: edited, nodes.edited, rows.edited, at: news)
      || !spellings.agree(with: pristine, nodes.pristine, rows.pristine, at: nodes.pristine.indices)
  }

  /// Whether EDITED has `count` elements as PRISTINE has them, byte for byte, with all that is between them.
  func isWrittenAlike(
    _ inPristine: Int, _ originals: [Document.Node], _ inEdited: Int, _ own: [Document.Node], _ count: Int
  ) -> Bool {
    let texts = (
      pristine.start(originals[inPristine])..<pristine.range(originals[inPristine + count - 1]).upperBound,
      edited.start(own[inEdited])..<edited.range(own[inEdited + count - 1]).upperBound
    )
    return pristine.bytes.equals(texts.0, edited.bytes, texts.1)
  }
}
