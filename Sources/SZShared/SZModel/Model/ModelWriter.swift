internal import SZJSON

/// Writes a model in its JSON form, normalised: entities by name, nothing inherited repeated, no defaults.
///
/// Law: a model that is written, read and written again has the same bytes.
public struct ModelWriter {
  private let model: Model
  private var json = JSONWriter()

  /// The text of `model`, without white space.
  public static func text(_ model: Model) -> [UInt8] {
    var writer = ModelWriter(model: model)
    writer.write()
    return writer.json.text
  }

  private init(model: Model) { self.model = model }

  private mutating func write() {
    object { writer in
      if let root = writer.model.root { writer.member("root") { $0.root(root) } }
      writer.member("dateFormat", writer.model.dateFormat?.rawValue)
      writer.member("binaryFormat", writer.model.binaryFormat?.rawValue)
      writer.member("tombstone", writer.model.tombstone)
      if writer.model.unknownMembers != .compare {
        writer.member("unknown", writer.model.unknownMembers.rawValue)
      }
      writer.member("entities") { writer in
        writer.object { writer in
          for index in writer.model.entities.indices {
            writer.member(writer.model.entities[index].name) { $0.entity(Model.EntityID(index)) }
          }
        }
      }
    }
  }

  private mutating func root(_ root: Model.Root) {
    switch root {
    case .entity(let set): entitySet(set)
    case .tables(let tables):
      object { writer in
        writer.member("tables") { writer in
          writer.object { writer in
            for table in tables { writer.member(table.name) { $0.entitySet(table.set) } }
          }
        }
      }
    }
  }

  private mutating func entitySet(_ set: Model.EntitySet) {
    guard set.isOrdered else { return string(set.entity) }
    object { writer in
      writer.member("entity", set.entity)
      writer.flag("ordered", true)
    }
  }

  private mutating func entity(_ id: Model.EntityID) {
    let entity = model[id]
    let inherited = model.parent(of: id).map { model.identity(of: $0) } ?? []
    object { writer in
      writer.member("parent", entity.parent)
      writer.flag("abstract", entity.isAbstract)
      if entity.identity != inherited, !entity.identity.isEmpty {
        writer.member("identity") { writer in
          let names = entity.identity.map {
            entity.hasQuotedIdentity && ReservedWord.isReserved(Array($0.utf8)) ? "['\($0)']" : $0
          }
          if names.count == 1 {
            writer.string(names[0])
          } else {
            writer.strings(names)
          }
        }
      }
      if let scope = entity.scope, scope != .document || writer.model.inheritedScope(of: id) != .document {
        writer.member("scope", scope.rawValue)
      }
      writer.flag("syncable", entity.isSyncable, default: true)
      writer.member("tombstone", entity.tombstone)
      writer.member("merge", entity.merge?.text)
      if !entity.attributes.isEmpty {
        writer.member("attributes") { writer in
          writer.object { writer in
            for attribute in entity.attributes { writer.member(attribute.name) { $0.attribute(attribute) } }
          }
        }
      }
      if !entity.relationships.isEmpty {
        writer.member("relationships") { writer in
          writer.object { writer in
            for relationship in entity.relationships {
              writer.member(relationship.name) { $0.relationship(relationship) }
            }
          }
        }
      }
      if !entity.units.isEmpty {
        writer.member("units") { writer in
          writer.array(entity.units) { writer, unit in writer.strings(unit) }
        }
      }
      // An empty template is the default only where none is inherited.
      if let template = entity.template {
        writer.member("template") { $0.json.append(template) }
      }
    }
  }

  private mutating func attribute(_ attribute: Model.Attribute) {
    // The short form, where there is nothing but a type.
    if ModelWriter.isPlain(attribute) { return string(attribute.kind.rawValue) }
    object { writer in
      if attribute.kind != .any { writer.member("type", attribute.kind.rawValue) }
      if let value = attribute.defaultValue {
        writer.member("default") { $0.json.append(value) }
      }
      writer.flag("transient", attribute.isTransient)
      writer.flag("syncable", attribute.isSyncable, default: true)
      writer.flag("exclude", attribute.isExcluded)
      writer.member("merge", attribute.merge?.rawValue)
      writer.flag("set", attribute.isSet)
      if attribute.member != attribute.name { writer.member("member", attribute.member) }
      writer.member("dateFormat", attribute.dateFormat?.rawValue)
      writer.member("binaryFormat", attribute.binaryFormat?.rawValue)
    }
  }

  /// Whether there is nothing to say of an attribute but its type.
  private static func isPlain(_ attribute: Model.Attribute) -> Bool {
    attribute.defaultValue == nil && !attribute.isTransient && attribute.isSyncable && !attribute.isExcluded
      && attribute.merge == nil && !attribute.isSet && attribute.memberName == attribute.name
      && attribute.dateFormat == nil && attribute.binaryFormat == nil
  }

  private mutating func relationship(_ relationship: Model.Relationship) {
    object { writer in
      writer.member("destination", relationship.destination)
      writer.flag("many", relationship.isToMany)
      writer.flag("ordered", relationship.isOrdered)
      if relationship.deleteRule != .nullify { writer.member("deleteRule", relationship.deleteRule.rawValue) }
      writer.member("inverse", relationship.inverse)
      if relationship.member != relationship.name { writer.member("member", relationship.member) }
      writer.flag("transient", relationship.isTransient)
      writer.flag("syncable", relationship.isSyncable, default: true)
      writer.flag("include", relationship.isIncluded)
      writer.flag("exclude", relationship.isExcluded)
    }
  }

  // MARK: Pieces of JSON

  private mutating func object(_ body: (inout ModelWriter) -> Void) {
    json.beginObject()
    body(&self)
    json.endObject()
  }

  private mutating func array<Element>(_ elements: [Element], _ body: (inout ModelWriter, Element) -> Void) {
    json.beginArray()
    for element in elements { body(&self, element) }
    json.endArray()
  }

  private mutating func strings(_ strings: [String]) {
    array(strings) { writer, text in writer.string(text) }
  }

  private mutating func string(_ text: String) { json.append(string: text.utf8) }

  private mutating func member(_ name: String, _ body: (inout ModelWriter) -> Void) {
    json.name(Array(name.utf8))
    body(&self)
  }

  private mutating func member(_ name: String, _ text: String?) {
    if let text { member(name) { $0.string(text) } }
  }

  private mutating func flag(_ name: String, _ value: Bool, default fallback: Bool = false) {
    if value != fallback { member(name) { $0.json.append(value) } }
  }
}
