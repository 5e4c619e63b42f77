import SZCommand
import TestSupport
import Testing

/// The laws of changes on random documents. A failure prints the seed of its documents; `SZ_SEED` repeats a run, and
/// `SZ_ROUNDS` makes it longer.
@Suite(.limited) struct ChangeLawTests {
  static let rounds = SeededGenerator.rounds(4000)

  @Test(arguments: 0..<8) func laws(part: UInt64) throws {
    for round in 0..<ChangeLawTests.rounds / 8 {
      try ChangeLaws.check(seed: SeededGenerator.runSeed &+ round * 8 + part)
    }
  }

  /// Arrays of more entities than are looked up at a time: shuffled, moved by the block, edited, created, deleted, and with an
  /// identity that comes twice.
  @Test(arguments: 0..<4) func manyEntities(part: UInt64) throws {
    for round in 0..<ChangeLawTests.rounds / 200 {
      let seed = SeededGenerator.runSeed &+ round * 4 + part
      var generator = SeededGenerator(seed: seed)
      let old = (0..<30 + generator.below(300)).map { ($0, generator.below(3)) }
      var new = old
      switch generator.below(4) {
      case 0: new.shuffle(using: &generator)
      case 1: new = Array(new[generator.below(new.count)...] + new.prefix(generator.below(new.count)))
      case 2: new.reverse()
      default: break
      }
      for _ in 0..<generator.below(20) where !new.isEmpty {
        let index = generator.below(new.count)
        switch generator.below(5) {
        case 0: new.remove(at: index)
        case 1: new.insert((1000 + generator.below(1000), 0), at: index)
        case 2: new.insert(new.remove(at: index), at: generator.below(new.count + 1))
        default: new[index].1 += 1
        }
      }
      func text(_ entities: [(Int, Int)]) -> [UInt8] {
        Array("[\(entities.map { #"{"id":\#($0.0),"v":\#($0.1)}"# }.joined(separator: ","))]".utf8)
      }
      try ChangeLaws.check(text(old), text(new), note: "seed \(seed)")
    }
  }
}
