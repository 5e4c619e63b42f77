internal import SZCommand
internal import SZJSON
public import SZModel

/// Makes a model of the XML that Xcode saves as `contents`.
///
/// What it does not know is ignored: fetched properties and requests, configurations, indexes, the diagram. What Xcode accepts and a model
/// of ours does not is left out, and said.
public struct CoreDataModel {
  /// How it is read.
  public struct Options: Sendable {
    /// Take the names that import libraries note in a user info as the names in documents.
    public var mapsNames = false
    public var identities: [ModelIdentity] = []

    public init() {}
  }

  /// A mistake in a model's XML, at the element that has it.
  public struct Failure: Error, Sendable {
    public let offset: Int
    public let words: String
  }

  let xml: XMLTree
  let options: Options
  var model = Model()
  /// The element of each entity and property, by the names that lead to it.
  var places: [[String]: Int] = [:]
  /// What a person should know.
  var warnings: [String] = []
  /// Whether what does not say `syncable` is: newer tools never write it, older ones wrote it everywhere.
  private let syncableWhenAbsent: Bool

  /// The model that `xml` describes, checked, and what a person should know of it.
  /// - Throws: the first mistake.
  public static func read(_ xml: XMLTree, _ options: Options = Options()) throws(Failure)
    -> (model: Model, warnings: [String])
  {
    var reader = CoreDataModel(xml: xml, options: options)
    try reader.run()
    return (reader.model, reader.warnings)
  }

  private init(xml: XMLTree, options: Options) {
    self.xml = xml
    self.options = options
    syncableWhenAbsent = !xml.elements.contains {
      ["attribute", "relationship"].contains($0.name) && $0.attribute("syncable") == "YES"
    }
  }

  private mutating func run() throws(Failure) {
    guard let root = xml.elements.first, root.name == "model" else {
      throw Failure(
        offset: xml.elements.first?.offset ?? 0,
        words: "this is no Core Data model: expected an element 'model'"
          + (xml.elements.first.map { ", found '\($0.name)'" } ?? ""))
    }
    for element in xml.children(of: 0, named: "entity") {
      model.entities.append(try entity(element))
    }
    if model.entities.isEmpty { throw Failure(offset: root.offset, words: "the model has no entities") }
    for index in model.entities.indices.dropFirst() {
      let name = model.entities[index].name
      if model.entities[..<index].contains(where: { $0.name == name }) {
        throw Failure(offset: offset(["entities", name]), words: "entity '\(name)' is declared twice")
      }
    }
    model.entities.sort { $0.name < $1.name }
    leaveOutCalledAlike()
    identify()
    leaveOutInverses()
    do { try ModelChecks.check(model) } catch {
      guard case .path(let path) = error.place else { throw Failure(offset: 0, words: error.words) }
      throw Failure(offset: offset(path), words: error.words)
    }
  }

  /// Where the innermost element stands that the names lead to.
  private func offset(_ path: [String]) -> Int {
    var path = path
    while !path.isEmpty {
      if let element = places[path] { return xml.elements[element].offset }
      path.removeLast()
    }
    return 0
  }

  private func fail(_ element: Int, _ words: String) -> Failure {
    Failure(offset: xml.elements[element].offset, words: words)
  }

  private func required(_ attribute: String, of element: Int) throws(Failure) -> String {
    guard let value = xml.elements[element].attribute(attribute), !value.isEmpty else {
      throw fail(element, "\(xml.elements[element].name) needs '\(attribute)'")
    }
    return value
  }

  private mutating func entity(_ element: Int) throws(Failure) -> Model.Entity {
    let name = try required("name", of: element)
    let info = UserInfo(xml, element)
    var entity = Model.Entity(name)
    places[["entities", name]] = element
    entity.parent = xml.elements[element].attribute("parentEntity")
    entity.isAbstract = xml.elements[element].isYes("isAbstract")
    // An entity is syncable unless it says no; what goes for properties does not go for it.
    entity.isSyncable = xml.elements[element].attribute("syncable") != "NO"
    entity.tombstone = info["sz.tombstone"]
    if let scope = info["sz.scope"] { entity.scope = try word(scope, "sz.scope", element) }
    if let merge = info["sz.merge"] { entity.merge = try entityMerge(merge, element) }
    if let units = info["sz.units"] {
      entity.units = units.split(separator: ";").map { UserInfo.names(String($0)) }
    }
    if let text = info["sz.template"] { entity.template = try template(text, element) }
    for child in xml.children(of: element, named: "attribute") {
      if let attribute = try attribute(child, of: name) { entity.attributes.append(attribute) }
    }
    for child in xml.children(of: element, named: "relationship") {
      if let relationship = try relationship(child, of: name) { entity.relationships.append(relationship) }
    }
    return entity
  }

  /// The attribute; nil for one that has no name of its own in documents.
  private mutating func attribute(_ element: Int, of entity: String) throws(Failure) -> Model.Attribute? {
    let name = try required("name", of: element)
    let info = UserInfo(xml, element)
    var attribute = Model.Attribute(name)
    try declare(["entities", entity, "attributes", name], element)
    attribute.kind = kind(of: element, named: "\(entity).\(name)")
    attribute.isTransient = xml.elements[element].isYes("transient") || xml.elements[element].isYes("derived")
    attribute.isSyncable = isSyncable(element) && !info.isNonExportable
    attribute.isExcluded = try isTrue(info, "sz.exclude", element)
    guard let member = member(info, "\(entity).\(name)") else { return nil }
    attribute.member = member == name ? nil : member
    if let merge = info["sz.merge"] { attribute.merge = try word(merge, "sz.merge", element) }
    if let format = info["sz.dateFormat"] {
      attribute.dateFormat = try word(format, "sz.dateFormat", element)
    }
    if let format = info["sz.binaryFormat"] {
      attribute.binaryFormat = try word(format, "sz.binaryFormat", element)
    }
    // Xcode writes 0 as the default of every number; only where there must be a value is that one meant.
    if !xml.elements[element].isYes("optional") {
      do { attribute.defaultValue = try CoreDataDefault.value(xml.elements[element], attribute.kind) } catch {
        warnings.append(
          "attribute '\(entity).\(name)' has no default: '\(error.text)' is no \(attribute.kind.rawValue)")
      }
    }
    return attribute
  }

  /// The relationship; nil for one that has no name of its own in documents.
  private mutating func relationship(
    _ element: Int, of entity: String
  ) throws(Failure) -> Model.Relationship? {
    let name = try required("name", of: element)
    let info = UserInfo(xml, element)
    var relationship = Model.Relationship(name)
    try declare(["entities", entity, "relationships", name], element)
    relationship.destination = try required("destinationEntity", of: element)
    relationship.isToMany = xml.elements[element].isYes("toMany")
    relationship.isOrdered = relationship.isToMany && xml.elements[element].isYes("ordered")
    relationship.deleteRule = try rule(element)
    relationship.inverse = xml.elements[element].attribute("inverseName")
    relationship.isTransient = xml.elements[element].isYes("transient")
    relationship.isSyncable = isSyncable(element) && !info.isNonExportable
    relationship.isIncluded = try isTrue(info, "sz.include", element)
    relationship.isExcluded = try isTrue(info, "sz.exclude", element)
    guard let member = member(info, "\(entity).\(name)") else { return nil }
    relationship.member = member == name ? nil : member
    return relationship
  }

  /// Notes where a property stands, for messages.
  private mutating func declare(_ path: [String], _ element: Int) throws(Failure) {
    if places.updateValue(element, forKey: path) != nil {
      throw fail(element, "property '\(path[path.count - 1])' is declared twice")
    }
  }

  private func rule(_ element: Int) throws(Failure) -> Model.Relationship.DeleteRule {
    switch xml.elements[element].attribute("deletionRule") {
    case nil, "Nullify": return .nullify
    case "Cascade": return .cascade
    case "Deny": return .deny
    case "No Action": return .noAction
    case let other?:
      throw fail(element, "deletionRule '\(other)' is none of Nullify, Cascade, Deny, No Action")
    }
  }

  private func isSyncable(_ element: Int) -> Bool {
    switch xml.elements[element].attribute("syncable") {
    case "YES": true
    case nil: syncableWhenAbsent
    default: false
    }
  }

  /// What documents call a property, `ENTITY.NAME`; nil where an import library takes it from deeper inside, so that it is no member.
  private mutating func member(_ info: UserInfo, _ property: String) -> String? {
    if let member = info["sz.member"] { return member }
    let own = String(property.drop { $0 != "." }.dropFirst())
    guard options.mapsNames else { return own }
    let mapped = info.mappedNames
    guard let first = mapped.first else { return own }
    if let name = mapped.first(where: { !$0.contains(".") }) { return name }
    warnings.append("'\(property)' is left out: '\(first)' is a path, and no member of an object")
    return nil
  }

  private func word<Word: RawRepresentable & CaseIterable>(_ text: String, _ key: String, _ element: Int)
    throws(Failure) -> Word where Word.RawValue == String
  {
    guard let word = Word(rawValue: text) else {
      let allowed = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw fail(element, "\(key) '\(text)' is none of \(allowed)")
    }
    return word
  }

  private func entityMerge(_ text: String, _ element: Int) throws(Failure) -> Model.EntityMerge {
    guard let merge = Model.EntityMerge(text) else {
      throw fail(element, "sz.merge '\(text)' is none of edited, current, newest:ATTRIBUTE")
    }
    return merge
  }

  private func template(_ text: String, _ element: Int) throws(Failure) -> Value {
    guard let document = try? Document.read(Array(text.utf8)), document.kind(document.root) == .object else {
      throw fail(element, "sz.template is no JSON object")
    }
    return Value(document, document.root)
  }

  private func isTrue(_ info: UserInfo, _ key: String, _ element: Int) throws(Failure) -> Bool {
    guard let text = info[key] else { return false }
    guard let isTrue = info.truth(key) else { throw fail(element, "\(key) '\(text)' is neither yes nor no") }
    return isTrue
  }

  private mutating func kind(of element: Int, named name: String) -> Model.Attribute.Kind {
    switch xml.elements[element].attribute("attributeType") {
    case "String": return .string
    case "Integer 16", "Integer 32", "Integer 64": return .integer
    case "Decimal": return .decimal
    case "Double", "Float": return .double
    case "Boolean": return .boolean
    case "Date": return .date
    case "Binary": return .binary
    case "UUID": return .uuid
    case "URI": return .uri
    case "Transformable": return .transformable
    case "Composite", "Undefined", nil: return .any
    case let other?:
      warnings.append("attribute '\(name)' is of no type that is known here, '\(other)': it is taken as any")
      return .any
    }
  }
}
