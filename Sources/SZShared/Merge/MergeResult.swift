/// What a merge came to: the edits that turn CURRENT into the state both sides agree on, and the conflicts on the way.
package struct MergeResult: Sendable {
  package let edits: SourceEdits
  /// Those about a container's own parts before those inside of them, else in the order of the text.
  package let conflicts: [Conflict]
  /// What keeps the merge from being made.
  package let problem: Problem?

  /// Something in one of the documents that contradicts what was said about them.
  package struct Problem: Sendable {
    package let party: Conflict.Party
    package let node: Document.Node
    package let reason: String
  }
}
