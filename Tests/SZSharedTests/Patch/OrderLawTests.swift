import SZCommand
import TestSupport
import Testing

/// The laws of the order of members on third documents. A failure prints its seed; `SZ_SEED` repeats a run, `SZ_ROUNDS` makes it
/// longer.
@Suite(.limited) struct OrderLawTests {
  @Test(arguments: 0..<8) func rule(part: UInt64) throws {
    for round in 0..<ChangeLawTests.rounds / 4 {
      try OrderLaws.checkRule(seed: SeededGenerator.runSeed &+ round * 8 + part)
    }
  }

  @Test(arguments: 0..<8) func documents(part: UInt64) throws {
    for round in 0..<ChangeLawTests.rounds / 8 {
      try OrderLaws.checkDocuments(seed: SeededGenerator.runSeed &+ round * 8 + part)
    }
  }
}
