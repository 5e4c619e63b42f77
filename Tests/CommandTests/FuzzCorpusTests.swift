import FuzzTargets
import TestSupport
import Testing

/// The seeds of `make fuzz`, and what it found once: each input of Tests/Fuzz/corpus keeps its target's laws.
@Suite(.limited) struct FuzzCorpusTests {
  static let inputs = FuzzTarget.allCases.flatMap { target in
    TestFiles.list(TestFiles.packageRoot + "/Tests/Fuzz/corpus/" + target.rawValue, suffix: "").map {
      (target, $0)
    }
  }

  @Test func everyTargetHasSeeds() {
    for target in FuzzTarget.allCases { #expect(FuzzCorpusTests.inputs.contains { $0.0 == target }) }
  }

  @Test(arguments: inputs) func keepsLaws(target: FuzzTarget, path: String) throws {
    try target.run(try TestFiles.read(path))
  }

  /// Inputs made up at random, as libFuzzer would without a corpus; `SZ_SEED` repeats a run, `SZ_ROUNDS` makes a hunt of it.
  @Test(arguments: [FuzzTarget.reader, .paths, .changes, .merges, .commands])
  func keepsLawsOnRandomInputs(target: FuzzTarget) throws {
    for round in 0..<SeededGenerator.rounds(1000) {
      let seed = SeededGenerator.runSeed &+ round
      var generator = SeededGenerator(seed: seed)
      let bytes = (0..<80).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      do { try target.run(bytes) } catch { throw TestFiles.Failure("seed \(seed): \(error)") }
    }
  }
}
