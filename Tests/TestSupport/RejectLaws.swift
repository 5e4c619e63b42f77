internal import SZCommand
internal import SZJSON
internal import SZModel
internal import SZPatch

/// The laws of what `--skip --rejects` leaves for later.
package enum RejectLaws {
  /// The change of two random documents on a third, forwards and backwards: what is left out is a change, there is none when all
  /// fits, and it is applied already in what the whole change makes. Taken out of that it makes it again, alone or with the whole
  /// change.
  package static func check(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let (a, b, c): (RandomValue, RandomValue, RandomValue)
    if generator.chance(2) {
      (a, b, c) = OrderLaws.documents(&generator)
    } else {
      let value = RandomValue.container(&generator, depth: 4)
      a = value
      b = value.edited(&generator, edits: 1 + generator.below(5))
      c = value.edited(&generator, edits: 1 + generator.below(4))
    }
    var options = DiffOptions()
    if generator.chance(3) { options.context = generator.chance(4) ? Int.max : 1 + generator.below(3) }
    options.fullOld = generator.chance(6)
    options.unordered = generator.chance(6)
    let hashing = Hashing(unordered: options.unordered)
    let (old, new) = (
      try Document.read(Array(a.text.utf8), .init(hashing: hashing)),
      try Document.read(Array(b.text.utf8), .init(hashing: hashing))
    )
    let text = ChangeWriter.text(Differ.change(from: old, to: new, options))
    let target = try Document.read(Array(c.text.utf8))
    for isReversed in [false, true] {
      var change = try ChangeReader.read(try Document.read(text))
      if isReversed { change.reverse() }
      let result = Patcher.apply(change, to: target, PatchOptions())
      let rejects = Rejects.text(change, rejected: result.rejected)
      func fail(_ law: String, _ more: String = "") -> TestFiles.Failure {
        TestFiles.Failure(
          "\(law)\(isReversed ? ", -R" : "") (seed \(seed))\na = \(a.text)\nb = \(b.text)\nc = \(c.text)\n"
            + "\(String(decoding: text, as: UTF8.self))\nrejects = \(String(decoding: rejects, as: UTF8.self))\n\(more)"
        )
      }
      if result.misfits.isEmpty {
        if !result.rejected.isEmpty { throw fail("what fits is not among the rejects") }
        continue
      }
      var left: ChangeTree
      do { left = try ChangeReader.read(try Document.read(rejects)) } catch {
        throw fail("the rejects are a change", "\(error)")
      }
      if left.isEmpty { throw fail("what does not fit is among the rejects") }
      if isReversed { left.reverse() }
      let whole = isReversed ? old : new
      let second = Patcher.apply(left, to: whole, PatchOptions())
      guard second.misfits.isEmpty, second.edits.isEmpty else {
        throw fail("the rejects are applied where the change is", "\(second.misfits.map(\.message))")
      }
      // Where an entity comes to stand is known as long as all that come with it do.
      let sameness = Hashing(
        unordered: options.unordered || tree(change, has: { if case .toMany = $0 { true } else { false } }))
      func made(_ tree: ChangeTree, _ document: Document, _ law: String) throws -> Document {
        let result = Patcher.apply(tree, to: document, PatchOptions())
        guard result.misfits.isEmpty else { throw fail(law, "\(result.misfits.map(\.message))") }
        return try Document.read(result.edits.applied(to: document.bytes), .init(hashing: sameness))
      }
      let end = try Document.read(Array((isReversed ? a : b).text.utf8), .init(hashing: sameness))
      left.reverse()
      let rest = try made(left, end, "the rejects turned round fit what the change made")
      left.reverse()
      let all = try made(left, rest, "the rejects fit what they were taken out of")
      let text = String(decoding: rest.text(rest.root), as: UTF8.self)
      guard all.hash(all.root) == end.hash(end.root) else {
        throw fail("the rejects make what was left out", text)
      }
      let again = try made(change, rest, "the change fits where its rejects do")
      guard again.hash(again.root) == end.hash(end.root) else {
        throw fail("the change makes its rejects", text)
      }
    }
  }

  private static func tree(_ tree: ChangeTree, has wanted: (ChangeTree.Item) -> Bool) -> Bool {
    tree.indices.contains { wanted(tree[$0]) }
  }
}
