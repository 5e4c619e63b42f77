/// What a patch takes as given.
public struct PatchOptions: Sendable {
  /// What is done about a part that does not fit.
  public enum Policy: Sendable {
    /// It is left out and listed as a misfit.
    case reject
    /// The sender's wish is carried out where that is possible at all.
    case force
  }

  public var policy: Policy
  /// Numbers are equal when their text is.
  public var exactNumbers: Bool

  /// Under a model, references that nothing answers are no misfit.
  public var allowsDangling: Bool

  /// Under a model, what is created begins as its entity's template and defaults say.
  public var hasDefaults = true

  /// Under a model, the result has what the change says and no more: no templates and no defaults, no policies, no tombstones, no other
  /// spelling of dates and binaries, and deletions lead nowhere. So it is what the change was made to lead to.
  public var isLiteral = false

  /// The target is the document that the change was made from: each hunk of a list is at its index, and what a second run would do
  /// does not matter.
  public var isOrigin = false

  /// There is no target, and the document that stands for it says nothing.
  public var targetIsNothing = false

  /// What is left to programs of the user's, under a model.
  public var delegation: Delegation?

  public init(policy: Policy = .reject, exactNumbers: Bool = false, allowsDangling: Bool = false) {
    self.policy = policy
    self.allowsDangling = allowsDangling
    self.exactNumbers = exactNumbers
  }
}
