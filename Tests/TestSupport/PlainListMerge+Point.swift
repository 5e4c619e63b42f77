/// What becomes of numbers that have places, as those of a point.
extension PlainListMerge {
  /// Whether the result is as long as all versions are, if these are as long; and, if a side did more than move, has what comes of each place.
  static func isPoint(_ pristine: [Int], _ sides: [[Int]], _ result: [Int]) -> Bool {
    if sides.contains(where: { $0.count != pristine.count }) { return true }
    if result.count != pristine.count { return false }
    if sides.contains(pristine) || sides.allSatisfy({ $0.sorted() == pristine.sorted() }) { return true }
    return pristine.indices.allSatisfy { place in
      let put = Set(sides.map { $0[place] }.filter { $0 != pristine[place] })
      return put.count < 2 && result[place] == put.first ?? pristine[place]
    }
  }
}
