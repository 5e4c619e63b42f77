import SZShared
import TestSupport
import Testing

/// The laws of DESIGN section 3 on random documents. A failure prints the seed of its documents.
@Suite struct ChangeLawTests {
  static let seeds = (0..<300).map { SeededGenerator.runSeed &+ UInt64($0) }

  @Test(arguments: seeds) func laws(seed: UInt64) throws {
    try ChangeLaws.check(seed: seed)
  }
}
