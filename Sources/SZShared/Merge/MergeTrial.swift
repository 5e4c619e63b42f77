/// Merges, and makes sure that the result is one which a second push does not change.
///
/// What elements are is guessed where nobody said it, and a guess may come out otherwise once both edits are in one document.
/// So where elements were guessed that both sides touched, EDITED is merged into the result once more, and the same is done
/// with the sides in each other's place. An array in which that changes something is merged again, with less cleverness.
/// A merge for a version control system is made as it comes: there is no second push.
struct MergeTrial {
  private let documents: Three<Document>
  private var setup: MergeSetup
  /// The rules of a trial: only the structure counts. Policies, which may add up each time, have no say.
  private let plain: MergeSetup

  /// How often a merge is made again. In the second half arrays are not taken apart at all, so that their number is enough for deep ones.
  private static let rounds = 24

  init(_ documents: Three<Document>, _ options: MergeOptions) {
    self.documents = documents
    setup = MergeSetup(documents, options)
    var plain = options
    plain.conflicts = .edited
    plain.deletes = nil
    plain.tombstone = nil
    plain.policies = []
    self.plain = MergeSetup(documents, plain)
  }

  /// The result. Linear: the documents are merged a few times at most.
  mutating func result() -> MergeResult {
    let first = Merger.run(setup)
    let options = setup.options
    if options.conflicts == .mark || !first.needsTrial { return first.result }
    let isPlain =
      options.conflicts == .edited && options.deletes == nil && options.tombstone == nil
      && options.policies.isEmpty
    // Conflicts that leave CURRENT as it is by the options would be others, were they left open.
    if first.edits.isEmpty, isPlain || first.conflicts.isEmpty { return first.result }
    let (merger, second, isOther) = settle(isPlain ? first : nil)
    if isPlain { return MergeTrial.respelled(merger, second) }
    return isOther ? Merger.run(setup).result : first.result
  }

  /// The result of a merge which a second one changes in its bytes alone: that of the second.
  private static func respelled(_ merger: Merger, _ second: Merger?) -> MergeResult {
    guard let second, !second.edits.isEmpty, second.touchedArrays.isEmpty, second.conflicts.isEmpty else {
      return merger.result
    }
    var edits = SourceEdits()
    edits.replace(
      0..<merger.current.bytes.count, with: second.edits.applied(to: second.current.bytes))
    return MergeResult(
      edits: edits, conflicts: merger.conflicts, problem: merger.problem, setup: merger.setup,
      isRespelled: true)
  }

  /// What `setup`, the setup of a result that was respelled, comes to with other answers.
  static func respelled(_ setup: MergeSetup) -> MergeResult {
    let merger = Merger.run(setup)
    let trial = MergeTrial(setup.documents, setup.options)
    return respelled(merger, trial.second(merger, setup.documents))
  }

  /// Finds the plans by which the merge is stable; answers it, its second merge, and whether the plans are other ones than
  /// before.
  private mutating func settle(_ first: Merger?) -> (merger: Merger, second: Merger?, isOther: Bool) {
    var merger = first ?? trial(documents)
    for round in 0..<MergeTrial.rounds {
      let swapped = trial(documents.swapped)
      // What has all that the other side did is the result.
      if round == 0, merger.edits.isEmpty || swapped.edits.isEmpty { return (merger, nil, false) }
      let seconds = (second(merger, documents), second(swapped, documents.swapped))
      var isBetter = false
      for arrays in (seconds.0?.touchedArrays ?? []) + (seconds.1?.touchedArrays ?? [])
      where setup.plans.blame(arrays, isLate: round >= MergeTrial.rounds / 2) { isBetter = true }
      if !isBetter { return (merger, seconds.0, round > 0) }
      merger = trial(documents)
    }
    return (merger, nil, true)
  }

  /// A merge by the plans of now, by its structure alone.
  private func trial(_ documents: Three<Document>) -> Merger {
    var setup = MergeSetup(documents, plain)
    setup.plans = self.setup.plans
    return Merger.run(setup)
  }

  /// The merge of EDITED into what `merger` makes.
  private func second(_ merger: Merger, _ documents: Three<Document>) -> Merger? {
    merger.merged().map { merged in
      Merger.run(
        MergeSetup(
          Three(pristine: documents.pristine, edited: documents.edited, current: merged), plain))
    }
  }
}
