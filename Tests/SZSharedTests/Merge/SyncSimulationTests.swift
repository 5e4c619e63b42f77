import TestSupport
import Testing

/// Many devices, one server: in the end all are equal, and nothing was lost unseen.
@Suite(.limited) struct SyncSimulationTests {
  /// `SZ_ROUNDS=10000` makes a hunt of it.
  static let rounds = SeededGenerator.rounds(64)

  @Test(arguments: 0..<8) func nothingIsLost(part: UInt64) throws {
    for round in 0..<SyncSimulationTests.rounds / 8 {
      try SyncSimulation.check(seed: SeededGenerator.runSeed &+ round * 8 + part)
    }
  }

  /// The same with random models: entities that move, in rings, too, refer to each other and are deleted by rules.
  @Test(arguments: 0..<8) func nothingIsLostUnderModels(part: UInt64) throws {
    for round in 0..<SyncSimulationTests.rounds / 8 {
      // A hunt goes on behind what it finds.
      #expect(throws: Never.self) {
        try ModelledSync.check(seed: SeededGenerator.runSeed &+ round * 8 + part)
      }
    }
  }

  /// Simulations in which something was lost once, or came twice.
  @Test(arguments: [
    50071, 50097, 50182, 50312, 50645, 50674, 50891, 51412, 60649, 61092, 61518, 70788,
    71561, 71612, 72100, 80763, 80793, 81450, 81636, 81807, 150888, 100377,
    1615, 9037, 301449, 302526, 302797, 305675, 400649, 401881, 404804, 507297, 510576, 515270,
    612338, 613059, 602003, 605553, 707331, 731650, 732368, 734804,
    736584, 721748, 774620, 773656, 820819, 1172619, 20008474, 20057868, 24014538, 24007867, 28003882,
    24014492, 36001727, 37053022,
  ]) func nothingIsLostAnyMore(seed: UInt64) throws { try ModelledSync.check(seed: seed) }
}
