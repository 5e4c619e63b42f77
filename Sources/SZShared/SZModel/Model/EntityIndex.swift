public import SZJSON

/// The entities of a document under a model: each with what holds it and what it owns, found by identity across the whole
/// document.
///
/// Entities stand in document order, so that what one owns, at any depth, is a range of them. An identity is found by a hash
/// that is one for a whole tree of inheritance; entities whose identity is their own only where they stand (``Model/Entity/Scope``),
/// and copies that an included relationship leads to, have their container mixed into it.
public final class EntityIndex {
  /// An entity by its place in document order.
  public struct Position: Hashable, Strideable, Sendable {
    public let number: Int

    @inlinable @inline(__always) public init(_ number: Int) { self.number = number }

    /// The entity behind this one: of one that owns others, the first of them.
    @inlinable @inline(__always) public var next: Position { Position(number &+ 1) }

    @inlinable @inline(__always) public static func < (left: Position, right: Position) -> Bool {
      left.number < right.number
    }

    @inlinable @inline(__always) public func distance(to other: Position) -> Int { other.number - number }
    @inlinable @inline(__always) public func advanced(by distance: Int) -> Position {
      Position(number + distance)
    }
  }

  /// One entity.
  public struct Entry {
    public let node: Document.Node
    /// The name of the member whose value it is or stands in; ``rootContainer`` for the root and its elements.
    public let container: Document.Node
    /// What owns it; nil at the root, in a table, and below an element that has no identity.
    public let owner: Position?
    /// The entity behind all that it owns, once that has been added.
    public var end = Position(0)
    public let entity: Model.EntityID
    /// Whether it is one that can be found elsewhere in another version of the document.
    public let mayMove: Bool
    /// Whether its identity is its own only in its container.
    public let isOwn: Bool
  }

  /// What stands for the name of a member at the root.
  public static let rootContainer = Document.Node.nowhere

  public let document: Document
  public let schema: Schema
  public let hashing: Hashing
  public let entries: EntityColumn<Entry>
  @usableFromInline let table: HashTable

  init(_ document: Document, _ schema: Schema, _ hashing: Hashing, _ builder: EntityIndexBuilder) {
    self.document = document
    self.schema = schema
    self.hashing = hashing
    entries = builder.entries
    table = builder.table
  }

  /// Whether an entity with an identity stands in an element that has none. Linear.
  public var hasUnplaced: Bool {
    entries.contains { !$0.mayMove && !$0.isOwn && schema[$0.entity].key != nil }
  }

  // MARK: Asking

  /// The entity whose object begins at `node`; nil when none does. Logarithmic.
  public func position(of node: Document.Node) -> Position? {
    let first = entries.partition { $0.node < node }
    return first < entries.endIndex && entries[first].node == node ? first : nil
  }

  /// The entities that stand in a value, with that which it is. Logarithmic.
  public func positions(in node: Document.Node) -> Range<Position> {
    let end = document.next(node)
    return entries.partition { $0.node < node }..<entries.partition { $0.node < end }
  }

  @inlinable @inline(__always) public func position(ofIdentity hash: UInt64) -> Position? {
    table.value(hash).map { Position($0) }
  }

  /// The value of the member that is called by `container`, or the root.
  public func value(in container: Document.Node) -> Document.Node {
    container == EntityIndex.rootContainer ? document.root : document.next(container)
  }

  /// The single object that stands there, as far as it is an entity.
  func position(ofSingle container: Document.Node) -> Position? { position(of: value(in: container)) }

  public func entity(_ position: Position) -> Schema.Entity { schema[entries[position].entity] }

  public func owner(of position: Position) -> Position? { entries[position].owner }

  /// All that an entity owns, with itself.
  @inlinable @inline(__always) public func family(of position: Position) -> Range<Position> {
    position..<entries[position].end
  }

  /// The entity behind `position` in the same container; nil when there is none.
  @inline(__always) func sibling(behind position: Position) -> Position? {
    let next = entries[position].end
    return next < entries.endIndex && entries[next].container == entries[position].container
      && entries[next].owner == entries[position].owner ? next : nil
  }

  /// The same identity, told from those in other containers.
  @inline(__always) static func hash(_ identity: UInt64, within container: Document.Node, _ hashing: Hashing)
    -> UInt64
  {
    hashing.pair(identity, UInt64(truncatingIfNeeded: container.index))
  }
}

// MARK: Paths

extension EntityIndex {
  /// The path of what holds entities: of the member called by the node `container` in the entity at `owner`. Linear in its
  /// depth.
  public func path(ofContainer container: Document.Node, owner: Position?) -> [UInt8] {
    // From the inside out.
    var steps: [(container: Document.Node, entity: Position?)] = [(container, nil)]
    var next = owner
    while let position = next {
      steps.append((entries[position].container, position))
      next = self.owner(of: position)
    }
    var path = Array("$".utf8)
    for (container, position) in steps.reversed() {
      if container != EntityIndex.rootContainer {
        PathText.appendStep(document.characters(container), to: &path)
      }
      if let position, isElement(position) { path += selector(position) }
    }
    return path
  }

  /// The innermost entity that a node stands in. Logarithmic, and linear in the depth.
  public func position(around node: Document.Node) -> Position? {
    let behind = entries.partition { $0.node <= node }
    var position = behind > entries.startIndex ? behind.advanced(by: -1) : nil
    while let found = position, document.next(entries[found].node) <= node { position = owner(of: found) }
    return position
  }

  /// The path of an entity.
  public func path(of position: Position) -> [UInt8] {
    var path = path(ofContainer: entries[position].container, owner: owner(of: position))
    if isElement(position) { path += selector(position) }
    return path
  }

  private func isElement(_ position: Position) -> Bool {
    document.kind(value(in: entries[position].container)) == .array
  }

  private func selector(_ position: Position) -> [UInt8] {
    guard let key = entity(position).key else { return [] }
    return IdentitySelector.text(
      key.members(Value(document, entries[position].node)).map {
        ($0.name.document.characters($0.name.node), $0.value)
      })
  }
}
