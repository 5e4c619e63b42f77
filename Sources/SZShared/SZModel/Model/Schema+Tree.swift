public import SZJSON

extension Schema {
  /// What the entities of one tree of inheritance have as properties. Each may hold all of them: what an entity that has become another
  /// one still holds is what it was.
  struct TreeProperties: Sendable {
    var all: [[UInt8]: PropertyID] = [:]
    /// The relationships that are walked.
    var walked = NameTable<PropertyID>()
    /// The relationships that may hold references.
    var references = NameTable<PropertyID>()
  }

  /// The relationship at a member that is walked in an entity; nil for others.
  @inline(__always) public func walked(_ document: Document, _ name: Document.Node, of entity: Entity)
    -> PropertyID?
  {
    find(document, name, of: entity, own: entity.walked, ofTree: entity.propertiesOfTree?.walked)
  }

  /// The relationship at a member that may hold references in an entity; nil for others.
  @inline(__always) func referring(_ document: Document, _ name: Document.Node, of entity: Entity)
    -> PropertyID?
  {
    find(document, name, of: entity, own: entity.references, ofTree: entity.propertiesOfTree?.references)
  }

  @inline(__always) private func find(
    _ document: Document, _ name: Document.Node, of entity: Entity, own: [PropertyID],
    ofTree tree: NameTable<PropertyID>?
  ) -> PropertyID? {
    for property in own where self[property].member.matches(document, name) { return property }
    guard let property = tree?[document, name], document.kind(name) != .shadowedName else { return nil }
    // What it has itself is not what others have.
    return entity.properties[self[property].member.characters] == nil ? property : nil
  }
}

extension Schema.Entity {
  /// The property with this name that it has, or that another one of its tree has, which it may have been before.
  public func property(_ name: [UInt8]) -> Schema.PropertyID? {
    properties[name] ?? propertiesOfTree?.all[name]
  }

  /// Whether any relationship is walked that it may hold.
  public var mayOwn: Bool { !walked.isEmpty || !(propertiesOfTree?.walked.isEmpty ?? true) }

  /// Whether any relationship that it may hold may hold references.
  var mayRefer: Bool { !references.isEmpty || !(propertiesOfTree?.references.isEmpty ?? true) }

  /// The names of all properties that it may hold, sorted.
  var knownNames: [String] {
    let others = propertiesOfTree.map { Array($0.all.keys) } ?? []
    return Set(properties.keys).union(others).map { String(decoding: $0, as: UTF8.self) }.sorted()
  }
}
