internal import SZJSON
internal import SZModel

/// What a patch knows of its target under a model, before anything is changed. A class, so that it costs nothing to be asked for it.
final class ModelledTarget {
  let schema: Schema
  let rules: Rules
  /// What is declared of the root, and its place.
  let declaredRoot: Rules.Declared?
  let root: Rules.Place?
  let index: EntityIndex
  /// The trees of inheritance that have a place in the document.
  let placed: Set<Model.EntityID>
  /// Where entities stand that are moved.
  let moves: MovePlan
  let hashes: PlacedHash
  /// The ways to the entities that are moved.
  let movePaths: NodePaths?
  /// The identities of entities that the change deletes somewhere.
  let leaving: Set<UInt64>

  /// Linear in the target and the change.
  /// - Throws: the first thing that a document under the model must not have.
  init(_ tree: ChangeTree, _ target: Document, _ schema: Schema, _ hashing: Hashing) throws(EntityError) {
    self.schema = schema
    let choice: RootChoice
    do { choice = try RootChoice(schema, [target]) } catch { throw error.error }
    declaredRoot = choice.declared(target, schema)
    rules = Rules(Selection(), schema)
    root = rules.root(declaredRoot)
    index = try EntityScan.index(target, schema, hashing, root: declaredRoot)
    placed = schema.placed(below: declaredRoot)
    moves = MovePlan(tree, index)
    hashes = PlacedHash(rules, hashing)
    let index = index
    movePaths =
      moves.isEmpty
      ? nil : NodePaths(target, to: moves.moves.compactMap { $0.position.map { index.entries[$0].node } })
    var leaving: Set<UInt64> = []
    for item in tree.indices {
      guard tree.state(of: item) == .deleted else { continue }
      if let identity = ModelledTarget.identity(tree, item, schema, hashing) { leaving.insert(identity) }
    }
    self.leaving = leaving
  }

  /// The hash of the identity that an entity change has; nil where it does not say which entity it is of.
  static func identity(_ tree: ChangeTree, _ item: ItemIndex, _ schema: Schema, _ hashing: Hashing) -> UInt64?
  {
    guard let name = tree.heading(of: item).entityName,
      let id = schema.model.entity(named: name.document.string(name.node))
    else { return nil }
    return schema.identity(of: tree.identity(of: item), in: schema[id], hashing)
  }

  /// The hash of the identity that an entity gets which an item makes: by what names it there, or by its attributes; nil for none.
  static func identity(
    ofMade item: ItemIndex, _ tree: ChangeTree, _ entity: Schema.Entity, _ schema: Schema, _ hashing: Hashing
  ) -> UInt64? {
    let named = tree.identity(of: item)
    if let identity = schema.identity(of: named, in: entity, hashing) { return identity }
    guard let key = entity.key else { return nil }
    let attributes = tree.children(of: item).compactMap { child -> (name: [UInt8], value: Value)? in
      guard case .attribute(let name, _, let new?) = tree[child] else { return nil }
      return (name.document.characters(name.node), new)
    }
    let parts = key.parts.compactMap { part in (attributes + named).first { $0.name == part.path.text } }
    return schema.identity(of: parts, in: entity, hashing)
  }
}

/// What a patch under a model finds out on its way.
struct ModelledState {
  /// A reference that the change writes.
  struct Touched {
    let item: ItemIndex
    let identity: UInt64
    let destination: Model.EntityID
    let value: Value
    let path: PathTable.Path
    let member: Value?
    let node: Document.Node
  }

  /// Entities that an item takes away, by where they stand in the target.
  struct Taken {
    let item: ItemIndex
    let positions: Range<EntityIndex.Position>
  }

  /// An entity that comes: that an item makes, or that stands in a value which an item writes as a whole.
  struct Coming {
    /// The item that is left out when it must not come.
    let item: ItemIndex
    let identity: UInt64
    let source: Source
    let path: PathTable.Path
    var member: Value?

    enum Source {
      case item(ItemIndex)
      case value(Value, Model.EntityID)
    }
  }

  var templates: CreationTemplates
  var comings: [Coming] = []
  var touched: [Touched] = []
  var taken: [Taken] = []
  /// The identities of what was marked as deleted and comes back by force.
  var revived: Set<UInt64> = []
  /// The identities of what is marked as deleted.
  var marked: Set<UInt64> = []
  /// Items of moves that were done, at the new place and at the old one.
  var arrived: Set<ItemIndex> = []
  var departed: Set<ItemIndex> = []
  /// What stands for entities that are moved into others which are created.
  let mark = Array(
    "moved here \(UInt64.random(in: 0...UInt64.max)) \(UInt64.random(in: 0...UInt64.max)) ".utf8)
  let representations = Representations()
  /// Objects that the change takes away by their identity, and that are not as it has them: how many at each relationship that is not
  /// walked, and a word about the first.
  var embedded: [(name: String, note: String, count: Int)] = []

  init(_ schema: Schema, hasTemplates: Bool) {
    templates = CreationTemplates(schema, isUsed: hasTemplates)
  }
}

/// How the target spells its dates and binaries.
final class Representations {
  private struct Key: Hashable {
    let tree: Model.EntityID
    let member: [UInt8]
  }

  private var known: [Key: Representation?] = [:]

  /// How the first entity of the target that has an attribute spells it. Linear in the entities, once for each attribute.
  func representation(
    of member: [UInt8], in entity: Model.EntityID, _ type: TypedValue, _ index: EntityIndex
  ) -> Representation? {
    let schema = index.schema
    let key = Key(tree: schema[entity].tree, member: member)
    if let found = known[key] { return found }
    var found: Representation?
    for entry in index.entries where schema[entry.entity].tree == key.tree {
      guard let value = index.document.member(entry.node, named: member)?.value else { continue }
      found = Representation.of(index.document, value, type)
      if found != nil { break }
    }
    known[key] = .some(found)
    return found
  }
}
