import TestSupport
import Testing

@testable import SZElements
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

  private struct Container {
    /// On the line of the opening bracket.
    var head: String?
    var elements: [Element]
    /// On a line before the closing bracket.
    var tail: String?
  }

  /// How an element is written, with a value.
  private static func text(_ kind: Int, _ number: Int, _ value: Int) -> String {
    switch kind {
    case 0: #"{"id": \#(number), "v": \#(value)}"#
    case 1: #"{"name": "n\#(number)", "v": \#(value)}"#
    case 2: #""s\#(number)\#(value == 0 ? "" : "!\(value)")""#
    default: #""m\#(number)": \#(value)"#
    }
  }

  private static func pristine(_ generator: inout SeededGenerator, _ kind: Int) -> Container {
    var pristine = Container(elements: (0..<3 + generator.below(4)).map { Element(text: text(kind, $0, 0)) })
    if generator.chance(2) { pristine.head = "head" }
    if generator.chance(2) { pristine.tail = "tail" }
    for index in pristine.elements.indices {
      if generator.chance(2) { pristine.elements[index].before = "before \(index)" }
      if generator.chance(2) { pristine.elements[index].behind = "behind \(index)" }
    }
    return pristine
  }

  /// Both sides change elements and comments. Whoever takes one side of all markers has what a merge gives that the side wins. Elements by
  /// `id` or `name`, and members.
  @Test(arguments: 0..<4) func markersHaveTheCommentsOfTheirSide(part: UInt64) throws {
    for round in 0..<SeededGenerator.rounds(400) / 4 {
      let seed = SeededGenerator.runSeed &+ round * 4 + part
      var generator = SeededGenerator(seed: seed)
      let kind = [0, 1, 3][generator.below(3)]
      let pristine = CommentMergeLawTests.pristine(&generator, kind)
      // Both are likely to have changed one and the same element.
      let contested = generator.below(pristine.elements.count)
      let sides = [1, 2].map { side in
        var container = pristine
        container.elements[contested].text = CommentMergeLawTests.text(kind, contested, side)
        for _ in 0..<1 + generator.below(3) {
          let index = generator.chance(2) ? contested : generator.below(container.elements.count)
          let comment = generator.chance(3) ? nil : "new \(side) \(generator.below(1000))"
          switch generator.below(6) {
          case 0: container.head = comment
          case 1: container.tail = comment
          case 2: container.elements[index].before = comment
          case 3: container.elements[index].behind = comment
          case 4:
            let text = CommentMergeLawTests.text(kind, 90 + side, 0)
            if container.elements.contains(where: { $0.text == text }) { continue }
            container.elements.append(Element(text: text, before: comment))
          default: container.elements.insert(container.elements.remove(at: index), at: 0)
          }
        }
        return container
      }
      let brackets = kind == 3 ? ("{", "}") : ("[", "]")
      let texts = ([pristine] + sides).map { CommentMergeLawTests.text($0, brackets) }
      let hashing = Hashing()
      let read = try texts.map {
        try Document.read(Array($0.utf8), .init(hashing: hashing, allowsComments: true))
      }
      let documents = Three(pristine: read[0], edited: read[1], current: read[2])
      func won(by policy: MergeOptions.ConflictPolicy) -> MergeResult {
        var options = MergeOptions()
        options.conflicts = policy
        options.deletes = policy == .current ? .current : policy == .edited ? .edited : nil
        return Merger.merge(documents, options)
      }
      let marks = won(by: .mark)
      let bytes = documents.current.bytes
      let marked = ConflictMarkers.text(
        current: .init(marks.rendering(for: .current), of: bytes, label: "current"), pristine: nil,
        edited: .init(marks.rendering(for: .edited), of: bytes, label: "edited"))
      let (current, edited) = MergeLaws.sides(of: marked)
      for (side, policy) in [(current, MergeOptions.ConflictPolicy.current), (edited, .edited)] {
        let wanted = String(decoding: won(by: policy).edits.applied(to: bytes), as: UTF8.self)
        #expect(
          CommentMergeLawTests.lines(String(decoding: side, as: UTF8.self))
            == CommentMergeLawTests.lines(wanted),
          "seed \(seed):\n\(texts.joined(separator: "\n"))\n\(String(decoding: marked, as: UTF8.self))\n\(wanted)"
        )
      }
    }
  }

  /// Both sides write comments into an object and take members out or put some in, until it may be empty. Where nothing is a
  /// conflict, each new comment stands once in the result, but those on a member that the other side took out.
  @Test(arguments: 0..<4) func newCommentsStandOnce(part: UInt64) throws {
    for round in 0..<SeededGenerator.rounds(400) / 4 {
      let seed = SeededGenerator.runSeed &+ round * 4 + part
      var generator = SeededGenerator(seed: seed)
      var pristine = CommentMergeLawTests.pristine(&generator, 3)
      pristine.elements = Array(pristine.elements.prefix(generator.below(3)))
      // The new comments of each side, by the member that they are on; those of the container under an empty name.
      var new: [[String: [String]]] = []
      let sides = [1, 2].map { side in
        var container = pristine
        for _ in 0..<1 + generator.below(4) {
          let comment = generator.chance(4) ? nil : "new \(side) \(generator.below(100000))"
          let index = container.elements.isEmpty ? nil : generator.below(container.elements.count)
          switch (generator.below(7), index) {
          case (0, _): container.head = comment
          case (1, _): container.tail = comment
          case (2, let index?): container.elements[index].before = comment
          case (3, let index?): container.elements[index].behind = comment
          case (4, let index?): container.elements.remove(at: index)
          case (5, _): container.elements = []
          default:
            let text = CommentMergeLawTests.text(3, 90 + side, 0)
            if container.elements.contains(where: { $0.text == text }) { continue }
            container.elements.append(Element(text: text, before: comment))
          }
        }
        var comments = ["": [container.head, container.tail].compactMap { $0 }]
        for element in container.elements {
          comments[element.text] = [element.before, element.behind].compactMap { $0 }
        }
        new.append(comments.mapValues { $0.filter { $0.hasPrefix("new") } })
        return container
      }
      let texts = ([pristine] + sides).map { CommentMergeLawTests.text($0, ("{", "}")) }
      let hashing = Hashing()
      let read = try texts.map {
        try Document.read(Array($0.utf8), .init(hashing: hashing, allowsComments: true))
      }
      let merge = Merger.merge(Three(pristine: read[0], edited: read[1], current: read[2]), MergeOptions())
      if !merge.conflicts.isEmpty { continue }
      let result = String(decoding: merge.edits.applied(to: read[2].bytes), as: UTF8.self)
      let found = result.split { $0 == "\n" || $0 == "/" || $0 == "*" }.map { $0.trimmingBlanks }
      for (own, other) in [(new[0], sides[1]), (new[1], sides[0])] {
        for (member, comments) in own {
          let wasTakenOut =
            pristine.elements.contains { $0.text == member } && !other.elements.contains { $0.text == member }
          if wasTakenOut { continue }
          for comment in comments {
            #expect(
              found.filter { $0 == comment }.count == 1,
              "seed \(seed): \(comment)\n\(texts.joined(separator: "\n"))\n\(result)")
          }
        }
      }
    }
  }

  /// EDITED changes one comment, of an element or of the container; CURRENT puts an element in, takes another one out, moves one or
  /// changes one. The result is CURRENT's text with that comment. Elements by `id` or `name`, strings, and members.
  @Test(arguments: 0..<4) func commentsFollowWhatTheyBelongTo(part: UInt64) throws {
    for round in 0..<SeededGenerator.rounds(400) / 4 {
      let seed = SeededGenerator.runSeed &+ round * 4 + part
      var generator = SeededGenerator(seed: seed)
      let kind = generator.below(4)
      func text(_ number: Int, _ value: Int) -> String { CommentMergeLawTests.text(kind, number, value) }
      let pristine = CommentMergeLawTests.pristine(&generator, kind)
      let commented = generator.below(pristine.elements.count)
      let comment = generator.chance(3) ? nil : "new"
      let whose = generator.below(6)
      func commenting(_ container: Container, at index: Int) -> Container {
        var container = container
        switch whose {
        case 0: container.head = comment
        case 1: container.tail = comment
        case 2, 3: container.elements[index].before = comment
        default: container.elements[index].behind = comment
        }
        return container
      }
      let edited = commenting(pristine, at: commented)
      var current = pristine
      // Where the element stands in CURRENT.
      var place = commented
      let other = generator.below(pristine.elements.count)
      switch generator.below(5) {
      case 0:
        current.elements.insert(Element(text: text(99, 0)), at: other)
        if other <= place { place += 1 }
      case 1: current.elements.append(Element(text: text(99, 0)))
      case 2 where other != commented:
        current.elements.remove(at: other)
        if other < place { place -= 1 }
      case 3:
        current.elements.append(current.elements.remove(at: other))
        place =
          other == commented ? current.elements.count - 1 : other < place ? place - 1 : place
      default: current.elements[other].text = text(other, 1)
      }
      let wanted = commenting(current, at: place)
      let brackets = kind == 3 ? ("{", "}") : ("[", "]")
      let texts = [pristine, edited, current].map { CommentMergeLawTests.text($0, brackets) }
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
            == CommentMergeLawTests.lines(CommentMergeLawTests.text(wanted, brackets)),
        "seed \(seed):\n\(texts.joined(separator: "\n"))\n\(result)")
    }
  }

  private static func text(_ container: Container, _ brackets: (String, String)) -> String {
    let last = container.elements.count - 1
    let lines = container.elements.enumerated().map { index, element in
      (element.before.map { "  // \($0)\n" } ?? "") + "  " + element.text + (index == last ? "" : ",")
        + (element.behind.map { " // \($0)" } ?? "")
    }
    return brackets.0 + (container.head.map { " // \($0)" } ?? "") + "\n" + lines.joined(separator: "\n")
      + "\n"
      + (container.tail.map { "  // \($0)\n" } ?? "") + brackets.1 + "\n"
  }

  /// The lines without space around them.
  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map(\.trimmingBlanks)
  }
}

extension Substring {
  fileprivate var trimmingBlanks: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
