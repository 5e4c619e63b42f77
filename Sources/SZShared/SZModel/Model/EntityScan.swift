public import SZJSON

/// Finds the entities of a document, from the root down along what is owned or included, and checks what a model asks of them.
///
/// What is open stands in a list, so that ownership may be nested to any depth. Linear in the document.
public struct EntityScan {
  let document: Document
  let schema: Schema
  let hashing: Hashing
  /// Whether a member that the model does not know is an error.
  let refusesUnknown: Bool
  var builder: EntityIndexBuilder
  /// The older version that the document is compared with.
  let older: EntityIndex?
  /// Where entities of the older version that this one is a version of are now.
  var whereabouts: EntityWhereabouts
  var frames: [Frame] = []

  /// How what is below a place differs from what stands in the document by itself.
  struct Context {
    /// Reached by a relationship that is included, not owned: it is a copy.
    var isCopy = false
    /// Below an element that has no identity.
    var isLost = false
  }

  /// Where entities stand: at a member or in an array.
  struct Standing {
    let container: Document.Node
    /// The same one in the older version.
    let older: Document.Node?
    let owner: EntityIndex.Position?
    var context = Context()
  }

  /// An array or an object whose members or elements are still to be looked at.
  struct Frame {
    var next: Document.Node
    let end: Document.Node
    let content: Content
    let context: Context
    /// The entity that owns what is found.
    let owner: EntityIndex.Position?
    /// The same entity, or array, in the older version.
    let older: EntityIndex.Position?
  }

  enum Content {
    case tables
    case members(Model.EntityID)
    /// Of an array, with the name of its member, and that of the same array of the same entity in the older version; `expected` is
    /// the entity there that is likely to come next.
    case elements(
      Schema.SetID, container: Document.Node, older: Document.Node?, expected: EntityIndex.Position?)
  }

  /// The entities of `document` whose root is what `declared` says.
  /// - Throws: the first thing that a document under the model must not have.
  public static func index(_ document: Document, _ schema: Schema, _ hashing: Hashing, root: Rules.Declared?)
    throws(EntityError) -> EntityIndex
  {
    var scan = EntityScan(document, schema, hashing, older: nil)
    try scan.run(root)
    return scan.index
  }

  private var index: EntityIndex { EntityIndex(document, schema, hashing, builder) }

  /// The entities of `document` that are not as they are in `older`, another version of it, and where those of `older` are now.
  /// What has the same value as in the older version is not looked into.
  public static func changes(_ document: Document, from older: EntityIndex, root: Rules.Declared?)
    throws(EntityError)
    -> (EntityIndex, EntityWhereabouts)
  {
    var scan = EntityScan(document, older.schema, older.hashing, older: older)
    do {
      try scan.run(root)
      if !scan.whereabouts.hasTwice { return (scan.index, scan.whereabouts) }
    } catch {}
    // Whoever looks at all says which two it is.
    _ = try index(document, older.schema, older.hashing, root: root)
    return (scan.index, scan.whereabouts)
  }

  private init(_ document: Document, _ schema: Schema, _ hashing: Hashing, older: EntityIndex?) {
    self.document = document
    self.schema = schema
    self.hashing = hashing
    refusesUnknown = schema.model.unknownMembers == .error
    self.older = older
    // Of a whole document many values are entities; growing costs more than room.
    let words = document.next(document.root).index
    builder = EntityIndexBuilder(expected: older == nil ? words / 16 : 0)
    whereabouts = EntityWhereabouts(count: older?.entries.count ?? 0)
  }

  private mutating func run(_ root: Rules.Declared?) throws(EntityError) {
    let node = document.root
    let standing = Standing(
      container: EntityIndex.rootContainer, older: older == nil ? nil : EntityIndex.rootContainer, owner: nil)
    switch root {
    case .tables? where document.kind(node) == .object:
      frames.append(
        Frame(
          next: document.firstChild(node), end: document.end(node), content: .tables, context: Context(),
          owner: nil, older: nil))
    case .entities(let set)? where document.kind(node) == .array:
      open(set, node, at: standing)
    case .entity(let id, _)? where document.kind(node) == .object:
      try visit(node, id, at: standing, inArray: false)
    default: return
    }
    while let top = frames.indices.last {
      guard frames[top].next < frames[top].end else {
        if case .members = frames[top].content, let owner = frames[top].owner { builder.close(owner) }
        frames.removeLast()
        continue
      }
      switch frames[top].content {
      case .tables, .members: try member(top)
      case .elements(let set, let container, let older, let expected):
        if self.older == nil { try takeSimple(top, schema[set].destination, container) }
        if frames[top].next < frames[top].end { try element(top, set, container, older, expected) }
      }
    }
  }

  // MARK: Members

  private mutating func member(_ top: Int) throws(EntityError) {
    let name = frames[top].next
    let value = document.next(name)
    frames[top].next = document.next(value)
    let frame = frames[top]
    guard document.kind(name) != .shadowedName else { return }
    guard document.kind(value).isContainer, let set = set(name, frame.content) else { return }
    var standing = Standing(
      container: name, older: older(name, frame), owner: frame.owner, context: frame.context)
    standing.context.isCopy = standing.context.isCopy || schema[set].isIncluded
    if schema[set].isToMany {
      guard document.kind(value) == .array else { return }
      open(set, value, at: standing)
    } else if document.kind(value) == .object {
      try visit(value, schema[set].destination, at: standing, inArray: false)
    }
  }

  /// The set that a member of an entity, or of the tables, leads to; nil when it is not walked.
  private func set(_ name: Document.Node, _ content: Content) -> Schema.SetID? {
    switch content {
    case .tables: return schema.tables[document.characters(name)]
    case .members(let entity):
      return schema.walked(document, name, of: schema[entity]).flatMap { schema[$0].set }
    case .elements: return nil
    }
  }

  /// The name of the same member in the older version of an entity, or of the tables.
  private func older(_ name: Document.Node, _ frame: Frame) -> Document.Node? {
    guard let older else { return nil }
    let object: Document.Node
    if let position = frame.older {
      object = older.entries[position].node
    } else if case .tables = frame.content {
      object = older.document.root
    } else {
      return nil
    }
    guard older.document.kind(object) == .object else { return nil }
    return older.document.member(object, named: document.characters(name))?.name
  }

  // MARK: Entities

  /// Takes an object as an entity, and begins with what it owns; answers which entity of the older version it is.
  @discardableResult mutating func visit(
    _ node: Document.Node, _ destination: Model.EntityID, at standing: Standing, inArray: Bool
  ) throws(EntityError) -> EntityIndex.Position? {
    let (container, olderContainer, context) = (standing.container, standing.older, standing.context)
    let id = try schema.entity(document, node, in: destination)
    let entity = schema[id]
    if !entity.isSyncable { return nil }
    if refusesUnknown { try checkMembers(node, entity) }
    var identity = schema.identity(document, node, of: entity, hashing)
    if identity == nil, inArray, let key = entity.key {
      throw EntityError(
        .missingIdentity(
          entity: entity.name, names: key.parts.map { String(decoding: $0.path.text, as: UTF8.self) }),
        at: node)
    }
    let isOwn = entity.isScopedToParent || context.isCopy
    var olderIdentity = identity
    if isOwn, let plain = identity {
      identity = EntityIndex.hash(plain, within: container, hashing)
      olderIdentity = olderContainer.map { EntityIndex.hash(plain, within: $0, hashing) }
    }
    let mayMove = !isOwn && !context.isLost && identity != nil
    let isLost = context.isLost || (inArray && identity == nil)
    var match: EntityIndex.Position?
    var isSame = false
    if let older {
      match = olderIdentity.flatMap { older.position(ofIdentity: $0) }
      if identity == nil, !inArray, let olderContainer {
        // A single object without identity is compared with what stands in its place.
        match = older.position(ofSingle: olderContainer)
      }
      if let match { isSame = whereabouts.take(match, of: older, document, node, container) }
    }
    // An element without identity is nothing that others can name.
    if inArray, identity == nil {
      push(node, id, owner: nil, Context(isCopy: context.isCopy, isLost: true), older: nil)
      return nil
    }
    let entry = EntityIndex.Entry(
      node: node, container: container, owner: isLost ? nil : standing.owner, entity: id, mayMove: mayMove,
      isOwn: isOwn)
    guard let position = builder.add(entry, identity: match == nil ? identity : nil) else {
      if older != nil {
        whereabouts.foundTwice()
        return match
      }
      throw twice(node, entity, identity, container)
    }
    if let older {
      whereabouts.counterparts.append(match)
      if let match, mayMove, older.entries[match].mayMove, older.entries[match].container != olderContainer {
        whereabouts.moved(match, to: position, node)
      }
    }
    if !isSame {
      push(node, id, owner: position, Context(isCopy: context.isCopy, isLost: isLost), older: match)
    }
    return match
  }

  private mutating func push(
    _ node: Document.Node, _ id: Model.EntityID, owner: EntityIndex.Position?, _ context: Context,
    older: EntityIndex.Position?
  ) {
    if !schema[id].mayOwn { return }
    frames.append(
      Frame(
        next: document.firstChild(node), end: document.end(node), content: .members(id), context: context,
        owner: owner, older: older))
  }
}
