internal import SZElements
internal import SZJSON
internal import SZModel

/// What the sides of a merge have of the references in its result: by who holds them, and by which relationship.
struct SideReferences {
  /// A reference, and the object that holds it, on one side.
  struct Origin {
    let party: Party
    let holder: Document.Node
    let node: Document.Node
  }

  /// The references that one side has by a relationship of an entity.
  private struct Held: Hashable {
    let party: Party
    let holder: UInt64
    let property: Schema.PropertyID
  }

  private let places: Three<EntityPlaces>
  private let schema: Schema
  private let placed: Set<Model.EntityID>
  /// Those that were asked about, by whom they name: each is read once.
  private var known: [Held: [UInt64: Origin]] = [:]

  /// `placed` are the entities that may stand in the documents.
  init(_ places: Three<EntityPlaces>, _ schema: Schema, placed: Set<Model.EntityID>) {
    (self.places, self.schema, self.placed) = (places, schema, placed)
  }

  /// A reference as one side has it; nil where the entity with the key `holder` does not refer to the one with this key there.
  mutating func origin(
    _ holder: UInt64?, _ property: Schema.PropertyID, _ key: UInt64, _ party: Party
  ) -> Origin? {
    guard let holder else { return nil }
    let held = Held(party: party, holder: holder, property: property)
    if known[held] == nil {
      var found: [UInt64: Origin] = [:]
      forEach(holder, property, party) { origin, identity, _ in found[identity] = origin }
      known[held] = found
    }
    return known[held]?[key]
  }

  /// What one side has an entity refer to by a relationship.
  func forEach(
    _ holder: UInt64?, _ property: Schema.PropertyID, _ party: Party,
    _ body: (Origin, _ identity: UInt64, _ isElement: Bool) -> Void
  ) {
    guard let position = holder.flatMap({ places[party].position($0) }) else { return }
    let index = places[party].index
    let entry = index.entries[position]
    HeldReferences(schema, to: placed, index.hashing).forEach(
      index.document, entry.node, schema[entry.entity]
    ) { node, identity, other, isElement in
      if schema[other].member == schema[property].member {
        body(Origin(party: party, holder: entry.node, node: node), identity, isElement)
      }
    }
  }
}
