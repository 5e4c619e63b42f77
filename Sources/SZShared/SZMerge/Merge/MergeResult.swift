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
    public let party: Conflict.Party
    public let node: Document.Node
    public let reason: String
  }

  /// What EDITED changed in objects that the model keeps from being compared.
  public var uncompared: [EmbeddedObjects.Difference] {
    guard let entities = setup.entities else { return [] }
    return entities.uncompared(setup.documents)
  }

  public var isOpen: Bool { conflicts.contains { $0.isOpen } }

  /// The same merge with answers to some of its conflicts. Linear, as the merge is.
  func resolved(by answers: ConflictAnswers) -> MergeResult {
    var setup = setup.beforeJudgement
    setup.answers = answers
    let result = setup.options.schema == nil ? Merger.run(setup).result : JudgedMerge.stable(setup)
    return result.withComments()
  }

  /// The edits of the same merge with its open conflicts resolved for `party`, and marks around them, by their numbers; with
  /// `marksAll` around those, too, that are settled. Linear, as the merge is.
  public func rendering(for party: Conflict.Party, marksAll: Bool = false) -> SourceEdits {
    let rendering = MergeSetup.Rendering(party: party, marksAll: marksAll)
    if setup.options.schema != nil, !marksAll {
      // The delete rules are judged on the whole, for each party anew; what they leave of the text has no marks.
      var setup = setup.beforeJudgement
      setup.rendering = rendering
      return JudgedMerge.result(setup).withComments().edits
    }
    var setup = setup
    setup.rendering = rendering
    return Merger.run(setup).result.withComments().edits
  }

  /// The same with the comments of EDITED that are taken over, and the conflicts about those that both sides changed.
  func withComments() -> MergeResult {
    let (edits, contests) = CommentMerge.edits(
      setup.documents, adding: edits, CommentContests(setup, behind: conflicts))
    let early = with(edits, conflicts + (contests?.conflicts ?? []))
    return early.isOpen || setup.rendering?.marksAll ?? false ? early : early.withLateComments()
  }

  private func with(_ edits: SourceEdits, _ conflicts: [Conflict]) -> MergeResult {
    MergeResult(
      edits: edits, conflicts: conflicts, problem: problem, hasReturned: hasReturned, setup: setup,
      passed: passed)
  }

  /// The same with the comments in what the merge itself edits, and where a container has come to hold the same as in PRISTINE and
  /// EDITED: a second push would bring them.
  private func withLateComments() -> MergeResult {
    var documents = setup.documents
    guard documents.edited.isRelaxed || documents.pristine.isRelaxed, !edits.isEmpty else { return self }
    let current = documents.current
    let merged = current.edited(by: edits, hashing: current.hashing)
    documents.current = merged
    let (late, contests) = CommentMerge.edits(
      documents, adding: SourceEdits(), CommentContests(setup, behind: conflicts, in: merged))
    let all = conflicts + (contests?.conflicts ?? [])
    if late.isEmpty { return with(edits, all) }
    var edits = SourceEdits()
    edits.replace(0..<current.bytes.count, with: late.applied(to: merged.bytes))
    return with(edits, all)
  }
}
