internal import SZElements
internal import SZJSON

/// Where the comments stand that belong to each child of three versions of a container, or to the container (``CommentOwners``); looked for
/// when that is first asked. A child at -1 is none.
struct OwnedComments {
  private let documents: Three<Document>
  private let nodes: Three<Document.Node>
  private let all: Three<[CommentOwners.Child]>
  private lazy var owners = Three { CommentOwners(documents[$0], nodes[$0], all[$0]) }

  /// Whether the container has children in all versions.
  var isNowhereEmpty: Bool { Party.allCases.allSatisfy(hasChildren) }

  func hasChildren(_ party: Party) -> Bool { !all[party].isEmpty }

  init(_ documents: Three<Document>, _ nodes: Three<Document.Node>, _ all: Three<[CommentOwners.Child]>) {
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

  /// From behind the opening bracket to the end of the comments on its line. All that stands in a container without children is
  /// there. Where PRISTINE's is one, so is what stands before the first child and is that version's, or in CURRENT one of EDITED's.
  mutating func head(_ party: Party) -> Range<Int> {
    let start = documents[party].start(nodes[party]) + 1
    guard let first = all[party].first else {
      return start..<documents[party].range(nodes[party]).upperBound - 1
    }
    let end = owners[party].head.end
    if !all.pristine.isEmpty || party == .pristine { return start..<end }
    var known = Set(texts(.pristine, head(.pristine)))
    if party == .current { known.formUnion(texts(.edited, head(.edited)) + texts(.edited, tail(.edited))) }
    let range = start..<documents[party].start(first.start)
    let count = texts(party, range).prefix { known.contains($0) }.count
    let comments = CommentText.ranges(documents[party].bytes, in: range).prefix(count)
    return start..<max(end, comments.last?.upperBound ?? end)
  }

  /// From the end of what belongs to the last child to the closing bracket.
  mutating func tail(_ party: Party) -> Range<Int> {
    let close = documents[party].range(nodes[party]).upperBound - 1
    return (owners[party].owned.last?.behind ?? close)..<close
  }

  /// Where the last child of CURRENT, or what belongs to it before it, begins; nil where it has none.
  var lastStart: Int? {
    mutating get { owners.current.owned.last?.start }
  }

  private func texts(_ party: Party, _ range: Range<Int>) -> [[UInt8]] {
    let bytes = documents[party].bytes
    return CommentText.inline(bytes, CommentText.ranges(bytes, in: range))
  }
}
