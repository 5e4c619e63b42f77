import TestSupport
import Testing

@testable import SZJSON
@testable import SZOperations
@testable import SZPatch

/// Steps that are carried out one after the other make the array that is asked for.
@Suite(.limited) struct ArrayStepsTests {
  /// Carries the steps out on an array of names.
  static func carriedOut(_ steps: [ArraySteps.Step], on count: Int) -> [String] {
    var array = (0..<count).map { "old \($0)" }
    for step in steps {
      switch step {
      case .replace(let index, let value): array[index] = value.shown
      case .remove(let index, let old):
        #expect(array[index] == "old \(old)")
        array.remove(at: index)
      case .move(let from, let to, let old):
        #expect(array[from] == "old \(old)" && from != to)
        array.insert(array.remove(at: from), at: to)
      case .add(let index, let value): array.insert(value.shown, at: index)
      }
    }
    return array
  }

  @Test(arguments: 0..<4) func makeTheArray(part: UInt64) {
    for round in 0..<500 as Range<UInt64> {
      let seed = SeededGenerator.runSeed &+ round * 4 + part
      var generator = SeededGenerator(seed: seed)
      let count = generator.below(12)
      var order = Array(0..<count)
      for _ in 0..<generator.below(4) where count > 0 {
        order.insert(order.remove(at: generator.below(count)), at: generator.below(count))
      }
      var slots: [ArraySteps.Slot] = []
      var wanted: [String] = []
      for position in order {
        if generator.chance(5) {
          slots.append(.new(Value(jsonString: Array("new \(wanted.count)".utf8))))
          wanted.append("\"new \(wanted.count)\"")
        }
        if generator.chance(5) { continue }
        slots.append(.kept(position..<position + 1))
        wanted.append("old \(position)")
      }
      let steps = ArraySteps(count: count, slots).steps
      #expect(ArrayStepsTests.carriedOut(steps, on: count) == wanted, "seed \(seed), \(slots)")
    }
  }

  /// One that goes to the front of many is one step, and what goes where something comes makes place for it.
  @Test func areFew() {
    let moved = ArraySteps(count: 1000, [.kept(999..<1000), .kept(0..<999)]).steps
    #expect(moved.count == 1)
    let made = Value(jsonString: Array("x".utf8))
    let replaced = ArraySteps(count: 3, [.kept(0..<1), .new(made), .kept(2..<3)]).steps
    #expect(replaced.count == 1)
  }
}
