/// What has been said about single conflicts of a merge, before any rule is asked.
struct ConflictAnswers {
  enum Answer {
    case resolution(Conflict.Resolution)
    /// Nobody has settled it, and no rule is to.
    case open
  }

  private var answers: [Conflict.ID: Answer] = [:]

  subscript(id: Conflict.ID) -> Answer? {
    get { answers[id] }
    set { answers[id] = newValue }
  }
}
