internal import SZJSON
internal import SZModel

extension Merger {
  /// Merges the members of two objects; where PRISTINE has none, what both created.
  mutating func object(
    _ inPristine: Document.Node?, _ inEdited: Document.Node, _ inCurrent: Document.Node, _ spot: MergeSpot
  ) {
    var inner = spot
    inner.place = rules.inside(
      spot.place,
      [Value(current, inCurrent), Value(edited, inEdited)] + (inPristine.map { [Value(pristine, $0)] } ?? []))
    if rules.isLeftOut(inner.place) { return }
    inner.scope = settlements.scopes.add(
      MergeScopes.Scope(
        parent: spot.scope, nodes: Three(pristine: inPristine, edited: inEdited, current: inCurrent),
        key: spot.key == nil ? rules.key(spot.place) : nil, entity: rules.entity(inner.place)))
    let start = start
    inner.key = nil
    let retyping = retyping(inPristine, inEdited, inCurrent, spot)
    let units = unitOutcomes(inPristine, inEdited, inCurrent, inner)
    let renames =
      units.isEmpty && inner.place?.declared == nil ? renames(inPristine, inEdited, inCurrent) : nil
    var rewrite = MemberRewrite(current, inCurrent)
    var editedPairs = MemberPairing(current, inCurrent, edited, inEdited)
    var pristinePairs = inPristine.map { MemberPairing(current, inCurrent, pristine, $0) }
    var matched = 0
    while let (member, match) = editedPairs.next() {
      let original = pristinePairs?.next()?.other
      if match != nil { matched += 1 }
      let number = rewrite.advance(to: member.name)
      if let renamed = renames?.matches[member.name] {
        merge(member, renamed, inner)
        continue
      }
      if let renamed = renames?.contested[member.name] {
        settle(member, renamed, inner)
        continue
      }
      if match == nil, original == nil, renames?.deleted.inEdited[member.name] == nil {
        rewrite.isOnlyHere[number] = true
        if units.isEmpty, retyping == nil,
          !isTouched(Versions(pristine: nil, edited: nil, current: member.value))
        {
          continue
        }
      }
      var versions = Versions(pristine: original?.value, edited: match?.value, current: member.value)
      var child = inner
      child.step = .name(Value(current, member.name))
      child.place = rules.member(inner.place, current, member.name, documents.values(versions))
      let outcome = units.isEmpty ? nil : units[current.characters(member.name)]
      if let old = renames?.deleted.inEdited[member.name] { versions.pristine = old }
      let decided =
        outcome ?? decideRenamed(renames?.deleted.inEdited[member.name], versions, child) ?? decideRuledOut(
          retyping, current.characters(member.name), versions, child)
        ?? decideMember(&versions, &child)
      if case .take(nil) = decided.decision {
        rewrite.remove(number, mark: decided.mark)
      } else {
        carryOut(decided, versions, member.value, child)
      }
    }
    let objects = Versions(pristine: inPristine, edited: inEdited, current: inCurrent)
    addMembers(
      objects, inner, Known(units: units, renames: renames, retyping: retyping), matched: matched, &rewrite)
    if let slots = rewrite.slots { self.rewrite(inCurrent, rewrite.ranges, as: slots, from: start, inner) }
  }

  /// What is to be done about a member of an object as the rules of its place have it.
  private mutating func decideMember(_ versions: inout Versions, _ spot: inout MergeSpot) -> MergeOutcome {
    if case .entity? = rules.declared(spot.place) { return decideToOne(&versions, &spot) }
    return decide(versions, spot)
  }

  /// The members that one side renamed and the other edited; nil when there are none, or nobody wants to know.
  private func renames(
    _ inPristine: Document.Node?, _ inEdited: Document.Node, _ inCurrent: Document.Node
  ) -> MemberRenames? {
    guard options.followsRenames, let inPristine else { return nil }
    let objects = Three(pristine: inPristine, edited: inEdited, current: inCurrent)
    let renames = MemberRenames(Three(pristine: pristine, edited: edited, current: current), objects)
    return renames.isEmpty ? nil : renames
  }

  /// Merges a member that has another name on the other side.
  private mutating func merge(
    _ member: MemberRenames.Member, _ match: MemberRenames.Match, _ inner: MergeSpot
  ) {
    if match.takesName {
      edits.replace(current.range(member.name), with: edited.text(match.edited.name))
    }
    var child = inner
    child.step = .name(Value(current, member.name))
    let versions = Versions(pristine: match.pristine, edited: match.edited.value, current: member.value)
    child.place = rules.member(inner.place, current, member.name, documents.values(versions))
    carryOut(decide(versions, child), versions, member.value, child)
  }

  /// What is to be done about a member that one side renamed, of what PRISTINE has as `original`, and the other one deleted; nil for
  /// others.
  private mutating func decideRenamed(_ original: Document.Node?, _ versions: Versions, _ spot: MergeSpot)
    -> MergeOutcome?
  {
    original == nil ? nil : conflict(versions.edited == nil ? .deleteEdit : .editDelete, versions, spot)
  }

  /// Settles which of two names a member gets; its value is that of the side whose name it is.
  private mutating func settle(
    _ member: MemberRenames.Member, _ match: MemberRenames.Match, _ inner: MergeSpot
  ) {
    var child = inner
    child.step = .name(Value(current, member.name))
    let versions = Versions(pristine: match.pristine, edited: match.edited.value, current: member.value)
    let settled = settlements.settle(.editEdit, child, Contested(versions, in: documents))
    let range = current.start(member.name)..<current.range(member.value).upperBound
    switch settled.resolution {
    case .party(.current):
      if let number = settled.mark { edits.surround(range, with: number) }
    case .party(.edited):
      let between = current.bytes.array(
        current.range(member.name).upperBound..<current.start(member.value))
      let isSame = edited.hash(match.edited.value) == current.hash(member.value)
      let value =
        isSame
        ? current.text(member.value)
        : layout.replacement(for: member.value, with: Value(edited, match.edited.value))
      let text = edited.text(match.edited.name) + between + value
      edits.replace(range, with: Merger.marked([.bytes(text)], settled.mark))
    case .party(.pristine):
      edits.replace(
        current.range(member.value),
        with: layout.replacement(for: member.value, with: Value(pristine, match.pristine)))
    case .value(let value):
      edits.replace(current.range(member.value), with: layout.replacement(for: member.value, with: value))
    }
  }

  /// What is known of the members of an object before each is looked at.
  private struct Known {
    let units: [[UInt8]: MergeOutcome]
    let renames: MemberRenames?
    let retyping: Retyping?
  }

  /// Adds the members that only EDITED has, each behind the one it follows there.
  private mutating func addMembers(
    _ objects: Versions, _ inner: MergeSpot, _ known: Known, matched: Int, _ rewrite: inout MemberRewrite
  ) {
    guard let inEdited = objects.edited, let inCurrent = objects.current,
      matched != edited.members(inEdited).reduce(0, { sum, _ in sum + 1 })
    else { return }
    let (units, renames) = (known.units, known.renames)
    var currentPairs = MemberPairing(edited, inEdited, current, inCurrent)
    var pristinePairs = objects.pristine.map { MemberPairing(edited, inEdited, pristine, $0) }
    var anchor = -1
    while let (member, match) = currentPairs.next() {
      let original = pristinePairs?.next()?.other
      if let match {
        anchor = rewrite.number(of: match.name)
        continue
      }
      if let renames, renames.taken.contains(member.name) { continue }
      var versions = Versions(pristine: original?.value, edited: member.value, current: nil)
      var child = inner
      child.step = .name(Value(edited, member.name))
      child.place = rules.member(inner.place, edited, member.name, documents.values(versions))
      if let old = renames?.deleted.inCurrent[member.name] { versions.pristine = old }
      let decided =
        (units.isEmpty ? nil : units[edited.characters(member.name)])
        ?? decideRenamed(renames?.deleted.inCurrent[member.name], versions, child) ?? decideRuledOut(
          known.retyping, edited.characters(member.name), versions, child)
        ?? decideMember(&versions, &child)
      if case .take(let value?) = decided.decision {
        var text = comments(of: member.name, asChildOf: inCurrent)
        layout.appendMember(Value(edited, member.name), value, asChildOf: inCurrent, to: &text)
        rewrite.insert(.new(Merger.marked([.bytes(text)], decided.mark)), behind: anchor)
      } else if decided.mark != nil {
        rewrite.insert(.textless(Merger.marked([], decided.mark)), behind: anchor)
      }
    }
  }

  /// What is to be done about the attributes of units that were edited on both sides, by name.
  private mutating func unitOutcomes(
    _ inPristine: Document.Node?, _ inEdited: Document.Node, _ inCurrent: Document.Node, _ spot: MergeSpot
  ) -> [[UInt8]: MergeOutcome] {
    var outcomes: [[UInt8]: MergeOutcome] = [:]
    for (number, names) in rules.units(spot.place).enumerated() {
      func hash(_ party: Conflict.Party) -> (Attribute) -> UInt64? {
        { [self] in
          meaning(
            party, $0.value.node, rules.member(spot.place, $0.name.document, $0.name.node, [$0.value]))
        }
      }
      let attributes = Three(
        pristine: names.map { name in inPristine.flatMap { Attribute(pristine, $0, name) } },
        edited: names.map { Attribute(edited, inEdited, $0) },
        current: names.map { Attribute(current, inCurrent, $0) })
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
          places: Three(
            pristine: inPristine.map { .value($0) }, edited: .value(inEdited), current: .value(inCurrent)),
          number: number))
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
