internal import SZJSON
internal import SZModel

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

    /// Which side did not make the object another entity, and what a relationship is in that, where the new one has another one by its
    /// name; nil for others.
    fileprivate func redeclared(_ name: [UInt8]) -> (party: Conflict.Party, before: Schema.PropertyID)? {
      let party: Conflict.Party = entities.pristine === entities.edited ? .edited : .current
      guard entities.pristine === entities[party], let before = entities[party].property(name),
        let after = entities[party.other].property(name), before != after,
        !isAlike(schema[before], schema[after])
      else { return nil }
      return (party, before)
    }

    /// Whether documents hold the same things at two properties.
    private func isAlike(_ left: Schema.Property, _ right: Schema.Property) -> Bool {
      guard let left = left.set.map({ schema[$0] }), let right = right.set.map({ schema[$0] }) else {
        return left.set == nil && right.set == nil
      }
      return left.isToMany == right.isToMany && left.isWalked == right.isWalked
        && schema[left.destination].tree == schema[right.destination].tree
    }

    /// The property with this name that the entity of a side has itself.
    private func own(_ name: [UInt8], _ party: Conflict.Party) -> Schema.Property? {
      entities[party].properties[name].map { schema[$0] }
    }
  }

  /// Nil where all versions are of one entity.
  func retyping(
    _ inPristine: Document.Node?, _ inEdited: Document.Node, _ inCurrent: Document.Node, _ spot: MergeSpot
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
    _ retyping: Retyping?, _ name: [UInt8], _ versions: Versions, _ spot: MergeSpot
  ) -> MergeOutcome? {
    guard let retyping else { return nil }
    if let (party, before) = retyping.redeclared(name) {
      return decideRedeclared(party, rules.place(of: before, at: spot.place), versions, spot)
    }
    guard versions.pristine == nil else { return nil }
    switch (versions.edited, versions.current) {
    case (nil, _?): return retyping.rulesOut(name, .edited) ? conflict(.deleteEdit, versions, spot) : nil
    case (_?, nil): return retyping.rulesOut(name, .current) ? conflict(.editDelete, versions, spot) : nil
    default: return nil
    }
  }

  /// A member that is another thing in the entity that one side made of the object: it is as that side has it, unless the other side,
  /// `party`, changed what it was before.
  private mutating func decideRedeclared(
    _ party: Conflict.Party, _ before: MergeRules.Place?, _ versions: Versions, _ spot: MergeSpot
  ) -> MergeOutcome? {
    if !isTouched(versions), versions.edited.map(edited.hash) == versions.current.map(current.hash) {
      return .keep
    }
    func meaning(_ party: Conflict.Party) -> UInt64? {
      versions[party].flatMap { self.meaning(party, $0, before) }
    }
    if meaning(.pristine) == meaning(party) {
      if party == .current {
        return MergeOutcome(decision: .take(versions.edited.map { taken($0, spot.place) }))
      }
      // What a delete rule would keep here is nothing that the new entity holds.
      guard let node = versions.current else { return .keep }
      return moves?.isAny(.current, in: node..<current.next(node)) ?? false ? nil : .keep
    }
    let kind: Conflict.Kind =
      versions.edited == nil ? .deleteEdit : versions.current == nil ? .editDelete : .editEdit
    return conflict(kind, versions, spot)
  }
}
