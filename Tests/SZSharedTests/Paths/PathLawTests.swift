import TestSupport
import Testing

/// What prints paths, on random documents with names that are hard to write. A failure prints its seed; `SZ_SEED` repeats a run,
/// `SZ_ROUNDS` makes it longer.
@Suite(.limited) struct PathLawTests {
  @Test(arguments: 0..<4) func printedPathsNamePlaces(part: UInt64) throws {
    let rounds = SeededGenerator.rounds(280)
    for round in 0..<rounds / 4 {
      try PathLaws.check(seed: SeededGenerator.runSeed &+ round * 4 + part)
    }
  }
}
