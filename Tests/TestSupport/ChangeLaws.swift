internal import SZCommand
internal import SZJSON
package import SZModel
package import SZPatch

/// The laws of changes, checked on the documents that a seed makes.
package enum ChangeLaws {
  /// - Throws: a description of the first law that does not hold, with the documents.
  package static func check(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let value = RandomValue.random(&generator, depth: 5)
    let edited =
      generator.chance(10)
      ? RandomValue.random(&generator, depth: 4) : value.edited(&generator, edits: 1 + generator.below(6))
    let a = Array((generator.chance(2) ? value.pretty() : value.text).utf8)
    let b = Array((generator.chance(2) ? edited.pretty() : edited.text).utf8)
    var options = DiffOptions()
    if generator.chance(3) { options.context = generator.below(3) }
    options.fullOld = generator.chance(4)
    options.exactNumbers = generator.chance(4)
    let layout = generator.chance(4) ? ChangeWriter.AttributeLayout.pairs : .grouped
    try check(a, b, options, layout, note: "seed \(seed)")
  }

  /// Checks every law on one pair of documents.
  package static func check(
    _ a: [UInt8], _ b: [UInt8], _ options: DiffOptions = DiffOptions(),
    _ layout: ChangeWriter.AttributeLayout = .grouped, note: String
  ) throws {
    func fail(_ law: String, _ more: String = "") -> TestFiles.Failure {
      TestFiles.Failure(
        "\(law) (\(note), context \(options.context.map(String.init) ?? "default"))\na = \(String(decoding: a, as: UTF8.self))\nb = "
          + "\(String(decoding: b, as: UTF8.self))\n\(more)")
    }
    let exact = options.exactNumbers
    let hashing = Hashing(exactNumbers: exact)
    let old = try Document.read(a, .init(hashing: hashing))
    let new = try Document.read(b, .init(hashing: hashing))
    guard Differ.change(from: old, to: old, options).isEmpty else { throw fail("diff(a, a) = {}") }

    let text = ChangeWriter.text(Differ.change(from: old, to: new, options), layout: layout)
    let shown = String(decoding: text, as: UTF8.self)
    let change = try ChangeReader.read(try Document.read(text), exactNumbers: exact)
    guard ChangeWriter.text(change, layout: layout) == text else {
      throw fail(
        "read and write are inverse",
        shown + "\n" + String(decoding: ChangeWriter.text(change, layout: layout), as: UTF8.self))
    }
    if old.isEqual(old.root, new, new.root, exactNumbers: exact) != change.isEmpty {
      throw fail("only equal documents have no change", shown)
    }

    let forward = Patcher.apply(change, to: old, .init(policy: .reject, exactNumbers: exact))
    guard forward.misfits.isEmpty else {
      throw fail("the change fits a", shown + "\n\(forward.misfits.map(\.message))")
    }
    let made = try Document.read(forward.edits.applied(to: old.bytes))
    guard made.isEqual(made.root, new, new.root, exactNumbers: exact) else {
      throw fail(
        "patch(a, diff(a, b)) = b",
        shown + "\n" + String(decoding: made.bytes.array(0..<made.bytes.count), as: UTF8.self))
    }
    let again = Patcher.apply(change, to: made, .init(policy: .reject, exactNumbers: exact))
    // A change with no context at all promises nothing here.
    guard options.context == 0 || again.misfits.isEmpty && again.edits.isEmpty && again.appliedCount == 0
    else {
      throw fail("twice is once", shown + "\n\(again.misfits.map(\.message)) \(again.appliedCount)")
    }
    var reverse = change
    reverse.reverse()
    let back = Patcher.apply(reverse, to: new, .init(policy: .reject, exactNumbers: exact))
    guard back.misfits.isEmpty else {
      throw fail("the reverse fits b", shown + "\n\(back.misfits.map(\.message))")
    }
    let restored = try Document.read(back.edits.applied(to: new.bytes))
    guard restored.isEqual(restored.root, old, old.root, exactNumbers: exact) else {
      throw fail(
        "patch(b, reverse) = a",
        shown + "\n" + String(decoding: restored.bytes.array(0..<restored.bytes.count), as: UTF8.self))
    }
    let forced = Patcher.apply(change, to: old, .init(policy: .force, exactNumbers: exact))
    let forcedDocument = try Document.read(forced.edits.applied(to: old.bytes))
    guard forced.misfits.isEmpty,
      forcedDocument.isEqual(forcedDocument.root, new, new.root, exactNumbers: exact)
    else {
      throw fail("force makes b of a too", shown)
    }
  }
}
