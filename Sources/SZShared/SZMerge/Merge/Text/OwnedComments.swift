internal import SZJSON

/// Where the comments stand that belong to each child of three versions of a container, or to the container (``CommentOwners``); looked for
/// when that is first asked. A child at -1 is none.
struct OwnedComments {
  private let documents: Three<Document>
  private let nodes: Three<Document.Node>
  private let all: Three<[CommentOwners.Child]>
  private lazy var owners = Three { CommentOwners(documents[$0], nodes[$0], all[$0]) }

  /// Whether the container has children in all versions.
  var isNowhereEmpty: Bool { Party.allCases.allSatisfy { !all[$0].isEmpty } }

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
