internal import SZElements
internal import SZJSON
internal import SZModel

/// What becomes of references to what is gone, and of those who hold them.
extension DeleteJudgement {
  /// Has a reference name nothing any more, or what the side that deleted the entity has it name since.
  ///
  /// `[{"id":"A"}] | [] | [{"id":"A"},{"id":"D","of":"A"}]` → `[{"id":"D","of":null}]`, but, with `--conflicts=current`,
  /// `[{"id":"A"},{"id":"B"},{"id":"D","of":null}] | [{"id":"B"},{"id":"D","of":"B"}] | [{"id":"A"},{"id":"B"},{"id":"D","of":"A"}]` →
  /// `[{"id":"B"},{"id":"D","of":"B"}]`
  mutating func clear(_ reference: Dangling, by rule: Model.Relationship.DeleteRule) {
    let other = successor(of: reference)
    cleared.append((reference, other.map { value($0) }))
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
    cleared.append((reference, instead(of: reference).map { value($0.origin) }))
    return true
  }

  private func value(_ origin: SideReferences.Origin) -> Value {
    Value(places[origin.party].index.document, origin.node)
  }

  /// What the side that deleted an entity has in the place of a reference to it, as far as that is in the result; with whom it names.
  private func instead(of reference: Dangling) -> (origin: SideReferences.Origin, identity: UInt64)? {
    if reference.isElement { return nil }
    var found: (origin: SideReferences.Origin, identity: UInt64)?
    sides.forEach(key(of: reference.holder), reference.property, reference.deleter) {
      origin, identity, isElement in
      if !isElement, !isGone(identity) { found = (origin, identity) }
    }
    return found
  }

  /// The same, as far as that side wrote it: it lost against a reference that does not stay.
  private func successor(of reference: Dangling) -> SideReferences.Origin? {
    guard let found = instead(of: reference) else { return nil }
    var isOld = false
    sides.forEach(key(of: reference.holder), reference.property, .pristine) { _, identity, _ in
      if identity == found.identity { isOld = true }
    }
    return isOld ? nil : found.origin
  }

  /// Deletes an entity of the result, with all that it owns and all that the rules have go with that; false, and nothing is changed,
  /// where a rule forbids it, and where the side that deleted something has what would go.
  private mutating func delete(_ holder: Document.Node, by deleter: Party) -> Bool {
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
  ///
  /// `[{"id":"A"},{"id":"F"}] | [{"id":"F"}] | [{"id":"A"},{"id":"D","of":"A"},{"id":"F","of":"D"}]` → `[{"id":"F","of":null}]`
  private func verdict(on reference: References.Reference, _ deleter: Party) -> DeletionVerdict {
    let verdict = DeletionVerdict(forHolder: schema.rule(forReferencesIn: reference.property))
    if verdict != .cascade { return verdict }
    if reference.holder == document.root { return .deny }
    return has(reference.holder, deleter) ? .clear : .cascade
  }
}
