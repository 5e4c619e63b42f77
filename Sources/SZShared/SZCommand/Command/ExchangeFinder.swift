internal import SZJSON
internal import SZModel

/// Finds the sets of entities without identity, in a change, of which elements go while others come.
struct ExchangeFinder: ChangeVisitor {
  /// Those of one relationship.
  struct Found {
    let entity: String
    let relationship: String
    let destination: String
    var gone: Int
    var come: Int
  }

  let tree: ChangeTree
  let schema: Schema
  private(set) var found: [Found] = []
  /// The relationships that are open, and the entities around them.
  private var names: [(entity: String?, relationship: Value)] = []
  private var entities: [String?] = []

  init(tree: ChangeTree, schema: Schema) { (self.tree, self.schema) = (tree, schema) }

  mutating func enter(_ item: ChangeTree.Item, at index: ItemIndex, in parent: ItemIndex?) -> Bool {
    switch item {
    case .entity:
      entities.append(tree.heading(of: index).entityName.map { $0.document.string($0.node) })
    case .relationship(let name): names.append((entities.last ?? nil, name))
    case .set(let old, let new): add(tree.values(old), tree.values(new))
    default: break
    }
    return true
  }

  mutating func leave(_ item: ChangeTree.Item, at index: ItemIndex) {
    switch item {
    case .entity: entities.removeLast()
    case .relationship: names.removeLast()
    default: break
    }
  }

  private mutating func add(_ old: [Value], _ new: [Value]) {
    let (gone, come) = (old.filter { $0.kind == .object }.count, new.filter { $0.kind == .object }.count)
    guard gone > 0, come > 0, let (entity, name) = names.last, let entity,
      let id = schema.model.entity(named: entity),
      let property = schema[id].properties[name.document.characters(name.node)],
      let set = schema[property].set.map({ schema[$0] }), set.isWalked, schema[set.destination].key == nil
    else { return }
    let relationship = name.document.string(name.node)
    if let number = found.firstIndex(where: { $0.entity == entity && $0.relationship == relationship }) {
      found[number].gone += gone
      found[number].come += come
      return
    }
    found.append(
      Found(
        entity: entity, relationship: relationship, destination: schema[set.destination].name, gone: gone,
        come: come))
  }
}
