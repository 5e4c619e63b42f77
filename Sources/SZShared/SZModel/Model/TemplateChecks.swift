internal import SZJSON

/// Holds the template of an entity to its declarations.
///
/// What is still to be looked at stands in a list, so a template may be nested to any depth.
struct TemplateChecks {
  private let model: Model

  init(_ model: Model) { self.model = model }

  /// An object of the template, the entity that it is of, and the names that lead to it.
  private struct Pending {
    let object: Document.Node
    let entity: Model.EntityID
    let path: [String]
  }

  /// - Throws: the first member of the template that is no property, or holds what the property cannot hold.
  func check(_ id: Model.EntityID) throws(ModelError) {
    guard let template = model[id].template else { return }
    let document = template.document
    var pending = [
      Pending(object: template.node, entity: id, path: ["entities", model[id].name, "template"])
    ]
    while let next = pending.popLast() {
      for member in document.members(next.object) {
        let name = document.string(member.name)
        let path = next.path + [name]
        if name == ReservedWord.entityName.rawValue { continue }
        if let attribute = model.attribute(name, of: next.entity) {
          if document.kind(member.value).isContainer, !attribute.holdsContainers {
            throw ModelError(.templateContainer(name), at: path)
          }
        } else if let relationship = model.relationship(name, of: next.entity),
          let destination = model.entity(named: relationship.destination)
        {
          for (object, step) in try objects(relationship, Value(document, member.value), path) {
            pending.append(Pending(object: object, entity: destination, path: path + step))
          }
        } else {
          throw ModelError(.templateNoProperty(name, entity: model[next.entity].name), at: path)
        }
      }
    }
  }

  /// The owned objects that stand in a relationship's place, and the step to each; a scalar there is a reference.
  private func objects(_ relationship: Model.Relationship, _ value: Value, _ path: [String])
    throws(ModelError)
    -> [(Document.Node, [String])]
  {
    switch (value.kind, relationship.isToMany) {
    case (.object, false): return [(value.node, [])]
    case (.array, true):
      return value.document.elements(value.node).enumerated().filter { value.document.kind($1) == .object }
        .map { ($1, ["\($0)"]) }
    case (.object, true): throw ModelError(.templateKind(relationship.name, "an array"), at: path)
    case (.array, false): throw ModelError(.templateKind(relationship.name, "an object"), at: path)
    default: return []
    }
  }
}
