internal import SZJSON
internal import SZModel

/// A created or deleted entity whose attributes are all of it: they stand in the change as one object, which is the entity then. What
/// sz-diff makes is like that, where nothing is owned.
enum StandingEntity {
  /// That object; nil where the entity consists of anything else. Linear in the attributes.
  static func value(_ tree: ChangeTree, _ index: ItemIndex) -> Value? {
    guard let group = tree[index].entity?.group else { return nil }
    let document = group.document
    // What identifies stands before the attributes, and must be among them.
    var headCount = 0
    for child in tree.children(of: index) {
      guard case .identity(let name, let value) = tree[child] else {
        if case .entityName = tree[child] {
          headCount += 1
          continue
        }
        break
      }
      guard value.kind != .null, IdentityPath.isPlain(name.document, name.node), hasMember(group, name) else {
        return nil
      }
      headCount += 1
    }
    // Behind the attributes would be relationships.
    let count = document.count(of: group.node)
    return tree.end(of: index).number - index.number - 1 == headCount + count ? group : nil
  }

  private static func hasMember(_ object: Value, _ name: Value) -> Bool {
    let document = object.document
    let text = name.document.range(name.node)
    return document.members(object.node).contains { member in
      document.kind(member.name) == .string
        && document.bytes.equals(document.range(member.name), name.document.bytes, text)
    }
  }
}
