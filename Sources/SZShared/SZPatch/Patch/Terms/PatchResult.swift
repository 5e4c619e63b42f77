public import SZJSON
public import SZModel

/// What a patch came to: the edits that carry the change out, and what they leave out.
public struct PatchResult: Sendable {
  /// The document that the edits are of: the target, or with deletions by the rules of a model what else the change makes of it.
  public var base: Document
  public var edits: SourceEdits
  /// The parts that do not fit the target, in the order of the change.
  public var misfits: [Misfit]
  /// The items of the change that were left out.
  public var rejected: Set<ItemIndex>
  /// The two items of each move of the change that has both: at the new place and at the old one.
  public var moves: [(arrival: ItemIndex, departure: ItemIndex)] = []
  /// The two items of each to-one that gets another entity.
  public var replacements: [(gone: ItemIndex, come: ItemIndex)] = []
  public let appliedCount: Int
  public let alreadyAppliedCount: Int
  /// What a person should know: hunks that found another place.
  public internal(set) var notes: [String]
  /// What programs are to be asked before there is a result.
  public var requests: [Delegation.Request] = []
  /// What they answered that cannot be.
  public var wrongAnswers: [Delegation.WrongAnswer] = []
  /// What was done elsewhere, by the delete rules of a model.
  public var consequences: [Consequence] = []
  /// Whether there is no document in the end: the change takes all of it, or there was none and nothing came.
  public var leavesNothing = false
}

extension PatchResult {
  /// What came of operations, which fit all or not at all.
  public init(base: Document, edits: SourceEdits = SourceEdits(), misfits: [Misfit] = [], appliedCount: Int) {
    self.init(
      base: base, edits: edits, misfits: misfits, rejected: [], appliedCount: appliedCount,
      alreadyAppliedCount: 0, notes: [])
  }
}
