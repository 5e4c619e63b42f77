import SZShared
import TestSupport
import Testing

/// The laws of changes under a model, on random graphs of entities and under random models. A failure prints the seed of its
/// documents; `SZ_SEED` repeats a run, and `SZ_ROUNDS` makes it longer.
@Suite(.limited) struct ModelLawTests {
  static let rounds = TestFiles.variable("SZ_ROUNDS").flatMap(UInt64.init) ?? 320

  @Test(arguments: 0..<8) func laws(part: UInt64) throws {
    for round in 0..<ModelLawTests.rounds / 8 {
      try ModelLaws(seed: SeededGenerator.runSeed &+ round * 8 + part).check()
    }
  }
}
