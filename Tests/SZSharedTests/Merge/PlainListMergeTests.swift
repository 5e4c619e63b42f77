import SZCommand
import SZElements
import SZJSON
import SZMerge
import TestSupport
import Testing

/// Lists of plain values without identity, merged as the rules in sz-merge(1) say and not otherwise. `SZ_ROUNDS=100000` makes a hunt of it.
@Suite(.limited) struct PlainListMergeTests {
  static let rounds = SeededGenerator.rounds(2000)

  /// How many values there are: few, so that most stand more than once, or many.
  @Test(arguments: [3, 5, 9, 30]) func mergesAsTheRulesSay(values: Int) throws {
    var differences: [String] = []
    for round in 0..<PlainListMergeTests.rounds {
      let seed = SeededGenerator.runSeed &+ round
      var generator = SeededGenerator(seed: seed)
      let pristine = (0..<1 + generator.below(8)).map { _ in generator.below(values) }
      let edited = PlainListMergeTests.edited(pristine, values, &generator)
      let current = PlainListMergeTests.edited(pristine, values, &generator)
      let documents = try [pristine, edited, current].map {
        try Document.read(Array("\($0)".utf8), .init(hashing: PlainListMergeTests.hashing))
      }
      let merge = Merger.merge(
        Three(pristine: documents[0], edited: documents[1], current: documents[2]), MergeOptions())
      let text = String(decoding: merge.edits.applied(to: documents[2].bytes), as: UTF8.self)
      let wanted = PlainListMerge.merge(pristine, edited, current)
      let result = merge.conflicts.isEmpty ? text.filter { $0 != " " } : "a conflict"
      if result != wanted.map({ "\($0)".filter { $0 != " " } }) ?? "a conflict" {
        differences.append(
          "seed \(seed): \(pristine) \(edited) \(current) -> \(result), by the rules \(wanted.map { "\($0)" } ?? "a conflict")"
        )
      }
    }
    #expect(
      differences.isEmpty, "\(differences.count) of \(PlainListMergeTests.rounds): \(differences.prefix(3))")
  }

  private static let hashing = Hashing()

  private static func edited(_ list: [Int], _ values: Int, _ generator: inout SeededGenerator) -> [Int] {
    var list = list
    for _ in 0..<1 + generator.below(3) {
      let index = generator.below(list.count + 1)
      switch generator.below(8) {
      case 0, 1: list.insert(generator.below(values), at: index)
      case 2, 3: if index < list.count { list.remove(at: index) }
      case 4 where index < list.count:
        let moved = list.remove(at: index)
        list.insert(moved, at: generator.below(list.count + 1))
      default: if index < list.count { list[index] = generator.below(values) }
      }
    }
    return list
  }
}
