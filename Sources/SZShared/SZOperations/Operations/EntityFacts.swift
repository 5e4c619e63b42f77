internal import SZJSON
internal import SZModel

/// What an entity says: of each member both sides, or the relation that changes it.
struct EntityFacts {
  struct Member {
    let name: Value
    var sides: (old: Value?, new: Value?)?
    var relation: ItemIndex?
  }
  var head: [ChangeTree.Item] = []
  var names: [[UInt8]] = []
  var members: [[UInt8]: Member] = [:]

  init(_ tree: ChangeTree, _ entity: ItemIndex) {
    for child in tree.children(of: entity) {
      switch tree[child] {
      case .attribute(let name, let old, let new):
        add(Member(name: name, sides: (old, new)))
      case .relationship(let name): add(Member(name: name, relation: tree.relation(of: child)))
      case .identity, .entityName: head.append(tree[child])
      default: continue
      }
    }
  }

  private mutating func add(_ member: Member) {
    let name = member.name.document.characters(member.name.node)
    names.append(name)
    members[name] = member
  }
}
