import TestSupport
import Testing

@testable import SZShared

/// What of a list a trial must look at.
@Suite(.limited) struct ListExcerptTests {
  /// Forty elements, each once, but for those that a test says.
  private func excerpt(
    _ others: [Int: Int], edited: ([Int]) -> [Int], current: ([Int]) -> [Int]
  ) throws -> ListExcerpt? {
    let pristine = (0..<40).map { others[$0] ?? 1000 + $0 }
    let hashing = Hashing()
    func row(_ elements: [Int]) throws -> ElementRow { try ElementRow(text: "\(elements)", hashing) }
    let rows = Three(
      pristine: try row(pristine), edited: try row(edited(pristine)), current: try row(current(pristine)))
    let hunks = (
      ListMatching.hunks(rows.pristine, rows.edited), ListMatching.hunks(rows.pristine, rows.current)
    )
    return ListExcerpt(rows, ListMatching(rows, hunks.0, hunks.1), hunks.0, hunks.1)
  }

  private func inserted(_ value: Int, at index: Int) -> ([Int]) -> [Int] {
    { Array($0[..<index]) + [value] + Array($0[index...]) }
  }

  @Test func nothingToLookAtWhereEachIsOnce() throws {
    let excerpt = try excerpt([:], edited: inserted(1, at: 5), current: inserted(2, at: 30))
    #expect(excerpt == nil)
  }

  /// What is nowhere else is left out, what equals something that nobody touched is not, with the three elements on each side.
  @Test func whatNobodyTouchedAndEqualsWhatCame() throws {
    let excerpt = try #require(
      try excerpt([20: 7], edited: inserted(7, at: 5), current: inserted(2, at: 33)))
    #expect(excerpt.rows.pristine.count == 6 + 7)
    #expect(excerpt.rows.edited.count == 7 + 7)
    #expect(excerpt.rows.current.count == 6 + 7)
  }

  /// What both made come at two places is looked at with both.
  @Test func whatBothMadeCome() throws {
    let excerpt = try #require(
      try excerpt([:], edited: inserted(7, at: 5), current: inserted(7, at: 33)))
    #expect(excerpt.rows.pristine.count == 6 + 6)
    #expect(excerpt.rows.edited.count == 7 + 6)
    #expect(excerpt.rows.current.count == 6 + 7)
  }
}
