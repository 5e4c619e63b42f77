import SZCommand
import TestSupport
import Testing

/// The laws of merging, on random triples.
@Suite(.limited) struct MergeLawTests {
  /// `SZ_ROUNDS=1000000` makes a hunt of it.
  static let rounds = SeededGenerator.rounds(1600)

  @Test(arguments: 0..<8) func mergeLaws(part: UInt64) throws {
    for round in 0..<MergeLawTests.rounds / 13 {
      try MergeLaws.check(seed: SeededGenerator.runSeed &+ round * 8 + part)
    }
  }
}
