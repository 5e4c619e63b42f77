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
}
