extension Patcher {
  /// Does what an item says of a member that comes from elsewhere or goes there; answers whether it is one.
  mutating func move(
    _ entity: Roster.Entity, _ found: Int?, _ array: Document.Node, _ path: PathTable.Path,
    _ place: Rules.Place?,
    _ roster: inout Roster, _ updates: inout [Task]
  ) -> Bool {
    guard let model, model.moves.isNamed else { return false }
    let child = entity.item
    let heading = tree.heading(of: child)
    if heading.from != nil {
      if let found {
        takeAsArrived(child, roster.elements[found], &updates)
      } else if arrives(child, path) {
        appliedCount += 1
        roster.create(entity)
      }
      return true
    }
    guard heading.to != nil else { return false }
    if let found, departs(child, roster.elements[found], path, .index(found)) { roster.delete(entity.member) }
    return true
  }

  /// Notes that an entity stands where it was to come already; what changes in it is added to what changes in what holds it.
  mutating func takeAsArrived(_ item: ItemIndex, _ node: Document.Node, _ updates: inout [Task]) {
    alreadyAppliedCount += 1
    if let departure = model?.moves[item]?.departure {
      state?.arrived.insert(item)
      state?.departed.insert(departure)
    }
    guard let model, let edits = editing(item), let position = model.index.position(of: node) else { return }
    let entity = model.index.entries[position].entity
    updates.append(
      .relation(
        edits, node, path: steps(to: node), place: model.rules.declaring(.entity(entity, nil), at: nil)))
  }

  /// The item that says what changes in a moved entity: at its new place, or at the old one when the change was turned round.
  func editing(_ item: ItemIndex) -> ItemIndex? {
    let move = model?.moves[item]
    return [move?.arrival ?? item, move?.departure].compactMap { $0 }.first { item in
      tree.children(of: item).contains {
        switch tree[$0] {
        case .attribute, .context, .relationship: true
        default: false
        }
      }
    }
  }

  /// Whether an entity that is not at its new place yet can come there; if not, it is listed. What changes in it is set about.
  mutating func arrives(_ item: ItemIndex, _ path: PathTable.Path) -> Bool {
    guard let model, let from = tree.heading(of: item).from else { return false }
    let expected = Misfit.Side.words("\(label(item)) in \(from.document.string(from.node))")
    guard let move = model.moves[item], let position = move.position else {
      reject(item, .move, path, nil, at: target.root, expected: expected, found: .nothing)
      return false
    }
    let entry = model.index.entries[position]
    // Not even by force, so that it does not depend on where it stands what becomes of the rest.
    guard move.fits else {
      let there = String(decoding: model.index.path(of: position), as: UTF8.self)
      reject(
        item, .move, path, nil, at: entry.node, expected: expected,
        found: .words(move.isRing ? "it around what it would come to stand in" : "it at \(there)"))
      return false
    }
    state?.arrived.insert(item)
    if let edits = editing(item) {
      push(
        .arrival(
          edits, entry.node, number: move.number, path: steps(to: entry.node),
          place: model.rules.declaring(.entity(entry.entity, nil), at: nil)))
    }
    return true
  }

  /// Whether an entity goes from where it stands.
  mutating func departs(
    _ item: ItemIndex, _ node: Document.Node, _ path: PathTable.Path, _ step: PathTable.Step?
  )
    -> Bool
  {
    guard let move = model?.moves[item] else {
      reject(
        item, .move, path, step, at: node, expected: .words("a place in the change that it comes to"),
        found: .nothing)
      return false
    }
    guard move.fits, !isBlocked(move.arrival) else { return false }
    state?.departed.insert(item)
    return true
  }

  /// The text of an entity that is moved, with what changes in it.
  func pieces(of move: MovePlan.Move) -> [SourceEdits.Piece]? {
    guard let model, let position = move.position else { return nil }
    return [.edited(target.range(model.index.entries[position].node), move.number)]
  }

  /// The place of a node as a path, for messages.
  private mutating func steps(to node: Document.Node) -> PathTable.Path {
    model?.movePaths.map { paths.add($0.way(to: node), below: .root) } ?? .root
  }

  /// The moves of which one half was done and the other not: an entity would stand twice or be lost. Each with what is missing.
  func halfMoves() -> [(item: ItemIndex, misfit: Misfit)] {
    guard let model, let state else { return [] }
    let gone = model.moves.moves.allSatisfy({ $0.departure != nil }) ? [] : Set(state.deleted.map(\.node))
    return model.moves.moves.flatMap { move -> [(item: ItemIndex, misfit: Misfit)] in
      let hasArrived = state.arrived.contains(move.arrival)
      // Without a place that it goes from, what it stands in must go.
      let hasDeparted =
        move.departure.map { state.departed.contains($0) } ?? goes(move, with: gone, model)
      guard hasArrived != hasDeparted, hasArrived || move.departure != nil, let position = move.position
      else {
        return []
      }
      let node = model.index.entries[position].node
      let misfit = Misfit(
        operation: .move, pointer: model.movePaths?.text(to: node) ?? "", offset: target.start(node),
        expected: .words(
          move.departure == nil
            ? "a place in the change that it goes from"
            : "a place that it can \(hasArrived ? "go from" : "come to")"), found: .nothing,
        entity: model.entity(of: move.arrival, tree, at: node, target))
      return [move.arrival, move.departure].compactMap { $0 }.map { ($0, misfit) }
    }
  }

  /// Whether an entity that moves is taken from its place because something around it goes, one of the nodes `gone`.
  private func goes(_ move: MovePlan.Move, with gone: Set<Document.Node>, _ model: ModelledTarget) -> Bool {
    var next = move.position.flatMap { model.index.owner(of: $0) }
    while let owner = next {
      if gone.contains(model.index.entries[owner].node) { return true }
      // It goes along, with what stands in it.
      if model.moves.move(of: owner) != nil { return false }
      next = model.index.owner(of: owner)
    }
    return false
  }
}
