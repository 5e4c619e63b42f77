import TestSupport
import Testing

/// The order of entities that a side gave another identity, beside what the other side moved.
@Suite(.limited) struct RenamedOrderTests {
  /// A merge that found no conflict is the result once more, where one side alone moves and inserts and the two renamed different
  /// ones: EDITED some of every other one of PRISTINE, CURRENT some of those between.
  @Test(arguments: 0..<4) func secondPush(part: UInt64) throws {
    for round in 0..<SeededGenerator.rounds(400) / 4 {
      let seed = SeededGenerator.runSeed &+ round * 4 + part
      var generator = SeededGenerator(seed: seed)
      let count = 2 + generator.below(6)
      let mover = generator.below(2)
      let sides = (0..<2).map { side in
        var row = (0..<count).map { member in
          let name = String(UnicodeScalar(UInt8(97 + member)))
          return member % 2 == side && generator.chance(3) ? "\(name)\(side)" : name
        }
        if side == mover, generator.chance(2) { row.insert("n\(side)", at: generator.below(row.count + 1)) }
        for _ in 0..<(side == mover ? generator.below(4) : 0) {
          let member = row.remove(at: generator.below(row.count))
          row.insert(member, at: generator.below(row.count + 1))
        }
        return "[\(row.map { #"{"id":"\#($0)"}"# }.joined(separator: ","))]"
      }
      let names = (0..<count).map { #"{"id":"\#(UnicodeScalar(UInt8(97 + $0)))"}"# }
      let pristine = "[\(names.joined(separator: ","))]"
      let first = try ListFacts.merge(pristine, sides[0], sides[1])
      if first.conflicts > 0 { continue }
      let second = try ListFacts.merge(pristine, sides[0], first.text)
      #expect(second.conflicts == 0 && second.text == first.text, "seed \(seed): \(pristine) \(sides)")
    }
  }
}
