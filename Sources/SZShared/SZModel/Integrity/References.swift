public import SZJSON

/// The references between the entities of one document, found by whom they name.
public struct References {
  /// One of them.
  public struct Reference {
    /// The scalar, or the object that stands for its identity.
    public let node: Document.Node
    public let holder: Document.Node
    public let entity: Model.EntityID
    public let property: Schema.PropertyID
    /// Whether it is an element of an array.
    public let isElement: Bool
  }

  private(set) var all: [Reference] = []
  /// For each reference the next one that names the same entity; -1 for none.
  private var next: [Int] = []
  private var first: HashTable

  /// The references of `document` to entities that have a place in it. Linear in what is walked.
  public init(_ document: Document, _ schema: Schema, _ hashing: Hashing, root: Rules.Declared?) {
    let placed = schema.placed(below: root)
    var all: [Reference] = []
    var next: [Int] = []
    var first = HashTable(expected: 0)
    let held = HeldReferences(schema, to: placed, hashing)
    EntityWalk.forEach(document, schema, root: root) { node, id, _ in
      held.forEach(document, node, schema[id]) {
        found, identity, property, isElement in
        next.append(first.value(identity) ?? -1)
        first.set(identity, value: all.count)
        all.append(
          Reference(node: found, holder: node, entity: id, property: property, isElement: isElement))
      }
    }
    (self.all, self.next, self.first) = (all, next, first)
  }

  /// The identities that references of a document name and no entity of it has; none where it is no document of the model. Linear.
  public static func namedInVain(_ document: Document, _ schema: Schema, _ hashing: Hashing) -> Set<UInt64> {
    guard let root = (try? RootChoice(schema, [document]))?.declared(document, schema),
      let index = try? EntityScan.index(document, schema, hashing, root: root)
    else { return [] }
    let placed = schema.placed(below: root)
    var named: Set<UInt64> = []
    let held = HeldReferences(schema, to: placed, hashing)
    EntityWalk.forEach(document, schema, root: root) { node, id, _ in
      held.forEach(document, node, schema[id]) { _, identity, _, _ in
        if index.position(ofIdentity: identity) == nil { named.insert(identity) }
      }
    }
    return named
  }

  /// Those that name the entity with this identity.
  public func naming(_ identity: UInt64) -> [Reference] {
    var found: [Reference] = []
    var number = first.value(identity) ?? -1
    while number >= 0 {
      found.append(all[number])
      number = next[number]
    }
    return found.reversed()
  }
}
