internal import SZJSON
internal import SZModel

extension Patcher {
  /// Does what an item says of a member that comes from elsewhere or goes there; answers whether it is one.
  mutating func move(
    _ entity: Roster.Entity, _ found: Int?, _ array: ChangedPart, _ roster: inout Roster,
    _ updates: inout [Task]
  ) -> Bool {
    guard let model, model.moves.isNamed else { return false }
    let child = entity.item
    let heading = tree.heading(of: child)
    if heading.from != nil {
      if let found {
        takeAsArrived(child, roster.elements[found], &updates)
      } else if arrives(child, array.path) {
        appliedCount += 1
        roster.create(entity)
      }
      return true
    }
    guard heading.to != nil else { return false }
    if let found, departs(child, roster.elements[found], array.path, .index(found)) {
      roster.delete(entity.member)
    }
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
        ChangedPart(
          item: edits, node: node, path: steps(to: node),
          place: model.rules.declaring(.entity(entity, nil), at: nil))))
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
      reject(
        .move, ChangedPart(item: item, node: target.root, path: path), expected: expected, found: .nothing)
      return false
    }
    let entry = model.index.entries[position]
    // Not even by force, so that it does not depend on where it stands what becomes of the rest.
    guard move.fits else {
      let there = String(decoding: model.index.path(of: position), as: UTF8.self)
      reject(
        .move, ChangedPart(item: item, node: entry.node, path: path), expected: expected,
        found: .words(
          move.isRing
            ? "it around what it would come to stand in"
            : move.isRepeated ? "another place in the change that it comes to" : "it at \(there)"))
      return false
    }
    state?.arrived.insert(item)
    if let edits = editing(item) {
      push(
        .arrival(
          ChangedPart(
            item: edits, node: entry.node, path: steps(to: entry.node),
            place: model.rules.declaring(.entity(entry.entity, nil), at: nil)), number: move.number))
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
        .move, ChangedPart(item: item, node: node, path: path), step,
        expected: .words("a place in the change that it comes to"), found: .nothing)
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
    guard let model, let state, !model.moves.isEmpty else { return [] }
    let taken = takenAway(model, state)
    return model.moves.moves.flatMap { move -> [(item: ItemIndex, misfit: Misfit)] in
      guard let position = move.position else { return [] }
      let hasArrived = state.arrived.contains(move.arrival)
      let goes = goes(position, with: taken, model, state)
      let hasDeparted = move.departure.map { state.departed.contains($0) } ?? false
      // By force it is deleted with what it stands in when it cannot come to its place.
      let isHalf =
        hasArrived ? !hasDeparted && !goes : hasDeparted || goes && policy != .force
      if !isHalf { return [] }
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

  /// The outermost entities of what is taken away.
  private func takenAway(_ model: ModelledTarget, _ state: ModelledState) -> Set<EntityIndex.Position> {
    var outermost: Set<EntityIndex.Position> = []
    for taken in state.taken {
      var position = taken.positions.lowerBound
      while position < taken.positions.upperBound {
        outermost.insert(position)
        position = model.index.entries[position].end
      }
    }
    return outermost
  }

  /// Whether what stands at a position goes with what is taken away. Linear in its depth.
  private func goes(
    _ position: EntityIndex.Position, with taken: Set<EntityIndex.Position>, _ model: ModelledTarget,
    _ state: ModelledState
  ) -> Bool {
    if taken.isEmpty { return false }
    if taken.contains(position) { return true }
    var next = model.index.owner(of: position)
    while let owner = next {
      // What was moved takes along what stands in it, wherever it was before.
      if let move = model.moves.move(of: owner), state.arrived.contains(move.arrival) { return false }
      if taken.contains(owner) { return true }
      next = model.index.owner(of: owner)
    }
    return false
  }

  /// Whether an entity has a move that is known not to fit.
  func isHeldBack(_ node: Document.Node) -> Bool {
    guard let model, !earlier.blocked.isEmpty, let position = model.index.position(of: node),
      let move = model.moves.move(of: position)
    else { return false }
    return earlier.blocked[move.arrival] != nil
  }

  /// Lists the entities that an item which cannot be carried out has come from elsewhere: no force moves them. Linear in the item.
  mutating func rejectArrivals(below item: ItemIndex, _ path: PathTable.Path) {
    guard model?.moves.isNamed ?? false else { return }
    var next = item
    while next < tree.end(of: item) {
      if tree.kind(of: next) == .entity, let from = tree.heading(of: next).from {
        reject(
          .move, ChangedPart(item: next, node: target.root, path: path),
          expected: .words("a place that \(label(next)) can come to"),
          found: .words("none, and it was in \(from.document.string(from.node))"))
      }
      next = next.next
    }
  }
}
