internal import SZJSON

/// The comments that belong to a member or an element (``CommentOwners``) of which the neighbours are not the same in all three documents,
/// those before it and those behind it; and the ones that belong to a container of which the first child, or the last, is not.
extension CommentMerge {
  /// What belongs to each child of a container, found when it is first asked for.
  struct Owners {
    private let documents: Three<Document>
    private let nodes: Three<Document.Node>
    private let all: Three<[MatchedChildren.Child]>
    private lazy var owners: Three<CommentOwners> = Three { party in
      let document = documents[party]
      let ranges = all[party].map { document.start($0.start)..<document.range($0.value).upperBound }
      return CommentOwners(document.bytes, document.range(nodes[party]), ranges)
    }

    /// Whether the container has children in all versions.
    var isNowhereEmpty: Bool { Party.allCases.allSatisfy { !all[$0].isEmpty } }

    init(_ documents: Three<Document>, _ nodes: Three<Document.Node>, _ all: Three<[MatchedChildren.Child]>) {
      (self.documents, self.nodes, self.all) = (documents, nodes, all)
    }

    /// From the first of the comments before a child to where it begins.
    mutating func before(_ party: Party, _ index: Int) -> Range<Int> {
      if index < 0 { return 0..<0 }
      return owners[party].owned[index].start..<documents[party].start(all[party][index].start)
    }

    /// From the end of a child to that of the last of the comments behind it, and where one more would stand: behind the comma.
    mutating func behind(_ party: Party, _ index: Int) -> (range: Range<Int>, place: Int) {
      if index < 0 { return (0..<0, 0) }
      let (end, own) = (
        documents[party].range(all[party][index].value).upperBound, owners[party].owned[index]
      )
      return (end..<own.behind, own.comma.map { $0 + 1 } ?? end)
    }

    /// All between the brackets of a container that has no children in EDITED and in CURRENT; of one that has, what stands behind them.
    mutating func insides() -> Three<Range<Int>> {
      Three {
        all[$0].isEmpty
          ? documents[$0].start(nodes[$0]) + 1..<documents[$0].range(nodes[$0]).upperBound - 1 : tail($0)
      }
    }

    /// From behind the opening bracket to the end of the comments on its line.
    mutating func head(_ party: Party) -> Range<Int> {
      documents[party].start(nodes[party]) + 1..<owners[party].head.end
    }

    /// From the end of what belongs to the last child to the closing bracket.
    mutating func tail(_ party: Party) -> Range<Int> {
      let close = documents[party].range(nodes[party]).upperBound - 1
      return (owners[party].owned.last?.behind ?? close)..<close
    }
  }

  /// Takes over those behind the opening bracket of a container, unless they stand there in CURRENT before a child on that line.
  mutating func head(_ container: Owner, _ owners: inout Owners) {
    let ranges = Three { owners.head($0) }
    if stands(ranges.edited, in: owners.before(.current, 0)) { return }
    guard !taken.touches(ranges.current), let (party, comments) = chosen(ranges, of: container, .first)
    else { return }
    put(
      comments, of: party, behind: ranges.current, at: (ranges.current.lowerBound, ranges.current.lowerBound))
  }

  /// Takes over those on lines of their own before the closing bracket of a container.
  mutating func tail(_ container: Owner, _ owners: inout Owners) {
    let ranges = Three { owners.tail($0) }
    guard !taken.touches(ranges.current), let (party, comments) = chosen(ranges, of: container, .last)
    else { return }
    if areAlike(comments[party], documents[party], comments.current) {
      return replace(comments.current, with: comments[party], of: party)
    }
    guard let first = comments.current.first, let last = comments.current.last, comments[party].isEmpty
    else {
      let text = documents[party].bytes.array(ranges[party])
      let startsLine = text.first { $0 != 0x20 && $0 != 0x09 }.map(CommentText.isLineEnd) ?? false
      edits.replace(ranges.current, with: startsLine ? text : [0x0A] + text)
      return
    }
    // The bracket stays on its line: what stands before it may be a comment to the end of a line.
    let rest = last.upperBound..<ranges.current.upperBound
    if rest.contains(where: { CommentText.isLineEnd(current.bytes[$0]) }) {
      edits.replace(ranges.current.lowerBound..<rest.lowerBound, with: [UInt8]())
    } else {
      edits.replace(first.lowerBound..<rest.upperBound, with: [UInt8]())
    }
  }

  /// Takes over those before the child that stands at these indexes, unless all that belong to it in EDITED stand there in CURRENT: what comes
  /// from EDITED has them so.
  mutating func before(_ owner: Owner, at indexes: Three<Int>, _ owners: inout Owners) {
    let ranges = Three { owners.before($0, indexes[$0]) }
    let all = [ranges.edited, owners.behind(.edited, indexes.edited).range].flatMap {
      texts(edited.bytes, CommentText.ranges(edited.bytes, in: $0))
    }
    if texts(current.bytes, CommentText.ranges(current.bytes, in: ranges.current)) == all { return }
    guard !isEdited(ranges.current),
      let (party, comments) = chosen(ranges, of: owner, .before)
    else { return }
    if areAlike(comments[party], documents[party], comments.current) {
      return replace(comments.current, with: comments[party], of: party)
    }
    let lineBreak = lineBreak(before: ranges.current.lowerBound)
    var text: [UInt8] = []
    for comment in comments[party] {
      if let lineBreak {
        text += documents[party].bytes.array(comment) + lineBreak
      } else {
        // At the end of a line it would belong to what stands before it.
        CommentText.appendInline(documents[party].bytes, comment, to: &text)
        text.append(0x20)
      }
    }
    edits.replace(ranges.current, with: text)
  }

  /// The end of a line and the white space that stand before an offset of CURRENT; nil where something else does.
  private func lineBreak(before offset: Int) -> [UInt8]? {
    var start = offset
    while start > 0, current.bytes[start - 1] == 0x20 || current.bytes[start - 1] == 0x09 { start -= 1 }
    if start == 0 { return nil }
    guard CommentText.isLineEnd(current.bytes[start - 1]) else { return nil }
    start -= start > 1 && current.bytes[start - 2] == 0x0D ? 2 : 1
    return current.bytes.array(start..<offset)
  }

  /// Takes over those behind the child that stands at these indexes, unless they stand before it in CURRENT, where what comes from EDITED
  /// has them.
  mutating func behind(_ owner: Owner, at indexes: Three<Int>, _ owners: inout Owners) {
    let ranges = Three { owners.behind($0, indexes[$0]).range }
    if stands(ranges.edited, in: owners.before(.current, indexes.current)) { return }
    guard !isEdited(ranges.current),
      let (party, comments) = chosen(ranges, of: owner, .behind)
    else { return }
    put(
      comments, of: party, behind: ranges.current,
      at: (owners.behind(.current, indexes.current).place, ranges.current.lowerBound))
  }

  /// Puts comments of one version in the place of those of CURRENT, which stand at the end of a line: at the first place where the line ends
  /// there, at the second one where it goes on.
  private mutating func put(
    _ comments: Three<[Range<Int>]>, of party: Party, behind range: Range<Int>,
    at places: (atEnd: Int, within: Int)
  ) {
    if areAlike(comments[party], documents[party], comments.current) {
      return replace(comments.current, with: comments[party], of: party)
    }
    let bytes = current.bytes
    for comment in comments.current {
      var start = comment.lowerBound
      while start > range.lowerBound, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 {
        start -= 1
      }
      edits.replace(start..<comment.upperBound, with: [UInt8]())
    }
    let rest = (range.upperBound..<bytes.count).first { bytes[$0] != 0x20 && bytes[$0] != 0x09 }
    let endsLine = rest.map { CommentText.isLineEnd(bytes[$0]) } ?? false
    var text: [UInt8] = []
    for comment in comments[party] {
      text.append(0x20)
      if endsLine, comment == comments[party].last {
        text += documents[party].bytes.array(comment)
      } else {
        CommentText.appendInline(documents[party].bytes, comment, to: &text)
      }
    }
    // On a line that goes on it would belong to what follows the comma.
    let place = endsLine ? places.atEnd : places.within
    if !text.isEmpty { edits.replace(place..<place, with: text) }
  }

  /// Whether the merge itself edits what stands there, or the end of its line, which is what a comment needs.
  private func isEdited(_ range: Range<Int>) -> Bool {
    taken.touches(range.lowerBound..<min(range.upperBound + 1, current.bytes.count))
  }
}
