extension Merger {
  /// What becomes of the members of two arrays.
  private struct Members {
    /// What stands for each member of CURRENT that goes.
    var gone: [Int: ContainerRewrite.Slot?] = [:]
    /// Those that come from EDITED: its position there, and what stands for it.
    var additions: [(position: Int, slot: ContainerRewrite.Slot)] = []
    /// Whether both sides have one that PRISTINE does not have.
    var bothCreated = false

    func slot(_ member: Int, count: Int) -> ContainerRewrite.Slot? {
      if member >= count { return additions[member - count].slot }
      return gone.isEmpty ? .kept(member) : gone[member, default: .kept(member)]
    }

    /// Whether one of CURRENT's has gone without leaving anything.
    func isAbsent(_ member: Int) -> Bool { !gone.isEmpty && gone[member, default: .kept(member)] == nil }
  }

  /// Merges two arrays of entities: who is a member, what changed in each, and their order, as separate facts.
  ///
  /// `ordersContradict` says that the two orders have been found not to go together.
  mutating func toMany(
    _ columns: EntityColumns, _ ours: Document.Node, _ spot: Spot, ordersContradict: Bool = false
  ) {
    let start = start
    let (inEdited, inPristine) = (
      columns.currentInEdited, columns.pristine.map { _ in columns.current.twinPositions }
    )
    var members = Members()
    decideMembers(columns, inEdited, inPristine, spot, &members)
    var inCurrent = [Int](repeating: -1, count: columns.edited.elements.count)
    for (position, match) in inEdited.enumerated() where match >= 0 { inCurrent[match] = position }
    addMembers(columns, inCurrent, ours, spot, &members)

    let mayBeMoved =
      members.bothCreated || !columns.edited.isInTwinsOrder || !columns.current.isInTwinsOrder
    if !mayBeMoved, members.additions.isEmpty, members.gone.isEmpty { return }
    var moved: [Int]?
    if mayBeMoved {
      let common = MemberOrder(
        ours: inEdited.indices.filter { inEdited[$0] >= 0 && !members.isAbsent($0) },
        theirs: inCurrent.filter { $0 >= 0 && !members.isAbsent($0) },
        ranks: inPristine ?? [Int](repeating: -1, count: inEdited.count))
      let order =
        (ordersContradict ? common.agreed : common.merged) ?? settledOrder(common, columns, ours, spot)
      if order != common.ours { moved = order }
      if moved == nil, members.additions.isEmpty, members.gone.isEmpty { return }
    }
    let slots = placed(moved, inEdited, inCurrent, members).compactMap {
      members.slot($0, count: inEdited.count)
    }
    rewrite(ours, columns.current.elements.map { current.range($0) }, as: slots, from: start)
  }

  /// Decides about the members that CURRENT has.
  private mutating func decideMembers(
    _ columns: EntityColumns, _ inEdited: [Int], _ inPristine: [Int]?, _ spot: Spot,
    _ members: inout Members
  ) {
    let (ours, theirs) = (columns.current, columns.edited)
    let values = (columns.pristine?.values ?? [], theirs.values, ours.values)
    for (position, match) in inEdited.enumerated() {
      let before = inPristine?[position] ?? -1
      if match < 0, before < 0 { continue }
      if before < 0 { members.bothCreated = true }
      if match >= 0 {
        let value = values.1[match]
        if value == values.2[position] || before >= 0 && value == values.0[before] { continue }
      }
      let versions = Versions(
        pristine: before < 0 ? nil : columns.pristine?.elements[before],
        edited: match < 0 ? nil : theirs.elements[match], current: ours.elements[position])
      let child = memberSpot(versions, position, of: ours.elements.count, columns.key, spot)
      let outcome = decideMember(versions, child)
      if case .take(nil) = outcome.decision {
        members.gone.updateValue(outcome.mark.map { .silent(Merger.marked([], $0)) }, forKey: position)
      } else {
        carryOut(outcome, versions, ours.elements[position], child)
      }
    }
  }

  /// Decides about the members that only EDITED has.
  private mutating func addMembers(
    _ columns: EntityColumns, _ inCurrent: [Int], _ ours: Document.Node, _ spot: Spot,
    _ members: inout Members
  ) {
    let theirs = columns.edited
    for (position, match) in inCurrent.enumerated() where match < 0 {
      let before = columns.pristine == nil ? -1 : theirs.twinPositions[position]
      let versions = Versions(
        pristine: before < 0 ? nil : columns.pristine?.elements[before], edited: theirs.elements[position],
        current: nil)
      let child = memberSpot(versions, position, of: theirs.elements.count, columns.key, spot)
      let outcome = decideMember(versions, child)
      if case .take(let value?) = outcome.decision {
        let text = SourceEdits.Piece.bytes(text(value, asChildOf: ours))
        members.additions.append((position, .new(Merger.marked([text], outcome.mark))))
      } else if outcome.mark != nil {
        members.additions.append((position, .silent(Merger.marked([], outcome.mark))))
      }
    }
  }

  private mutating func memberSpot(
    _ versions: Versions, _ position: Int, of count: Int, _ key: IdentityKey, _ spot: Spot
  ) -> Spot {
    var child = spot
    child.step = .index(position)
    child.place = rules.element(spot.place, position, of: count, values(versions))
    child.key = key
    // A conflict about a whole member is about that entity.
    scopes.append(Scope(parent: spot.scope, edited: versions.edited, current: versions.current, key: key))
    child.scope = scopes.count - 1
    return child
  }

  /// The common members in the order that an order conflict is resolved to.
  private mutating func settledOrder(
    _ order: MemberOrder, _ columns: EntityColumns, _ ours: Document.Node, _ spot: Spot
  ) -> [Int] {
    func side(_ members: [Int]) -> Conflict.Side {
      .elements(
        members.compactMap { member in
          columns.current.wholeIdentity(member, current, columns.key)
        })
    }
    let before = order.before.filter { order.ranks[$0] >= 0 }
    let settled = settle(
      .orderOrder, spot, pristine: columns.pristine == nil ? .absent : side(before),
      edited: side(order.theirs), current: side(order.ours))
    conflicts[conflicts.count - 1].place = Value(current, ours)
    if let number = settled.mark { surround(current.range(ours), with: number) }
    switch settled.resolution {
    case .party(.current), .value: return order.ours
    case .party(.edited): return order.theirs
    case .party(.pristine): return order.before
    }
  }

  /// All members in their order: the common ones (nil: as in CURRENT), then what each side has alone behind the member it
  /// follows there, first CURRENT's, then EDITED's.
  private func placed(_ common: [Int]?, _ inEdited: [Int], _ inCurrent: [Int], _ members: Members) -> [Int] {
    let count = inEdited.count
    if common == nil, members.additions.isEmpty { return Array(0..<count) }
    var chain = MemberChain(capacity: count + members.additions.count)
    if let common {
      for member in common { chain.append(member) }
      var previous: Int?
      for member in 0..<count {
        if !chain.contains(member) { chain.insert(member, behind: previous) }
        previous = member
      }
    } else {
      for member in 0..<count { chain.append(member) }
    }
    var previous: Int?
    var next = 0
    for (position, match) in inCurrent.enumerated() {
      if match >= 0 {
        previous = match
      } else if next < members.additions.count, members.additions[next].position == position {
        let behind = chain.passing(previous) { $0 < count && inEdited[$0] < 0 }
        chain.insert(count + next, behind: behind)
        previous = count + next
        next += 1
      }
    }
    return chain.order
  }
}
