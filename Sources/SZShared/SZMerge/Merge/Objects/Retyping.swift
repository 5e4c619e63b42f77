internal import SZElements
internal import SZJSON
internal import SZModel

/// The entities that the versions of an object are, where a side made it another one than PRISTINE has.
struct Retyping {
  private let entities: Three<Schema.Entity>
  private let schema: Schema

  /// Whether a value or a reference is one that the entity does not have that `party` made of the object, and that of the other side
  /// does: adding it there contradicts the new entity here.
  ///
  /// Worker has a wage, and Boss, which EDITED made of it, has none: `{"entityName":"Worker"}` | `{"entityName":"Boss"}` |
  /// `{"entityName":"Worker","wage":9}` → delete/edit of wage: `{"entityName":"Boss"}`
  func rulesOut(_ name: [UInt8], _ party: Party) -> Bool {
    guard entities[party] !== entities.pristine, own(name, party) == nil,
      let property = own(name, party.other)
    else { return false }
    // What it owns is never dropped with its place.
    return !(property.set.map { schema[$0].isWalked } ?? false)
  }

  /// Which side did not make the object another entity, and what a relationship is in that, where the new one has another one by its
  /// name; nil for others.
  ///
  /// Links are references of Worker and an attribute of Boss: `{"entityName":"Worker","links":["x"]}` |
  /// `{"entityName":"Boss","links":"L"}` | `{"entityName":"Worker","links":["x","y"]}` → edit/edit of links, which are no to-many then.
  func redeclared(_ name: [UInt8]) -> (party: Party, before: Schema.PropertyID)? {
    let party: Party = entities.pristine === entities.edited ? .edited : .current
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
  private func own(_ name: [UInt8], _ party: Party) -> Schema.Property? {
    entities[party].properties[name].map { schema[$0] }
  }
}

extension Retyping {
  /// Nil where all versions are of one entity.
  init?(_ objects: Versions, at place: MergeRules.Place?, by facts: VersionFacts) {
    guard let schema = facts.rules.schema, let inPristine = objects.pristine, let inEdited = objects.edited,
      let inCurrent = objects.current, case .entity(let found, let set)? = facts.rules.declared(place)
    else { return nil }
    let destination = set.map { schema[$0].destination } ?? schema[found].tree
    guard schema[destination].hasSubentities,
      let before = try? schema.entity(facts.pristine, inPristine, in: destination),
      let own = try? schema.entity(facts.edited, inEdited, in: destination),
      let others = try? schema.entity(facts.current, inCurrent, in: destination),
      before != own || before != others
    else { return nil }
    entities = Three(pristine: schema[before], edited: schema[own], current: schema[others])
    self.schema = schema
  }
}
