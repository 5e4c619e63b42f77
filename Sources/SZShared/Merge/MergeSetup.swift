/// What one walk of a merge goes by.
struct MergeSetup {
  /// How the walk is made for a text in which conflicts are marked.
  struct Rendering {
    /// For whom the open conflicts are resolved.
    let party: Conflict.Party
    /// Whether those that are settled are marked, too.
    let marksAll: Bool
  }

  let documents: Three<Document>
  let options: MergeOptions
  let rules: MergeRules
  /// How far arrays are taken apart.
  var plans = ArrayPlans()
  /// What has been said about single conflicts.
  var answers = ConflictAnswers(by: .report)
  /// Nil when no conflict is marked.
  var rendering: Rendering?

  init(_ documents: Three<Document>, _ options: MergeOptions) {
    (self.documents, self.options) = (documents, options)
    rules = MergeRules(options)
  }

  /// The options of another setup, and what they come to, for other documents.
  init(_ documents: Three<Document>, _ other: MergeSetup) {
    self.documents = documents
    (options, rules) = (other.options, other.rules)
  }
}
