import TestSupport
import Testing

@testable import SZJSON

@Suite(.limited) struct HunkSlidingTests {
  /// A difference of two lists of letters, and what becomes of it: `0-1:0-2` is a hunk, `0~1` an element edited in place.
  struct Row: CustomTestStringConvertible, Sendable {
    let old, new, given, slid: String
    init(_ old: String, _ new: String, _ given: String, _ slid: String) {
      (self.old, self.new, self.given, self.slid) = (old, new, given, slid)
    }
    var testDescription: String { "\(old) to \(new) by \(given)" }
  }

  static let rows = [
    Row("aab", "aaab", "0-0:0-1", "2-2:2-3"),
    Row("aaab", "aab", "0-1:0-0", "2-3:2-2"),
    Row("abab", "ababab", "0-0:0-2", "4-4:4-6"),
    Row("ab", "xab", "0-0:0-1", "0-0:0-1"),
    // What slides down to another hunk becomes one with it.
    Row("aab", "aaax", "0-0:0-1 2-3:3-4", "2-3:2-4"),
    // It stops at an element that is edited.
    Row("ab", "aac", "0-0:0-1 1~2", "1-1:1-2 1~2"),
    // What comes and is as the edited element was could be taken for it: the edited one came, then.
    Row("x", "xy", "0-0:0-1 0~1", "1-1:1-2"),
    Row("ax", "azxy", "1-1:1-2 1~3", "1-1:1-2 1~3"),
  ]

  @Test(arguments: rows) func slides(row: Row) {
    let slid = HunkSliding.slid(HunkSlidingTests.hunks(row.given), letters(row.old), letters(row.new))
    #expect(slid.map(HunkSlidingTests.text).joined(separator: " ") == row.slid)
  }

  private func letters(_ text: String) -> [UInt64] { text.utf8.map { UInt64($0) } }

  private static func hunks(_ text: String) -> [SequenceHunk] {
    text.split(separator: " ").map { hunk in
      let numbers = hunk.split { "-:~".contains($0) }.compactMap { Int($0) }
      if numbers.count == 2 {
        return SequenceHunk(
          old: numbers[0]..<numbers[0] + 1, new: numbers[1]..<numbers[1] + 1, isEdit: true)
      }
      return SequenceHunk(old: numbers[0]..<numbers[1], new: numbers[2]..<numbers[3])
    }
  }

  private static func text(_ hunk: SequenceHunk) -> String {
    hunk.isEdit
      ? "\(hunk.old.lowerBound)~\(hunk.new.lowerBound)"
      : "\(hunk.old.lowerBound)-\(hunk.old.upperBound):\(hunk.new.lowerBound)-\(hunk.new.upperBound)"
  }
}
