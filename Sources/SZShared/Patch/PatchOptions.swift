/// What a patch takes as given.
package struct PatchOptions: Sendable {
  /// What is done about a part that does not fit.
  package enum Policy: Sendable {
    /// It is left out and listed as a misfit.
    case reject
    /// The sender's wish is carried out where that is possible at all.
    case force
  }

  package var policy: Policy
  /// Numbers are equal when their text is.
  package var exactNumbers: Bool

  /// Under a model, references that nothing answers are no misfit.
  package var allowsDangling: Bool

  /// Under a model, the result has what the change says and no more: no templates and no defaults, no policies, no tombstones, no other
  /// spelling of dates and binaries, and deletions lead nowhere. So it is what the change was made to lead to.
  package var isLiteral = false

  /// There is no target, and the document that stands for it says nothing.
  package var targetIsNothing = false

  /// What is left to programs of the user's, under a model.
  package var delegation: Delegation?

  package init(policy: Policy = .reject, exactNumbers: Bool = false, allowsDangling: Bool = false) {
    self.policy = policy
    self.allowsDangling = allowsDangling
    self.exactNumbers = exactNumbers
  }
}
