public import SZJSON

/// Where the entities of one version of a document are in another, later one.
public struct EntityWhereabouts {
  /// For each entity of the older version what it is in now; see ``Place``.
  private var places: EntityColumn<Int>
  /// Of the entities that moved, where they are in the index of the later version, and the other way by their objects there.
  public private(set) var destinations: [EntityIndex.Position: EntityIndex.Position] = [:]
  private(set) var sources: [Document.Node: EntityIndex.Position] = [:]
  /// For each entity of the index of the later version what it was.
  public var counterparts = EntityColumn<EntityIndex.Position?>()
  /// Whether one identity was found twice.
  private(set) var hasTwice = false

  /// Where an entity of the older version is.
  public enum Place: Equatable {
    case gone
    /// In something that is as it was.
    case unchanged
    /// In the member that has this name in the later version.
    case container(Document.Node)
  }

  /// Of so many entities, none of which has been found.
  init(count: Int) {
    places = EntityColumn(repeating: EntityWhereabouts.gone, count: count)
  }

  // A container is the index of a node, or -1.
  private static let gone = -3
  private static let unchanged = -2

  public subscript(_ position: EntityIndex.Position) -> Place {
    switch places[position] {
    case EntityWhereabouts.gone: .gone
    case EntityWhereabouts.unchanged: .unchanged
    default: .container(Document.Node(places[position]))
    }
  }

  /// Whether any entity is in the later version no more. Linear.
  public var hasGone: Bool { places.contains(EntityWhereabouts.gone) }

  mutating func foundTwice() { hasTwice = true }

  /// Takes an entity as found, with all it owns, if its value is that of `node`; false, and nothing is taken, otherwise.
  @inline(__always) mutating func takesUnchanged(
    _ position: EntityIndex.Position, of older: EntityIndex, _ document: Document, _ node: Document.Node,
    _ container: Document.Node
  ) -> Bool {
    guard document.hash(node) == older.document.hash(older.entries[position].node) else { return false }
    takeFamily(older.family(of: position), container)
    return true
  }

  /// Takes an entity as found in `container`; answers whether it is as it was, with all it owns.
  mutating func take(
    _ position: EntityIndex.Position, of older: EntityIndex, _ document: Document, _ node: Document.Node,
    _ container: Document.Node
  ) -> Bool {
    if takesUnchanged(position, of: older, document, node, container) { return true }
    if places[position] != EntityWhereabouts.gone { hasTwice = true }
    places[position] = container.index
    return false
  }

  @inline(__always) private mutating func takeFamily(
    _ family: Range<EntityIndex.Position>, _ container: Document.Node
  ) {
    var member = family.lowerBound
    while member < family.upperBound {
      if places[member] != EntityWhereabouts.gone { hasTwice = true }
      places[member] = EntityWhereabouts.unchanged
      member = member.next
    }
    places[family.lowerBound] = container.index
  }

  /// Notes that an entity is at `position` of the later version, below another owner or in another member than before.
  mutating func moved(_ older: EntityIndex.Position, to position: EntityIndex.Position, _ node: Document.Node)
  {
    destinations[older] = position
    sources[node] = older
  }
}
