import SZCommand
import TestSupport
import Testing

/// No edit comes to another element, none is lost and no element is doubled without an entry, where elements have what a reader
/// takes for their identity.
@Suite(.limited) struct ElementFactTests {
  /// `SZ_ROUNDS=100000` makes a hunt of it.
  static let rounds = SeededGenerator.rounds(2000)

  @Test(arguments: ElementFacts.Shape.allCases, ElementFacts.Way.allCases)
  func everyEditIsWhereItBelongs(shape: ElementFacts.Shape, way: ElementFacts.Way) throws {
    // Of one element or two a change can say too little to tell them from others.
    if way == .patch, shape == .short { return }
    var (faults, conflicts, misled): ([String], Int, Int) = ([], 0, 0)
    // A driver reads and writes files.
    let rounds = way == .git ? ElementFactTests.rounds / 10 : ElementFactTests.rounds
    for round in 0..<rounds {
      let outcome = try ElementFacts.check(seed: SeededGenerator.runSeed &+ round, shape, by: way)
      if let fault = outcome.fault {
        if outcome.isByChance { misled += 1 } else { faults.append(fault) }
      }
      if outcome.hasConflicts { conflicts += 1 }
    }
    #expect(faults.isEmpty, "\(faults.count) of \(rounds): \(faults.first ?? "")")
    #expect(misled * 1000 <= max(Int(rounds), 1000))
    // Where identities are proved, few merges are left to a person.
    if way == .merge, shape == .named { #expect(conflicts * 4 < Int(rounds)) }
  }
}
