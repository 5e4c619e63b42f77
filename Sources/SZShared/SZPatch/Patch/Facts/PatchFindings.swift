internal import SZJSON
internal import SZModel

/// What a patch finds out about its change on the way: what fits, what does not, and what a person should know.
struct PatchFindings {
  private let basis: PatchBasis
  var misfits: [Misfit] = []
  var rejected: Set<ItemIndex> = []
  /// The to-ones that were to get another entity.
  var replacements: [(gone: ItemIndex, come: ItemIndex)] = []
  var appliedCount = 0
  var alreadyAppliedCount = 0
  var notes: [String] = []
  /// Where things stand, as misfits and notes say it.
  var paths = PathTable()

  init(_ basis: PatchBasis) { self.basis = basis }

  /// Lists a part that does not fit and leaves it out. Where it stands may be one more `step` than its path.
  mutating func reject(
    _ operation: Misfit.Operation, _ part: ChangedPart, _ step: PathTable.Step? = nil, expected: Misfit.Side,
    found: Misfit.Side
  ) {
    reject(Objection(operation, part, step, expected: expected, found: found))
  }

  mutating func reject(_ objection: Objection) {
    let part = objection.part
    rejected.insert(part.item)
    misfits.append(
      Misfit(
        operation: objection.operation, pointer: paths.pointer(part.path, objection.step),
        offset: basis.target.start(part.node), expected: objection.expected, found: objection.found
      ).of(basis.model?.entity(of: part.item, basis.tree, at: part.node)))
  }

  /// Lists what stands against a part; answers whether nothing does.
  mutating func passes(_ objection: Objection?) -> Bool {
    if let objection { reject(objection) }
    return objection == nil
  }

  /// Lists a change of a member that does not fit what an object has there.
  mutating func reject(
    _ operation: Misfit.Operation, _ member: ChangedMember, in open: OpenEntity, expected: Value?,
    found: Value?
  ) {
    let isUpdate = operation == .update
    reject(
      operation, ChangedPart(item: member.item, node: found?.node ?? open.node, path: open.path),
      .name(member.name),
      expected: expected.map { .value($0) } ?? (isUpdate ? .words("a value to update") : .nothing),
      found: found.map { .value($0) } ?? .nothing)
  }

  /// Lists a creation where something stands; where an update may be what was meant, it says how one is written.
  mutating func rejectCreation(
    _ index: ItemIndex, _ path: PathTable.Path, _ step: PathTable.Step?, at node: Document.Node,
    expected: Misfit.Side
  ) {
    reject(
      .create, ChangedPart(item: index, node: node, path: path), step, expected: expected,
      found: .value(Value(basis.target, node)))
    hint(
      basis.target.kind(node) == .object
        ? "to update it, give \"old\" beside \"new\", if only \"old\": {}" : nil)
  }

  mutating func rejectDeletion(
    _ item: ItemIndex, _ path: PathTable.Path, _ step: PathTable.Step, at node: Document.Node
  ) {
    reject(
      .delete, ChangedPart(item: item, node: node, path: path), step,
      expected: .value(EntityText.value(basis.tree, item)), found: .value(Value(basis.target, node)))
  }

  /// Lists the entities that an item which cannot be carried out has come from elsewhere: no force moves them. Linear in the item.
  mutating func rejectArrivals(below item: ItemIndex, _ path: PathTable.Path) {
    guard basis.model?.moves.isNamed ?? false else { return }
    let tree = basis.tree
    var next = item
    while next < tree.end(of: item) {
      if tree.kind(of: next) == .entity, let from = tree.heading(of: next).from {
        reject(
          .move, ChangedPart(item: next, node: basis.target.root, path: path),
          expected: .words("a place that \(basis.label(next)) can come to"),
          found: .words("none, and it was in \(from.document.string(from.node))"))
      }
      next = next.next
    }
  }

  /// Adds to what was listed last what may help, unless that is nothing.
  mutating func hint(_ words: String?) { misfits[misfits.count - 1].hint = words }

  /// Keeps what a person should know of what stands at a path.
  mutating func note(_ path: PathTable.Path, _ words: String) {
    let pointer = paths.pointer(path)
    notes.append("\(pointer.isEmpty ? "document" : pointer): \(words)")
  }

  /// Lists a part that is known not to fit; answers whether it is one.
  mutating func isBlocked(_ item: ItemIndex) -> Bool {
    guard !basis.earlier.blocked.isEmpty, let known = basis.earlier.blocked[item] else { return false }
    if rejected.insert(item).inserted, !isSaidOfOtherHalf(item) { misfits += known }
    return true
  }

  /// Whether what is wrong with one half of a move was listed for the other one.
  private func isSaidOfOtherHalf(_ item: ItemIndex) -> Bool {
    guard let move = basis.model?.moves[item], let departure = move.departure else { return false }
    return rejected.contains(item == departure ? move.arrival : departure)
  }
}
