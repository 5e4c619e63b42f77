internal import SZJSON
internal import SZModel

/// Which members a change creates under another name for one that it deletes.
///
/// A change says nothing of the place of what it creates at the end of an array. Of
/// `[{"name": "a", "run": 1}, {"name": "b", "run": 2}]` one side makes `[{"name": "a", "run": 1}, {"name": "c", "run": 2}]`: in
/// `[..., {"name": "b", "run": 2}, {"name": "x", "run": 9}]` the new one comes where `b` was, before `x`.
enum RenamedMembers {
  /// Pairs of a created member without a place and a deleted one that stood at the end of the old order, in this order on both sides:
  /// those from the first one on that hold the same besides their identity, which no other one of them does. What comes from another array
  /// is none. Linear in the change.
  ///
  /// Law: on the old version they come to stand at the end, in their order, as without this.
  static func pairs(_ roster: Roster, _ tree: ChangeTree) -> [(created: Int, deleted: Int)] {
    if tree.isReversed || roster.created.isEmpty || roster.deleted.isEmpty { return [] }
    func members(where isMeant: (Roster.Entity) -> Bool) -> [Member] {
      roster.entities.filter(isMeant).map {
        ($0.member, content($0.item, besides: roster.key, tree, roster.hashing))
      }
    }
    let deleted = members { tree.state(of: $0.item) == .deleted && tree[$0.item].entity?.oldIndex == nil }
    if deleted.isEmpty { return [] }
    let put = Set(roster.moves.flatMap(\.new))
    // What comes from elsewhere ends those that come in the place of another one, too: it stands behind all that was there.
    let created = members {
      (tree.state(of: $0.item) == .created || tree.heading(of: $0.item).from != nil)
        && !put.contains($0.member)
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

  /// One hash of the attributes besides what identifies; 0 where there are none, or more than attributes, or it comes from elsewhere.
  private static func content(
    _ item: ItemIndex, besides key: IdentityKey, _ tree: ChangeTree, _ hashing: Hashing
  ) -> UInt64 {
    guard tree.heading(of: item).from == nil, let group = tree[item].entity?.group,
      !tree.children(of: item).contains(where: { tree.kind(of: $0) == .relationship })
    else { return 0 }
    let document = group.document
    return key.rest(document, group.node, hashing) { ValueHash.of(document, $0, hashing) }
  }
}
