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
    if areTwoSpellings((hunks + inCurrent).flatMap { Array($0.old) }, rows.pristine, nodes.pristine) {
      return true
    }
    let news = hunks.flatMap { Array($0.new) }
    if news.isEmpty { return false }
    var copies = FewHashes(expected: news.count)
    for position in news {
      guard let other = copies.insert(rows.edited.hashes[position], value: position) else { continue }
      let texts = (edited.range(nodes.edited[position]), edited.range(nodes.edited[other]))
      if !edited.bytes.equals(texts.0, edited.bytes, texts.1) { return true }
    }
    return nodes.pristine.indices.contains { position in
      guard let copy = copies.value(rows.pristine.hashes[position]) else { return false }
      return !isWrittenAlike(position, nodes.pristine, copy, nodes.edited, 1)
    }
  }

  /// Whether PRISTINE has one of the elements at `positions` once more, written otherwise.
  private func areTwoSpellings(_ positions: [Int], _ row: ElementRow, _ nodes: [Document.Node]) -> Bool {
    if positions.isEmpty { return false }
    var copies = FewHashes(expected: positions.count)
    for position in positions { copies.insert(row.hashes[position], value: position) }
    return nodes.indices.contains { position in
      guard let copy = copies.value(row.hashes[position]), copy != position else { return false }
      let texts = (pristine.range(nodes[position]), pristine.range(nodes[copy]))
      return !pristine.bytes.equals(texts.0, pristine.bytes, texts.1)
    }
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
