import SZCommand
import SZElements
import SZJSON
import SZMerge

/// The laws of merging, checked on the triples that a seed makes.
package enum MergeLaws {
  /// - Throws: a description of the first law that does not hold, with the documents.
  package static func check(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let value = RandomValue.container(&generator, depth: 5)
    let pristine = Array((generator.chance(2) ? value.pretty() : value.text).utf8)
    let edits = (1 + generator.below(4), 1 + generator.below(4))
    let edited = Array(value.edited(&generator, edits: edits.0).text.utf8)
    let current = value.edited(&generator, edits: edits.1)
    let text = Array((generator.chance(2) ? current.pretty() : current.text).utf8)
    guard pristine.first == edited.first, pristine.first == text.first else { return }
    try check(pristine, edited, text, note: "seed \(seed)")
  }

  /// Checks every law on three documents.
  package static func check(_ pristine: [UInt8], _ edited: [UInt8], _ current: [UInt8], note: String) throws {
    let hashing = Hashing()
    func read(_ text: [UInt8]) throws -> Document { try Document.read(text, .init(hashing: hashing)) }
    let (p, e, c) = (try read(pristine), try read(edited), try read(current))
    func fail(_ law: String, _ more: [UInt8] = []) -> TestFiles.Failure {
      let shown = [pristine, edited, current, more].map { String(decoding: $0, as: UTF8.self) }
      return TestFiles.Failure(
        "\(law) (\(note))\np = \(shown[0])\ne = \(shown[1])\nc = \(shown[2])\n\(shown[3])")
    }
    func merge(_ p: Document, _ e: Document, _ c: Document, _ options: MergeOptions = .init()) -> MergeResult
    {
      Merger.merge(Three(pristine: p, edited: e, current: c), options)
    }
    func equal(_ left: [UInt8], _ right: Document) throws -> Bool {
      let left = try read(left)
      return left.isEqual(left.root, right, right.root)
    }

    guard merge(p, p, c).edits.isEmpty else { throw fail("merge(p, p, c) = c") }
    guard merge(p, e, e).edits.isEmpty else { throw fail("merge(p, e, e) = e") }
    let alone = merge(p, e, p)
    let aloneText = alone.edits.applied(to: p.bytes)
    guard alone.conflicts.isEmpty, aloneText == edited else {
      throw fail("merge(p, e, p) = e, byte for byte", aloneText)
    }

    let merger = merge(p, e, c)
    let text = merger.edits.applied(to: c.bytes)
    let merged: Document
    do { merged = try read(text) } catch { throw fail("the result is JSON: \(error)", text) }
    let again = merge(p, e, merged)
    if !again.edits.isEmpty, (merger.conflicts + again.conflicts).isEmpty,
      ![p, e, c].contains(where: hasRepeats)
    {
      let second = try read(again.edits.applied(to: merged.bytes))
      guard isSameButForOrder(merged, merged.root, second, second.root) else {
        throw fail(
          "a push that arrives twice loses and doubles nothing unsaid",
          text + [0x0A] + again.edits.applied(to: merged.bytes))
      }
    }
    try checkLeaves(of: merged, in: [e, c]).map {
      throw fail("every leaf is EDITED's or CURRENT's: \($0)", text)
    }

    let swapped = merge(p, c, e)
    if merger.conflicts.isEmpty, swapped.conflicts.isEmpty {
      let other = try read(swapped.edits.applied(to: e.bytes))
      guard isSameButForOrder(merged, merged.root, other, other.root) else {
        throw fail("merge(p, e, c) = merge(p, c, e)", text + [0x0A] + swapped.edits.applied(to: e.bytes))
      }
    }
    try checkPolicies(p, e, c, merger, text, fail)
  }

  /// What the ways of settling conflicts have in common.
  private static func checkPolicies(
    _ p: Document, _ e: Document, _ c: Document, _ merger: MergeResult, _ text: [UInt8],
    _ fail: (String, [UInt8]) -> TestFiles.Failure
  ) throws {
    var options = MergeOptions()
    let report = ConflictReport.text(merger)
    do {
      try ReportLaws.check(report, p, e, c, merged: text)
      var reader = try ConflictReportReader(try Document.read(report))
      let replayed = try reader.resolving(merger)
      guard replayed.edits.applied(to: c.bytes) == text else { throw fail("a report replays", report) }
    } catch let error as ConflictReportReader.ShapeError {
      throw fail("a report belongs to its documents: \(error)", report)
    } catch let error as TestFiles.Failure {
      throw fail("a report says what is so: \(error)", report)
    }

    options.conflicts = .fail
    let failing = Merger.merge(Three(pristine: p, edited: e, current: c), options)
    guard failing.conflicts.allSatisfy(\.isOpen), failing.conflicts.count == merger.conflicts.count else {
      throw fail("the policy does not change what a conflict is", report)
    }
    do {
      // What nobody settled stays open when the report is replayed, whatever the rule is.
      let open = ConflictReport.text(failing)
      try ReportLaws.check(open, p, e, c, merged: failing.isOpen ? nil : text)
      var reader = try ConflictReportReader(try Document.read(open))
      guard try reader.resolving(merger).conflicts.allSatisfy(\.isOpen) else {
        throw fail("what is open stays open", open)
      }
    } catch let error as ConflictReportReader.ShapeError {
      throw fail("an open report belongs to its documents: \(error)", report)
    }
    options.conflicts = .current
    let ours = Merger.merge(Three(pristine: p, edited: e, current: c), options)
    guard ours.conflicts.count == merger.conflicts.count,
      (try? Document.read(ours.edits.applied(to: c.bytes))) != nil
    else { throw fail("CURRENT can win", report) }

    options.conflicts = .mark
    let winner = Merger.merge(Three(pristine: p, edited: e, current: c), options)
    let winners = [winner.rendering(for: .current), winner.rendering(for: .edited)]
    let versions = winners.map { $0.applied(to: c.bytes) }
    let text = ConflictMarkers.text(
      current: .init(winners[0], of: c.bytes, label: "current"), pristine: nil,
      edited: .init(winners[1], of: c.bytes, label: "edited"))
    let sides = sides(of: text)
    guard versions[0] == withoutLastNewline(sides.0, like: versions[0]) else {
      throw fail("one side of the markers is what CURRENT wins", text)
    }
    guard versions[1] == withoutLastNewline(sides.1, like: versions[1]) else {
      throw fail("the other side of the markers is what EDITED wins", text)
    }
    for version in versions where (try? Document.read(version)) == nil {
      throw fail("each side of the markers is JSON", text)
    }
    // A version control system does not push twice, so less is in conflict.
    guard winner.conflicts.count <= merger.conflicts.count || !merger.conflicts.isEmpty else {
      throw fail("marking finds no more conflicts", text)
    }
  }

  /// The text with the lines of each side taken.
  package static func sides(of marked: [UInt8]) -> ([UInt8], [UInt8]) {
    var (ours, theirs): ([UInt8], [UInt8]) = ([], [])
    var side = 0
    for line in marked.split(separator: 0x0A, omittingEmptySubsequences: false) {
      let text = Array(line) + [0x0A]
      if line.starts(with: Array("<<<<<<< ".utf8)) {
        side = 1
      } else if side == 1, line.elementsEqual(Array("=======".utf8)) {
        side = 2
      } else if side == 2, line.starts(with: Array(">>>>>>> ".utf8)) {
        side = 0
      } else {
        if side != 2 { ours += text }
        if side != 1 { theirs += text }
      }
    }
    return (ours, theirs)
  }

  /// A marker ends the last line, which the text need not do.
  private static func withoutLastNewline(_ text: [UInt8], like other: [UInt8]) -> [UInt8] {
    var text = text
    while text.last == 0x0A, text.count > other.count { text.removeLast() }
    return text
  }

  /// A scalar of a document that none of the others has; nil when there is none. A container may be empty because each side
  /// took out what the other left.
  private static func checkLeaves(of document: Document, in others: [Document]) throws -> String? {
    var known: Set<UInt64> = []
    for other in others { forEachLeaf(other) { known.insert(other.hash($0)) } }
    var stranger: String?
    forEachLeaf(document) { node in
      if !known.contains(document.hash(node)) {
        stranger = String(decoding: document.text(node), as: UTF8.self)
      }
    }
    return stranger
  }

  private static func forEachLeaf(_ document: Document, _ body: (Document.Node) -> Void) {
    var node = document.root
    let end = document.next(document.root)
    while node < end {
      if document.kind(node).isContainer {
        node = document.firstChild(node)
      } else {
        body(node)
        node = document.next(node)
      }
    }
  }

  /// Whether an array of the document has a value twice, of which a second push may take another one.
  package static func hasRepeats(_ text: [UInt8]) throws -> Bool {
    hasRepeats(try Document.read(text, .init(hashing: Hashing())))
  }

  private static func hasRepeats(_ document: Document) -> Bool {
    var node = document.root
    let end = document.next(document.root)
    while node < end {
      if document.kind(node) == .array {
        let hashes = document.elements(node).map { document.hash($0) }
        if Set(hashes).count < hashes.count { return true }
      }
      node = document.kind(node).isContainer ? document.firstChild(node) : document.next(node)
    }
    return false
  }

  /// Whether two values are equal when arrays are taken as multisets.
  private static func isSameButForOrder(
    _ left: Document, _ leftNode: Document.Node, _ right: Document, _ rightNode: Document.Node
  ) -> Bool {
    let hashing = Hashing(unordered: true)
    guard let first = try? Document.read(left.text(leftNode), .init(hashing: hashing)),
      let second = try? Document.read(right.text(rightNode), .init(hashing: hashing))
    else { return false }
    return first.hash(first.root) == second.hash(second.root)
  }
}
