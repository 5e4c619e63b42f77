internal import SZElements
internal import SZJSON

/// What one walk of a merge goes by.
struct MergeSetup {
  /// How the walk is made for a text in which conflicts are marked.
  struct Rendering {
    /// For whom the open conflicts are resolved.
    let party: Party
    /// Whether those that are settled are marked, too.
    let marksAll: Bool
  }

  let documents: Three<Document>
  let options: MergeOptions
  let rules: MergeRules
  /// The entities of the documents, under a model.
  let entities: MergedEntities?
  /// What has been said about single conflicts.
  var answers = ConflictAnswers(by: .report)
  /// What was found out about the result by merging before.
  var facts = IntegrityFacts()
  /// Nil when no conflict is marked.
  var rendering: Rendering?

  init(_ documents: Three<Document>, _ options: MergeOptions, _ entities: MergedEntities? = nil) {
    (self.documents, self.options) = (documents, options)
    self.entities = entities
    rules = MergeRules(options)
  }
}

extension MergeSetup {
  /// The same without what was found out about its result.
  var beforeJudgement: MergeSetup {
    var setup = self
    setup.facts = IntegrityFacts()
    return setup
  }

  /// What was said about a conflict; nil where nothing was.
  func answer(to id: Conflict.ID) -> (Conflict.Resolution, Conflict.State)? {
    switch answers[id] {
    case .resolution(let resolution)?: (resolution, .settled(.answer(answers.source)))
    case .open?: (.party(.edited), .open)
    case nil: nil
    }
  }

  /// What the rule for all conflicts says; `newest` is asked for the side that has the later timestamp in an attribute.
  func decision(newest: (MemberName) -> Party) -> (Conflict.Resolution, Conflict.State) {
    let state = Conflict.State.settled(.conflicts(options.conflicts))
    return switch options.conflicts {
    case .edited: (.party(.edited), state)
    case .current: (.party(.current), state)
    case .newest(let attribute): (.party(newest(attribute)), state)
    case .fail, .mark: (.party(.edited), .open)
    }
  }

  /// An array without elements, read as the documents were.
  var nothing: Document { .ofOwnText(Array("[]".utf8), hashing: documents.current.hashing) }
}
