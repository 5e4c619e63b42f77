import SZCommand
import TestSupport
import Testing

/// The laws of changes with any options together. A failure prints its seed; `SZ_SEED` repeats a run, `SZ_ROUNDS` makes it longer.
@Suite(.limited) struct OptionLawTests {
  @Test(arguments: 0..<8) func options(part: UInt64) throws {
    try TestFiles.withFolder { folder in
      for round in 0..<ChangeLawTests.rounds / 80 {
        try OptionLaws.check(seed: SeededGenerator.runSeed &+ round * 8 + part, folder: folder)
      }
    }
  }

  @Test(arguments: 0..<8) func optionsUnderModels(part: UInt64) throws {
    try TestFiles.withFolder { folder in
      for round in 0..<ChangeLawTests.rounds / 80 {
        try ModelOptionLaws.check(seed: SeededGenerator.runSeed &+ round * 8 + part, folder: folder)
      }
    }
  }
}
