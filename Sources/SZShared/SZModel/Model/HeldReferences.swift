public import SZJSON

/// The references that single objects hold, to entities of the trees that have a place.
public struct HeldReferences {
  private let schema: Schema
  private let placed: Set<Model.EntityID>
  private let hashing: Hashing

  public init(_ schema: Schema, to placed: Set<Model.EntityID>, _ hashing: Hashing) {
    (self.schema, self.placed, self.hashing) = (schema, placed, hashing)
  }

  /// Calls `body` for each that an object of an entity holds. Linear in its members.
  public func forEach(
    _ document: Document, _ object: Document.Node, _ entity: Schema.Entity,
    _ body: (_ node: Document.Node, _ identity: UInt64, _ property: Schema.PropertyID, _ isElement: Bool) ->
      Void
  ) {
    if !entity.mayRefer { return }
    for member in document.members(object) {
      guard let property = schema.referring(document, member.name, of: entity),
        let set = schema[property].set.map({ schema[$0] }), placed.contains(schema[set.destination].tree)
      else { continue }
      func visit(_ node: Document.Node, isElement: Bool) {
        guard let identity = schema.identity(document, reference: node, in: set, hashing) else { return }
        body(node, identity, property, isElement)
      }
      if document.kind(member.value) == .array {
        for node in document.elements(member.value) { visit(node, isElement: true) }
      } else {
        visit(member.value, isElement: false)
      }
    }
  }
}
