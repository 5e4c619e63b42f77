public import SZElements
public import SZJSON
public import SZModel

/// What a merge came to: the edits that turn CURRENT into the state both sides agree on, and the conflicts on the way.
public struct MergeResult {
  public internal(set) var edits: SourceEdits
  /// Those about a container's own parts before those inside of them, else in the order of the text.
  public let conflicts: [Conflict]
  /// What keeps the merge from being made.
  public let problem: Problem?
  /// Whether an entity that CURRENT alone moved stands where it was.
  var hasReturned = false
  /// What it was made by.
  let setup: MergeSetup
  /// Those of the merges before it, which delete rules had made again: some of them may not have come up any more.
  var passed: [Conflict] = []

  /// Something in one of the documents that contradicts what was said about them.
  public struct Problem: Sendable {
    public let party: Party
    public let node: Document.Node
    public let reason: String
  }

  /// What EDITED changed in objects that the model keeps from being compared.
  public var uncompared: [EmbeddedObjects.Difference] {
    guard let entities = setup.entities else { return [] }
    return entities.uncompared(setup.documents)
  }

  public var isOpen: Bool { conflicts.contains { $0.isOpen } }
}
