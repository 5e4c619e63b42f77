/// How often the values of the result of a merged list may stand in it.
extension PlainListMerge {
  /// Whether each value is in the result as often as the sides together say, and no pair has another order than on both sides.
  package static func isCounted(_ pristine: [Int], _ edited: [Int], _ current: [Int], _ result: [Int]) -> Bool
  {
    func count(_ list: [Int], _ value: Int) -> Int { list.count { $0 == value } }
    for value in Set(pristine + edited + current + result) {
      let (before, there) = (count(pristine, value), count(result, value))
      let (one, other) = (count(edited, value) - before, count(current, value) - before)
      if one * other < 0, before + one == 0 || before + other == 0 { return false }
      let most = one * other < 0 ? one + other : abs(one) > abs(other) ? one : other
      let bounds = [before + one + other, before + most].sorted()
      if there < bounds[0] || there > bounds[1] { return false }
      // What both sides have is in the result.
      if there == 0, before + one > 0, before + other > 0 { return false }
      if before <= 1, before + one <= 1, before + other <= 1, there > 1 { return false }
    }
    return isOrdered(pristine, [edited, current], result)
  }
}
