internal import SZElements
internal import SZJSON

/// Comments that are compared by what they belong to: a member or an element, or a container.
extension CommentMerge {
  /// Takes over those behind the opening bracket of a container, unless they stand there in CURRENT before a child on that line.
  mutating func head(_ container: Owner, _ owners: inout OwnedComments) {
    let ranges = Three { owners.head($0) }
    if stands(ranges.edited, in: owners.before(.current, 0)) { return }
    guard let (party, comments) = chosen(ranges, of: container, .first) else { return }
    put(
      comments, of: party, behind: ranges.current, at: (ranges.current.lowerBound, ranges.current.lowerBound))
  }

  /// Takes over those on lines of their own before the closing bracket of a container.
  mutating func tail(_ container: Owner, _ owners: inout OwnedComments) {
    let ranges = Three { owners.tail($0) }
    guard let (party, comments) = chosen(ranges, of: container, .last) else { return }
    if areAlike(comments[party], documents[party], comments.current) {
      return replace(comments.current, with: comments[party], of: party)
    }
    putLast(comments, of: party, in: ranges.current, &owners)
  }

  /// Takes over those of a container that has no children in one of the versions: what that has may stand at the beginning of
  /// another one, or at its end.
  mutating func inside(_ container: Owner, _ owners: inout OwnedComments) {
    let ranges = Three { (head: owners.head($0), tail: owners.tail($0)) }
    let own = Three { party in
      [ranges[party].head, ranges[party].tail].flatMap { CommentText.ranges(documents[party].bytes, in: $0) }
    }
    let whole = ranges.map { $0.head.lowerBound..<$0.tail.upperBound }
    guard let (party, comments) = chosen(own, in: whole, of: container, .last) else { return }
    if areAlike(comments[party], documents[party], comments.current) {
      return replace(comments.current, with: comments[party], of: party)
    }
    let bytes = documents[party].bytes
    guard owners.hasChildren(.current) else {
      let (head, tail) = (ranges[party].head, ranges[party].tail)
      let first = tail.first { bytes[$0] != 0x20 && bytes[$0] != 0x09 }
      // What stood between them may have ended the line.
      let isOpen =
        owners.hasChildren(party) && !head.isEmpty
        && !(first.map { CommentText.isLineEnd(bytes[$0]) } ?? false)
      edits.replace(whole.current, with: bytes.array(head) + (isOpen ? [0x0A] : []) + bytes.array(tail))
      return
    }
    // What both have at the beginning stays there.
    let here = comments.current.filter { $0.upperBound <= ranges.current.head.upperBound }
    func rest(_ own: Document, _ comments: [Range<Int>], _ other: Document, _ others: [Range<Int>])
      -> [Range<Int>]
    {
      let known = Set(CommentText.inline(other.bytes, others))
      return zip(comments, CommentText.inline(own.bytes, comments)).filter { !known.contains($1) }.map(\.0)
    }
    let new = rest(documents[party], comments[party], current, here)
    var (first, last) = (comments, comments)
    first[party] =
      owners.hasChildren(party) ? new.filter { $0.upperBound <= ranges[party].head.upperBound } : []
    first.current = rest(current, here, documents[party], comments[party])
    last[party] = Array(new.dropFirst(first[party].count))
    last.current.removeFirst(here.count)
    let start = ranges.current.head.lowerBound
    put(first, of: party, behind: ranges.current.head, at: (start, start))
    putLast(last, of: party, in: ranges.current.tail, &owners)
  }

  /// Puts comments of one version before the closing bracket of a container of CURRENT in the place of its own there, on lines as
  /// the last child has.
  private mutating func putLast(
    _ comments: Three<[Range<Int>]>, of party: Party, in range: Range<Int>, _ owners: inout OwnedComments
  ) {
    let bytes = current.bytes
    guard comments[party].isEmpty else {
      let lineBreak = owners.lastStart.flatMap { self.lineBreak(before: $0) } ?? [0x0A]
      let text = comments[party].flatMap { lineBreak + documents[party].bytes.array($0) }
      let rest = (comments.current.last?.upperBound ?? range.lowerBound)..<range.upperBound
      let endsLine = rest.contains { CommentText.isLineEnd(bytes[$0]) }
      edits.replace(
        range.lowerBound..<(endsLine ? rest.lowerBound : rest.upperBound),
        with: text + (endsLine ? [] : [0x0A]))
      return
    }
    guard let first = comments.current.first, let last = comments.current.last else { return }
    // The bracket stays on its line: what stands before it may be a comment to the end of a line.
    let rest = last.upperBound..<range.upperBound
    if rest.contains(where: { CommentText.isLineEnd(bytes[$0]) }) {
      edits.replace(range.lowerBound..<rest.lowerBound, with: [UInt8]())
    } else {
      edits.replace(first.lowerBound..<rest.upperBound, with: [UInt8]())
    }
  }

  /// Takes over those before the child that stands at these indexes, unless all that belong to it in EDITED stand there in CURRENT:
  /// what comes from EDITED has them so.
  mutating func before(_ owner: Owner, at indexes: Three<Int>, _ owners: inout OwnedComments) {
    let ranges = Three { owners.before($0, indexes[$0]) }
    let all = [ranges.edited, owners.behind(.edited, indexes.edited).range].flatMap {
      CommentText.inline(edited.bytes, CommentText.ranges(edited.bytes, in: $0))
    }
    if CommentText.inline(current.bytes, CommentText.ranges(current.bytes, in: ranges.current)) == all {
      return
    }
    guard let (party, comments) = chosen(ranges, of: owner, .before) else { return }
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
  mutating func behind(_ owner: Owner, at indexes: Three<Int>, _ owners: inout OwnedComments) {
    let ranges = Three { owners.behind($0, indexes[$0]).range }
    if stands(ranges.edited, in: owners.before(.current, indexes.current)) { return }
    guard let (party, comments) = chosen(ranges, of: owner, .behind) else { return }
    put(
      comments, of: party, behind: ranges.current,
      at: (owners.behind(.current, indexes.current).place, ranges.current.lowerBound))
  }

  /// Puts comments of one version in the place of those of CURRENT, which stand at the end of a line: at the first place where the
  /// line ends there, at the second one where it goes on.
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
}
