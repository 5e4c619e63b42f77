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
    let deleter: Conflict.Party
    let survivor: Conflict.Party
    /// The same reference on the side that has it.
    let origin: SideReferences.Origin?
  }

  let document: Document
  let result: EntityPlaces
  private let references: References
  private let schema: Schema
  let places: Three<EntityPlaces>
  private let placed: Set<Model.EntityID>
  /// What was named in vain in all of EDITED, where it has only a part of the edits.
  private let namedInVain: Set<UInt64>?
  private var sides: SideReferences
  private(set) var dangling: [Dangling] = []
  private(set) var consequences: [DeletionConsequence] = []
  /// The references that name nothing any more, with what stands in their place; nil for nothing.
  private(set) var cleared: [(reference: Dangling, instead: Value?)] = []
  /// What goes of the result by a cascade.
  private var closure: DeletionClosure<Tie>
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
    for party in Conflict.Party.allCases {
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
      let survivor: Conflict.Party = isThere.current ? .current : .edited
      dangling.append(
        Dangling(reference, key, survivor, schema, origin: origins.current ?? origins.edited))
    }
  }

  /// A reference of the result as one side has it; nil where its holder there does not refer to the entity with this key.
  mutating func origin(
    _ holder: Document.Node, _ property: Schema.PropertyID, _ key: UInt64, _ party: Conflict.Party
  ) -> SideReferences.Origin? {
    sides.origin(self.key(of: holder), property, key, party)
  }

  /// Whether all versions have a reference.
  mutating func isUnedited(_ reference: Dangling) -> Bool {
    Conflict.Party.allCases.allSatisfy {
      origin(reference.holder, reference.property, reference.key, $0) != nil
    }
  }

  /// What one side has where the result has a reference that is no element.
  func counterpart(of reference: Dangling, on party: Conflict.Party) -> SideReferences.Origin? {
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

  // MARK: What follows

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
  mutating func bringBack(_ position: EntityIndex.Position, _ side: Conflict.Party) -> [Return] {
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

  /// Has a reference name nothing any more, or what the side that deleted the entity has it name since.
  ///
  /// `[{"id":"A"}] | [] | [{"id":"A"},{"id":"D","of":"A"}]` → `[{"id":"D","of":null}]`, but, with `--conflicts=current`,
  /// `[{"id":"A"},{"id":"B"},{"id":"D","of":null}] | [{"id":"B"},{"id":"D","of":"B"}] | [{"id":"A"},{"id":"B"},{"id":"D","of":"A"}]` →
  /// `[{"id":"B"},{"id":"D","of":"B"}]`
  mutating func clear(_ reference: Dangling, by rule: Model.Relationship.DeleteRule) {
    let other = successor(of: reference)
    cleared.append((reference, other.map { Value(places[$0.party].index.document, $0.node) }))
    if let origin = reference.origin {
      consequences.append(
        DeletionConsequence(
          what: .reference(origin, instead: other), entity: reference.holderEntity,
          deleter: reference.deleter, rule: rule))
    }
  }

  /// Has what refers to a deleted entity go with it, or, where the side that deleted it has the holder, too, have that refer to what it
  /// refers to there. False, and nothing is changed, where a rule forbids it.
  ///
  /// `[{"id":"A"}] | [] | [{"id":"A"},{"id":"D","of":"A"},{"id":"F","of":"D"}]` → `[]`
  mutating func cascade(to reference: Dangling) -> Bool {
    // The root stays: a document is of something.
    if reference.holder == document.root { return false }
    guard has(reference.holder, reference.deleter) else {
      return delete(reference.holder, by: reference.deleter)
    }
    cleared.append((reference, instead(of: reference)))
    return true
  }

  /// Whether a side has an entity of the result.
  func has(_ holder: Document.Node, _ party: Conflict.Party) -> Bool {
    key(of: holder).map { places[party].position($0) != nil } ?? false
  }

  /// What the side that deleted an entity wrote in the place of a reference to it, as far as that is in the result: it lost against a
  /// reference that does not stay.
  private func successor(of reference: Dangling) -> SideReferences.Origin? {
    if reference.isElement { return nil }
    var found: (origin: SideReferences.Origin, identity: UInt64)?
    sides.forEach(key(of: reference.holder), reference.property, reference.deleter) {
      origin, identity, isElement in
      if !isElement, !isGone(identity) { found = (origin, identity) }
    }
    var isOld = false
    sides.forEach(key(of: reference.holder), reference.property, .pristine) { _, identity, _ in
      if identity == found?.identity { isOld = true }
    }
    return isOld ? nil : found?.origin
  }

  /// What the side that deleted an entity has in the place of a reference to it, as far as that is in the result.
  private func instead(of reference: Dangling) -> Value? {
    if reference.isElement { return nil }
    var found: Value?
    sides.forEach(key(of: reference.holder), reference.property, reference.deleter) {
      origin, identity, isElement in
      if !isElement, !isGone(identity) { found = Value(places[origin.party].index.document, origin.node) }
    }
    return found
  }

  /// A reference to an entity of the result that goes by a cascade.
  private struct Tie {
    let reference: References.Reference
    let key: UInt64
  }

  /// Deletes an entity of the result, with all that it owns and all that the rules have go with that; false, and nothing is changed,
  /// where a rule forbids it, and where the side that deleted something has what would go.
  private mutating func delete(_ holder: Document.Node, by deleter: Conflict.Party) -> Bool {
    guard let first = result.index.position(of: holder) else { return false }
    closure.begin()
    closure.delete(first.number)
    while let (number, _) = closure.next() {
      let position = EntityIndex.Position(number)
      let key = result.keys[position]
      if result.index.entries[position].mayMove, places[deleter].position(key) != nil {
        closure.withdraw()
        return false
      }
      for reference in references.naming(key) {
        guard let other = result.index.position(of: reference.holder) else { continue }
        closure.meet(Tie(reference: reference, key: key), of: other.number, verdict(on: reference, deleter))
      }
    }
    if !closure.denying.isEmpty {
      closure.withdraw()
      return false
    }
    for (number, _) in closure.cascaded {
      let position = EntityIndex.Position(number)
      consequences.append(
        DeletionConsequence(
          what: .entity(result.keys[position]), entity: result.index.entries[position].entity,
          deleter: deleter, rule: .cascade))
    }
    for tie in closure.cleared {
      let (reference, survivor) = (tie.reference, deleter.other)
      let clearing = Dangling(
        reference, tie.key, survivor, schema,
        origin: origin(reference.holder, reference.property, tie.key, survivor))
      clear(clearing, by: clearing.rule ?? .nullify)
    }
    return true
  }

  /// What becomes of the holder of a reference to what goes: one that the side that deleted has itself only loses the reference, and
  /// the root stays.
  private func verdict(on reference: References.Reference, _ deleter: Conflict.Party) -> DeletionVerdict {
    let verdict = DeletionVerdict(forHolder: schema.rule(forReferencesIn: reference.property))
    if verdict != .cascade { return verdict }
    if reference.holder == document.root { return .deny }
    return has(reference.holder, deleter) ? .clear : .cascade
  }
}

extension DeleteJudgement.Dangling {
  fileprivate init(
    _ reference: References.Reference, _ key: UInt64, _ survivor: Conflict.Party, _ schema: Schema,
    origin: SideReferences.Origin?
  ) {
    self.init(
      key: key, node: reference.node, holder: reference.holder, holderEntity: reference.entity,
      property: reference.property, isElement: reference.isElement,
      rule: schema.rule(forReferencesIn: reference.property),
      deleter: survivor.other, survivor: survivor, origin: origin)
  }
}
