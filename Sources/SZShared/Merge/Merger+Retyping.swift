/// How an object is merged that a side made another entity.
extension Merger {
  /// The entities that the versions of an object are, where a side made it another one than PRISTINE has.
  struct Retyping {
    fileprivate let entities: Three<Schema.Entity>
    fileprivate let schema: Schema

    /// Whether a value or a reference is one that the entity does not have that `party` made of the object, and that of the other side
    /// does: adding it there contradicts the new entity here.
    fileprivate func rulesOut(_ name: [UInt8], _ party: Conflict.Party) -> Bool {
      guard entities[party] !== entities.pristine, own(name, party) == nil,
        let property = own(name, party.other)
      else { return false }
      // What it owns is never dropped with its place.
      return !(property.set.map { schema[$0].isWalked } ?? false)
    }

    /// The property with this name that the entity of a side has itself.
    private func own(_ name: [UInt8], _ party: Conflict.Party) -> Schema.Property? {
      entities[party].properties[name].map { schema[$0] }
    }
  }

  /// Nil where all versions are of one entity.
  func retyping(
    _ inPristine: Document.Node?, _ inEdited: Document.Node, _ inCurrent: Document.Node, _ spot: Spot
  ) -> Retyping? {
    guard let schema = rules.schema, let inPristine,
      case .entity(let found, let set)? = rules.declared(spot.place)
    else { return nil }
    let destination = set.map { schema[$0].destination } ?? schema[found].tree
    guard schema[destination].hasSubentities,
      let before = try? schema.entity(pristine, inPristine, in: destination),
      let inEdited = try? schema.entity(edited, inEdited, in: destination),
      let inCurrent = try? schema.entity(current, inCurrent, in: destination),
      before != inEdited || before != inCurrent
    else { return nil }
    return Retyping(
      entities: Three(pristine: schema[before], edited: schema[inEdited], current: schema[inCurrent]),
      schema: schema)
  }

  /// What is to be done about a member that one side added while the other made the object an entity that does not have it; nil for
  /// others.
  mutating func decideRuledOut(
    _ retyping: Retyping?, _ name: [UInt8], _ versions: Versions, _ spot: Spot
  ) -> Outcome? {
    guard let retyping, versions.pristine == nil else { return nil }
    switch (versions.edited, versions.current) {
    case (nil, _?): return retyping.rulesOut(name, .edited) ? conflict(.deleteEdit, versions, spot) : nil
    case (_?, nil): return retyping.rulesOut(name, .current) ? conflict(.editDelete, versions, spot) : nil
    default: return nil
    }
  }
}
