import SZCommand
import TestSupport
import Testing

/// Merges of lists of lists whose elements have no identity, and are often equal.
@Suite(.limited) struct DeepListFactTests {
  /// `SZ_ROUNDS=100000` makes a hunt of it.
  static let rounds = SeededGenerator.rounds(60)

  @Test(arguments: 0..<4) func nothingIsLostUnseen(depth: Int) throws {
    for round in 0..<DeepListFactTests.rounds {
      #expect(try DeepListFacts.check(seed: SeededGenerator.runSeed &+ round, depth: depth) == nil)
    }
  }
}
