internal import SZElements
internal import SZJSON
internal import SZModel

extension Merger {
  /// Merges the members of two objects; where PRISTINE has none, what both created.
  mutating func object(
    _ inPristine: Document.Node?, _ inEdited: Document.Node, _ inCurrent: Document.Node, _ spot: MergeSpot
  ) {
    let objects = Versions(pristine: inPristine, edited: inEdited, current: inCurrent)
    var inner = spot
    inner.place = rules.inside(
      spot.place,
      [Value(current, inCurrent), Value(edited, inEdited)] + (inPristine.map { [Value(pristine, $0)] } ?? []))
    if rules.isLeftOut(inner.place) { return }
    inner.scope = decider.settlements.scopes.add(
      MergeScopes.Scope(
        parent: spot.scope, nodes: objects,
        key: spot.key == nil ? rules.key(spot.place) : nil, entity: rules.entity(inner.place)))
    let start = start
    inner.key = nil
    let retyping = Retyping(objects, at: spot.place, by: decider.facts)
    let units = decider.unitOutcomes(objects, inner)
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
      if match == nil, original == nil, renames?.deleted.edited[member.name] == nil {
        rewrite.isOnlyHere[number] = true
        if units.isEmpty, retyping == nil,
          !decider.facts.isTouched(Versions(pristine: nil, edited: nil, current: member.value))
        {
          continue
        }
      }
      var versions = Versions(pristine: original?.value, edited: match?.value, current: member.value)
      var child = inner
      child.step = .name(Value(current, member.name))
      child.place = rules.member(inner.place, current, member.name, documents.values(versions))
      let outcome = units.isEmpty ? nil : units[current.characters(member.name)]
      if let old = renames?.deleted.edited[member.name] { versions.pristine = old }
      let decided =
        outcome ?? decider.decideRenamed(renames?.deleted.edited[member.name], versions, child)
        ?? decider.decideDisplaced(renames?.displaced.contains(member.name) ?? false, versions, child)
        ?? decider.decideRuledOut(
          retyping, current.characters(member.name), versions, child)
        ?? decider.decideMember(&versions, &child)
      if case .take(nil) = decided.decision {
        rewrite.remove(number, mark: decided.mark)
      } else {
        carryOut(decided, versions, member.value, child)
      }
    }
    addMembers(
      objects, inner, Known(units: units, renames: renames, retyping: retyping), matched: matched, &rewrite)
    if let slots = rewrite.slots { self.rewrite(inCurrent, rewrite.ranges, as: slots, from: start) }
  }

  /// Takes what stands elsewhere in the result out of an object that EDITED does not have.
  mutating func prune(_ object: Document.Node, _ spot: MergeSpot) {
    guard let moves = decider.facts.moves else { return }
    let place = rules.inside(spot.place, [Value(current, object)])
    for member in current.members(object)
    where moves.isAny(.current, in: member.value..<current.next(member.value)) {
      var child = spot
      child.step = .name(Value(current, member.name))
      child.place = rules.member(place, current, member.name, [Value(current, member.value)])
      var versions = Versions(pristine: nil, edited: nil, current: member.value)
      var outcome = MergeOutcome(decision: .merge)
      if case .entity? = rules.declared(child.place) { outcome = decider.decideToOne(&versions, &child) }
      // EDITED does not say how nothing is written here.
      if case .take(nil) = outcome.decision { outcome.decision = .take(JSONText.null) }
      carryOut(outcome, versions, member.value, child)
    }
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
      text.edits.replace(current.range(member.name), with: edited.text(match.edited.name))
    }
    var child = inner
    child.step = .name(Value(current, member.name))
    let versions = Versions(pristine: match.pristine, edited: match.edited.value, current: member.value)
    child.place = rules.member(inner.place, current, member.name, documents.values(versions))
    carryOut(decider.decide(versions, child), versions, member.value, child)
  }

  /// Settles which of two names a member gets; its value is that of the side whose name it is.
  private mutating func settle(
    _ member: MemberRenames.Member, _ match: MemberRenames.Match, _ inner: MergeSpot
  ) {
    var child = inner
    child.step = .name(Value(current, member.name))
    let versions = Versions(pristine: match.pristine, edited: match.edited.value, current: member.value)
    let settled = decider.settlements.settle(.editEdit, child, Contested(versions, in: documents))
    let range = current.start(member.name)..<current.range(member.value).upperBound
    switch settled.resolution {
    case .party(.current):
      if let number = settled.mark { text.edits.surround(range, with: number) }
    case .party(.edited):
      let between = current.bytes.array(
        current.range(member.name).upperBound..<current.start(member.value))
      let isSame = edited.hash(match.edited.value) == current.hash(member.value)
      let value =
        isSame
        ? current.text(member.value)
        : text.layout.replacement(for: member.value, with: Value(edited, match.edited.value))
      let whole = edited.text(match.edited.name) + between + value
      text.edits.replace(range, with: MergedText.marked([.bytes(whole)], settled.mark))
    case .party(.pristine):
      text.edits.replace(
        current.range(member.value),
        with: text.layout.replacement(for: member.value, with: Value(pristine, match.pristine)))
    case .value(let value):
      text.edits.replace(
        current.range(member.value), with: text.layout.replacement(for: member.value, with: value))
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
      if let old = renames?.deleted.current[member.name] { versions.pristine = old }
      let decided =
        (units.isEmpty ? nil : units[edited.characters(member.name)])
        ?? decider.decideRenamed(renames?.deleted.current[member.name], versions, child)
        ?? decider.decideRuledOut(
          known.retyping, edited.characters(member.name), versions, child)
        ?? decider.decideMember(&versions, &child)
      if case .take(let value?) = decided.decision {
        let member = text.member(member.name, value, of: inCurrent)
        rewrite.insert(.new(MergedText.marked([.bytes(member)], decided.mark)), behind: anchor)
      } else if decided.mark != nil {
        rewrite.insert(.textless(MergedText.marked([], decided.mark)), behind: anchor)
      }
    }
  }
}
