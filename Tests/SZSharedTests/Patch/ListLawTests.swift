import SZCommand
import TestSupport
import Testing

/// The laws of list changes on third documents. A failure prints its seed; `SZ_SEED` repeats a run, `SZ_ROUNDS` makes it longer.
@Suite(.limited) struct ListLawTests {
  @Test(arguments: 0..<8) func rule(part: UInt64) throws {
    for round in 0..<ChangeLawTests.rounds / 4 {
      try ListLaws.checkRule(seed: SeededGenerator.runSeed &+ round * 8 + part)
    }
  }

  @Test(arguments: 0..<8) func documents(part: UInt64) throws {
    for round in 0..<ChangeLawTests.rounds / 8 {
      try ListLaws.checkDocuments(seed: SeededGenerator.runSeed &+ round * 8 + part)
    }
  }

  @Test(arguments: 0..<8) func longLists(part: UInt64) throws {
    for round in 0..<max(ChangeLawTests.rounds / 512, 1) {
      try ListLaws.checkLong(seed: SeededGenerator.runSeed &+ round * 8 + part)
    }
  }
}
