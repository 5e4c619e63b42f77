/// What a patch came to: the edits that carry the change out, and what they leave out.
package struct PatchResult: Sendable {
  package let edits: SourceEdits
  /// The parts that do not fit the target, in the order of the change.
  package let misfits: [Misfit]
  /// The items of the change that were left out.
  package let rejected: Set<ItemIndex>
  package let appliedCount: Int
  package let alreadyAppliedCount: Int
  /// What a person should know: hunks that found another place.
  package let notes: [String]
}
