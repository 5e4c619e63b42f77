/// What a patch came to: the edits that carry the change out, and what they leave out.
package struct PatchResult: Sendable {
  /// The document that the edits are of: the target, or with deletions by the rules of a model what else the change makes of it.
  package var base: Document
  package var edits: SourceEdits
  /// The parts that do not fit the target, in the order of the change.
  package var misfits: [Misfit]
  /// The items of the change that were left out.
  package var rejected: Set<ItemIndex>
  /// The two items of each move of the change that has both: at the new place and at the old one.
  package var moves: [(arrival: ItemIndex, departure: ItemIndex)] = []
  /// The two items of each to-one that gets another entity.
  package var replacements: [(gone: ItemIndex, come: ItemIndex)] = []
  package let appliedCount: Int
  package let alreadyAppliedCount: Int
  /// What a person should know: hunks that found another place.
  package internal(set) var notes: [String]
  /// What programs are to be asked before there is a result.
  package var requests: [Delegation.Request] = []
  /// What they answered that cannot be.
  package var wrongAnswers: [Delegation.WrongAnswer] = []
  /// What was done elsewhere, by the delete rules of a model.
  package var consequences: [Consequence] = []
  /// Whether there is no document in the end: the change takes all of it, or there was none and nothing came.
  package var leavesNothing = false
}
