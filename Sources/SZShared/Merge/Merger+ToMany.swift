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
  mutating func toMany(_ columns: EntityColumns, _ arrays: Versions, _ spot: Spot) {
    guard let array = arrays.current else { return }
    let start = start
    let inEdited = columns.currentInEdited
    var members = Members()
    decideMembers(columns, spot, &members)
    var inCurrent = [Int](repeating: -1, count: columns.edited.elements.count)
    for (position, match) in inEdited.enumerated() where match >= 0 { inCurrent[match] = position }
    addMembers(columns, inCurrent, array, spot, &members)

    let mayBeMoved = (members.bothCreated || columns.isMoved) && !rules.isUnordered(spot.place)
    if !mayBeMoved, members.additions.isEmpty, members.gone.isEmpty { return }
    var moved: [Int]?
    var marks: [(number: Int, members: [Int])] = []
    if mayBeMoved {
      let order = MemberOrder(
        edited: inCurrent.filter { $0 >= 0 && !members.isAbsent($0) },
        current: inEdited.indices.filter { inEdited[$0] >= 0 && !members.isAbsent($0) },
        ranks: columns.currentInPristine)
      let merged = order.merged { settledOrder($0, columns, arrays, spot, &marks) }
      if merged != order.current { moved = merged }
      if moved == nil, members.additions.isEmpty, members.gone.isEmpty, marks.isEmpty { return }
    }
    let placed =
      rules.isUnordered(spot.place)
      ? Array(0..<inEdited.count + members.additions.count) : placed(moved, inEdited, inCurrent, members)
    let slots = placed.compactMap { member in
      members.slot(member, count: inEdited.count).map { (member: member, slot: $0) }
    }
    rewrite(
      array, columns.current.elements.map { current.range($0) }, as: Merger.marked(slots, marks), from: start,
      spot)
  }

  /// Decides about the members that CURRENT has.
  private mutating func decideMembers(_ columns: EntityColumns, _ spot: Spot, _ members: inout Members) {
    let (inCurrent, inEdited) = (columns.current, columns.edited)
    let values = Three(
      pristine: columns.pristine?.values ?? [], edited: inEdited.values, current: inCurrent.values)
    for (position, match) in columns.currentInEdited.enumerated() {
      let inPristine = columns.currentInPristine[position]
      if let relocation = moves?[.current, inCurrent.elements[position]] {
        if match >= 0 { members.bothCreated = true }
        decideHere(relocation, position, columns, spot, &members)
        continue
      }
      let node = inCurrent.elements[position]
      let touched = isTouched(
        Versions(pristine: nil, edited: match < 0 ? nil : inEdited.elements[match], current: node))
      if match < 0, inPristine < 0 {
        if touched { pruneMember(position, columns, spot) }
        continue
      }
      if inPristine < 0 { members.bothCreated = true }
      if match >= 0, !touched {
        let value = values.edited[match]
        if inPristine >= 0, value == values.pristine[inPristine] {
          guard let node = columns.pristine?.elements[inPristine],
            mayBeRespelled(node, inEdited.elements[match])
          else { continue }
        } else if value == values.current[position] {
          continue
        }
      }
      let versions = Versions(
        pristine: inPristine < 0 ? nil : columns.pristine?.elements[inPristine],
        edited: match < 0 ? nil : inEdited.elements[match], current: inCurrent.elements[position])
      let child = memberSpot(versions, position, of: inCurrent.elements.count, columns, spot)
      take(decideMember(versions, child), versions, position, columns, child, &members)
    }
  }

  /// Decides about a member of CURRENT that does not stand in one place.
  private mutating func decideHere(
    _ relocation: Relocation, _ position: Int, _ columns: EntityColumns, _ spot: Spot,
    _ members: inout Members
  ) {
    guard relocation.home == .current else {
      members.gone.updateValue(nil, forKey: position)
      return
    }
    let count = columns.current.elements.count
    let child = memberSpot(relocation.nodes, position, of: count, columns, spot)
    let outcome =
      relocation.reason == .movedAndDeleted
      ? decideMovedAndDeleted(relocation, child) : decideMember(relocation.nodes, child)
    take(outcome, relocation.nodes, position, columns, child, &members)
  }

  /// Carries out what was decided about a member of CURRENT.
  private mutating func take(
    _ outcome: Outcome, _ versions: Versions, _ position: Int, _ columns: EntityColumns, _ child: Spot,
    _ members: inout Members
  ) {
    if case .take(nil) = outcome.decision {
      members.gone.updateValue(outcome.mark.map { .silent(Merger.marked([], $0)) }, forKey: position)
    } else {
      carryOut(outcome, versions, columns.current.elements[position], child)
    }
  }

  /// Takes what stands elsewhere out of a member that only CURRENT has.
  private mutating func pruneMember(_ position: Int, _ columns: EntityColumns, _ spot: Spot) {
    let node = columns.current.elements[position]
    let versions = Versions(pristine: nil, edited: nil, current: node)
    let child = memberSpot(versions, position, of: columns.current.elements.count, columns, spot)
    carryOut(Outcome(decision: .merge), versions, node, child)
  }

  /// What is to be done about a member that only EDITED has here.
  private mutating func decideComing(_ versions: Versions, _ child: Spot) -> Outcome {
    guard let moves, let node = versions.edited, let relocation = moves[.edited, node] else {
      return decideMember(versions, child)
    }
    if relocation.home == .current { return .keep }
    if relocation.reason == .movedAndDeleted { return decideMovedAndDeleted(relocation, child) }
    return Outcome(decision: .take(taken(node, child.place)))
  }

  /// Decides about the members that only EDITED has.
  private mutating func addMembers(
    _ columns: EntityColumns, _ inCurrent: [Int], _ array: Document.Node, _ spot: Spot,
    _ members: inout Members
  ) {
    let inEdited = columns.edited
    for (position, match) in inCurrent.enumerated() where match < 0 {
      let inPristine = columns.editedInPristine[position]
      let versions = Versions(
        pristine: inPristine < 0 ? nil : columns.pristine?.elements[inPristine],
        edited: inEdited.elements[position],
        current: nil)
      let child = memberSpot(versions, position, of: inEdited.elements.count, columns, spot)
      let outcome = decideComing(versions, child)
      if case .take(let value?) = outcome.decision {
        let text = SourceEdits.Piece.bytes(text(value, asChildOf: array))
        members.additions.append((position, .new(Merger.marked([text], outcome.mark))))
      } else if outcome.mark != nil {
        members.additions.append((position, .silent(Merger.marked([], outcome.mark))))
      }
    }
  }

  /// What comes of the members that only EDITED has, where CURRENT has none at all.
  mutating func taken(_ columns: EntityColumns, _ spot: Spot) -> [Value] {
    columns.edited.elements.indices.compactMap { position in
      let inPristine = columns.editedInPristine[position]
      let versions = Versions(
        pristine: inPristine < 0 ? nil : columns.pristine?.elements[inPristine],
        edited: columns.edited.elements[position], current: nil)
      let child = memberSpot(versions, position, of: columns.edited.elements.count, columns, spot)
      if case .take(let value?) = decideComing(versions, child).decision { return value }
      return nil
    }
  }

  private mutating func memberSpot(
    _ versions: Versions, _ position: Int, of count: Int, _ columns: EntityColumns, _ spot: Spot
  ) -> Spot {
    var child = spot
    child.step = .index(position)
    child.place = rules.element(spot.place, position, of: count, values(versions))
    if child.place?.declared != nil { child.place = rules.inside(child.place, values(versions).reversed()) }
    child.key = columns.key
    // A conflict about a whole member is about that entity.
    scopes.append(
      Scope(
        parent: spot.scope, nodes: versions, key: columns.key, isInferred: columns.isInferred,
        entity: rules.entity(child.place)))
    child.scope = scopes.count - 1
    return child
  }

  /// The order that members which contradict each other are resolved to.
  private mutating func settledOrder(
    _ orders: Three<[Int]>, _ columns: EntityColumns, _ arrays: Versions, _ spot: Spot,
    _ marks: inout [(number: Int, members: [Int])]
  ) -> [Int] {
    let sides = orders.map { members in
      Conflict.Side.elements(
        members.compactMap { columns.current.wholeIdentity($0, current, columns.key) })
    }
    let settled = settle(
      .orderOrder, spot,
      columns.pristine == nil
        ? Three(pristine: .absent, edited: sides.edited, current: sides.current) : sides,
      arrays.map { $0.map { .value($0) } }, number: orders.current.first ?? 0)
    if let number = settled.mark { marks.append((number, orders.current)) }
    switch settled.resolution {
    case .party(.current): return orders.current
    case .party(.edited): return orders.edited
    case .party(.pristine):
      let known = Set(orders.pristine)
      return orders.pristine + orders.current.filter { !known.contains($0) }
    case .value(let value):
      // Whoever gives an order has made sure that it is one of these members.
      return order(value, orders.current, columns) ?? orders.current
    }
  }

  /// The members in the order of the identities in `value`; nil when those are not theirs.
  private func order(_ value: Value, _ members: [Int], _ columns: EntityColumns) -> [Int]? {
    guard let hashing = current.hashing else { return nil }
    var numbers: [UInt64: Int] = [:]
    for member in members {
      guard let identity = columns.current.wholeIdentity(member, current, columns.key) else { return nil }
      numbers[ValueHash.of(identity.document, identity.node, hashing)] = member
    }
    var order: [Int] = []
    for element in value.document.elements(value.node) {
      guard let member = numbers.removeValue(forKey: ValueHash.of(value.document, element, hashing)) else {
        return nil
      }
      order.append(member)
    }
    return numbers.isEmpty ? order : nil
  }

  /// The slots with marks around the stretches in which the members stand that contradict each other.
  private static func marked(
    _ slots: [(member: Int, slot: ContainerRewrite.Slot)], _ marks: [(number: Int, members: [Int])]
  ) -> [ContainerRewrite.Slot] {
    if marks.isEmpty { return slots.map(\.slot) }
    var numbers: [Int: Int] = [:]
    for (index, mark) in marks.enumerated() { for member in mark.members { numbers[member] = index } }
    var rest = marks.map(\.members.count)
    var result: [ContainerRewrite.Slot] = []
    for slot in slots {
      guard let index = numbers[slot.member] else {
        result.append(slot.slot)
        continue
      }
      let mark = ContainerRewrite.Slot.silent([.mark(marks[index].number)])
      if rest[index] == marks[index].members.count { result.append(mark) }
      result.append(slot.slot)
      rest[index] -= 1
      if rest[index] == 0 { result.append(mark) }
    }
    return result
  }

  /// All members in their order: the common ones (nil: as in CURRENT), then what each side has alone behind the member it
  /// follows there, first CURRENT's, then EDITED's.
  ///
  /// What a side has alone follows a member that has not left its place against the others there, so that no two members
  /// swap that only one side has.
  private func placed(_ common: [Int]?, _ inEdited: [Int], _ inCurrent: [Int], _ members: Members) -> [Int] {
    let count = inEdited.count
    if common == nil, members.additions.isEmpty { return Array(0..<count) }
    var chain = MemberChain(capacity: count + members.additions.count)
    var places = [Int](repeating: -1, count: count)
    if let common {
      for (place, member) in common.enumerated() {
        chain.append(member)
        places[member] = place
      }
      let staying = staying((0..<count).filter { places[$0] >= 0 }, places)
      var previous: Int?
      for member in 0..<count {
        if !chain.contains(member) {
          chain.insert(member, behind: previous)
          previous = member
        } else if staying[member] {
          previous = member
        }
      }
    } else {
      for member in 0..<count {
        chain.append(member)
        places[member] = member
      }
    }
    let staying = staying(inCurrent.filter { $0 >= 0 && places[$0] >= 0 }, places)
    var previous: Int?
    var next = 0
    for (position, match) in inCurrent.enumerated() {
      if match >= 0 {
        if staying[match] { previous = match }
      } else if next < members.additions.count, members.additions[next].position == position {
        let behind = chain.passing(previous) { $0 < count && inEdited[$0] < 0 }
        chain.insert(count + next, behind: behind)
        previous = count + next
        next += 1
      }
    }
    return chain.order
  }

  /// Which of the members, in the order of one side, need not move to be in the order of the result.
  private func staying(_ members: [Int], _ places: [Int]) -> [Bool] {
    var staying = [Bool](repeating: false, count: places.count)
    for position in LongestIncreasing.positions(of: members.map { places[$0] }) {
      staying[members[position]] = true
    }
    return staying
  }
}
