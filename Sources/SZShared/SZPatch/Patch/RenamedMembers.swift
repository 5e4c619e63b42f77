internal import SZJSON
internal import SZModel

/// Which members a change creates under another name for one that it deletes.
///
/// A change says nothing of the place of what it creates at the end of an array. Of `[{"name": "a", "run": 1}, {"name": "b", "run": 2}]` one
/// side makes `[{"name": "a", "run": 1}, {"name": "c", "run": 2}]`: in `[..., {"name": "b", "run": 2}, {"name": "x", "run": 9}]` the new one comes
/// where `b` was, before `x`.
enum RenamedMembers {
  /// Pairs of a created member without a place and a deleted one that stood at the end of the old order, in this order on both sides:
  /// those from the first one on that hold the same besides their identity, which no other one of them does. Linear in the change.
  ///
  /// Law: on the old version they come to stand at the end, in their order, as without this.
  static func pairs(_ roster: Roster, _ tree: ChangeTree) -> [(created: Int, deleted: Int)] {
    if tree.isReversed || roster.created.isEmpty || roster.deleted.isEmpty { return [] }
    guard let name = roster.onlyName else { return [] }
    let put = Set(roster.moves.flatMap(\.new))
    var (created, deleted): ([Member], [Member]) = ([], [])
    for entity in roster.entities {
      switch tree.state(of: entity.item) {
      case .created where !put.contains(entity.member):
        created.append((entity.member, content(entity.item, besides: name, tree, roster.hashing)))
      case .deleted where tree[entity.item].entity?.oldIndex == nil:
        deleted.append((entity.member, content(entity.item, besides: name, tree, roster.hashing)))
      default: continue
      }
    }
    let news = Dictionary(created.map { ($0.content, 1) }, uniquingKeysWith: +)
    let olds = Dictionary(deleted.indices.map { (deleted[$0].content, $0) }) { _, _ in -1 }
    var pairs: [(created: Int, deleted: Int)] = []
    var last = -1
    for member in created {
      guard member.content != 0, news[member.content] == 1, let index = olds[member.content], index > last
      else { break }
      pairs.append((member.number, deleted[index].number))
      last = index
    }
    return pairs
  }

  private typealias Member = (number: Int, content: UInt64)

  /// One hash of the attributes besides the one that identifies; 0 where there are none, or more than attributes.
  private static func content(
    _ item: ItemIndex, besides name: MemberName, _ tree: ChangeTree, _ hashing: Hashing
  ) -> UInt64 {
    guard let group = tree[item].entity?.group,
      !tree.children(of: item).contains(where: { tree.kind(of: $0) == .relationship })
    else { return 0 }
    var sum: UInt64 = 0
    for member in group.document.members(group.node) where !name.matches(group.document, member.name) {
      sum &+= hashing.pair(
        ValueHash.of(group.document, member.name, hashing),
        ValueHash.of(group.document, member.value, hashing))
    }
    return sum
  }
}
