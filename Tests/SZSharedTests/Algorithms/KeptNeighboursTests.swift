import TestSupport
import Testing

@testable import SZJSON

/// What a side kept around each of its elements.
@Suite(.limited) struct KeptNeighboursTests {
  /// Elements by their positions in PRISTINE, those that were moved, and which of the positions 0 to 3 are around each.
  @Test(
    arguments: [
      ([0, -1, 2], [], [[], [1], []]), ([-1, 0], [], [[], []]), ([-1, 2], [], [[0, 1], []]),
      ([1, -1], [], [[], [2, 3]]), ([-1], [], [[0, 1, 2, 3]]), ([2, -1, 0, 3], [], [[], [], [], []]),
      ([2, -1, 1, 3], [2], [[0], [0], [], []]),
      ([2, -1, 0, 3], [0, 2], [[0, 1, 2], [0, 1, 2], [0, 1, 2], []]),
    ] as [([Int], Set<Int>, [[Int]])]) func around(positions: [Int], moved: Set<Int>, wanted: [[Int]])
  {
    let neighbours = KeptNeighbours(positions, besides: moved)
    let around = positions.indices.map { element in
      (0...3).filter { neighbours.isAny([$0], around: element) }
    }
    #expect(around == wanted)
  }
}
