import SZElements
import SZJSON
import SZMerge
import SZModel
import TestSupport
import Testing

/// Merges in which nothing is guessed, against merges worked out naively.
@Suite(.limited) struct PlainMergeLawTests {
  static let rounds = SeededGenerator.rounds(1500)

  private static func merge(
    _ versions: [RandomValue], _ options: MergeOptions
  ) throws -> (result: MergeResult, text: [UInt8]) {
    let hashing = Hashing()
    let documents = try versions.map { try Document.read(Array($0.text.utf8), .init(hashing: hashing)) }
    let result = Merger.merge(
      Three(pristine: documents[0], edited: documents[1], current: documents[2]), options)
    return (result, result.edits.applied(to: documents[2].bytes))
  }

  // MARK: Sets

  private static func set(_ generator: inout SeededGenerator) -> [String] {
    (0..<generator.below(7)).map { _ in ["1", "\"a\"", "null", "[true]", "[]"][generator.below(5)] }
  }

  /// Law: of each value there are as many as the counts alone say, CURRENT's stay in their order, and what comes stands behind
  /// them; a value that one side has more of and the other fewer is a conflict, which a report can resolve either way.
  @Test func setsAreCounted() throws {
    var options = MergeOptions()
    options.sets = [try JSONPath("$")]
    for round in 0..<PlainMergeLawTests.rounds {
      let seed = SeededGenerator.runSeed &+ round
      var generator = SeededGenerator(seed: seed)
      let sets = (0..<3).map { _ in PlainMergeLawTests.set(&generator) }
      let versions = sets.map { RandomValue.array($0.map { .scalar($0) }) }
      let (result, text) = try PlainMergeLawTests.merge(versions, options)
      let note = "seed \(seed): \(versions.map(\.text)) -> \(String(decoding: text, as: UTF8.self))"
      let merged = try Document.read(text)
      let elements = merged.elements(merged.root).map { String(decoding: merged.text($0), as: UTF8.self) }
      var conflicts = 0
      for value in Set(sets.joined()) {
        let counts = sets.map { set in set.count { $0 == value } }
        let wanted = PlainMerge.count(counts[0], counts[1], counts[2])
        if wanted.isConflict { conflicts += 1 }
        #expect(elements.count { $0 == value } == wanted.count, "\(value), \(note)")
      }
      #expect(result.conflicts.count == conflicts, "\(note)")
      // The first of each value stay; where CURRENT is as PRISTINE was, EDITED is taken as it is.
      if sets[0] == sets[2] { continue }
      var left: [String: Int] = [:]
      for value in Set(elements) { left[value] = elements.count { $0 == value } }
      let kept = sets[2].filter { value in
        guard let count = left[value], count > 0 else { return false }
        left[value] = count - 1
        return true
      }
      #expect(Array(elements.prefix(kept.count)) == kept, "\(note)")
      try PlainMergeLawTests.checkAnswers(result, versions, options, note)
    }
  }

  /// A report in which every resolution is CURRENT's resolves to a set with as many of each contested value as CURRENT has.
  private static func checkAnswers(
    _ result: MergeResult, _ versions: [RandomValue], _ options: MergeOptions, _ note: String
  ) throws {
    if result.conflicts.isEmpty { return }
    let report = String(decoding: ConflictReport.text(result), as: UTF8.self)
      .replacing("\"resolution\":\"edited\"", with: "\"resolution\":\"current\"")
    var reader = try ConflictReportReader(try Document.read(Array(report.utf8)))
    let resolved = try reader.resolving(result)
    var other = options
    other.conflicts = .current
    let wanted = try merge(versions, other)
    let current = try Document.read(Array(versions[2].text.utf8))
    #expect(
      resolved.edits.applied(to: current.bytes) == wanted.text, "answers for CURRENT, \(note)")
  }

  // MARK: Objects

  private static func object(_ generator: inout SeededGenerator, depth: Int) -> RandomValue {
    var members: [(String, RandomValue)] = []
    for name in ["a", "b", "c", "d"].shuffled(using: &generator) where !generator.chance(3) {
      let isObject = depth > 0 && generator.chance(2)
      members.append(
        (name, isObject ? object(&generator, depth: depth - 1) : .scalar("\(generator.below(3))")))
    }
    return .object(members)
  }

  /// Some members changed, taken out, put in, and renamed.
  private static func edited(_ value: RandomValue, _ generator: inout SeededGenerator) -> RandomValue {
    guard case .object(var members) = value else { return .scalar("\(3 + generator.below(3))") }
    for _ in 0..<1 + generator.below(2) {
      guard !members.isEmpty else { return object(&generator, depth: 1) }
      let index = generator.below(members.count)
      let fresh = ["a", "b", "c", "d", "e", "f"].filter { name in !members.contains { $0.0 == name } }
      switch generator.below(4) {
      case 0: members.remove(at: index)
      case 1: members[index].0 = fresh[generator.below(fresh.count)]
      default: members[index].1 = edited(members[index].1, &generator)
      }
    }
    return .object(members)
  }

  /// Law: with renames not followed every object is merged name by name; with renames followed, too, as long as nobody renamed.
  @Test func objectsAreMergedByName() throws {
    for round in 0..<PlainMergeLawTests.rounds {
      let seed = SeededGenerator.runSeed &+ round
      var generator = SeededGenerator(seed: seed)
      let pristine = PlainMergeLawTests.object(&generator, depth: 3)
      let versions = [
        pristine, PlainMergeLawTests.edited(pristine, &generator),
        PlainMergeLawTests.edited(pristine, &generator),
      ]
      var options = MergeOptions()
      options.followsRenames = false
      let (result, text) = try PlainMergeLawTests.merge(versions, options)
      var conflicts = 0
      let wanted = PlainMerge.objects(versions[0], versions[1], versions[2], conflicts: &conflicts)
      let note = "seed \(seed): \(versions.map(\.text)) -> \(String(decoding: text, as: UTF8.self))"
      let merged = try Document.read(text)
      let other = try Document.read(Array((wanted?.text ?? "").utf8))
      #expect(merged.isEqual(merged.root, other, other.root), "\(note), not \(wanted?.text ?? "")")
      #expect(result.conflicts.count == conflicts, "\(note)")
    }
  }

  /// Law: a member that one side renamed and the other edited is one member with the new name and the edit, and with renames
  /// not followed a conflict.
  @Test(arguments: [true, false]) func aRenameIsFollowed(isEdited: Bool) throws {
    for round in 0..<PlainMergeLawTests.rounds / 4 {
      let seed = SeededGenerator.runSeed &+ round
      var generator = SeededGenerator(seed: seed)
      let fields = (0..<3 + generator.below(4)).map { ("f\($0)", RandomValue.scalar("\(round + 1)\($0)")) }
      var others: [(String, RandomValue)] = []
      for number in 0..<generator.below(4) { others.append(("o\(number)", .scalar("\(number)"))) }
      let place = generator.below(others.count + 1)
      func document(_ name: String, _ fields: [(String, RandomValue)]) -> RandomValue {
        var members = others
        members.insert((name, .object(fields)), at: place)
        return .object(members)
      }
      var changed = fields
      changed[generator.below(fields.count)].1 = .scalar("true")
      let renamed = document("new", fields)
      let edited = document("old", changed)
      let versions = [document("old", fields)] + (isEdited ? [edited, renamed] : [renamed, edited])
      var options = MergeOptions()
      let (result, text) = try PlainMergeLawTests.merge(versions, options)
      let note = "seed \(seed): \(versions.map(\.text)) -> \(String(decoding: text, as: UTF8.self))"
      #expect(result.conflicts.isEmpty, "\(note)")
      #expect(text == Array(document("new", changed).text.utf8), "\(note)")
      options.followsRenames = false
      #expect(try PlainMergeLawTests.merge(versions, options).result.conflicts.count == 1, "\(note)")
    }
  }
}
