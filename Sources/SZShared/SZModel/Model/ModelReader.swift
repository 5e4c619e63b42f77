public import SZJSON

/// Reads a model in its JSON form, `sz-model(5)`.
public struct ModelReader {
  private let document: Document

  /// The model that `document` describes, with `identities` in place of those that it declares, checked. Linear in its size,
  /// but for the depth of inheritance.
  /// - Throws: the first mistake, with its place.
  public static func read(_ document: Document, identities: [ModelIdentity] = []) throws(ModelError) -> Model
  {
    var model = try ModelReader(document: document).model()
    model.identify(by: identities)
    try ModelChecks.check(model)
    return model
  }

  private func model() throws(ModelError) -> Model {
    var fields = try ModelFields(document, document.root, "a model")
    var model = Model()
    model.dateFormat = try fields.word("dateFormat")
    model.binaryFormat = try fields.word("binaryFormat")
    model.tombstone = try fields.string("tombstone")
    model.unknownMembers = try fields.word("unknown") ?? .compare
    if let node = fields.take("root") { model.root = try root(node) }
    let entities = fields.take("entities")
    try fields.finish()
    guard let entities else { throw ModelError(.missing("entities", in: "a model"), at: document.root) }
    guard document.kind(entities) == .object else {
      throw ModelError(.expected("an object of entities by name"), at: entities)
    }
    for member in document.members(entities) {
      model.entities.append(try entity(document.string(member.name), member.value))
    }
    if model.entities.isEmpty { throw ModelError(.noEntities, at: entities) }
    model.entities.sort { $0.name < $1.name }
    return model
  }

  private func root(_ node: Document.Node) throws(ModelError) -> Model.Root {
    guard document.kind(node) == .object else { return .entity(try entitySet(node)) }
    var fields = try ModelFields(document, node, "the root")
    guard let tables = fields.take("tables") else { return .entity(try entitySet(node)) }
    try fields.finish()
    guard document.kind(tables) == .object else {
      throw ModelError(.expected("an object of tables by name"), at: tables)
    }
    var sets: [(name: String, set: Model.EntitySet)] = []
    for member in document.members(tables) {
      sets.append((document.string(member.name), try entitySet(member.value)))
    }
    return .tables(sets)
  }

  private func entitySet(_ node: Document.Node) throws(ModelError) -> Model.EntitySet {
    if document.kind(node).isString { return Model.EntitySet(entity: document.string(node)) }
    guard document.kind(node) == .object else {
      throw ModelError(.expected("the name of an entity, or an object with 'entity'"), at: node)
    }
    var fields = try ModelFields(document, node, "a set of entities")
    let entity = try fields.string("entity")
    let isOrdered = try fields.flag("ordered", default: false)
    try fields.finish()
    guard let entity else { throw ModelError(.missing("entity", in: "a set of entities"), at: node) }
    return Model.EntitySet(entity: entity, isOrdered: isOrdered)
  }

  private func entity(_ name: String, _ node: Document.Node) throws(ModelError) -> Model.Entity {
    var fields = try ModelFields(document, node, "an entity")
    var entity = Model.Entity(name)
    entity.parent = try fields.string("parent")
    entity.isAbstract = try fields.flag("abstract", default: false)
    if let identity = fields.take("identity") {
      entity.identify(by: ModelIdentity(entity: name, names: try names(identity)))
    }
    entity.scope = try fields.word("scope")
    entity.isSyncable = try fields.flag("syncable", default: true)
    entity.tombstone = try fields.string("tombstone")
    if let node = fields.take("merge") { entity.merge = try entityMerge(node) }
    if let node = fields.take("template") {
      guard document.kind(node) == .object else { throw ModelError(.expected("an object"), at: node) }
      entity.template = Value(document, node)
    }
    if let node = fields.take("units") { entity.units = try units(node) }
    for member in try properties(&fields, "attributes") {
      entity.attributes.append(try attribute(document.string(member.name), member.value))
    }
    for member in try properties(&fields, "relationships") {
      entity.relationships.append(try relationship(document.string(member.name), member.value))
    }
    try fields.finish()
    return entity
  }

  private func properties(_ fields: inout ModelFields, _ name: String) throws(ModelError)
    -> [(name: Document.Node, value: Document.Node)]
  {
    guard let node = fields.take(name) else { return [] }
    guard document.kind(node) == .object else {
      throw ModelError(.expected("an object of \(name) by name"), at: node)
    }
    return Array(document.members(node))
  }

  private func names(_ node: Document.Node) throws(ModelError) -> [String] {
    if document.kind(node).isString { return [document.string(node)] }
    guard document.kind(node) == .array, !document.isEmptyContainer(node) else {
      throw ModelError(.expected("the name of an attribute, or an array of names"), at: node)
    }
    return try ModelFields.strings(document, node)
  }

  private func units(_ node: Document.Node) throws(ModelError) -> [[String]] {
    guard document.kind(node) == .array else { throw ModelError(.expected("an array of units"), at: node) }
    var units: [[String]] = []
    for element in document.elements(node) { units.append(try ModelFields.strings(document, element)) }
    return units
  }

  private func entityMerge(_ node: Document.Node) throws(ModelError) -> Model.EntityMerge {
    let text = try ModelFields.string(document, node)
    if let merge = Model.EntityMerge(text) { return merge }
    throw ModelError(
      .unknownWord(
        text, allowed: ["edited", "current", "newest:ATTRIBUTE"],
        nearest: NearestName.of(text, in: ["edited", "current"])), at: node)
  }

  private func attribute(_ name: String, _ node: Document.Node) throws(ModelError) -> Model.Attribute {
    var attribute = Model.Attribute(name)
    if document.kind(node).isString {
      let allowed = Model.Attribute.Kind.allCases.map(\.rawValue)
      let word = document.string(node)
      guard let kind = Model.Attribute.Kind(rawValue: word) else {
        throw ModelError(
          .unknownWord(word, allowed: allowed, nearest: NearestName.of(word, in: allowed)), at: node)
      }
      attribute.kind = kind
      return attribute
    }
    var fields = try ModelFields(document, node, "an attribute")
    attribute.kind = try fields.word("type") ?? .any
    attribute.defaultValue = fields.take("default").map { Value(document, $0) }
    attribute.isTransient = try fields.flag("transient", default: false)
    attribute.isSyncable = try fields.flag("syncable", default: true)
    attribute.isExcluded = try fields.flag("exclude", default: false)
    attribute.merge = try fields.word("merge")
    attribute.isSet = try fields.flag("set", default: false)
    attribute.member = try fields.string("member")
    attribute.dateFormat = try fields.word("dateFormat")
    attribute.binaryFormat = try fields.word("binaryFormat")
    try fields.finish()
    return attribute
  }

  private func relationship(_ name: String, _ node: Document.Node) throws(ModelError) -> Model.Relationship {
    var fields = try ModelFields(document, node, "a relationship")
    var relationship = Model.Relationship(name)
    let destination = try fields.string("destination")
    relationship.isToMany = try fields.flag("many", default: false)
    relationship.isOrdered = try fields.flag("ordered", default: false)
    relationship.deleteRule = try fields.word("deleteRule") ?? .nullify
    relationship.inverse = try fields.string("inverse")
    relationship.member = try fields.string("member")
    relationship.isTransient = try fields.flag("transient", default: false)
    relationship.isSyncable = try fields.flag("syncable", default: true)
    relationship.isIncluded = try fields.flag("include", default: false)
    relationship.isExcluded = try fields.flag("exclude", default: false)
    try fields.finish()
    guard let destination else { throw ModelError(.missing("destination", in: "a relationship"), at: node) }
    relationship.destination = destination
    return relationship
  }
}
