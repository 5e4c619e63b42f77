import TestSupport
import Testing

@testable import SZJSON
@testable import SZMerge

/// Comments that EDITED changed, beside what CURRENT did to the elements that they belong to.
@Suite(.limited) struct CommentMergeLawTests {
  private struct Element: Equatable {
    var text: String
    /// On the lines before it, and behind it on its own.
    var before: String?
    var behind: String?
  }

  /// EDITED changes one comment; CURRENT puts an element in, takes another one out, moves one or changes one. The result is CURRENT's text
  /// with that comment. Elements by `id` or `name`, and strings.
  @Test(arguments: 0..<4) func commentsFollowTheirElements(part: UInt64) throws {
    for round in 0..<SeededGenerator.rounds(400) / 4 {
      let seed = SeededGenerator.runSeed &+ round * 4 + part
      var generator = SeededGenerator(seed: seed)
      let kind = generator.below(3)
      func text(_ number: Int, _ value: Int) -> String {
        switch kind {
        case 0: #"{"id": \#(number), "v": \#(value)}"#
        case 1: #"{"name": "n\#(number)", "v": \#(value)}"#
        default: #""s\#(number)\#(value == 0 ? "" : "!")""#
        }
      }
      var pristine = (0..<3 + generator.below(4)).map { Element(text: text($0, 0)) }
      for index in pristine.indices {
        if generator.chance(2) { pristine[index].before = "before \(index)" }
        if generator.chance(2) { pristine[index].behind = "behind \(index)" }
      }
      let commented = generator.below(pristine.count)
      let comment = generator.chance(3) ? nil : "new"
      let isBefore = generator.chance(2)
      func commenting(_ elements: [Element], at index: Int) -> [Element] {
        var elements = elements
        if isBefore { elements[index].before = comment } else { elements[index].behind = comment }
        return elements
      }
      let edited = commenting(pristine, at: commented)
      var current = pristine
      // Where the element stands in CURRENT.
      var place = commented
      let other = generator.below(pristine.count)
      switch generator.below(4) {
      case 0:
        current.insert(Element(text: text(99, 0)), at: other)
        if other <= place { place += 1 }
      case 1 where other != commented:
        current.remove(at: other)
        if other < place { place -= 1 }
      case 2:
        current.append(current.remove(at: other))
        place = other == commented ? current.count - 1 : other < place ? place - 1 : place
      default: current[other].text = text(other, 1)
      }
      let wanted = commenting(current, at: place)
      let texts = [pristine, edited, current].map(CommentMergeLawTests.text)
      let hashing = Hashing()
      let documents = try texts.map {
        try Document.read(Array($0.utf8), .init(hashing: hashing, allowsComments: true))
      }
      let merge = Merger.merge(
        Three(pristine: documents[0], edited: documents[1], current: documents[2]), MergeOptions())
      let result = String(decoding: merge.edits.applied(to: documents[2].bytes), as: UTF8.self)
      #expect(
        merge.conflicts.isEmpty
          && CommentMergeLawTests.lines(result)
            == CommentMergeLawTests.lines(CommentMergeLawTests.text(wanted)),
        "seed \(seed):\n\(texts.joined(separator: "\n"))\n\(result)")
    }
  }

  private static func text(_ elements: [Element]) -> String {
    let last = elements.count - 1
    let lines = elements.enumerated().map { index, element in
      (element.before.map { "  // \($0)\n" } ?? "") + "  " + element.text + (index == last ? "" : ",")
        + (element.behind.map { " // \($0)" } ?? "")
    }
    return "[\n" + lines.joined(separator: "\n") + "\n]\n"
  }

  /// The lines without space around them.
  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { line in
      String(line.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
  }
}
