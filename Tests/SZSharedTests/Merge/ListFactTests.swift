import SZCommand
import TestSupport
import Testing

/// Merges of lists without a known identity lose nothing that only one side touched.
@Suite(.limited) struct ListFactTests {
  /// `SZ_ROUNDS=100000` makes a hunt of it.
  static let rounds = SeededGenerator.rounds(2800)

  @Test func oneSideSetsAFieldTheOtherInserts() throws {
    var failures: [String] = []
    for round in 0..<ListFactTests.rounds {
      if let failure = try ListFacts.setsAndInserts(seed: SeededGenerator.runSeed &+ round) {
        failures.append(failure)
      }
    }
    #expect(failures.isEmpty, "\(failures.count) of \(ListFactTests.rounds): \(failures.first ?? "")")
  }

  @Test func devicesThatNeverTouchTheSameFact() throws {
    var (edits, lost): (Int, [String]) = (0, [])
    for round in 0..<ListFactTests.rounds / 20 {
      let seed = SeededGenerator.runSeed &+ round
      let outcome = try ListFacts.devices(seed: seed)
      edits += outcome.edits
      lost += outcome.lost.map { "seed \(seed): \($0)" }
    }
    #expect(lost.isEmpty, "\(lost.count) of \(edits): \(lost.first ?? "")")
  }

  @Test(arguments: 0..<4) func randomEdits(part: UInt64) throws {
    var failures: [String] = []
    for round in 0..<ListFactTests.rounds / 4 {
      if let failure = try ListFacts.random(seed: SeededGenerator.runSeed &+ round * 4 + part) {
        failures.append(failure)
      }
    }
    #expect(failures.isEmpty, "\(failures.count) of \(ListFactTests.rounds / 4): \(failures.first ?? "")")
  }
}
