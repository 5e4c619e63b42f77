/// Takes over the comments that EDITED changed where CURRENT still has those of PRISTINE.
///
/// Comments are compared as bytes, gap by gap: what stands between two children of a container, or between one and a bracket.
/// Only containers that have the same children in all three documents are looked into, and gaps in which the merge itself
/// edits nothing.
struct CommentMerge {
  private let pristine: Document
  private let edited: Document
  private let current: Document
  /// Where the merge edits CURRENT, in order.
  private let taken: [Range<Int>]
  private var edits: SourceEdits

  /// The edits of a merge, and those that comments alone call for. Linear but for finding which edits are near.
  static func edits(
    _ pristine: Document, _ edited: Document, _ current: Document, adding edits: SourceEdits
  ) -> SourceEdits {
    guard pristine.isRelaxed || edited.isRelaxed else { return edits }
    var merge = CommentMerge(
      pristine: pristine, edited: edited, current: current, taken: edits.ranges, edits: edits)
    merge.run()
    return merge.edits
  }

  private mutating func run() {
    let roots = (pristine.root, edited.root, current.root)
    let ranges = (pristine.range(roots.0), edited.range(roots.1), current.range(roots.2))
    gap(
      0..<ranges.0.lowerBound, 0..<ranges.1.lowerBound, 0..<ranges.2.lowerBound)
    gap(
      ranges.0.upperBound..<pristine.bytes.count, ranges.1.upperBound..<edited.bytes.count,
      ranges.2.upperBound..<current.bytes.count)
    var work = [roots]
    while let (inPristine, inEdited, inCurrent) = work.popLast() {
      let kind = current.kind(inCurrent)
      // Containers are not compared as a whole first: each would be compared again with all that it holds.
      guard kind.isContainer, pristine.kind(inPristine) == kind, edited.kind(inEdited) == kind,
        !isReplaced(current.range(inCurrent))
      else { continue }
      container(inPristine, inEdited, inCurrent, isObject: kind == .object, &work)
    }
  }

  private mutating func container(
    _ inPristine: Document.Node, _ inEdited: Document.Node, _ inCurrent: Document.Node, isObject: Bool,
    _ work: inout [(Document.Node, Document.Node, Document.Node)]
  ) {
    guard let children = children(inPristine, inEdited, inCurrent, isObject: isObject) else { return }
    var ends = (pristine.start(inPristine) + 1, edited.start(inEdited) + 1, current.start(inCurrent) + 1)
    // The gap before the last child that has been come to: what EDITED brought may have its comments there, and none behind it.
    var lead: Range<Int>?
    for (index, (first, second, third)) in children.enumerated() {
      let here = ends.2..<current.start(third)
      let isValue = isObject && !index.isMultiple(of: 2)
      gap(
        ends.0..<pristine.start(first), ends.1..<edited.start(second), here, behind: isValue ? nil : lead)
      if !isValue { lead = here }
      ends = (
        pristine.range(first).upperBound, edited.range(second).upperBound, current.range(third).upperBound
      )
      work.append((first, second, third))
    }
    gap(
      ends.0..<pristine.range(inPristine).upperBound - 1, ends.1..<edited.range(inEdited).upperBound - 1,
      ends.2..<current.range(inCurrent).upperBound - 1, behind: lead)
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

  private mutating func gap(
    _ inPristine: Range<Int>, _ inEdited: Range<Int>, _ inCurrent: Range<Int>, behind lead: Range<Int>? = nil
  ) {
    guard pristine.bytes.equals(inPristine, current.bytes, inCurrent),
      !pristine.bytes.equals(inPristine, edited.bytes, inEdited),
      hasComment(pristine.bytes, inPristine) || hasComment(edited.bytes, inEdited), !isTouched(inCurrent)
    else { return }
    if let lead, stands(inEdited, in: lead) { return }
    edits.replace(inCurrent, with: edited.bytes.array(inEdited))
  }

  /// Whether the comments of a gap of EDITED stand in one of CURRENT, be it as such that end on their line.
  private func stands(_ inEdited: Range<Int>, in inCurrent: Range<Int>) -> Bool {
    func texts(_ bytes: ByteView, _ gap: Range<Int>) -> Set<[UInt8]> {
      Set(
        CommentText.ranges(bytes, in: gap).map { range in
          var text: [UInt8] = []
          CommentText.appendInline(bytes, range, to: &text)
          return text
        })
    }
    let wanted = texts(edited.bytes, inEdited)
    return !wanted.isEmpty && wanted.isSubset(of: texts(current.bytes, inCurrent))
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
