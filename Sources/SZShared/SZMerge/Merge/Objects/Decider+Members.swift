internal import SZElements
internal import SZJSON
internal import SZModel

/// What becomes of the members of an object beside what their values are.
extension Decider {
  /// What is to be done about a member of an object as the rules of its place have it.
  mutating func decideMember(_ versions: inout Versions, _ spot: inout MergeSpot) -> MergeOutcome {
    if case .entity? = rules.declared(spot.place) { return decideToOne(&versions, &spot) }
    return decide(versions, spot)
  }

  /// What is to be done about a member that one side renamed, of what PRISTINE has as `original`, and the other one deleted; nil for
  /// others.
  ///
  /// `{"a":{"n":1}} | {"b":{"n":1}} | {}` → edit/delete: `{"b":{"n":1}}`
  mutating func decideRenamed(_ original: Document.Node?, _ versions: Versions, _ spot: MergeSpot)
    -> MergeOutcome?
  {
    original == nil ? nil : conflict(versions.edited == nil ? .deleteEdit : .editDelete, versions, spot)
  }

  /// What is to be done about a member that both sides edited, where one of them has what it was under another name; nil for others.
  ///
  /// `{"a":{"n":1}} | {"b":{"n":1},"a":{"m":2}} | {"a":{"n":9}}` → edit/edit: `{"a":{"m":2},"b":{"n":1}}`
  mutating func decideDisplaced(_ isDisplaced: Bool, _ versions: Versions, _ spot: MergeSpot) -> MergeOutcome?
  {
    isDisplaced ? conflict(facts.conflictKind(versions, spot), versions, spot) : nil
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
    _ party: Party, _ before: MergeRules.Place?, _ versions: Versions, _ spot: MergeSpot
  ) -> MergeOutcome? {
    if !facts.isTouched(versions), versions.edited.map(edited.hash) == versions.current.map(current.hash) {
      return .keep
    }
    func meaning(_ party: Party) -> UInt64? {
      versions[party].flatMap { facts.meaning(party, $0, before) }
    }
    if meaning(.pristine) == meaning(party) {
      if party == .current {
        return MergeOutcome(decision: .take(versions.edited.map { facts.taken($0, spot.place) }))
      }
      // What a delete rule would keep here is nothing that the new entity holds.
      guard let node = versions.current else { return .keep }
      return facts.isAnyRelocated(.current, in: node..<current.next(node)) ? nil : .keep
    }
    let kind: Conflict.Kind =
      versions.edited == nil ? .deleteEdit : versions.current == nil ? .editDelete : .editEdit
    return conflict(kind, versions, spot)
  }

  /// What is to be done about the attributes of units that were edited on both sides, by name.
  ///
  /// Where street and city are a unit: `{"street":"s","city":"c"} | {"street":"t","city":"c"} | {"street":"s","city":"d"}` → a conflict
  /// `unit`: `{"street":"t","city":"c"}`
  mutating func unitOutcomes(_ objects: Versions, _ spot: MergeSpot) -> [[UInt8]: MergeOutcome] {
    var outcomes: [[UInt8]: MergeOutcome] = [:]
    for (number, names) in rules.units(spot.place).enumerated() {
      func hash(_ party: Party) -> (Attribute) -> UInt64? {
        { [self] in
          facts.meaning(
            party, $0.value.node, rules.member(spot.place, $0.name.document, $0.name.node, [$0.value]))
        }
      }
      let attributes = Three { party in
        names.map { name in objects[party].flatMap { Attribute(documents[party], $0, name) } }
      }
      let hashes = Three { party in attributes[party].map { $0.flatMap(hash(party)) } }
      if hashes.pristine == hashes.edited || hashes.pristine == hashes.current
        || hashes.edited == hashes.current
      {
        continue
      }
      let settled = settlements.settle(
        .unit, spot,
        Contested(
          sides: attributes.map(Attribute.side),
          places: objects.map { $0.map { .value($0) } }, number: number))
      for (index, name) in names.enumerated() {
        let chosen: Value?
        switch settled.resolution {
        case .party(let party): chosen = attributes[party][index]?.value
        case .value(let unit):
          chosen = unit.document.member(unit.node, named: name.characters).map {
            Value(unit.document, $0.value)
          }
        }
        let own = attributes.current[index]
        let isSettled = hashes.edited[index] == hashes.current[index]
        let isCurrent = chosen.map { value in own.map { value.isEqual($0.value) } ?? false } ?? (own == nil)
        outcomes[name.characters] = MergeOutcome(
          decision: isCurrent ? .keep : .take(chosen), mark: isSettled ? nil : settled.mark)
      }
    }
    return outcomes
  }
}

/// A member of one version of an object.
private struct Attribute {
  let name: Value
  let value: Value

  init?(_ document: Document, _ object: Document.Node, _ name: MemberName) {
    guard let member = document.member(object, named: name.characters) else { return nil }
    self.name = Value(document, member.name)
    value = Value(document, member.value)
  }

  static func side(_ attributes: [Attribute?]) -> Conflict.Side {
    .members(attributes.compactMap { $0.map { ($0.name, $0.value) } })
  }
}
