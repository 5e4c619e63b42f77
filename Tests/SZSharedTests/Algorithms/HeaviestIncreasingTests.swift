import TestSupport
import Testing

@testable import SZJSON

/// What stays in place when stretches of children are put in another order.
@Suite(.limited) struct HeaviestIncreasingTests {
  /// Law: the runs found increase, and have as many numbers as the longest increasing subsequence of all numbers one by one.
  @Test func asManyAsOneByOne() {
    for round in 0..<ChangeLawTests.rounds {
      let seed = SeededGenerator.runSeed &+ round
      var generator = SeededGenerator(seed: seed)
      var runs: [Range<Int>] = []
      var next = 0
      for _ in 0..<generator.below(12) {
        next += generator.below(2)
        runs.append(next..<next + 1 + generator.below(5))
        next = runs[runs.count - 1].upperBound
      }
      if !generator.chance(8) { runs.shuffle(using: &generator) }
      let found = HeaviestIncreasing.positions(of: runs)
      #expect(
        zip(found, found.dropFirst()).allSatisfy { $0 < $1 && runs[$0].upperBound <= runs[$1].lowerBound })
      let longest = LongestIncreasing.positions(of: runs.flatMap { Array($0) }).count
      #expect(found.reduce(0) { $0 + runs[$1].count } == longest, "seed \(seed): \(runs)")
    }
  }
}
