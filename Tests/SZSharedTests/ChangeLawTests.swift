import SZShared
import TestSupport
import Testing

/// The laws of changes on random documents. A failure prints the seed of its documents; `SZ_SEED` repeats a run, and
/// `SZ_ROUNDS` makes it longer.
@Suite struct ChangeLawTests {
  static let rounds = TestFiles.variable("SZ_ROUNDS").flatMap(UInt64.init) ?? 4000

  @Test(arguments: 0..<8) func laws(part: UInt64) throws {
    for round in 0..<ChangeLawTests.rounds / 8 {
      try ChangeLaws.check(seed: SeededGenerator.runSeed &+ round * 8 + part)
    }
  }
}
