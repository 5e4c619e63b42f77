internal import SZElements
internal import SZJSON
internal import SZModel

/// The result of a merge as delete rules look at it: which references name what is gone, and what becomes of them.
/// The examples have PRISTINE | EDITED | CURRENT → the result; "of" refers to another of them.
struct DeleteJudgement {
  /// A reference in the result to an entity that is not there, which dangles neither in EDITED nor in CURRENT.
  struct Dangling {
    /// What it names.
    let key: UInt64
    /// In the result: the reference and the object that holds it.
    let node: Document.Node
    let holder: Document.Node
    let holderEntity: Model.EntityID
    let property: Schema.PropertyID
    let isElement: Bool
    let rule: Model.Relationship.DeleteRule?
    /// The side that deleted the entity, and the one that still has it.
    let deleter: Party
    let survivor: Party
    /// The same reference on the side that has it.
    let origin: SideReferences.Origin?
  }

  /// A reference to an entity of the result that goes by a cascade.
  struct Tie {
    let reference: References.Reference
    let key: UInt64
  }

  let document: Document
  let result: EntityPlaces
  let references: References
  let schema: Schema
  let places: Three<EntityPlaces>
  private let placed: Set<Model.EntityID>
  /// What was named in vain in all of EDITED, where it has only a part of the edits.
  private let namedInVain: Set<UInt64>?
  var sides: SideReferences
  private(set) var dangling: [Dangling] = []
  var consequences: [DeletionConsequence] = []
  /// The references that name nothing any more, with what stands in their place; nil for nothing.
  var cleared: [(reference: Dangling, instead: Value?)] = []
  /// What goes of the result by a cascade.
  var closure: DeletionClosure<Tie>
  /// What comes back in the next round, of each side.
  private var returning = Three<Set<EntityIndex.Position>> { _ in [] }

  /// Whether anything in a result can refer to an entity.
  static func mayRefer(_ merger: Merger, _ schema: Schema) -> Bool {
    guard let root = merger.setup.entities?.roots.current else { return false }
    return schema.hasReferences(among: schema.placed(below: root))
  }

  /// Nil when there is nothing to look at. Linear in the documents.
  init?(_ merger: Merger, _ merged: MergedResult, _ places: Three<EntityPlaces>, _ schema: Schema) {
    guard let root = merger.setup.entities?.roots.current, let hashing = merger.current.hashing else {
      return nil
    }
    (document, result) = (merged.document, merged.places)
    self.schema = schema
    self.places = places
    placed = schema.placed(below: root)
    sides = SideReferences(places, schema, placed: placed)
    namedInVain = merger.setup.options.namedInVain
    references = References(document, schema, hashing, root: root)
    let index = merged.places.index
    closure = DeletionClosure(count: index.entries.count, .lastFound) { number in
      let family = index.family(of: EntityIndex.Position(number))
      return family.lowerBound.number..<family.upperBound.number
    }
    var seen: Set<UInt64> = []
    for party in Party.allCases {
      for (position, key) in zip(places[party].keys.indices, places[party].keys)
      where places[party].index.entries[position].mayMove && isGone(key) && seen.insert(key).inserted {
        find(key)
      }
      for key in places[party].unplaced.keys where isGone(key) && seen.insert(key).inserted { find(key) }
    }
    dangling.sort { $0.node < $1.node }
  }

  private mutating func find(_ key: UInt64) {
    let isThere = places.map { $0.has(key) }
    if !isThere.edited, !isThere.current { return }
    for reference in references.naming(key) {
      let origins = (
        edited: origin(reference.holder, reference.property, key, .edited),
        current: origin(reference.holder, reference.property, key, .current)
      )
      // What dangled there is not this merge's business.
      if !isThere.edited, origins.edited != nil, namedInVain?.contains(key) ?? true { continue }
      if !isThere.current, origins.current != nil { continue }
      let survivor: Party = isThere.current ? .current : .edited
      dangling.append(
        Dangling(reference, key, survivor, schema, origin: origins.current ?? origins.edited))
    }
  }

  /// A reference of the result as one side has it; nil where its holder there does not refer to the entity with this key.
  mutating func origin(
    _ holder: Document.Node, _ property: Schema.PropertyID, _ key: UInt64, _ party: Party
  ) -> SideReferences.Origin? {
    sides.origin(self.key(of: holder), property, key, party)
  }

  /// Whether all versions have a reference.
  mutating func isUnedited(_ reference: Dangling) -> Bool {
    Party.allCases.allSatisfy {
      origin(reference.holder, reference.property, reference.key, $0) != nil
    }
  }

  /// What one side has where the result has a reference that is no element.
  func counterpart(of reference: Dangling, on party: Party) -> SideReferences.Origin? {
    var found: SideReferences.Origin?
    sides.forEach(key(of: reference.holder), reference.property, party) { origin, _, isElement in
      if !isElement { found = origin }
    }
    return found
  }

  /// Whether the result does not have an entity.
  func isGone(_ key: UInt64) -> Bool { !result.has(key) }

  func key(of holder: Document.Node) -> UInt64? {
    result.index.position(of: holder).map { result.keys[$0] }
  }

  /// Whether an entity of the result goes by a cascade.
  func isCascaded(_ holder: Document.Node) -> Bool {
    result.index.position(of: holder).map { isCascaded($0) } ?? false
  }

  func isCascaded(_ position: EntityIndex.Position) -> Bool { closure[position.number] }

  /// All that go by a cascade.
  var cascaded: [EntityIndex.Position] { closure.deleted.map { EntityIndex.Position($0) } }

  /// Whether a side has an entity of the result.
  func has(_ holder: Document.Node, _ party: Party) -> Bool {
    key(of: holder).map { places[party].position($0) != nil } ?? false
  }

  // MARK: What comes back

  /// An entity that comes back, and one that it refers to, which the same side deleted.
  struct Return {
    let holder: EntityIndex.Position
    let target: UInt64
    let rule: Model.Relationship.DeleteRule?
  }

  /// Takes note that an entity comes back as one side has it, with all that it owns. Answers what they refer to that the other side
  /// deleted and that does not come back with them. Each entity is looked at once.
  ///
  /// Where the rule is deny: `[{"id":"A","of":"B"},{"id":"B"}] | [] | [{"id":"A","of":"B"},{"id":"B"},{"id":"D","of":"A"}]` → CURRENT's,
  /// with B, to which A refers.
  mutating func bringBack(_ position: EntityIndex.Position, _ side: Party) -> [Return] {
    let (places, index) = (places[side], places[side].index)
    let family = index.family(of: position).filter {
      isGone(places.keys[$0]) && returning[side].insert($0).inserted
    }
    var found: [Return] = []
    let held = HeldReferences(schema, to: placed, index.hashing)
    for holder in family {
      held.forEach(index.document, index.entries[holder].node, schema[index.entries[holder].entity]) {
        _, target, property, _ in
        guard isGone(target), !self.places[side.other].has(target), let other = places.position(target),
          !returning[side].contains(other)
        else { return }
        found.append(
          Return(holder: holder, target: target, rule: schema.rule(forReferencesIn: property)))
      }
    }
    return found
  }
}

extension DeleteJudgement.Dangling {
  init(
    _ reference: References.Reference, _ key: UInt64, _ survivor: Party, _ schema: Schema,
    origin: SideReferences.Origin?
  ) {
    self.init(
      key: key, node: reference.node, holder: reference.holder, holderEntity: reference.entity,
      property: reference.property, isElement: reference.isElement,
      rule: schema.rule(forReferencesIn: reference.property),
      deleter: survivor.other, survivor: survivor, origin: origin)
  }
}
