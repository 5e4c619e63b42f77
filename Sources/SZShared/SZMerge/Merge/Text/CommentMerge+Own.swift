internal import SZJSON

/// The comments that belong to a member or an element (``CommentOwners``) of which the neighbours are not the same in all three documents:
/// those before it, and those behind it.
extension CommentMerge {
  /// What belongs to each child of a container, found when it is first asked for.
  struct Owners {
    private let documents: Three<Document>
    private let nodes: Three<Document.Node>
    private let all: Three<[MatchedChildren.Child]>
    private lazy var owned: Three<[CommentOwners.Owned]> = Three { party in
      let document = documents[party]
      let ranges = all[party].map { document.start($0.start)..<document.range($0.value).upperBound }
      return CommentOwners(document.bytes, document.range(nodes[party]), ranges).owned
    }

    init(_ documents: Three<Document>, _ nodes: Three<Document.Node>, _ all: Three<[MatchedChildren.Child]>) {
      (self.documents, self.nodes, self.all) = (documents, nodes, all)
    }

    /// From the first of the comments before a child to where it begins.
    mutating func before(_ party: Party, _ index: Int) -> Range<Int> {
      owned[party][index].start..<documents[party].start(all[party][index].start)
    }

    /// From the end of a child to that of the last of the comments behind it, and where one more would stand: behind the comma.
    mutating func behind(_ party: Party, _ index: Int) -> (range: Range<Int>, place: Int) {
      let (end, own) = (documents[party].range(all[party][index].value).upperBound, owned[party][index])
      return (end..<own.behind, own.comma.map { $0 + 1 } ?? end)
    }
  }

  /// Takes over those before the child that stands at these indexes.
  mutating func before(_ owner: Owner, at indexes: Three<Int>, _ owners: inout Owners) {
    let ranges = Three { owners.before($0, indexes[$0]) }
    guard !isEdited(ranges.current, of: owner.nodes.current),
      let (party, comments) = chosen(ranges, of: owner, .before)
    else { return }
    if areAlike(comments[party], documents[party], comments.current) {
      replace(comments.current, with: comments[party], of: party)
    } else {
      edits.replace(ranges.current, with: documents[party].bytes.array(ranges[party]))
    }
  }

  /// Takes over those behind the child that stands at these indexes, unless they stand before it in CURRENT, where what comes from EDITED
  /// has them.
  mutating func behind(_ owner: Owner, at indexes: Three<Int>, _ owners: inout Owners) {
    let ranges = Three { owners.behind($0, indexes[$0]).range }
    if stands(ranges.edited, in: owners.before(.current, indexes.current)) { return }
    guard !isEdited(ranges.current, of: owner.nodes.current),
      let (party, comments) = chosen(ranges, of: owner, .behind)
    else { return }
    if areAlike(comments[party], documents[party], comments.current) {
      return replace(comments.current, with: comments[party], of: party)
    }
    let bytes = current.bytes
    for comment in comments.current {
      var start = comment.lowerBound
      while start > ranges.current.lowerBound, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 {
        start -= 1
      }
      edits.replace(start..<comment.upperBound, with: [UInt8]())
    }
    let rest = (ranges.current.upperBound..<bytes.count).first { bytes[$0] != 0x20 && bytes[$0] != 0x09 }
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
    let place = endsLine ? owners.behind(.current, indexes.current).place : ranges.current.lowerBound
    if !text.isEmpty { edits.replace(place..<place, with: text) }
  }

  /// Whether the merge itself edits what stands there or its value. The end of the line, too, is what a comment needs.
  private func isEdited(_ range: Range<Int>, of value: Document.Node) -> Bool {
    taken.touches(range.lowerBound..<min(range.upperBound + 1, current.bytes.count))
      || taken.hasReplaced(current.range(value))
  }
}
