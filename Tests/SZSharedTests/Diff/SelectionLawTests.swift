import SZCommand
import TestSupport
import Testing

/// `--only` and `--ignore` on random documents and random paths, against a naive oracle.
@Suite(.limited) struct SelectionLawTests {
  static let rounds = SeededGenerator.rounds(4000)

  @Test(arguments: 0..<8) func laws(part: UInt64) throws {
    for round in 0..<SelectionLawTests.rounds / 8 {
      try SelectionLaws.check(seed: SeededGenerator.runSeed &+ round * 8 + part)
    }
  }

  @Test(arguments: 0..<8) func thirdDocuments(part: UInt64) throws {
    for round in 0..<SelectionLawTests.rounds / 8 {
      try SelectionLaws.checkThird(seed: SeededGenerator.runSeed &+ round * 8 + part)
    }
  }
}
