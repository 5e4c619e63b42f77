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

  /// The text of an entity that is moved, with what changes in it.
  func pieces(of move: MovePlan.Move) -> [SourceEdits.Piece]? {
    move.position.map { [.edited(index.document.range(index.entries[$0].node), move.number)] }
  }

  /// Where an entity stands, for messages.
  func words(at position: EntityIndex.Position) -> String {
    String(decoding: index.path(of: position), as: UTF8.self)
  }

  /// The identity of an object as messages show it.
  func label(_ object: Value, _ entity: Schema.Entity) -> String {
    schema.identity(object.document, object.node, of: entity)
      .map { "\($0.name.document.string($0.name.node)) \($0.value.shown)" }.joined(separator: ", ")
  }

  /// The entity that a part of a change is about, for a message: that at `node` or the one around it.
  func entity(of item: ItemIndex, _ tree: ChangeTree, at node: Document.Node) -> Misfit.Entity? {
    if case .entity = tree[item], let name = tree.heading(of: item).entityName {
      let identity = tree.identity(of: item).map { (name: Value(jsonString: $0.name), value: $0.value) }
      return Misfit.Entity(name: name.document.string(name.node), identity: identity)
    }
    guard let position = index.position(around: node) else { return nil }
    let (entry, entity) = (index.entries[position], index.entity(position))
    return Misfit.Entity(name: entity.name, identity: schema.identity(index.document, entry.node, of: entity))
  }
}
