internal import SZCommand
internal import SZJSON
internal import SZModel
internal import SZPatch

/// The laws of list changes on third documents, which have moved on since the change was made.
package enum ListLaws {
  /// One list change on one list: the same as ``ListRule`` says, and nothing the second time.
  ///
  /// The change is what `sz-diff` makes of two lists, or one that nobody would make.
  package static func checkRule(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let letters = 1 + generator.below(4)
    let a = list(&generator, letters, 7)
    let c = generator.chance(3) ? list(&generator, letters, 8) : edited(a, &generator, letters)
    var hunks: [ListRule.Hunk]
    if generator.chance(2) {
      hunks = invented(&generator, letters)
    } else {
      var options = DiffOptions()
      if generator.chance(2) { options.context = generator.chance(4) ? Int.max : generator.below(4) }
      let b = edited(a, &generator, letters)
      let hashing = Hashing()
      var change = Differ.change(
        from: try Document.read(Array("\(a)".utf8), .init(hashing: hashing)),
        to: try Document.read(Array("\(b)".utf8), .init(hashing: hashing)), options)
      if generator.chance(3) { change.reverse() }
      hunks = self.hunks(change)
      if generator.chance(4), !hunks.isEmpty { hunks.remove(at: generator.below(hunks.count)) }
    }
    // A list change without hunks is none.
    if hunks.isEmpty { return }
    let text = "{\"elements\":[" + hunks.map(\.text).joined(separator: ",") + "]}"
    func fail(_ law: String, _ more: String = "") -> TestFiles.Failure {
      TestFiles.Failure("\(law) (seed \(seed))\nchange = \(text)\na = \(a)\nc = \(c)\n\(more)")
    }
    let change = try ChangeReader.read(try Document.read(Array(text.utf8)))
    let wanted = ListRule.apply(hunks, to: c)
    let target = try Document.read(Array("\(c)".utf8))
    let patcher = Patcher.apply(change, to: target, .init(policy: .reject))
    let made = try Document.read(patcher.edits.applied(to: target.bytes))
    let got = made.elements(made.root).map { Int(String(decoding: made.text($0), as: UTF8.self)) ?? -1 }
    guard got == wanted.result, patcher.misfits.count == wanted.answers.filter({ $0 == .misfit }).count,
      patcher.alreadyAppliedCount == wanted.answers.filter({ $0 == .applied }).count
    else { throw fail("the rule", "wanted \(wanted)\ngot \(got), \(patcher.misfits.map(\.message))") }
    if !hunks.contains(where: \.isBare) { try checkTwice(change, target, .reject, false, fail) }
    // Where nothing is said of the neighbours, a deletion is done again and again.
    if !hunks.contains(where: { $0.isBare && $0.new.isEmpty }) {
      try checkTwice(change, target, .force, false, fail)
    }
  }

  /// Random documents, their change under an option, and a third document: what is done twice is done once.
  package static func checkDocuments(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let value = RandomValue.container(&generator, depth: 4)
    let edited = value.edited(&generator, edits: 1 + generator.below(5))
    let third = generator.chance(12) ? edited : value.edited(&generator, edits: 1 + generator.below(4))
    var options = DiffOptions()
    // No array is one of entities: they have laws of their own.
    options.names = IdentityNames([IdentityKey(names: [Array("no such name".utf8)])])
    options.names.findsOthers = false
    if generator.chance(3) { options.context = 1 + generator.below(3) }
    if generator.chance(5) { options.context = Int.max }
    options.fullOld = generator.chance(6)
    options.unordered = generator.chance(3)
    options.exactNumbers = generator.chance(3)
    if generator.chance(3) {
      options.sets = [try JSONPath(["$..*", "$..a", "$[*]", "$", "$..[0,1]", "$[1:]"][generator.below(6)])]
    }
    try check(value.text, edited.text, third.text, options, seed)
  }

  /// Long lists of few or many values, two versions of which run alongside each other: edits stand alone, or close together.
  package static func checkLong(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let letters = [2, 6, 40, 100_000][generator.below(4)]
    let base = (0..<1020 + generator.below(30)).map { _ in generator.below(letters) }
    func edited() -> [Int] {
      var list = base
      for _ in 0...generator.below(3) {
        // A stretch of the list in which a few edits stand.
        let start = generator.below(list.count)
        for _ in 0...generator.below(6) {
          edit(&list, at: min(start + generator.below(20), list.count), &generator, letters)
        }
      }
      return list
    }
    var options = DiffOptions()
    if generator.chance(3) { options.context = 1 + generator.below(3) }
    options.unordered = generator.chance(8)
    try check("\(base)", "\(edited())", "\(edited())", options, seed)
  }

  /// A change from `a` to `b`, both ways round, done twice, and on a third document.
  private static func check(_ a: String, _ b: String, _ c: String, _ options: DiffOptions, _ seed: UInt64)
    throws
  {
    let hashing = Hashing(exactNumbers: options.exactNumbers, unordered: options.unordered)
    let (old, new) = (
      try Document.read(Array(a.utf8), .init(hashing: hashing)),
      try Document.read(Array(b.utf8), .init(hashing: hashing))
    )
    let text = ChangeWriter.text(Differ.change(from: old, to: new, options))
    func fail(_ law: String, _ more: String = "") -> TestFiles.Failure {
      TestFiles.Failure(
        "\(law) (seed \(seed), \(options.unordered ? "unordered" : options.sets.isEmpty ? "" : "sets"))\na = \(a)\nb = \(b)\nc = \(c)\n\(String(decoding: text, as: UTF8.self))\n\(more)"
      )
    }
    var change = try ChangeReader.read(try Document.read(text))
    guard ChangeWriter.text(change) == text else { throw fail("read and write are inverse") }
    // What shifts away from an index that says it is a set was compared as one, and is compared in order afterwards.
    let mayShift = options.sets.contains { $0.text.contains("1") }
    func check(_ change: ChangeTree, _ from: Document, _ to: Document, _ law: String) throws {
      let patcher = Patcher.apply(
        change, to: from, .init(policy: .reject, exactNumbers: options.exactNumbers))
      let made = try Document.read(patcher.edits.applied(to: from.bytes), .init(hashing: hashing))
      guard patcher.misfits.isEmpty,
        mayShift || Differ.change(from: made, to: to, options).isEmpty
      else {
        throw fail(
          law,
          "\(String(decoding: made.bytes.array(0..<made.bytes.count), as: UTF8.self)) \(patcher.misfits.map(\.message))"
        )
      }
      let again = Patcher.apply(change, to: made, .init(policy: .reject, exactNumbers: options.exactNumbers))
      guard again.edits.isEmpty, again.misfits.isEmpty, again.appliedCount == 0 else {
        throw fail(law + ", twice", "\(again.misfits.map(\.message))")
      }
    }
    try check(change, old, new, "patch(a, diff(a, b)) = b")
    let target = try Document.read(Array(c.utf8))
    for isReversed in [false, true] {
      if isReversed {
        change.reverse()
        try check(change, new, old, "patch(b, reverse) = a")
      }
      for policy in [PatchOptions.Policy.reject, .force] {
        try checkTwice(change, target, policy, options.exactNumbers, fail)
      }
    }
  }

  /// The second run does nothing, and leaves out as much. With `--skip`, where nothing fits at all, the first did not either.
  private static func checkTwice(
    _ change: ChangeTree, _ target: Document, _ policy: PatchOptions.Policy, _ exactNumbers: Bool,
    _ fail: (String, String) -> TestFiles.Failure
  ) throws {
    let first = Patcher.apply(change, to: target, .init(policy: policy, exactNumbers: exactNumbers))
    let made = try Document.read(first.edits.applied(to: target.bytes))
    let second = Patcher.apply(change, to: made, .init(policy: policy, exactNumbers: exactNumbers))
    guard second.edits.isEmpty, second.appliedCount == 0, second.misfits.count == first.misfits.count else {
      throw fail(
        "twice is once, \(policy)",
        "made \(String(decoding: made.bytes.array(0..<made.bytes.count), as: UTF8.self)) \(first.misfits.map(\.message)) "
          + "then \(String(decoding: second.edits.applied(to: made.bytes), as: UTF8.self)) \(second.misfits.map(\.message))"
      )
    }
  }

  private static func list(_ generator: inout SeededGenerator, _ letters: Int, _ limit: Int) -> [Int] {
    (0..<generator.below(limit)).map { _ in generator.below(letters) }
  }

  private static func edited(_ list: [Int], _ generator: inout SeededGenerator, _ letters: Int) -> [Int] {
    var list = list
    for _ in 0...generator.below(4) {
      edit(&list, at: generator.below(list.count + 1), &generator, letters)
    }
    return list
  }

  /// Puts an element in, takes one out, or replaces one.
  private static func edit(
    _ list: inout [Int], at index: Int, _ generator: inout SeededGenerator, _ letters: Int
  ) {
    switch generator.below(3) {
    case 0: list.insert(generator.below(letters + 1), at: index)
    case 1 where index < list.count: list.remove(at: index)
    case 2 where index < list.count: list[index] = generator.below(letters + 1)
    default: break
    }
  }

  /// Hunks in order, of whatever sides.
  private static func invented(_ generator: inout SeededGenerator, _ letters: Int) -> [ListRule.Hunk] {
    var hunks: [ListRule.Hunk] = []
    var at = 0
    for _ in 0...(generator.chance(2) ? 0 : generator.below(3)) {
      at += generator.below(4)
      func side() -> [Int]? { generator.chance(2) ? nil : list(&generator, letters, 3) }
      var hunk = ListRule.Hunk(
        at: at, before: side(), old: list(&generator, letters, 3), new: list(&generator, letters, 3),
        after: side())
      if hunk.old.isEmpty, hunk.new.isEmpty { hunk.new = [generator.below(letters)] }
      at += hunk.old.count
      hunks.append(hunk)
    }
    return hunks
  }

  private static func hunks(_ change: ChangeTree) -> [ListRule.Hunk] {
    if change.isEmpty { return [] }
    return change.children(of: .root).compactMap { item in
      guard case .hunk(let hunk) = change[item] else { return nil }
      func numbers(_ stretch: ChangeTree.Stretch) -> [Int] {
        change.values(stretch).map {
          Int(String(decoding: $0.document.text($0.node), as: UTF8.self)) ?? -1
        }
      }
      func side(_ context: ChangeTree.Context) -> [Int]? {
        switch context {
        case .end: nil
        case .unsaid: []
        case .values(let values): numbers(values)
        }
      }
      return ListRule.Hunk(
        at: hunk.at, before: side(hunk.before), old: numbers(hunk.old), new: numbers(hunk.new),
        after: side(hunk.after))
    }
  }
}
