import TestSupport
import Testing

@testable import SZOperations

/// A sequence that is spliced is what an array would be.
@Suite(.limited) struct SplicedSequenceTests {
  @Test(arguments: 0..<4) func isAnArray(part: UInt64) {
    for round in 0..<100 as Range<UInt64> {
      let seed = SeededGenerator.runSeed &+ round * 4 + part
      var generator = SeededGenerator(seed: seed)
      let count = generator.below(20)
      var sequence = SplicedSequence(count: count)
      var plain = (0..<count).map { SplicedSequence.Entry.original($0) }
      for number in 0..<generator.below(60) {
        let index = generator.below(plain.count + 1)
        switch generator.below(3) {
        case 0 where index < plain.count:
          sequence.remove(at: index)
          plain.remove(at: index)
        case 1 where index < plain.count:
          sequence.replace(at: index, with: number)
          plain[index] = .inserted(number)
        default:
          sequence.insert(number, at: index)
          plain.insert(.inserted(number), at: index)
        }
      }
      #expect(sequence.count == plain.count, "seed \(seed)")
      #expect(plain.indices.map { sequence[$0] } == plain, "seed \(seed)")
      let listed = sequence.runs.flatMap { run -> [SplicedSequence.Entry] in
        switch run {
        case .originals(let range): range.map { .original($0) }
        case .inserted(let number): [.inserted(number)]
        }
      }
      #expect(listed == plain, "seed \(seed)")
    }
  }
}
