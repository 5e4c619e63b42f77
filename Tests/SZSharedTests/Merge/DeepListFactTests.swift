import SZShared
import TestSupport
import Testing

/// Merges of lists of lists whose elements have no identity, and are often equal.
@Suite(.limited) struct DeepListFactTests {
  /// `SZ_ROUNDS=100000` makes a hunt of it.
  static let rounds = SeededGenerator.rounds(60)

  /// Two sides that edit fields of their own and put elements in never contradict each other.
  @Test(arguments: 0..<4) func editsAndInsertionsAllComeThrough(depth: Int) throws {
    for round in 0..<DeepListFactTests.rounds {
      let outcome = try DeepListFacts.check(seed: SeededGenerator.runSeed &+ round, depth: depth, .additions)
      #expect(outcome.fault == nil)
      #expect(outcome.overruled == nil)
    }
  }

  @Test(arguments: 0..<4) func nothingIsLostUnseen(depth: Int) throws {
    for round in 0..<DeepListFactTests.rounds {
      let outcome = try DeepListFacts.check(seed: SeededGenerator.runSeed &+ round, depth: depth, .all)
      #expect(outcome.fault == nil)
    }
  }
}
