import TestSupport
import Testing

@testable import SZElements
@testable import SZMerge

/// How often a value may stand in what two edits of a set or a list come to, by how often PRISTINE, EDITED and CURRENT have it.
@Suite(.limited) struct CountTests {
  @Test(
    arguments: [
      ([1, 1, 0], .current), ([1, 1, 3], .current), ([1, 2, 2], .current), ([2, 0, 0], .current),
      ([1, 2, 1], .times(2)), ([0, 1, 0], .times(1)), ([1, 0, 1], .times(0)), ([3, 1, 3], .times(1)),
      ([1, 2, 3], .times(3)), ([1, 3, 2], .times(3)), ([0, 2, 1], .times(2)),
      ([3, 1, 2], .times(1)), ([3, 2, 1], .times(1)), ([2, 1, 0], .times(0)),
      ([2, 1, 3], .contested), ([2, 3, 1], .contested), ([1, 0, 2], .contested),
    ] as [([Int], MergedSet.Count)]) func ofASet(counts: [Int], wanted: MergedSet.Count)
  {
    let places = counts.map { Array(0..<$0) }
    #expect(
      MergedSet.count(Three(pristine: places[0], edited: places[1], current: places[2])) == wanted)
  }

  /// CURRENT's values come first, then those of EDITED alone, then those of PRISTINE alone.
  @Test func valuesOfASet() {
    let set = MergedSet(Three(pristine: [1, 4, 2], edited: [3, 1], current: [2, 1, 2]))
    #expect(set.values.map(\.current) == [[0, 2], [1], [], []])
    #expect(set.values.map(\.edited) == [[], [1], [0], []])
    #expect(set.values.map(\.pristine) == [[2], [0], [], [1]])
  }

  @Test(
    arguments: [
      ([1, 1, 1], [1]), ([2, 3, 2], [3]), ([2, 1, 2], [1]), ([1, 1, 0], [0]),
      // Both put it in, or took it out.
      ([1, 2, 2], [2, 3]), ([0, 2, 3], [3, 4, 5]), ([3, 1, 2], [1]), ([3, 2, 2], [1, 2]),
      ([1, 0, 0], [0]), ([2, 1, 1], [1]),
      // At most once in all three.
      ([0, 1, 1], [1]),
      // The one more, the other fewer.
      ([1, 2, 0], []), ([2, 1, 3], [2]), ([2, 0, 3], []),
    ]) func ofAList(counts: [Int], wanted: [Int])
  {
    let count = JointCount(Three(pristine: counts[0], edited: counts[1], current: counts[2]))
    #expect((0...6).filter(count.allows) == wanted)
    if let most = wanted.last { #expect(count.most == most) }
  }
}
