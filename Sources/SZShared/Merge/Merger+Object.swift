extension Merger {
  /// Merges the members of two objects; without a base, what both created.
  mutating func object(
    base: Document.Node?, _ theirs: Document.Node, _ ours: Document.Node, _ spot: Spot
  ) {
    scopes.append(
      Scope(
        parent: spot.scope, edited: theirs, current: ours, key: spot.key ?? rules.key(spot.place)))
    let start = start
    var inner = spot
    inner.scope = scopes.count - 1
    inner.key = nil
    let units = unitOutcomes(base, theirs, ours, inner)
    var rewrite = MemberRewrite(current, ours)
    var inEdited = MemberPairing(current, ours, edited, theirs)
    var inPristine = base.map { MemberPairing(current, ours, pristine, $0) }
    var matched = 0
    while let (member, match) = inEdited.next() {
      let before = inPristine?.next()?.other
      if match != nil { matched += 1 }
      let number = rewrite.advance(to: member.name)
      if match == nil, before == nil {
        rewrite.isOnlyHere[number] = true
        if units.isEmpty { continue }
      }
      let versions = Versions(pristine: before?.value, edited: match?.value, current: member.value)
      var child = inner
      child.step = .name(Value(current, member.name))
      child.place = rules.member(spot.place, current, member.name, values(versions))
      let outcome = units.isEmpty ? nil : units[current.characters(member.name)]
      let decided = outcome ?? decide(versions, child)
      if case .take(nil) = decided.decision {
        rewrite.remove(number, mark: decided.mark)
      } else {
        carryOut(decided, versions, member.value, child)
      }
    }
    addMembers(base, theirs, ours, inner, units, matched: matched, &rewrite)
    if let slots = rewrite.slots { self.rewrite(ours, rewrite.ranges, as: slots, from: start) }
  }

  /// Adds the members that only EDITED has, each behind the one it follows there.
  private mutating func addMembers(
    _ base: Document.Node?, _ theirs: Document.Node, _ ours: Document.Node, _ inner: Spot,
    _ units: [[UInt8]: Outcome], matched: Int, _ rewrite: inout MemberRewrite
  ) {
    if matched == edited.members(theirs).reduce(0, { sum, _ in sum + 1 }) { return }
    var inCurrent = MemberPairing(edited, theirs, current, ours)
    var inPristine = base.map { MemberPairing(edited, theirs, pristine, $0) }
    var anchor = -1
    while let (member, match) = inCurrent.next() {
      let before = inPristine?.next()?.other
      if let match {
        anchor = rewrite.number(of: match.name)
        continue
      }
      let versions = Versions(pristine: before?.value, edited: member.value, current: nil)
      var child = inner
      child.step = .name(Value(edited, member.name))
      child.place = rules.member(inner.place, edited, member.name, values(versions))
      let decided =
        (units.isEmpty ? nil : units[edited.characters(member.name)]) ?? decide(versions, child)
      if case .take(let value?) = decided.decision {
        var text: [UInt8] = []
        surroundings.appendMember(Value(edited, member.name), value, asChildOf: ours, to: &text)
        rewrite.insert(.new(Merger.marked([.bytes(text)], decided.mark)), behind: anchor)
      } else if decided.mark != nil {
        rewrite.insert(.silent(Merger.marked([], decided.mark)), behind: anchor)
      }
    }
  }

  /// What is to be done about the attributes of units that were edited on both sides, by name.
  private mutating func unitOutcomes(
    _ base: Document.Node?, _ theirs: Document.Node, _ ours: Document.Node, _ spot: Spot
  ) -> [[UInt8]: Outcome] {
    var outcomes: [[UInt8]: Outcome] = [:]
    for names in rules.units(spot.place) {
      let before = names.map { name in base.flatMap { Attribute(pristine, $0, name) } }
      let edits = names.map { Attribute(edited, theirs, $0) }
      let mine = names.map { Attribute(current, ours, $0) }
      let hashes = (before.map { $0?.hash }, edits.map { $0?.hash }, mine.map { $0?.hash })
      if hashes.0 == hashes.1 || hashes.0 == hashes.2 || hashes.1 == hashes.2 { continue }
      let settled = settle(
        .unit, spot, pristine: Attribute.side(before), edited: Attribute.side(edits),
        current: Attribute.side(mine))
      for (index, name) in names.enumerated() {
        let chosen: Value?
        switch settled.resolution {
        case .party(.current): chosen = mine[index]?.value
        case .party(.edited): chosen = edits[index]?.value
        case .party(.pristine): chosen = before[index]?.value
        case .value(let unit):
          chosen = unit.document.member(unit.node, named: name.characters).map {
            Value(unit.document, $0.value)
          }
        }
        let isSettled = hashes.1[index] == hashes.2[index]
        let isCurrent =
          chosen.map { value in mine[index].map { value.isEqual($0.value) } ?? false } ?? (mine[index] == nil)
        outcomes[name.characters] = Outcome(
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
  let hash: UInt64

  init?(_ document: Document, _ object: Document.Node, _ name: MemberName) {
    guard let member = document.member(object, named: name.characters) else { return nil }
    self.name = Value(document, member.name)
    value = Value(document, member.value)
    hash = document.hash(member.value)
  }

  static func side(_ attributes: [Attribute?]) -> Conflict.Side {
    .members(attributes.compactMap { $0.map { ($0.name, $0.value) } })
  }
}
