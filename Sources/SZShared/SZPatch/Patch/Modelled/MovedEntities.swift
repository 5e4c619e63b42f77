internal import SZJSON
internal import SZModel

/// The moves of entities that a patch has done, by the half.
struct MovedEntities {
  private let basis: PatchBasis
  private let model: ModelledTarget
  /// Items of moves that were done, at the new place and at the old one.
  private(set) var arrived: Set<ItemIndex> = []
  private(set) var departed: Set<ItemIndex> = []
  private var changes: [Arrival] = []

  /// The change of an entity that goes elsewhere with it.
  struct Arrival {
    let change: ChangedPart
    /// That of its edits.
    let number: Int
  }

  init(_ basis: PatchBasis, _ model: ModelledTarget) { (self.basis, self.model) = (basis, model) }

  /// What changes in those that have come since this was last asked.
  mutating func nextChanges() -> [Arrival] {
    defer { changes = [] }
    return changes
  }

  /// Keeps that an entity stands where it was to come already; answers what changes in it.
  mutating func takeAsArrived(_ item: ItemIndex, _ node: Document.Node, _ paths: inout PathTable)
    -> ChangedPart?
  {
    if let departure = model.moves[item]?.departure {
      arrived.insert(item)
      departed.insert(departure)
    }
    guard let position = model.index.position(of: node) else { return nil }
    return change(of: item, model.index.entries[position], &paths)
  }

  /// Whether an entity that is not at its new place yet can come there; if not, it is listed.
  mutating func arrives(_ item: ItemIndex, _ path: PathTable.Path, _ findings: inout PatchFindings) -> Bool {
    guard let from = basis.tree.heading(of: item).from else { return false }
    let expected = Misfit.Side.words("\(basis.label(item)) in \(from.document.string(from.node))")
    guard let move = model.moves[item], let position = move.position else {
      findings.reject(
        .move, ChangedPart(item: item, node: basis.target.root, path: path), expected: expected,
        found: .nothing)
      return false
    }
    let entry = model.index.entries[position]
    // Not even by force, so that it does not depend on where it stands what becomes of the rest.
    guard move.fits else {
      findings.reject(
        .move, ChangedPart(item: item, node: entry.node, path: path), expected: expected,
        found: .words(
          move.isRing
            ? "it around what it would come to stand in"
            : move.isRepeated
              ? "another place in the change that it comes to" : "it at \(model.words(at: position))"))
      return false
    }
    arrived.insert(item)
    if let change = change(of: item, entry, &findings.paths) {
      changes.append(Arrival(change: change, number: move.number))
    }
    return true
  }

  /// Keeps that an entity has not come after all.
  mutating func withdraw(arrival item: ItemIndex) { arrived.remove(item) }

  /// Whether an entity goes from where it stands; if not, it is listed.
  mutating func departs(
    _ part: ChangedPart, _ step: PathTable.Step?, _ findings: inout PatchFindings
  ) -> Bool {
    guard let move = model.moves[part.item] else {
      findings.reject(
        .move, part, step, expected: .words("a place in the change that it comes to"), found: .nothing)
      return false
    }
    guard move.fits, !findings.isBlocked(move.arrival) else { return false }
    departed.insert(part.item)
    return true
  }

  /// Keeps that an entity has not gone after all.
  mutating func withdraw(departure item: ItemIndex) { departed.remove(item) }

  /// What changes in a moved entity.
  private func change(of item: ItemIndex, _ entry: EntityIndex.Entry, _ paths: inout PathTable)
    -> ChangedPart?
  {
    editing(item).map { edits in
      ChangedPart(
        item: edits, node: entry.node,
        path: model.movePaths.map { paths.add($0.way(to: entry.node), below: .root) } ?? .root,
        place: model.rules.declaring(.entity(entry.entity, nil), at: nil))
    }
  }

  /// The item that says what changes in a moved entity: at its new place, or at the old one when the change was turned round.
  private func editing(_ item: ItemIndex) -> ItemIndex? {
    let move = model.moves[item]
    return [move?.arrival ?? item, move?.departure].compactMap { $0 }.first {
      basis.tree.changesMembers(of: $0)
    }
  }
}
