internal import SZCommand
internal import SZJSON
internal import SZModel
internal import SZPatch

/// The laws of the order of members on third documents, which have moved on since the change was made.
package enum OrderLaws {
  /// One order, of a change that nobody would make, on one list: the same as ``OrderRule`` says, and nothing the second time.
  package static func checkRule(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let count = 1 + generator.below(7)
    var rule = OrderRule()
    rule.isReversed = generator.chance(2)
    let target = ids(&generator, count)
    var open = Array(0..<count).shuffled(using: &generator)
    var members: [String] = []
    for _ in 0..<generator.below(3) {
      guard let id = open.popLast() else { break }
      let oldIndex = generator.chance(3) ? nil : generator.below(5)
      let order = oldIndex.map { "\"order\":\($0)," } ?? ""
      if generator.chance(2) != rule.isReversed {
        members.append(#"{"id":\#(id),"attributes":{"new":{"id":\#(id)}}}"#)
        if rule.isReversed {
          rule.deleted.append(id)
        } else {
          rule.created.append(.init(id: id, oldIndex: nil))
        }
      } else {
        members.append(#"{"id":\#(id),\#(order)"attributes":{"old":{"id":\#(id)}}}"#)
        if rule.isReversed {
          rule.created.append(.init(id: id, oldIndex: oldIndex))
        } else {
          rule.deleted.append(id)
          if let oldIndex { rule.deletedIndexes.append(oldIndex) }
        }
      }
    }
    var comers = rule.isReversed ? [] : rule.created.map(\.id)
    var at = 0
    for _ in 0..<generator.below(4) {
      at += generator.below(3)
      let (before, after) = (ids(&generator, count, 2), ids(&generator, count, 2))
      // The sides of all hunks name a member once, one that is created in the new order alone.
      var old = Array(open.prefix(1 + generator.below(2)))
      if old.isEmpty { break }
      open.removeFirst(old.count)
      var new = old
      if generator.chance(2), let own = comers.popLast() {
        if generator.chance(2) { (old, new) = ([], []) }
        new.append(own)
      }
      let move = OrderRule.Move(
        at: at, before: before, old: old.shuffled(using: &generator), new: new, after: after)
      rule.moves.append(move)
    }
    if members.isEmpty {
      let side = rule.isReversed ? "new" : "old"
      members.append(#"{"id":99,"attributes":{"\#(side)":{"id":99}}}"#)
    }
    let hunks = rule.moves.map {
      #"{"at":\#($0.at),"before":\#($0.before),"old":\#($0.old),"new":\#($0.new),"after":\#($0.after)}"#
    }
    let text = #"{"members":[\#(members.joined(separator: ","))],"order":[\#(hunks.joined(separator: ","))]}"#
    var change = try ChangeReader.read(try Document.read(Array(text.utf8)))
    if rule.isReversed { change.reverse() }
    let document = try Document.read(entities(target))
    for policy in [PatchOptions.Policy.reject, .force] {
      func fail(_ law: String, _ more: String) -> TestFiles.Failure {
        TestFiles.Failure(
          "\(law), \(policy)\(rule.isReversed ? ", -R" : "") (seed \(seed))\nchange = \(text)\nc = \(target)\n\(more)"
        )
      }
      let patcher = Patcher.apply(change, to: document, PatchOptions(policy: policy))
      let made = try Document.read(patcher.edits.applied(to: document.bytes))
      let got = try made.elements(made.root).map { element in
        guard let id = made.member(element, named: Array("id".utf8)),
          let number = Int(String(decoding: made.text(id.value), as: UTF8.self))
        else { throw fail("a member without identity", "") }
        return number
      }
      let wanted = rule.apply(to: target, isForced: policy == .force)
      guard got == wanted.result, patcher.misfits.count == wanted.leftOut else {
        throw fail("the rule", "wanted \(wanted)\ngot \(got), \(patcher.misfits.map(\.message))")
      }
      try checkTwice(change, document, policy, fail)
    }
  }

  /// The change of two documents with entities in arrays, forwards and backwards, on a third: what is done twice is done once.
  package static func checkDocuments(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let (a, b, c) = documents(&generator)
    var options = DiffOptions()
    // Without context, lists in the members promise nothing.
    if generator.chance(3) { options.context = generator.chance(4) ? Int.max : 1 + generator.below(3) }
    options.fullOld = generator.chance(6)
    let hashing = Hashing()
    let (old, new) = (
      try Document.read(Array(a.text.utf8), .init(hashing: hashing)),
      try Document.read(Array(b.text.utf8), .init(hashing: hashing))
    )
    let target = try Document.read(Array(c.text.utf8))
    let text = ChangeWriter.text(Differ.change(from: old, to: new, options))
    var change = try ChangeReader.read(try Document.read(text))
    for isReversed in [false, true] {
      if isReversed { change.reverse() }
      for policy in [PatchOptions.Policy.reject, .force] {
        try checkTwice(change, target, policy) { law, more in
          TestFiles.Failure(
            "\(law)\(isReversed ? ", -R" : "") (seed \(seed))\na = \(a.text)\nb = \(b.text)\nc = \(c.text)\n"
              + "\(String(decoding: text, as: UTF8.self))\n\(more)")
        }
      }
    }
  }

  /// Two versions of a document with entities in arrays, and a third that has moved on.
  package static func documents(_ generator: inout SeededGenerator) -> (RandomValue, RandomValue, RandomValue)
  {
    let a = members(&generator, depth: 2)
    let b = edited(a, &generator)
    let c =
      generator.chance(4) ? members(&generator, depth: 2) : edited(generator.chance(4) ? b : a, &generator)
    return (a, b, c)
  }

  /// The second run does nothing, and leaves out as much.
  private static func checkTwice(
    _ change: ChangeTree, _ target: Document, _ policy: PatchOptions.Policy,
    _ fail: (String, String) -> TestFiles.Failure
  ) throws {
    let first = Patcher.apply(change, to: target, PatchOptions(policy: policy))
    let made = try Document.read(first.edits.applied(to: target.bytes))
    let second = Patcher.apply(change, to: made, PatchOptions(policy: policy))
    guard second.edits.isEmpty, second.appliedCount == 0, second.misfits.count == first.misfits.count else {
      throw fail(
        "twice is once, \(policy)",
        "made \(String(decoding: made.bytes.array(0..<made.bytes.count), as: UTF8.self)) \(first.misfits.map(\.message)) "
          + "then \(String(decoding: second.edits.applied(to: made.bytes), as: UTF8.self)) \(second.misfits.map(\.message))"
      )
    }
  }

  /// Some of the identities below `count`, in any order.
  private static func ids(_ generator: inout SeededGenerator, _ count: Int, _ limit: Int = .max) -> [Int] {
    Array((0..<count).shuffled(using: &generator).prefix(min(limit, generator.below(count + 1))))
  }

  private static func entities(_ ids: [Int]) -> [UInt8] {
    Array("[\(ids.map { #"{"id":\#($0)}"# }.joined(separator: ","))]".utf8)
  }

  /// An array of entities, with values, lists and more entities in them.
  private static func members(_ generator: inout SeededGenerator, depth: Int) -> RandomValue {
    .array(ids(&generator, 5).map { .object([("id", .scalar("\($0)"))] + fields(&generator, depth: depth)) })
  }

  private static func fields(_ generator: inout SeededGenerator, depth: Int) -> [(String, RandomValue)] {
    var fields: [(String, RandomValue)] = []
    if generator.chance(3) { fields.append(("v", .scalar("\(generator.below(3))"))) }
    if generator.chance(4) {
      let list = (0..<generator.below(4)).map { _ in RandomValue.scalar("\(generator.below(2))") }
      fields.append(("y", .array(list)))
    }
    if depth > 1, generator.chance(3) { fields.append(("m", members(&generator, depth: depth - 1))) }
    return fields
  }

  private static func edited(_ value: RandomValue, _ generator: inout SeededGenerator) -> RandomValue {
    guard case .array(var elements) = value else { return value }
    for _ in 0...generator.below(4) {
      let index = generator.below(elements.count + 1)
      switch generator.below(4) {
      case 0:
        let known = elements.map(\.text)
        let free = (0..<7).filter { id in !known.contains { $0.hasPrefix("{\"id\":\(id)") } }
        if let id = free.randomElement(using: &generator) {
          elements.insert(.object([("id", .scalar("\(id)"))] + fields(&generator, depth: 1)), at: index)
        }
      case 1 where index < elements.count: elements.remove(at: index)
      case 2 where index < elements.count:
        let element = elements.remove(at: index)
        elements.insert(element, at: generator.below(elements.count + 1))
      default:
        guard index < elements.count, case .object(let parts) = elements[index] else { continue }
        var kept = [parts[0]]
        let fresh = fields(&generator, depth: 2)
        for part in parts.dropFirst() where !fresh.contains(where: { $0.0 == part.0 }) {
          if part.0 == "m" { kept.append((part.0, edited(part.1, &generator))) } else { kept.append(part) }
        }
        elements[index] = .object(kept + fresh)
      }
    }
    return .array(elements)
  }
}
