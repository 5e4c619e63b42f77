internal import SZJSON

/// Where edits change a text.
struct EditedText {
  /// In the order of the text.
  private let ranges: [Range<Int>]

  init(_ edits: SourceEdits) { ranges = edits.changedRanges }

  /// Whether an edit reaches into a gap between two values, or inserts at its beginning or its end. Logarithmic, and linear in the edits
  /// there.
  func touches(_ gap: Range<Int>) -> Bool {
    var index = first(endingFrom: gap.lowerBound)
    while index < ranges.count, ranges[index].lowerBound <= gap.upperBound {
      if ranges[index].isEmpty || ranges[index].overlaps(gap) { return true }
      index += 1
    }
    return false
  }

  /// Whether one edit puts something else in the place of a value.
  func hasReplaced(_ value: Range<Int>) -> Bool {
    var index = first(endingFrom: value.upperBound)
    while index < ranges.count, ranges[index].lowerBound <= value.lowerBound {
      if ranges[index].upperBound >= value.upperBound { return true }
      index += 1
    }
    return false
  }

  /// The first edit that ends behind `offset`, or at it.
  private func first(endingFrom offset: Int) -> Int { Bisection.count(ranges) { $0.upperBound < offset } }
}
