import SZCommand
import TestSupport
import Testing

/// The laws of rejects. A failure prints its seed; `SZ_SEED` repeats a run, `SZ_ROUNDS` makes it longer.
@Suite(.limited) struct RejectLawTests {
  @Test(arguments: 0..<8) func rejects(part: UInt64) throws {
    for round in 0..<ChangeLawTests.rounds / 8 {
      try RejectLaws.check(seed: SeededGenerator.runSeed &+ round * 8 + part)
    }
  }
}
