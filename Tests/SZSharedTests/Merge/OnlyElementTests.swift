import TestSupport
import Testing

@testable import SZShared

/// Short cuts of matching come to what the long way does.
@Suite(.limited) struct OnlyElementTests {
  /// What is found of stretches of one element in each version is their history.
  @Test func onlyElementsAreMatchedAsByTheirHistory() throws {
    var generator = SeededGenerator(seed: SeededGenerator.runSeed)
    var (found, different) = (0, 0)
    for round in 0..<MergeLawTests.rounds {
      let value = RandomValue.random(&generator, depth: 2)
      let hashing = Hashing()
      func row(_ value: RandomValue) throws -> ElementRow {
        try ElementRow(text: "[\(value.text)]", hashing)
      }
      let rows = Three(
        pristine: try row(value), edited: try row(value.edited(&generator, edits: generator.below(4))),
        current: try row(value.edited(&generator, edits: generator.below(4))))
      if rows.edited.hashes == rows.current.hashes { continue }
      guard let only = ElementCosts.only(rows, Three { _ in 0 }) else { continue }
      found += 1
      if !only.isOne { different += 1 }
      let history = try #require(ListHistory(rows, Three { _ in 0..<1 }))
      #expect(history.isClear == only.isClear, "round \(round): \(value.text)")
      for party in [Conflict.Party.edited, .current] {
        let isEdited = rows.pristine.hashes != rows[party].hashes
        let hunks = history.hunks(party)
        #expect(hunks.count == (isEdited ? 1 : 0), "round \(round): \(value.text)")
        #expect(hunks.allSatisfy { $0.isEdit == only.isOne }, "round \(round): \(value.text)")
      }
    }
    #expect(found > different && different > 0, "\(found), \(different)")
  }
}
