internal import SZCommand
package import SZJSON
internal import SZModel
internal import SZPatch

/// The law of `--only` and `--ignore`: patch(a, diff(a, b)) equals b at the places that are in, and a everywhere else.
package enum SelectionLaws {
  /// Makes documents and paths from a seed, compares and patches.
  /// - Throws: a description of the first place at which the law does not hold.
  package static func check(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let value = RandomValue.container(&generator, depth: 4)
    let edited =
      generator.chance(8)
      ? RandomValue.container(&generator, depth: 4) : value.edited(&generator, edits: 1 + generator.below(8))
    let (aText, bText) = (Array(value.text.utf8), Array(edited.text.utf8))
    let hashing = Hashing()
    let a = try Document.read(aText, .init(hashing: hashing))
    let b = try Document.read(bText, .init(hashing: hashing))
    let (count, most) = (1 + generator.below(2), generator.below(3))
    let paths = (0..<count).map { _ in RandomPath.to(generator.chance(2) ? a : b, &generator) }
    let split = most == 0 ? 0 : most == 1 ? count : generator.below(count + 1)
    let (only, ignored) = (Array(paths.prefix(split)), Array(paths.dropFirst(split)))
    let context = generator.chance(3) ? 1 + generator.below(2) : nil
    try check(a, b, only: only, ignored: ignored, note: "seed \(seed)", context: context)
    if generator.chance(2) { return }
    try checkPatch(a, b, only: only, ignored: ignored, note: "seed \(seed)", context: context)
  }

  package static func check(
    _ a: Document, _ b: Document, only: [String], ignored: [String], note: String, context: Int? = nil
  ) throws {
    func fail(_ law: String, _ more: String) -> TestFiles.Failure {
      TestFiles.Failure(
        "\(law) (\(note), only \(only), ignored \(ignored))\na = \(text(a))\nb = \(text(b))\n\(more)")
    }
    var options = DiffOptions()
    options.only = try only.map { try JSONPath($0) }
    options.ignored = try ignored.map { try JSONPath($0) }
    options.context = context
    let shown = ChangeWriter.text(SelectedComparison(from: a, to: b, options).change)
    let words = String(decoding: shown, as: UTF8.self)
    guard let change = try? ChangeReader.read(try Document.read(shown)) else {
      throw fail("what is selected is a change", words)
    }
    let forward = Patcher.apply(change, to: a, .init(policy: .reject))
    // A part of an element that nothing tells from the others of its list is applied only where one can take it.
    let hasUntold = change.indices.contains { if case .edit(_, nil) = change[$0] { true } else { false } }
    if hasUntold, !forward.misfits.isEmpty { return }
    guard forward.misfits.isEmpty else {
      throw fail("the change fits a", words + "\n\(forward.misfits.map(\.message))")
    }
    let r = try Document.read(forward.edits.applied(to: a.bytes))
    let oracle = PathOracle(only: options.only, ignored: options.ignored)
    if let mistake = SelectedResult(a, b, r, oracle, isSelectedByPatch: !oracle.isUniform).mistake {
      throw fail(
        "patch(a, diff(a, b)) is b where it is in, a elsewhere: \(mistake)", words + "\nr = \(text(r))")
    }
    var reverse = change
    reverse.reverse()
    let back = Patcher.apply(reverse, to: r, .init(policy: .reject))
    if hasUntold, !back.misfits.isEmpty { return }
    guard back.misfits.isEmpty, let restored = try? Document.read(back.edits.applied(to: r.bytes)),
      restored.isEqual(restored.root, a, a.root)
    else {
      throw fail("the reverse makes a again", words + "\nr = \(text(r))\n\(back.misfits.map(\.message))")
    }
  }

  /// The same where the patch selects: of the whole change it applies what is in, there and back, and what is applied is applied already.
  /// Without lists it makes just what the change makes in which only that stands.
  package static func checkPatch(
    _ a: Document, _ b: Document, only: [String], ignored: [String], note: String, context: Int? = nil
  ) throws {
    var options = DiffOptions()
    options.context = context
    let whole = ChangeWriter.text(Differ.change(from: a, to: b, options))
    options.only = try only.map { try JSONPath($0) }
    options.ignored = try ignored.map { try JSONPath($0) }
    let selection = Selection(only: options.only, ignored: options.ignored)
    let oracle = PathOracle(only: options.only, ignored: options.ignored)
    for (old, new, isBack) in [(a, b, false), (b, a, true)] {
      var change = try ChangeReader.read(try Document.read(whole))
      if isBack { change.reverse() }
      func fail(_ law: String, _ more: String) -> TestFiles.Failure {
        TestFiles.Failure(
          "\(law) (\(note), only \(only), ignored \(ignored), back \(isBack))\na = \(text(a))\nb = \(text(b))\n"
            + String(decoding: whole, as: UTF8.self) + "\n\(more)")
      }
      func apply(to target: Document) -> (change: String, result: PatchResult) {
        let selected = SelectedChange(change, by: selection, on: target).change
        return (
          String(decoding: ChangeWriter.text(selected), as: UTF8.self),
          Patcher.apply(selected, to: target, .init())
        )
      }
      let (selected, first) = apply(to: old)
      // What says nothing of its neighbours promises nothing.
      let isBare = selected.contains("\"before\":[]")
      // Of an inner array that is told by an index, a part may leave another element there: that is refused.
      if selected.contains("\"is\":{"), first.misfits.contains(where: { $0.message.contains("applied once") })
      {
        continue
      }
      guard first.misfits.isEmpty else {
        throw fail("what is selected fits", selected + "\n\(first.misfits.map(\.message))")
      }
      let r = try Document.read(first.edits.applied(to: old.bytes))
      if let mistake = SelectedResult(old, new, r, oracle, isSelectedByPatch: true).mistake {
        throw fail(
          "patch --only is the new one where it is in, the old one elsewhere: \(mistake)",
          selected + "\nr = \(text(r))")
      }
      let small = ChangeWriter.text(SelectedComparison(from: a, to: b, options).change)
      if !isBack, oracle.isUniform, !(whole + small).contains("elements\":[".utf8),
        !options.ignored.contains(where: mayIgnoreKeys)
      {
        let other = Patcher.apply(try ChangeReader.read(try Document.read(small)), to: a, .init())
        guard let made = try? Document.read(other.edits.applied(to: a.bytes)),
          made.isEqual(made.root, r, r.root)
        else {
          throw fail(
            "patch --only (diff a b) is patch (diff --only a b)",
            selected + "\n" + String(decoding: small, as: UTF8.self) + "\nr = \(text(r))")
        }
      }
      // Indexes are others once elements have come or gone.
      if !oracle.isUniform || isBare { continue }
      let (again, second) = apply(to: r)
      guard second.misfits.isEmpty, second.edits.isEmpty else {
        throw fail(
          "what is applied is applied already",
          selected + "\nr = \(text(r))\n" + again + "\n\(second.misfits.map(\.message))\n"
            + String(decoding: second.edits.applied(to: r.bytes), as: UTF8.self))
      }
    }
  }

  /// The law with third documents: patch(c, diff --only(a, b)) is what a patch that selects makes of c by diff(a, b). For paths by
  /// names, or by what identifies elements, and for changes without lists: which element of a list is meant hangs on what paths
  /// leave of it.
  package static func checkThird(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let value = RandomValue.container(&generator, depth: 4)
    let texts = [
      value, value.edited(&generator, edits: 1 + generator.below(8)),
      value.edited(&generator, edits: generator.below(6)),
    ].map { Array($0.text.utf8) }
    let hashing = Hashing()
    let (a, b, c) = (
      try Document.read(texts[0], .init(hashing: hashing)),
      try Document.read(texts[1], .init(hashing: hashing)),
      try Document.read(texts[2], .init(hashing: hashing))
    )
    let paths = try (0..<1 + generator.below(2)).map { _ in
      try JSONPath(RandomPath.to([a, b, c][generator.below(3)], &generator))
    }
    if !paths.allSatisfy(isByNames) { return }
    let split = generator.below(paths.count + 1)
    let (only, ignored) = (Array(paths.prefix(split)), Array(paths.dropFirst(split)))
    let selection = Selection(only: only, ignored: ignored)
    var options = DiffOptions()
    options.fullOld = generator.chance(8)
    let whole = ChangeWriter.text(Differ.change(from: a, to: b, options))
    (options.only, options.ignored) = (only, ignored)
    let small = ChangeWriter.text(SelectedComparison(from: a, to: b, options).change)
    if (whole + small).contains("elements\":[".utf8) { return }
    for policy in [PatchOptions.Policy.reject, .force] {
      func applied(_ change: ChangeTree) -> (text: String, misfits: [String]) {
        let result = Patcher.apply(change, to: c, .init(policy: policy))
        return (
          String(decoding: result.edits.applied(to: c.bytes), as: UTF8.self), result.misfits.map(\.message)
        )
      }
      let first = applied(try ChangeReader.read(try Document.read(small)))
      let part = SelectedChange(try ChangeReader.read(try Document.read(whole)), by: selection, on: c).change
      let second = applied(part)
      if first == second { continue }
      throw TestFiles.Failure(
        """
        patch(c, diff --only(a, b)) is patch --only(c, diff(a, b)) (seed \(seed), only \(only.map(\.text)), \
        ignored \(ignored.map(\.text)), \(policy))
        a = \(text(a))
        b = \(text(b))
        c = \(text(c))
        whole = \(String(decoding: whole, as: UTF8.self))
        the comparison selects: \(String(decoding: small, as: UTF8.self))
        \(first)
        the patch selects: \(String(decoding: ChangeWriter.text(part), as: UTF8.self))
        \(second)
        """)
    }
  }

  /// Whether a path goes by names alone, or by members that identify.
  private static func isByNames(_ path: JSONPath) -> Bool {
    path.segments.allSatisfy { segment in
      segment.selectors.allSatisfy { selector in
        switch selector {
        case .name, .wildcard, .pattern: true
        case .identity(let conditions):
          conditions.allSatisfy { condition in
            condition.names.count == 1
              && IdentityNames.defaults.contains { Array($0.utf8) == condition.names[0] }
          }
        case .index, .slice, .step: false
        }
      }
    }
  }

  /// Whether a path may lead to what identifies elements.
  private static func mayIgnoreKeys(_ path: JSONPath) -> Bool {
    path.segments.last?.selectors.contains { selector in
      guard case .name(let name) = selector else { return true }
      return IdentityNames.defaults.contains { Array($0.utf8) == name }
    } ?? true
  }

  static func text(_ document: Document) -> String {
    String(decoding: document.text(document.root), as: UTF8.self)
  }
}
