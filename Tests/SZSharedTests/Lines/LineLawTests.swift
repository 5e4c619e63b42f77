import TestSupport
import Testing

/// The tools on lines: as on arrays of them, in any order, in shards, with little memory.
@Suite(.limited) struct LineLawTests {
  static let rounds = SeededGenerator.rounds(40)

  @Test(arguments: 0..<4) func diff(part: UInt64) throws {
    for round in 0..<LineLawTests.rounds / 4 {
      try LineLaws.checkDiff(seed: SeededGenerator.runSeed &+ round * 4 + part)
    }
  }

  @Test(arguments: 0..<4) func patch(part: UInt64) throws {
    for round in 0..<LineLawTests.rounds / 4 {
      try LineLaws.checkPatch(seed: SeededGenerator.runSeed &+ round * 4 + part)
    }
  }

  @Test(arguments: 0..<4) func merge(part: UInt64) throws {
    for round in 0..<LineLawTests.rounds / 4 {
      try LineLaws.checkMerge(seed: SeededGenerator.runSeed &+ round * 4 + part)
    }
  }
}
