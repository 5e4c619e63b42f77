internal import SZJSON
internal import SZModel

/// A patch under a model of which all parts have been looked at: what only shows now. Nothing changes in it.
struct WalkedPatch {
  let basis: PatchBasis
  let model: ModelledTarget
  let state: ModelledState
  let findings: PatchFindings
  let edits: SourceEdits
  var tree: ChangeTree { basis.tree }
  var target: Document { basis.target }

  /// A part that fits where it stands, and does not when all is seen.
  struct LateMisfit {
    let item: ItemIndex
    let misfit: Misfit
  }

  /// Nil where there was no model.
  init?(_ walk: PatchWalk) {
    guard let state = walk.state else { return nil }
    (basis, model, self.state) = (walk.basis, state.model, state)
    (findings, edits) = (walk.findings, walk.edits)
  }

  /// The identities of all that comes.
  var coming: Set<UInt64> { Set(state.brought.comings.map(\.identity)) }

  /// The entities that deletions take away, those that they own with them; what was moved out of them stays. Linear in what is taken
  /// away.
  func deletedEntities() -> [DeleteRules.Deleted] {
    var deleted: [DeleteRules.Deleted] = []
    for taken in state.taken {
      var position = taken.positions.lowerBound
      while position < taken.positions.upperBound {
        let entry = model.index.entries[position]
        if model.moves.move(of: position) != nil {
          position = entry.end
          continue
        }
        if !entry.isOwn,
          let identity = model.schema.identity(
            target, entry.node, of: model.schema[entry.entity], basis.hashing)
        {
          deleted.append(
            DeleteRules.Deleted(
              item: taken.item, identity: identity, node: entry.node, entity: entry.entity))
        }
        position = position.next
      }
    }
    return deleted
  }

  /// The moves of which one half was done and the other not: an entity would stand twice or be lost. Each with what is missing.
  func halfMoves() -> [LateMisfit] {
    if model.moves.isEmpty { return [] }
    let taken = takenAway()
    return model.moves.moves.flatMap { move -> [LateMisfit] in
      guard let position = move.position else { return [] }
      let hasArrived = state.moves.arrived.contains(move.arrival)
      let isTaken = isTaken(position, with: taken)
      let hasDeparted = move.departure.map { state.moves.departed.contains($0) } ?? false
      // By force it is deleted with what it stands in when it cannot come to its place.
      let isHalf =
        hasArrived ? !hasDeparted && !isTaken : hasDeparted || isTaken && basis.policy != .force
      if !isHalf { return [] }
      let node = model.index.entries[position].node
      let misfit = Misfit(
        operation: .move, pointer: model.movePaths?.text(to: node) ?? "", offset: target.start(node),
        expected: .words(
          move.departure == nil
            ? "a place in the change that it goes from"
            : "a place that it can \(hasArrived ? "go from" : "come to")"), found: .nothing
      ).of(model.entity(of: move.arrival, tree, at: node))
      return [move.arrival, move.departure].compactMap { $0 }.map { LateMisfit(item: $0, misfit: misfit) }
    }
  }

  /// The outermost entities of what is taken away.
  private func takenAway() -> Set<EntityIndex.Position> {
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
  private func isTaken(_ position: EntityIndex.Position, with taken: Set<EntityIndex.Position>) -> Bool {
    if taken.isEmpty { return false }
    if taken.contains(position) { return true }
    var next = model.index.owner(of: position)
    while let owner = next {
      // What was moved takes along what stands in it, wherever it was before.
      if let move = model.moves.move(of: owner), state.moves.arrived.contains(move.arrival) { return false }
      if taken.contains(owner) { return true }
      next = model.index.owner(of: owner)
    }
    return false
  }

  /// Notes about entities that the change deletes, and that stand elsewhere by now, where they stay. Linear in the deletions.
  func undeleted(besides deleted: [DeleteRules.Deleted], _ coming: Set<UInt64>) -> [String] {
    if !findings.misfits.isEmpty || model.leaving.isEmpty { return [] }
    let gone = coming.union(deleted.map(\.identity))
    let positions = model.leaving.subtracting(gone).compactMap { identity in
      model.index.position(ofIdentity: identity)
    }
    return positions.sorted().filter { position in
      model.index.entries[position].mayMove && !basis.isMarked(at: position)
        && model.moves.move(of: position) == nil
    }.map { "\(model.words(at: $0)): not deleted, as it stands elsewhere than the change has it" }
  }
}
