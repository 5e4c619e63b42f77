internal import SZJSON
internal import SZModel

/// An entity of the target while its members are changed.
struct OpenEntity {
  let node: Document.Node
  let path: PathTable.Path
  /// What holds there, as that of the entity that it is.
  let place: Rules.Place?
  var members: ObjectMembers
  var removed: Set<Int> = []
  var added: [[SourceEdits.Piece]] = []
  var relations: [Patcher.Task] = []

  init(_ document: Document, _ node: Document.Node, _ path: PathTable.Path, _ place: Rules.Place?) {
    self.node = node
    self.path = path
    self.place = place
    members = ObjectMembers(document, node)
  }

  /// The number of the member with this name.
  mutating func find(_ name: Value) -> Int? { members.find(name.document.characters(name.node)) }

  mutating func remove(_ member: Int) { removed.formUnion(members.sameName(member)) }

  var slots: [ContainerRewrite.Slot]? {
    if removed.isEmpty, added.isEmpty { return nil }
    return members.ranges.indices.filter { !removed.contains($0) }.map { .kept($0) } + added.map { .new($0) }
  }
}
