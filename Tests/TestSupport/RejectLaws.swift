internal import SZShared

/// The laws of what `--skip --rejects` leaves for later.
package enum RejectLaws {
  /// The change of two random documents on a third, forwards and backwards: what is left out is a change, there is none when all
  /// fits, and it is applied already in what the whole change makes.
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
      let again = Patcher.apply(left, to: whole, PatchOptions())
      guard again.misfits.isEmpty, again.edits.isEmpty else {
        throw fail("the rejects are applied where the change is", "\(again.misfits.map(\.message))")
      }
    }
  }
}
