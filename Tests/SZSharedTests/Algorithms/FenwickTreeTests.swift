import TestSupport
import Testing

@testable import SZJSON

/// A row that is asked what its first values come to.
@Suite(.limited) struct FenwickTreeTests {
  /// Law: sums, maxima and the place at which a sum is reached are those of a plain array.
  @Test func sameAsAnArray() {
    for round in 0..<ChangeLawTests.rounds {
      let seed = SeededGenerator.runSeed &+ round
      var generator = SeededGenerator(seed: seed)
      let count = generator.below(20)
      var (sums, highest) = (FenwickTree(count: count, empty: 0), FenwickTree(count: count, empty: -1))
      var numbers = [Int](repeating: 0, count: count)
      #expect(sums.count == count)
      for _ in 0..<generator.below(30) where count > 0 {
        let (place, number) = (generator.below(count), generator.below(4))
        numbers[place] += number
        sums.add(number, at: place)
        highest.join(numbers[place], at: place, by: max)
      }
      for first in 0...count {
        #expect(sums.sum(first: first) == numbers[..<first].reduce(0, +), "seed \(seed)")
        let seen = numbers[..<first].filter { $0 > 0 }.max() ?? 0
        #expect(max(highest.joined(first: first, by: max), 0) == seen, "seed \(seed)")
      }
      for sum in 1...numbers.reduce(1, +) {
        let place = numbers.indices.first { numbers[...$0].reduce(0, +) >= sum }
        #expect(sums.place(ofSum: sum) == place ?? count, "seed \(seed): \(sum) of \(numbers)")
      }
    }
  }
}
