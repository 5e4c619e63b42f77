/// What a patch takes as given.
package struct PatchOptions: Sendable {
  /// What is done about a part that does not fit.
  package enum Policy: Sendable {
    /// It is left out and listed.
    case refuse
    /// The sender's wish is carried out where that is possible at all.
    case force
  }

  package var policy: Policy
  /// Numbers are equal when their text is.
  package var exactNumbers: Bool

  package init(policy: Policy = .refuse, exactNumbers: Bool = false) {
    self.policy = policy
    self.exactNumbers = exactNumbers
  }
}
