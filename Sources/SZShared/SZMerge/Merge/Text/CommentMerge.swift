internal import SZJSON

/// Takes over the comments that EDITED changed where CURRENT still has those of PRISTINE, and finds those that both changed.
///
/// Comments are compared gap by gap: what stands between two children of a container, or between one and a bracket.
/// Only gaps that are between the same in all three documents are looked into, and in which the merge itself edits nothing.
struct CommentMerge {
  private let pristine: Document
  private let edited: Document
  private let current: Document
  /// Where the merge edits CURRENT, in order.
  private let taken: [Range<Int>]
  private var edits: SourceEdits
  /// Who settles what both changed; nil where that is not looked for.
  private var contests: CommentContests?

  /// The edits of a merge, and those that comments alone call for; with `contests` also those that it settles. Linear but for finding
  /// which edits are near.
  static func edits(
    _ documents: Three<Document>, adding edits: SourceEdits, _ contests: CommentContests? = nil
  ) -> (edits: SourceEdits, contests: CommentContests?) {
    let (pristine, edited) = (documents.pristine, documents.edited)
    guard pristine.isRelaxed || edited.isRelaxed else { return (edits, contests) }
    var merge = CommentMerge(
      pristine: pristine, edited: edited, current: documents.current, taken: edits.changedRanges,
      edits: edits,
      contests: contests)
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
      if kind == .object, let number = contests?.open(item.nodes, in: scope) { scope = number }
      if let children = children(inPristine, inEdited, inCurrent, isObject: kind == .object) {
        container(item.nodes, children, isObject: kind == .object, scope, &work)
      } else if kind == .object {
        members(item.nodes, scope, &work)
      }
    }
  }

  /// Looks into the gaps of a container that has the same children in all three documents.
  private mutating func container(
    _ nodes: Nodes, _ children: [Nodes], isObject: Bool, _ scope: Int, _ work: inout [Work]
  ) {
    var ends = (pristine.start(nodes.0) + 1, edited.start(nodes.1) + 1, current.start(nodes.2) + 1)
    // The gap before the last child that has been come to: what EDITED brought may have its comments there, and none behind it.
    var lead: Range<Int>?
    for (index, child) in children.enumerated() {
      let (first, second, third) = child
      let here = ends.2..<current.start(third)
      let isValue = isObject && !index.isMultiple(of: 2)
      // A name is told by its value.
      let owner = isObject && !isValue ? children[index + 1] : child
      let isEdited = gap(
        (ends.0..<pristine.start(first), ends.1..<edited.start(second), here), owner,
        isValue ? .beforeValue : .before, scope, behind: isValue ? nil : lead)
      if !isValue { lead = isEdited ? nil : here }
      ends = self.ends(child)
      work.append(Work(nodes: child, scope: scope))
    }
    last(ends, nodes, scope, behind: lead)
  }

  /// Looks into the gaps beside the members that three objects with other ones, too, have in common: those between two that stand beside
  /// each other in all three.
  private mutating func members(_ nodes: Nodes, _ scope: Int, _ work: inout [Work]) {
    guard let members = Members(pristine, nodes.0), let others = Members(edited, nodes.1),
      let own = Members(current, nodes.2)
    else { return }
    var previous = (-1, -1, -1)
    var ends = (pristine.start(nodes.0) + 1, edited.start(nodes.1) + 1, current.start(nodes.2) + 1)
    for (index, member) in own.all.enumerated() {
      guard let first = members.places[member.name], let second = others.places[member.name] else { continue }
      let (one, other) = (members.all[first], others.all[second])
      let values = (one.value, other.value, member.value)
      if previous == (first - 1, second - 1, index - 1) {
        gap(
          (
            ends.0..<pristine.start(one.node), ends.1..<edited.start(other.node),
            ends.2..<current.start(member.node)
          ), values, .before, scope)
      }
      gap(
        (
          pristine.range(one.node).upperBound..<pristine.start(one.value),
          edited.range(other.node).upperBound..<edited.start(other.value),
          current.range(member.node).upperBound..<current.start(member.value)
        ), values, .beforeValue, scope)
      previous = (first, second, index)
      ends = self.ends(values)
      work.append(Work(nodes: values, scope: scope))
    }
    if previous == (members.all.count - 1, others.all.count - 1, own.all.count - 1) {
      last(ends, nodes, scope, behind: nil)
    }
  }

  /// The members of an object, and where each name is.
  private struct Members {
    var all: [(name: [UInt8], node: Document.Node, value: Document.Node)] = []
    var places: [[UInt8]: Int] = [:]

    /// Nil where a name is there twice.
    init?(_ document: Document, _ object: Document.Node) {
      for member in document.members(object) {
        let name = document.characters(member.name)
        if places.updateValue(all.count, forKey: name) != nil { return nil }
        all.append((name, member.name, member.value))
      }
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

  /// The names and values of three objects, or the elements of three arrays, side by side; nil where they are not the same.
  private func children(
    _ inPristine: Document.Node, _ inEdited: Document.Node, _ inCurrent: Document.Node, isObject: Bool
  ) -> [(Document.Node, Document.Node, Document.Node)]? {
    var nodes = (pristine.firstChild(inPristine), edited.firstChild(inEdited), current.firstChild(inCurrent))
    let ends = (pristine.end(inPristine), edited.end(inEdited), current.end(inCurrent))
    var children: [(Document.Node, Document.Node, Document.Node)] = []
    while nodes.0 < ends.0, nodes.1 < ends.1, nodes.2 < ends.2 {
      let isName = isObject && children.count.isMultiple(of: 2)
      if isName, !pristine.scalarsEqual(nodes.0, current, nodes.2) { return nil }
      if isName, !pristine.scalarsEqual(nodes.0, edited, nodes.1) { return nil }
      if !isObject, !isOneElement(nodes) { return nil }
      children.append(nodes)
      nodes = (pristine.next(nodes.0), edited.next(nodes.1), current.next(nodes.2))
    }
    return nodes == ends ? children : nil
  }

  /// Whether elements at one index are taken for versions of one: two of them are equal, or all are containers of one kind.
  private func isOneElement(_ nodes: (Document.Node, Document.Node, Document.Node)) -> Bool {
    let kind = current.kind(nodes.2)
    if kind.isContainer, pristine.kind(nodes.0) == kind, edited.kind(nodes.1) == kind { return true }
    let hashes = (pristine.hash(nodes.0), edited.hash(nodes.1), current.hash(nodes.2))
    return hashes.0 == hashes.1 || hashes.0 == hashes.2 || hashes.1 == hashes.2
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
    guard contests != nil else { return false }
    let comments = Three(
      pristine: CommentText.ranges(pristine.bytes, in: gaps.0),
      edited: CommentText.ranges(edited.bytes, in: gaps.1),
      current: CommentText.ranges(current.bytes, in: gaps.2))
    // One that ends with its line and one that does not may be the same.
    let inline = Three { party in texts(document(party).bytes, comments[party]) }
    if inline.edited == inline.pristine || inline.edited == inline.current { return false }
    var party = Party.edited
    // Where CURRENT has only put them elsewhere, EDITED's come.
    if inline.current != inline.pristine {
      let starts = Three(pristine: gaps.0, edited: gaps.1, current: gaps.2).map(\.lowerBound)
      let whole = Three { party in comments[party].map { document(party).bytes.array($0) } }
      let settled = contests?.settle(
        whole, at: Three { comments[$0].first?.lowerBound ?? starts[$0] },
        Three(pristine: owner.0, edited: owner.1, current: owner.2), place, scope)
      party = settled?.party ?? .current
      if let mark = settled?.mark { edits.surround(gaps.2, with: mark) }
    }
    if party == .current { return false }
    let gap = party == .edited ? gaps.1 : gaps.0
    take(comments[party], in: gap, of: document(party).bytes, insteadOf: comments.current, in: gaps.2)
    return true
  }

  private func document(_ party: Party) -> Document {
    switch party {
    case .pristine: pristine
    case .edited: edited
    case .current: current
    }
  }

  /// Puts comments in the place of those of CURRENT: each in the place of one where they are as many and of one kind, so that the white
  /// space stays, else all of the gap.
  private mutating func take(
    _ comments: [Range<Int>], in gap: Range<Int>, of bytes: ByteView, insteadOf own: [Range<Int>],
    in place: Range<Int>
  ) {
    let areAlike = zip(comments, own).allSatisfy {
      CommentText.isLine(bytes, $0.lowerBound) == CommentText.isLine(current.bytes, $1.lowerBound)
    }
    guard comments.count == own.count, areAlike else {
      edits.replace(place, with: bytes.array(gap))
      return
    }
    for (comment, mine) in zip(comments, own) { edits.replace(mine, with: bytes.array(comment)) }
  }

  /// Whether the comments of a gap of EDITED stand in one of CURRENT, be it as such that end on their line.
  private func stands(_ inEdited: Range<Int>, in inCurrent: Range<Int>) -> Bool {
    let wanted = Set(texts(edited.bytes, CommentText.ranges(edited.bytes, in: inEdited)))
    let found = texts(current.bytes, CommentText.ranges(current.bytes, in: inCurrent))
    return !wanted.isEmpty && wanted.isSubset(of: found)
  }

  /// Comments as such that end on their line.
  private func texts(_ bytes: ByteView, _ comments: [Range<Int>]) -> [[UInt8]] {
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
  private func isTouched(_ gap: Range<Int>) -> Bool {
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
  private func isReplaced(_ value: Range<Int>) -> Bool {
    var index = firstEdit(endingFrom: value.upperBound)
    while index < taken.count, taken[index].lowerBound <= value.lowerBound {
      if taken[index].upperBound >= value.upperBound { return true }
      index += 1
    }
    return false
  }
}
