/// The orders that the result of a merged list must have.
extension PlainListMerge {
  /// Of a value that stands as often in both versions and the result the first one is the first one everywhere, and so on; of another
  /// one all places together count.
  static func isOrdered(_ pristine: [Int], _ sides: [[Int]], _ result: [Int]) -> Bool {
    func places(_ list: [Int], _ value: Int) -> [Int] { list.indices.filter { list[$0] == value } }
    let values = Set(result).filter { value in sides.allSatisfy { $0.contains(value) } }
    /// Each of a value that stands as often in some versions as in the result, else all of it.
    func named(_ versions: [[Int]]) -> [(value: Int, number: Int?)] {
      values.filter { value in versions.allSatisfy { $0.contains(value) } }.flatMap {
        value -> [(value: Int, number: Int?)] in
        let count = places(result, value).count
        if versions.contains(where: { places($0, value).count != count }) { return [(value, nil)] }
        return (0..<count).map { (value, $0) }
      }
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
    func pairs(_ names: [(value: Int, number: Int?)]) -> [[(value: Int, number: Int?)]] {
      names.flatMap { first in names.map { [first, $0] } }.filter { $0[0] != $0[1] }
    }
    for pair in pairs(named(sides)) where sides.allSatisfy({ isBefore($0, pair[0], pair[1]) }) {
      if isBefore(result, pair[1], pair[0]) { return false }
    }
    // What a side swapped is swapped.
    for pair in pairs(named(sides + [pristine])) where isBefore(pristine, pair[0], pair[1]) {
      if isBefore(result, pair[0], pair[1]), sides.contains(where: { isBefore($0, pair[1], pair[0]) }) {
        return false
      }
    }
    return true
  }
}
