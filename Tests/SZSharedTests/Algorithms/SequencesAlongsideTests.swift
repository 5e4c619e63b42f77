import TestSupport
import Testing

@testable import SZShared

/// Sequences that run alongside are aligned as a search aligns them.
@Suite(.limited) struct SequencesAlongsideTests {
  @Test func asASearchDoes() {
    var found = 0
    for round in 0..<SeededGenerator.rounds(4000) {
      let seed = SeededGenerator.runSeed &+ round
      var generator = SeededGenerator(seed: seed)
      let values = generator.chance(3) ? 6 : 200
      let old = (0..<generator.below(40)).map { _ in UInt64(generator.below(values) + 1) }
      var new = old
      for _ in 0..<generator.below(4) {
        let place = generator.below(new.count + 1)
        let value = generator.chance(2) ? UInt64(generator.below(values) + 1) : generator.next()
        switch generator.below(3) {
        case 0: new.insert(value, at: place)
        case 1 where place < new.count: new.remove(at: place)
        case 2 where place < new.count: new[place] = value
        default: break
        }
      }
      guard let gaps = SequencesAlongside.gaps(old, new) else { continue }
      found += 1
      #expect(gaps == SequenceAlignment.searched(old, new), "seed \(seed): \(old), \(new)")
    }
    #expect(found > 0)
  }
}
