import SZCommand
import TestSupport
import Testing

/// The laws of changes under a model, on random graphs of entities and under random models. A failure prints the seed of its
/// documents; `SZ_SEED` repeats a run, and `SZ_ROUNDS` makes it longer.
@Suite(.limited) struct ModelLawTests {
  static let rounds = SeededGenerator.rounds(320)

  @Test(arguments: 0..<8) func laws(part: UInt64) throws {
    for round in 0..<ModelLawTests.rounds / 8 {
      // A hunt goes on behind what it finds.
      #expect(throws: Never.self) {
        try ModelLaws(seed: SeededGenerator.runSeed &+ round * 8 + part).check()
      }
    }
  }

  /// Changes and merges where the model declares no identity for some entities.
  @Test(arguments: 0..<8) func lawsOfUndeclared(part: UInt64) throws {
    for round in 0..<ModelLawTests.rounds / 8 {
      #expect(throws: Never.self) {
        try UndeclaredLaws(seed: SeededGenerator.runSeed &+ round * 8 + part).check()
      }
    }
  }

  /// Changes under models in which everything owns and refers to everything.
  @Test(arguments: 0..<8) func patchLaws(part: UInt64) throws {
    for round in 0..<ModelLawTests.rounds / 8 {
      #expect(throws: Never.self) {
        var laws = try ModelledPatchLaws(seed: SeededGenerator.runSeed &+ round * 8 + part)
        try laws.check()
      }
    }
  }

  /// The same where entities stand in others that have no identity.
  @Test(arguments: 0..<8) func patchLawsOfUnknown(part: UInt64) throws {
    for round in 0..<ModelLawTests.rounds / 8 {
      #expect(throws: Never.self) {
        var laws = try ModelledPatchLaws(
          seed: SeededGenerator.runSeed &+ round * 8 + part, hasUnknown: true)
        try laws.check()
      }
    }
  }

  /// Changes by which something was lost once, or came twice.
  @Test(arguments: [1_035_112, 1_068_211, 1_023_267, 3_087_689, 3_028_116, 3_073_418, 3_048_651, 3_083_822])
  func patchLawsHoldNow(seed: UInt64) throws {
    var laws = try ModelledPatchLaws(seed: seed)
    try laws.check()
  }

  @Test(arguments: [20_036_978, 20_013_365, 20_003_006]) func patchLawsOfUnknownHoldNow(seed: UInt64) throws {
    var laws = try ModelledPatchLaws(seed: seed, hasUnknown: true)
    try laws.check()
  }

  /// Merges under such models.
  @Test(arguments: 0..<8) func mergeLaws(part: UInt64) throws {
    for round in 0..<ModelLawTests.rounds / 8 {
      #expect(throws: Never.self) {
        try ModelledMergeLaws(seed: SeededGenerator.runSeed &+ round * 8 + part).check()
      }
    }
  }

  /// Merges that lost something once without a word.
  @Test(arguments: [8_048_575, 23_067_138]) func mergeLawsHoldNow(seed: UInt64) throws {
    try ModelledMergeLaws(seed: seed).check()
  }
}
