import SZShared
import TestSupport
import Testing

/// The laws of changes under a model, on random graphs of entities and under random models. A failure prints the seed of its
/// documents; `SZ_SEED` repeats a run, and `SZ_ROUNDS` makes it longer.
@Suite(.limited) struct ModelLawTests {
  static let rounds = SeededGenerator.rounds(320)

  @Test(arguments: 0..<8) func laws(part: UInt64) throws {
    for round in 0..<ModelLawTests.rounds / 8 {
      try ModelLaws(seed: SeededGenerator.runSeed &+ round * 8 + part).check()
    }
  }

  /// Changes under models in which everything owns and refers to everything.
  @Test(arguments: 0..<8) func patchLaws(part: UInt64) throws {
    for round in 0..<ModelLawTests.rounds / 8 {
      var laws = try ModelledPatchLaws(seed: SeededGenerator.runSeed &+ round * 8 + part)
      try laws.check()
    }
  }

  /// Merges under such models.
  @Test(arguments: 0..<8) func mergeLaws(part: UInt64) throws {
    for round in 0..<ModelLawTests.rounds / 8 {
      try ModelledMergeLaws(seed: SeededGenerator.runSeed &+ round * 8 + part).check()
    }
  }
}
