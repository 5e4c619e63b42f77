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
      let identity =
        document.kind(node) == .object && !set.isWalked
        ? schema.identity(document, node, of: schema[set.destination], hashing)
        : schema.identity(document, reference: node, in: set, hashing)
      return identity.map { (node, $0, set.destination) }
    }
  }
}
