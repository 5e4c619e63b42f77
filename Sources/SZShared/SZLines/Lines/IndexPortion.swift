internal import SZJSON

/// A part of all identities, of which an index is held at once.
public struct IndexPortion: Sendable {
  let number: UInt64
  /// A power of 2.
  let count: UInt64

  public func contains(_ hash: UInt64) -> Bool { hash & (count &- 1) == number }

  var isFirst: Bool { number == 0 }

  /// The two halves of it.
  var halves: [IndexPortion] {
    [IndexPortion(number: number, count: count * 2), IndexPortion(number: number + count, count: count * 2)]
  }
}

/// The portions of one run, which are worked off one after the other: as few as the memory allows.
public struct IndexPortions: Sendable {
  private var open: [IndexPortion]

  /// As many as `sets`, which are indexed together, are likely to need with `memory` bytes for their index.
  public init(_ sets: [LineSet], memory: Int) {
    let lines = sets.reduce(0) { sum, set in sum + set.source.count / (set.averageLength ?? 1) }
    var count: UInt64 = 1
    while Int(UInt64(lines) / count) > max(1, memory / LineIndex.bytesALine), count < 1 << 20 { count *= 2 }
    open = (0..<count).reversed().map { IndexPortion(number: $0, count: count) }
  }

  /// How many there are still to come.
  public var count: Int { open.count }

  public mutating func next() -> IndexPortion? { open.popLast() }

  /// Puts the halves of a portion that was too large in its place; false where it cannot be made smaller.
  public mutating func split(_ portion: IndexPortion) -> Bool {
    if portion.count >= 1 << 20 { return false }
    open += portion.halves.reversed()
    return true
  }
}
