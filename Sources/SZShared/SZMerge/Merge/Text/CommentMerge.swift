internal import SZElements
internal import SZJSON
internal import SZModel

/// Takes over the comments that EDITED changed where CURRENT still has those of PRISTINE, and finds those that both changed.
///
/// What stands between two children of a container, or between one and a bracket, comes from EDITED byte for byte where CURRENT has
/// the same as PRISTINE there. Else what belongs to a child, or to the container, is compared with what belongs to it in the other
/// two (``OwnedComments``), wherever it stands there (``MatchedChildren``). CURRENT is what the merge made of it.
///
/// In the example, PRISTINE | EDITED | CURRENT → the result, one line each:
/// `[1, 2 // two` `]` | `[1, 2 // zwei` `]` | `[2, // two` `3]` → `[2, // zwei` `3]`
struct CommentMerge {
  let documents: Three<Document>
  private let setup: MergeSetup
  var edits = SourceEdits()
  /// Who settles what both changed.
  var contests: CommentContests

  private var pristine: Document { documents.pristine }
  var edited: Document { documents.edited }
  var current: Document { documents.current }

  /// The edits that comments call for; `contests` settles what both changed. Linear but for a logarithm.
  static func edits(
    _ documents: Three<Document>, _ setup: MergeSetup, _ contests: CommentContests
  ) -> (edits: SourceEdits, contests: CommentContests) {
    var merge = CommentMerge(documents: documents, setup: setup, contests: contests)
    merge.run()
    return (merge.edits, merge.contests)
  }

  /// What comments belong to: three versions of a value, and the number of the nearest object around it.
  struct Owner {
    let nodes: Three<Document.Node>
    let scope: Int
  }

  /// Three versions of a value that are to be looked into.
  private struct Work {
    let nodes: Three<Document.Node>
    let place: MergeRules.Place?
    let scope: Int
  }

  private mutating func run() {
    let roots = documents.map(\.root)
    let root = Owner(nodes: roots, scope: -1)
    gap(Three { 0..<documents[$0].range(roots[$0]).lowerBound }, of: root, .beforeRoot)
    let ends = ends(roots)
    gap(Three { ends[$0]..<documents[$0].bytes.count }, of: root, .behindRoot)
    var work = [Work(nodes: roots, place: setup.rules.root(setup.entities?.roots.current), scope: -1)]
    while let item = work.popLast() {
      let nodes = item.nodes
      let kind = current.kind(nodes.current)
      // Containers are not compared as a whole first: each would be compared again with all that it holds.
      guard kind.isContainer, pristine.kind(nodes.pristine) == kind, edited.kind(nodes.edited) == kind
      else { continue }
      let isObject = kind == .object
      let scope = isObject ? contests.open(nodes, in: item.scope) : item.scope
      children(Work(nodes: nodes, place: item.place, scope: scope), isObject: isObject, &work)
    }
  }

  /// Looks into the gaps of a container, and at what belongs to those of its children that stand beside others in a version.
  private mutating func children(_ item: Work, isObject: Bool, _ work: inout [Work]) {
    let container = Owner(nodes: item.nodes, scope: item.scope)
    let place = isObject ? setup.rules.inside(item.place, values(item.nodes)) : item.place
    let matched = MatchedChildren(
      documents, item.nodes, placed: setup.rules.key(place),
      setup.rules.names(setup.options.names, at: place))
    let all = matched.all
    var owners = OwnedComments(documents, item.nodes, all)
    var (previous, last) = (Three { _ in -1 }, container)
    var ends = Three { documents[$0].start(item.nodes[$0]) + 1 }
    // The gap before the last child that has been come to: what EDITED brought may have its comments there, and none behind it.
    var lead: Range<Int>?
    for (index, match) in matched.matches.enumerated() {
      guard let match else { continue }
      let indexes = Three(pristine: match.pristine, edited: match.edited, current: index)
      let child = Three { matched.child(indexes[$0], of: $0) }
      let owner = Owner(nodes: child.map(\.value), scope: item.scope)
      let isInAll = match.pristine >= 0
      let isBeside = isInAll && Party.allCases.allSatisfy { previous[$0] + 1 == indexes[$0] }
      let gaps = isBeside ? Three { ends[$0]..<documents[$0].start(child[$0].start) } : nil
      if let gaps, isUnchanged(gaps) {
        lead = takeBytes(gaps, behind: lead) ? nil : gaps.current
      } else {
        if previous.current >= 0 {
          behind(last, at: previous, &owners)
        } else if owners.isNowhereEmpty {
          head(container, &owners)
        }
        before(owner, at: indexes, &owners)
        lead = owners.before(.current, index)
      }
      if isObject, isInAll {
        gap(
          Three { documents[$0].range(child[$0].start).upperBound..<documents[$0].start(owner.nodes[$0]) },
          of: owner, .beforeValue)
      }
      (previous, last) = (indexes, owner)
      guard isInAll else {
        // Nothing of PRISTINE stands beside it.
        previous.pristine = -2
        continue
      }
      ends = self.ends(owner.nodes)
      work.append(
        Work(
          nodes: owner.nodes, place: self.place(of: child, at: index, of: all.current.count, place, isObject),
          scope: item.scope))
    }
    let closing = self.ends(item.nodes)
    let isLast = Party.allCases.allSatisfy { previous[$0] + 1 == all[$0].count }
    let gaps = isLast ? Three { ends[$0]..<closing[$0] - 1 } : nil
    if let gaps, isUnchanged(gaps) {
      takeBytes(gaps, behind: lead)
    } else {
      if previous.current >= 0 { behind(last, at: previous, &owners) }
      if owners.isNowhereEmpty {
        if previous.current < 0 { head(container, &owners) }
        tail(container, &owners)
      } else {
        inside(container, &owners)
      }
    }
  }

  private func place(
    of child: Three<CommentOwners.Child>, at index: Int, of count: Int, _ place: MergeRules.Place?,
    _ isObject: Bool
  ) -> MergeRules.Place? {
    let nodes = child.map(\.value)
    return isObject
      ? setup.rules.member(place, current, child.current.start, values(nodes))
      : setup.rules.element(place, index, of: count, values(nodes))
  }

  /// CURRENT's first.
  private func values(_ nodes: Three<Document.Node>) -> [Value] {
    [Party.current, .edited, .pristine].map { Value(documents[$0], nodes[$0]) }
  }

  private func ends(_ nodes: Three<Document.Node>) -> Three<Int> {
    Three { documents[$0].range(nodes[$0]).upperBound }
  }

  /// Whether CURRENT has a gap as PRISTINE has it.
  private func isUnchanged(_ ranges: Three<Range<Int>>) -> Bool {
    pristine.bytes.equals(ranges.pristine, current.bytes, ranges.current)
  }

  /// Whether EDITED has a gap with comments otherwise than PRISTINE.
  private func mayBeTaken(_ ranges: Three<Range<Int>>) -> Bool {
    !pristine.bytes.equals(ranges.pristine, edited.bytes, ranges.edited)
      && (hasComment(pristine.bytes, ranges.pristine) || hasComment(edited.bytes, ranges.edited))
  }

  /// Takes over all of a gap that CURRENT has as PRISTINE has it; answers whether it becomes another.
  @discardableResult private mutating func takeBytes(
    _ ranges: Three<Range<Int>>, behind lead: Range<Int>?
  ) -> Bool {
    guard mayBeTaken(ranges), !(lead.map { stands(ranges.edited, in: $0) } ?? false) else { return false }
    edits.replace(ranges.current, with: edited.bytes.array(ranges.edited))
    return true
  }

  /// Takes over the comments of a gap that belongs to one value.
  private mutating func gap(_ ranges: Three<Range<Int>>, of owner: Owner, _ gap: CommentContests.Gap) {
    guard mayBeTaken(ranges) else { return }
    if isUnchanged(ranges) {
      edits.replace(ranges.current, with: edited.bytes.array(ranges.edited))
    } else if let (party, comments) = chosen(ranges, of: owner, gap) {
      take(comments[party], in: ranges[party], of: party, insteadOf: comments.current, in: ranges.current)
    }
  }

  /// Whose comments come in the place of CURRENT's in these stretches around values, and those of each; nil where CURRENT's stay.
  /// Where CURRENT has only put them elsewhere, EDITED's come.
  mutating func chosen(
    _ ranges: Three<Range<Int>>, of owner: Owner, _ gap: CommentContests.Gap
  ) -> (Party, Three<[Range<Int>]>)? {
    chosen(Three { CommentText.ranges(documents[$0].bytes, in: ranges[$0]) }, in: ranges, of: owner, gap)
  }

  /// The same of comments that may stand apart, in these stretches.
  mutating func chosen(
    _ comments: Three<[Range<Int>]>, in ranges: Three<Range<Int>>, of owner: Owner, _ gap: CommentContests.Gap
  ) -> (Party, Three<[Range<Int>]>)? {
    // One that ends with its line and one that does not may be the same.
    let inline = Three { CommentText.inline(documents[$0].bytes, comments[$0]) }
    if inline.edited == inline.pristine || inline.edited == inline.current { return nil }
    if inline.current == inline.pristine { return (.edited, comments) }
    let whole = Three { party in comments[party].map { documents[party].bytes.array($0) } }
    let offsets = Three { comments[$0].first?.lowerBound ?? ranges[$0].lowerBound }
    let settled = contests.settle(whole, at: offsets, owner.nodes, gap, owner.scope)
    if let mark = settled.mark { edits.surround(ranges.current, with: mark) }
    return settled.party == .current ? nil : (settled.party, comments)
  }

  /// Puts comments in the place of those of CURRENT: each in the place of one where they are as many and of one kind, so that the white
  /// space stays, else all of the gap.
  mutating func take(
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
    let wanted = Set(CommentText.inline(edited.bytes, CommentText.ranges(edited.bytes, in: inEdited)))
    let found = CommentText.inline(current.bytes, CommentText.ranges(current.bytes, in: inCurrent))
    return !wanted.isEmpty && wanted.isSubset(of: found)
  }

  private func hasComment(_ bytes: ByteView, _ gap: Range<Int>) -> Bool {
    gap.contains { bytes[$0] == UInt8(ascii: "/") }
  }
}
