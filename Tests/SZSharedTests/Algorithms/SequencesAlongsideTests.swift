import TestSupport
import Testing

@testable import SZJSON

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

  /// What is taken for long sequences without a proof is an alignment, and keeps about as much as a search does.
  @Test func ofLongOnes() {
    var found = 0
    for round in 0..<SeededGenerator.rounds(100) {
      let seed = SeededGenerator.runSeed &+ round
      var generator = SeededGenerator(seed: seed)
      let values = [3, 30, 100_000][generator.below(3)]
      let old = (0..<1024 + generator.below(200)).map { _ in UInt64(generator.below(values) + 1) }
      var new = old
      for _ in 0...generator.below(12) {
        let place = generator.below(new.count)
        switch generator.below(3) {
        case 0: new.insert(UInt64(generator.below(values) + 1), at: place)
        case 1 where new.count > 1024: new.remove(at: place)
        default: new[place] = UInt64(generator.below(values) + 1)
        }
      }
      guard let gaps = SequencesAlongside.gaps(old, new) else { continue }
      found += 1
      var (i, j) = (0, 0)
      for gap in gaps + [.init(old: old.count..<old.count, new: new.count..<new.count)] {
        #expect(
          old[i..<gap.old.lowerBound].elementsEqual(new[j..<gap.new.lowerBound]), "not equal, seed \(seed)")
        (i, j) = (gap.old.upperBound, gap.new.upperBound)
      }
      func lost(_ gaps: [SequenceAlignment.Gap]) -> Int {
        gaps.reduce(0) { $0 + $1.old.count + $1.new.count }
      }
      #expect(lost(gaps) <= lost(SequenceAlignment.searched(old, new)) * 3 / 2 + 2, "seed \(seed)")
    }
    #expect(found > 0)
  }
}
