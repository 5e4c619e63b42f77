public import SZElements
public import SZJSON

extension Merger {
  /// Merges three documents that were read with one ``Hashing``.
  /// Where the options have a model, `entities` are those of the documents under it.
  public static func merge(
    _ documents: Three<Document>, _ options: MergeOptions, _ entities: MergedEntities? = nil
  ) -> MergeResult {
    let setup = MergeSetup(documents, options, entities)
    return (options.schema == nil ? run(setup).result : JudgedMerge.stable(setup)).withComments()
  }
}

/// The same merge, made once more.
extension MergeResult {
  /// The same merge with answers to some of its conflicts. Linear, as the merge is.
  func resolved(by answers: ConflictAnswers) -> MergeResult {
    var setup = setup.beforeJudgement
    setup.answers = answers
    let result = setup.options.schema == nil ? Merger.run(setup).result : JudgedMerge.stable(setup)
    return result.withComments()
  }

  /// The edits of the same merge with its open conflicts resolved for `party`, and marks around them, by their numbers; with
  /// `marksAll` around those, too, that are settled. Linear, as the merge is.
  public func rendering(for party: Party, marksAll: Bool = false) -> SourceEdits {
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
}
