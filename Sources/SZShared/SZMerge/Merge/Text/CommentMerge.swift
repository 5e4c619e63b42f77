internal import SZJSON
internal import SZModel

/// Takes over the comments that EDITED changed where CURRENT still has those of PRISTINE, and finds those that both changed.
///
/// Comments are compared gap by gap: what stands between two children of a container, or between one and a bracket, where these are the
/// same in all three documents; else what belongs to one child is compared with what belongs to it in the others. What the merge itself
/// edits is looked at in what it makes of CURRENT.
struct CommentMerge {
  let documents: Three<Document>
  /// The names that identify elements.
  private let names: IdentityNames
  /// Where the merge edits CURRENT, in order.
  private let taken: [Range<Int>]
  var edits: SourceEdits
  /// Who settles what both changed.
  var contests: CommentContests

  var pristine: Document { documents.pristine }
  var edited: Document { documents.edited }
  var current: Document { documents.current }

  /// The edits of a merge, and those that comments alone call for; `contests` settles what both changed. Linear but for finding
  /// which edits are near.
  static func edits(
    _ documents: Three<Document>, _ names: IdentityNames, adding edits: SourceEdits,
    _ contests: CommentContests
  ) -> (edits: SourceEdits, contests: CommentContests) {
    guard documents.pristine.isRelaxed || documents.edited.isRelaxed else { return (edits, contests) }
    var merge = CommentMerge(
      documents: documents, names: names, taken: edits.changedRanges, edits: edits, contests: contests)
    merge.run()
    return (merge.edits, merge.contests)
  }

  /// Three versions of a value, and in CURRENT and EDITED the nearest object around it.
  private typealias Nodes = (Document.Node, Document.Node, Document.Node)
  private struct Work {
    let nodes: Nodes
    let scope: Int
  }

  private mutating func run() {
    let roots = (pristine.root, edited.root, current.root)
    let ranges = (pristine.range(roots.0), edited.range(roots.1), current.range(roots.2))
    gap(
      (0..<ranges.0.lowerBound, 0..<ranges.1.lowerBound, 0..<ranges.2.lowerBound), roots, .beforeRoot, -1)
    gap(
      (
        ranges.0.upperBound..<pristine.bytes.count, ranges.1.upperBound..<edited.bytes.count,
        ranges.2.upperBound..<current.bytes.count
      ), roots, .behindRoot, -1)
    var work = [Work(nodes: roots, scope: -1)]
    while let item = work.popLast() {
      let (inPristine, inEdited, inCurrent) = item.nodes
      let kind = current.kind(inCurrent)
      // Containers are not compared as a whole first: each would be compared again with all that it holds.
      guard kind.isContainer, pristine.kind(inPristine) == kind, edited.kind(inEdited) == kind,
        !isReplaced(current.range(inCurrent))
      else { continue }
      var scope = item.scope
      if kind == .object { scope = contests.open(item.nodes, in: scope) }
      children(item.nodes, isObject: kind == .object, scope, &work)
    }
  }

  /// Looks into the gaps of a container, and at what belongs to those of its children that stand beside others in a version.
  private mutating func children(_ nodes: Nodes, isObject: Bool, _ scope: Int, _ work: inout [Work]) {
    let containers = Three(pristine: nodes.0, edited: nodes.1, current: nodes.2)
    let matched = MatchedChildren(documents, containers, names)
    let all = matched.all
    var owners = Owners(documents, containers, all)
    var (previous, last) = (Three { _ in -1 }, containers)
    var ends = (pristine.start(nodes.0) + 1, edited.start(nodes.1) + 1, current.start(nodes.2) + 1)
    // The gap before the last child that has been come to: what EDITED brought may have its comments there, and none behind it.
    var lead: Range<Int>?
    for (index, match) in matched.matches.enumerated() {
      guard let match else { continue }
      let indexes = Three(pristine: match.pristine, edited: match.edited, current: index)
      let child = Three { all[$0][indexes[$0]] }
      let values = (child.pristine.value, child.edited.value, child.current.value)
      let isBeside = Party.allCases.allSatisfy { previous[$0] + 1 == indexes[$0] }
      var isEdited = false
      if isBeside {
        let starts = Three { documents[$0].start(child[$0].start) }
        isEdited = gap(
          (ends.0..<starts.pristine, ends.1..<starts.edited, ends.2..<starts.current), values, .before, scope,
          behind: lead)
        lead = isEdited ? nil : ends.2..<starts.current
      } else {
        if previous.current >= 0 { behind(previous, last, &owners, scope) }
        before(indexes, child.map(\.value), &owners, scope)
        lead = owners.before(.current, index)
      }
      if isObject {
        let names = child.map(\.start)
        gap(
          (
            pristine.range(names.pristine).upperBound..<pristine.start(values.0),
            edited.range(names.edited).upperBound..<edited.start(values.1),
            current.range(names.current).upperBound..<current.start(values.2)
          ), values, .beforeValue, scope)
      }
      (previous, last, ends) = (indexes, child.map(\.value), self.ends(values))
      work.append(Work(nodes: values, scope: scope))
    }
    if Party.allCases.allSatisfy({ previous[$0] + 1 == all[$0].count }) {
      self.last(ends, nodes, scope, behind: lead)
    } else if previous.current >= 0 {
      behind(previous, last, &owners, scope)
    }
  }

  private func ends(_ nodes: Nodes) -> (Int, Int, Int) {
    (pristine.range(nodes.0).upperBound, edited.range(nodes.1).upperBound, current.range(nodes.2).upperBound)
  }

  /// Looks into the gap before the closing brackets.
  private mutating func last(_ ends: (Int, Int, Int), _ nodes: Nodes, _ scope: Int, behind lead: Range<Int>?)
  {
    let closing = self.ends(nodes)
    gap(
      (ends.0..<closing.0 - 1, ends.1..<closing.1 - 1, ends.2..<closing.2 - 1), nodes, .last, scope,
      behind: lead)
  }

  /// Compares the three versions of a gap; answers whether that of CURRENT becomes another.
  @discardableResult private mutating func gap(
    _ gaps: (Range<Int>, Range<Int>, Range<Int>), _ owner: Nodes, _ place: CommentContests.Gap, _ scope: Int,
    behind lead: Range<Int>? = nil
  ) -> Bool {
    guard !pristine.bytes.equals(gaps.0, edited.bytes, gaps.1),
      hasComment(pristine.bytes, gaps.0) || hasComment(edited.bytes, gaps.1), !isTouched(gaps.2)
    else { return false }
    if let lead, stands(gaps.1, in: lead) { return false }
    if pristine.bytes.equals(gaps.0, current.bytes, gaps.2) {
      edits.replace(gaps.2, with: edited.bytes.array(gaps.1))
      return true
    }
    let ranges = Three(pristine: gaps.0, edited: gaps.1, current: gaps.2)
    let values = Three(pristine: owner.0, edited: owner.1, current: owner.2)
    guard let (party, comments) = chosen(ranges, values, place, scope) else { return false }
    take(comments[party], in: ranges[party], of: party, insteadOf: comments.current, in: gaps.2)
    return true
  }

  /// Whose comments come in the place of CURRENT's in these stretches around values, and those of each; nil where CURRENT's stay. Where CURRENT
  /// has only put them elsewhere, EDITED's come.
  mutating func chosen(
    _ ranges: Three<Range<Int>>, _ values: Three<Document.Node>, _ gap: CommentContests.Gap, _ scope: Int
  ) -> (Party, Three<[Range<Int>]>)? {
    let comments = Three { CommentText.ranges(documents[$0].bytes, in: ranges[$0]) }
    // One that ends with its line and one that does not may be the same.
    let inline = Three { texts(documents[$0].bytes, comments[$0]) }
    if inline.edited == inline.pristine || inline.edited == inline.current { return nil }
    if inline.current == inline.pristine { return (.edited, comments) }
    let whole = Three { party in comments[party].map { documents[party].bytes.array($0) } }
    let offsets = Three { comments[$0].first?.lowerBound ?? ranges[$0].lowerBound }
    let settled = contests.settle(whole, at: offsets, values, gap, scope)
    if let mark = settled.mark { edits.surround(ranges.current, with: mark) }
    return settled.party == .current ? nil : (settled.party, comments)
  }

  /// Puts comments in the place of those of CURRENT: each in the place of one where they are as many and of one kind, so that the white
  /// space stays, else all of the gap.
  private mutating func take(
    _ comments: [Range<Int>], in gap: Range<Int>, of party: Party, insteadOf own: [Range<Int>],
    in place: Range<Int>
  ) {
    guard areAlike(comments, documents[party], own) else {
      edits.replace(place, with: documents[party].bytes.array(gap))
      return
    }
    replace(own, with: comments, of: party)
  }

  /// Whether comments are as many as those of CURRENT, and end with their lines where these do.
  func areAlike(_ comments: [Range<Int>], _ document: Document, _ own: [Range<Int>]) -> Bool {
    comments.count == own.count
      && zip(comments, own).allSatisfy {
        CommentText.isLine(document.bytes, $0.lowerBound) == CommentText.isLine(current.bytes, $1.lowerBound)
      }
  }

  /// Puts each comment in the place of one of CURRENT.
  mutating func replace(_ own: [Range<Int>], with comments: [Range<Int>], of party: Party) {
    for (comment, mine) in zip(comments, own) {
      edits.replace(mine, with: documents[party].bytes.array(comment))
    }
  }

  /// Whether the comments of a gap of EDITED stand in one of CURRENT, be it as such that end on their line.
  func stands(_ inEdited: Range<Int>, in inCurrent: Range<Int>) -> Bool {
    let wanted = Set(texts(edited.bytes, CommentText.ranges(edited.bytes, in: inEdited)))
    let found = texts(current.bytes, CommentText.ranges(current.bytes, in: inCurrent))
    return !wanted.isEmpty && wanted.isSubset(of: found)
  }

  /// Comments as such that end on their line.
  func texts(_ bytes: ByteView, _ comments: [Range<Int>]) -> [[UInt8]] {
    comments.map { comment in
      var text: [UInt8] = []
      CommentText.appendInline(bytes, comment, to: &text)
      return text
    }
  }

  private func hasComment(_ bytes: ByteView, _ gap: Range<Int>) -> Bool {
    gap.contains { bytes[$0] == UInt8(ascii: "/") }
  }

  /// The first edit that ends behind `offset`, or at it.
  private func firstEdit(endingFrom offset: Int) -> Int {
    Bisection.count(taken) { $0.upperBound < offset }
  }

  /// Whether an edit reaches into the gap, or inserts at its beginning or its end.
  func isTouched(_ gap: Range<Int>) -> Bool {
    var index = firstEdit(endingFrom: gap.lowerBound)
    while index < taken.count, taken[index].lowerBound <= gap.upperBound {
      if taken[index].isEmpty || taken[index].overlaps(gap) { return true }
      if gap.isEmpty, taken[index].lowerBound < gap.lowerBound, gap.upperBound < taken[index].upperBound {
        return true
      }
      index += 1
    }
    return false
  }

  /// Whether one edit puts something else in the place of a value.
  func isReplaced(_ value: Range<Int>) -> Bool {
    var index = firstEdit(endingFrom: value.upperBound)
    while index < taken.count, taken[index].lowerBound <= value.lowerBound {
      if taken[index].upperBound >= value.upperBound { return true }
      index += 1
    }
    return false
  }
}
