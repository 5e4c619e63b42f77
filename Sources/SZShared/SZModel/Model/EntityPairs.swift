public import SZJSON

/// The entities of two versions of a document, paired by identity across the whole documents.
public struct EntityPairs {
  public let schema: Schema
  let old: EntityIndex
  let new: EntityIndex
  private let whereabouts: EntityWhereabouts
  /// What the roots are declared to be.
  public let oldRoot: Rules.Declared?
  public let newRoot: Rules.Declared?
  /// Whether any entity of the old document is not in the new one.
  public let hasGone: Bool

  /// What one of the two documents has and must not have.
  public struct Mistake: Error {
    public let isInNew: Bool
    public let error: EntityError

    public init(isInNew: Bool, error: EntityError) {
      self.isInNew = isInNew
      self.error = error
    }
  }

  /// Linear in the old document and in what is new in the other one. Both must have been read with one ``Hashing``.
  /// - Throws: what one of them must not have under the model.
  public init(_ old: Document, _ new: Document, _ schema: Schema) throws(Mistake) {
    guard let hashing = old.hashing else { preconditionFailure("the documents were read without hashes") }
    self.schema = schema
    let choice: RootChoice
    do { choice = try RootChoice(schema, [old, new]) } catch {
      throw Mistake(isInNew: error.document == 1, error: error.error)
    }
    oldRoot = choice.declared(old, schema)
    newRoot = choice.declared(new, schema)
    do { self.old = try EntityScan.index(old, schema, hashing, root: oldRoot) } catch {
      throw Mistake(isInNew: false, error: error)
    }
    do { (self.new, whereabouts) = try EntityScan.changes(new, from: self.old, root: newRoot) } catch {
      throw Mistake(isInNew: true, error: error)
    }
    hasGone = whereabouts.hasGone
  }
}

extension EntityPairs {
  public var oldDocument: Document { old.document }
  public var newDocument: Document { new.document }
  /// What stands for the name of a member at the root.
  public static let root = EntityIndex.rootContainer
}

// MARK: Moves

extension EntityPairs {
  /// Where an entity is in the other version: its object, and the path of what holds it.
  public struct Elsewhere {
    public let node: Document.Node
    public let path: [UInt8]
  }

  /// Where the entity whose object is at `node` of the old document has moved; nil when it has not.
  public func move(ofOld node: Document.Node) -> Elsewhere? {
    guard !whereabouts.destinations.isEmpty, let position = old.position(of: node),
      let destination = whereabouts.destinations[position]
    else { return nil }
    let entry = new.entries[destination]
    return Elsewhere(node: entry.node, path: new.path(ofContainer: entry.container, owner: entry.owner))
  }

  /// From where the entity whose object is at `node` of the new document has moved; nil when it has not.
  public func move(ofNew node: Document.Node) -> Elsewhere? {
    guard let position = whereabouts.sources[node] else { return nil }
    let entry = old.entries[position]
    return Elsewhere(node: entry.node, path: old.path(ofContainer: entry.container, owner: entry.owner))
  }
}

// MARK: Members

extension EntityPairs {
  /// The members of one to-many in both versions, paired.
  public struct Members {
    public private(set) var old: [Document.Node] = []
    public private(set) var new: [Document.Node] = []
    /// For each new one its place among the old ones; -1 where it was not among them.
    public private(set) var oldOfNew: [Int] = []
    /// For each old one its place among the new ones; -1 where it is not among them.
    public private(set) var newOfOld: [Int] = []
    /// Whether an old one has the same value still.
    public private(set) var isUnchanged: [Bool] = []

    fileprivate init() {}

    fileprivate mutating func add(old node: Document.Node) {
      old.append(node)
      newOfOld.append(-1)
      isUnchanged.append(false)
    }

    fileprivate mutating func add(new node: Document.Node) {
      new.append(node)
      oldOfNew.append(-1)
    }

    fileprivate mutating func pair(_ position: Int, with node: Document.Node, isUnchanged: Bool) {
      newOfOld[position] = new.count
      oldOfNew.append(position)
      new.append(node)
      self.isUnchanged[position] = isUnchanged
    }
  }

  /// Pairs the members of a to-many that is the value of the members called `oldName` and `newName`; nil where it is not there, and
  /// ``EntityIndex/rootContainer`` for the root. Linear in both, but for a logarithm where their order is another one.
  public func members(_ set: Schema.SetID, old oldName: Document.Node?, new newName: Document.Node?)
    -> Members
  {
    var members = Members()
    var positions: [EntityIndex.Position] = []
    var next = oldName.flatMap { firstMember($0) }
    while let position = next {
      positions.append(position)
      members.add(old: old.entries[position].node)
      next = old.sibling(behind: position)
    }
    let document = new.document
    guard let newName, let array = EntityPairs.array(newName, new) else { return members }
    var expected = 0
    for node in document.elements(array) where document.kind(node) == .object {
      if expected < positions.count, members.newOfOld[expected] < 0,
        document.hash(node) == old.document.hash(members.old[expected])
      {
        members.pair(expected, with: node, isUnchanged: true)
        expected += 1
        continue
      }
      let id = (try? schema.entity(document, node, in: schema[set].destination)) ?? schema[set].destination
      if !schema[id].isSyncable { continue }
      let match = oldName.flatMap { self.match(node, schema[id], $0, positions) }
      guard let match, members.newOfOld[match] < 0 else {
        members.add(new: node)
        continue
      }
      members.pair(
        match, with: node, isUnchanged: document.hash(node) == old.document.hash(members.old[match]))
      expected = match + 1
    }
    return members
  }

  private static func array(_ container: Document.Node, _ index: EntityIndex) -> Document.Node? {
    let value = index.value(in: container)
    return index.document.kind(value) == .array ? value : nil
  }

  private func firstMember(_ container: Document.Node) -> EntityIndex.Position? {
    guard let array = EntityPairs.array(container, old) else { return nil }
    for element in old.document.elements(array) {
      if let position = old.position(of: element) { return position }
    }
    return nil
  }

  /// Which of the old members at `positions` an object of the new document is.
  private func match(
    _ node: Document.Node, _ entity: Schema.Entity, _ container: Document.Node,
    _ positions: [EntityIndex.Position]
  ) -> Int? {
    guard let first = positions.first.map({ old.entries[$0] }),
      var identity = schema.identity(new.document, node, of: entity, old.hashing)
    else { return nil }
    if first.isOwn { identity = EntityIndex.hash(identity, within: container, old.hashing) }
    guard let position = old.position(ofIdentity: identity), old.entries[position].container == container
    else {
      return nil
    }
    // They are in document order.
    let number = Bisection.count(positions) { $0 < position }
    return number < positions.count && positions[number] == position ? number : nil
  }
}

// MARK: Who is there

extension EntityPairs {
  /// Whether an entity was in the old document and is not in the new one.
  public func isGone(_ identity: UInt64) -> Bool {
    old.position(ofIdentity: identity).map { whereabouts[$0] == .gone } ?? false
  }

  /// Whether an entity is in the new document.
  public func isThere(_ identity: UInt64) -> Bool {
    old.position(ofIdentity: identity).map { whereabouts[$0] != .gone } ?? false
      || new.position(ofIdentity: identity) != nil
  }

  /// Whether entities may have no identity, or stand in elements without one, so that ``changedEntities`` lack them.
  var hasUnplaced: Bool { schema.hasUnidentified || old.hasUnplaced || new.hasUnplaced }

  /// The entities that both documents have and that are not the same, in each, and those that only the new one has.
  var changedEntities:
    (
      old: [(node: Document.Node, entity: Model.EntityID)],
      new: [(node: Document.Node, entity: Model.EntityID)]
    )
  {
    let changed = changed
    return (
      changed.compactMap { entry in entry.old.map { ($0, entry.entity) } },
      changed.map { ($0.new, $0.entity) }
    )
  }

  /// The entities of the new document that are not as they were, each with the object that it was, and what it is now.
  var changed: [(old: Document.Node?, new: Document.Node, entity: Model.EntityID)] {
    zip(new.entries, whereabouts.counterparts).map { entry, older in
      (older.map { old.entries[$0].node }, entry.node, entry.entity)
    }
  }

  /// The objects in the old document of the entities that are not in the new one, in its order.
  public var gone: [(node: Document.Node, entity: Model.EntityID)] {
    old.entries.indices.filter { whereabouts[$0] == .gone }.map {
      (old.entries[$0].node, old.entries[$0].entity)
    }
  }
}
