extension ListHistory {
  /// Whether the history of a stretch is looked for with CURRENT in EDITED's place.
  ///
  /// Which of the two comes first is told by what is in them, and by nothing that is another one in the next run: a merge and that
  /// with the sides in each other's place then find one history. Linear in the stretch.
  static func isCurrentFirst(_ rows: Three<ElementRow>, _ ranges: Three<Range<Int>>) -> Bool {
    let counts = (ranges.edited.count, ranges.current.count)
    if counts.0 != counts.1 { return counts.1 < counts.0 }
    var places: [UInt64: Int] = [:]
    for (place, hash) in rows.pristine.hashes[ranges.pristine].enumerated() where places[hash] == nil {
      places[hash] = place
    }
    let sides = (
      numbers(rows.edited.hashes[ranges.edited], places, behind: ranges.pristine.count),
      numbers(rows.current.hashes[ranges.current], places, behind: ranges.pristine.count)
    )
    return sides.1.lexicographicallyPrecedes(sides.0)
  }

  /// For each element of a side where it stands first in PRISTINE, or behind all of that where it stands first in the side.
  private static func numbers(_ hashes: ArraySlice<UInt64>, _ places: [UInt64: Int], behind end: Int)
    -> [Int]
  {
    var places = places
    return hashes.enumerated().map { position, hash in
      if let place = places[hash] { return place }
      places[hash] = end + position
      return end + position
    }
  }
}
