/// The orders that the result of a merged list must have.
extension PlainListMerge {
  /// Of a value that stands as often in both versions and the result the first one is the first one everywhere, and so on; of another
  /// one all places together count.
  static func isOrdered(_ pristine: [Int], _ sides: [[Int]], _ result: [Int]) -> Bool {
    func places(_ list: [Int], _ value: Int) -> [Int] { list.indices.filter { list[$0] == value } }
    let values = Set(result).filter { value in sides.allSatisfy { $0.contains(value) } }
    let named = values.flatMap { value -> [(value: Int, number: Int?)] in
      let count = places(result, value).count
      if sides.contains(where: { places($0, value).count != count }) { return [(value, nil)] }
      return (0..<count).map { (value, $0) }
    }
    func isBefore(_ list: [Int], _ one: (value: Int, number: Int?), _ other: (value: Int, number: Int?))
      -> Bool
    {
      let all = [one, other].map { name in
        let places = places(list, name.value)
        return name.number.map { [places[$0]] } ?? places
      }
      return all[0][all[0].count - 1] < all[1][0]
    }
    for (first, second) in named.flatMap({ first in named.map { (first, $0) } }) where first != second {
      if sides.allSatisfy({ isBefore($0, first, second) }), isBefore(result, second, first) { return false }
      // What a side swapped is swapped.
      let isAsOften = [first, second].allSatisfy {
        $0.number != nil && places(pristine, $0.value).count == places(result, $0.value).count
      }
      if isAsOften, isBefore(pristine, first, second), isBefore(result, first, second),
        sides.contains(where: { isBefore($0, second, first) })
      {
        return false
      }
    }
    return true
  }
}
