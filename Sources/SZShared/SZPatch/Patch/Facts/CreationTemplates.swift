internal import SZJSON
internal import SZModel

/// What created entities begin as: for each entity its template and its defaults, with the names that documents have.
struct CreationTemplates {
  private let schema: Schema
  private var known: [Model.EntityID: Value?] = [:]

  private let isUsed: Bool

  /// There are none when they are not used.
  init(_ schema: Schema, isUsed: Bool) {
    self.schema = schema
    self.isUsed = isUsed
  }

  /// An object with what the entity begins as; nil where the model says nothing of it.
  mutating func template(of id: Model.EntityID) -> Value? {
    if !isUsed { return nil }
    if let known = known[id] { return known }
    let template = make(id)
    known[id] = .some(template)
    return template
  }

  /// An object or array that is being written.
  private struct Frame {
    var node: Document.Node
    let end: Document.Node
    /// Nil for an array and for a value that is no owned object.
    let entity: Model.EntityID?
    let isObject: Bool
    /// What elements are, in an array of owned objects.
    let elements: Model.EntityID?
    var names: Set<[UInt8]> = []
  }

  private func make(_ id: Model.EntityID) -> Value? {
    let model = schema.model
    var writer = JSONWriter.ofValue
    writer.beginObject()
    guard let template = model.lineage(of: id).lazy.compactMap({ model[$0].template }).first else {
      appendDefaults(of: id, besides: [], to: &writer)
      writer.endObject()
      let value = writer.value
      return value.document.isEmptyContainer(value.node) ? nil : value
    }
    let document = template.document
    var frames = [
      Frame(
        node: document.firstChild(template.node), end: document.end(template.node), entity: id,
        isObject: true, elements: nil)
    ]
    while let top = frames.indices.last {
      guard frames[top].node < frames[top].end else {
        let done = frames.removeLast()
        if let entity = done.entity { appendDefaults(of: entity, besides: done.names, to: &writer) }
        if done.isObject { writer.endObject() } else { writer.endArray() }
        continue
      }
      var value = frames[top].node
      var owned = frames[top].elements
      if frames[top].isObject {
        let name = value
        value = document.next(name)
        let property = property(document.string(name), of: frames[top].entity)
        let member = property?.member ?? document.characters(name)
        owned = property?.owned
        frames[top].names.insert(member)
        writer.name(member)
      }
      frames[top].node = document.next(value)
      let kind = document.kind(value)
      guard kind.isContainer, let owned, kind == .object || frames[top].isObject else {
        writer.append(Value(document, value))
        continue
      }
      if kind == .object { writer.beginObject() } else { writer.beginArray() }
      frames.append(
        Frame(
          node: document.firstChild(value), end: document.end(value),
          entity: kind == .object ? entity(document, value, owned) : nil, isObject: kind == .object,
          elements: kind == .array ? owned : nil))
    }
    return writer.value
  }

  private func entity(_ document: Document, _ object: Document.Node, _ destination: Model.EntityID)
    -> Model.EntityID
  {
    (try? schema.entity(document, object, in: destination)) ?? schema[destination].unnamed
  }

  /// What a name of a template is called in documents, and which entity is owned there.
  private func property(_ name: String, of entity: Model.EntityID?) -> (
    member: [UInt8], owned: Model.EntityID?
  )? {
    guard let entity else { return nil }
    if let attribute = schema.model.attribute(name, of: entity) {
      return (Array(attribute.memberName.utf8), nil)
    }
    guard let relationship = schema.model.relationship(name, of: entity) else { return nil }
    return (Array(relationship.memberName.utf8), schema.model.entity(named: relationship.destination))
  }

  private func appendDefaults(
    of id: Model.EntityID, besides names: Set<[UInt8]>, to writer: inout JSONWriter
  ) {
    let model = schema.model
    for ancestor in model.lineage(of: id).reversed() {
      for attribute in model[ancestor].attributes {
        let name = Array(attribute.memberName.utf8)
        guard let value = attribute.defaultValue, !names.contains(name),
          let property = schema[id].properties[name], !schema[property].isLeftOut
        else { continue }
        writer.name(name)
        writer.append(value)
      }
    }
  }
}
