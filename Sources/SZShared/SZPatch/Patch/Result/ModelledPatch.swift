internal import SZJSON
internal import SZModel

/// A patch under a model, which is made again where it turns out late that parts do not fit.
///
/// What fits where it stands may turn out not to fit when all is seen: a reference that nothing answers, a deletion that others deny, a
/// move of which one half is missing. Then the patch is made once more without those parts.
///
/// That would end without a limit: a round is repeated only when something was added to what earlier rounds found, a part of the
/// change or an entity that is to leave no tombstone, and nothing is taken out of that. The limit is for the time, as each round
/// may go through all of the target; a change that needs more of them does not fit as a whole, which is a misfit of its own.
struct ModelledPatch {
  private let change: ChangeTree
  private let target: Document
  private let options: PatchOptions
  private let model: ModelledTarget
  private var earlier = PatchBasis.EarlierRounds()

  /// How often a patch is made without parts that turned out not to fit.
  private static let mostRounds = 16

  /// - Throws: what the target must not have under the model.
  init(_ change: ChangeTree, to target: Document, _ options: PatchOptions, under schema: Schema)
    throws(EntityError)
  {
    (self.change, self.target, self.options) = (change, target, options)
    model = try ModelledTarget(change, target, schema, Hashing(exactNumbers: options.exactNumbers))
  }

  mutating func result() throws(EntityError) -> PatchResult {
    for _ in 0..<ModelledPatch.mostRounds {
      if let result = try round() { return result }
    }
    earlier.blocked = [:]
    var walk = walked()
    walk.findings.reject(
      .update, walk.basis.whole, expected: .words("a change whose parts can be left out one by one"),
      found: .nothing)
    var result = walk.result
    result.edits = SourceEdits()
    return result
  }

  /// What the change makes of the target, without those of its parts that are known not to fit.
  private func walked() -> PatchWalk {
    var walk = PatchWalk(PatchBasis(change, target, options, model, earlier))
    walk.run(from: .root)
    return walk
  }

  /// Makes the patch once; nil where it is to be made again with what is known now.
  private mutating func round() throws(EntityError) -> PatchResult? {
    let walk = walked()
    var result = walk.result
    guard let walked = WalkedPatch(walk), result.requests.isEmpty, result.wrongAnswers.isEmpty else {
      return result
    }
    var late = walked.halfMoves()
    var deleted = walked.deletedEntities()
    if late.isEmpty { late = walked.twice(deleted) }
    var coming = walked.coming
    // What comes elsewhere moved: its tombstone would be a second one of it. It is marked in no later round, so each adds others.
    let returning = coming.intersection(walked.state.marked)
    if late.isEmpty, !returning.isEmpty {
      earlier.withoutTombstone.formUnion(returning)
      return nil
    }
    if late.isEmpty { late = walked.followReplies(&deleted, &coming) }
    deleted.removeAll { coming.contains($0.identity) }
    if late.isEmpty { late = walked.danglingReferences(with: coming, without: deleted) }
    if late.isEmpty { late = walked.followDeletions(deleted, &result) }
    if late.isEmpty {
      result.notes += walked.undeleted(besides: deleted, coming)
      return try isDoneOnce(walk) ? result : walk.withoutEdits.result
    }
    let known = earlier.blocked.count
    for (item, misfits) in Dictionary(grouping: late, by: \.item) where earlier.blocked[item] == nil {
      earlier.blocked[item] = misfits.map(\.misfit)
    }
    if earlier.blocked.count > known { return nil }
    // They are parts that no walk leaves out: the change as a whole does not fit.
    result.misfits += late.map(\.misfit)
    result.rejected.insert(.root)
    (result.base, result.edits, result.consequences) = (target, SourceEdits(), [])
    return result
  }

  /// Whether a second run would do nothing more, where hunks have moved in a list whose elements are edited.
  private func isDoneOnce(_ walk: PatchWalk) throws(EntityError) -> Bool {
    guard walk.needsProof, !walk.edits.isEmpty else { return true }
    let patched = target.edited(by: walk.edits)
    let known = try ModelledTarget(change, patched, model.schema, model.index.hashing)
    var second = PatchWalk(
      PatchBasis(change, patched, options, known, PatchBasis.EarlierRounds(blocked: earlier.blocked)),
      to: .prove)
    second.run(from: .root)
    return !walk.does(more: second)
  }
}
