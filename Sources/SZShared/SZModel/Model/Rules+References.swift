public import SZJSON

extension Rules {
  /// The references that a value at `place` holds: itself, or its elements.
  func references(_ value: Value, _ place: Place?, _ hashing: Hashing) -> [(
    node: Document.Node, identity: UInt64, destination: Model.EntityID
  )] {
    guard let schema, let declared = place?.declared else { return [] }
    let number: Schema.SetID
    switch declared {
    case .reference(let set), .references(let set), .entities(let set): number = set
    case .entity(_, let set?): number = set
    default: return []
    }
    let set = schema[number]
    let document = value.document
    let nodes = value.kind == .array ? Array(document.elements(value.node)) : [value.node]
    return nodes.compactMap { node in
      schema.identity(document, reference: node, in: set, hashing).map { (node, $0, set.destination) }
    }
  }

  /// What in a value is known elsewhere, too: the references that it holds, and the entities that stand in it.
  public struct Contents {
    public var references: [(node: Document.Node, identity: UInt64, destination: Model.EntityID)] = []
    /// Those whose identity is one across the document.
    public var entities: [(node: Document.Node, identity: UInt64, entity: Model.EntityID)] = []
  }

  /// The contents of a value at `place`: references to entities of the trees in `placed`, those that the value itself is, and all
  /// entities below owned relationships. Linear in the value.
  public func contents(of value: Value, at place: Place?, _ placed: Set<Model.EntityID>, _ hashing: Hashing)
    -> Contents
  {
    var contents = Contents(references: references(value, place, hashing))
    guard let schema, value.kind.isContainer else { return contents }
    let document = value.document
    let held = HeldReferences(schema, to: placed, hashing)
    EntityWalk.forEach(document, schema, root: place?.declared, at: value.node) { node, id, isCopy in
      let entity = schema[id]
      if !isCopy, !entity.isScopedToParent,
        let identity = schema.identity(document, node, of: entity, hashing)
      {
        contents.entities.append((node, identity, id))
      }
      held.forEach(document, node, entity) { node, identity, property, _ in
        guard let set = schema[property].set else { return }
        contents.references.append((node, identity, schema[set].destination))
      }
    }
    return contents
  }
}
