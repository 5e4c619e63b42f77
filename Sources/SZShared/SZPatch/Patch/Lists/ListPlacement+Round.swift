internal import SZModel

extension ListPlacement {
  /// What is done about a hunk.
  enum Decision {
    /// The old elements at the position go and the new ones come.
    case fits(Int, moved: Bool)
    /// The new elements stand there already: at the position, where that is another one than they should be at.
    case alreadyApplied(at: Int?)
    /// The element at the position is edited.
    case edits(Int, moved: Bool)
    /// The new elements come before the position, whatever is there, and those at `removing` go.
    case forced(Int, removing: [Int])
    case missing
    /// There is a place, but the next run would find another one.
    case unclear
    /// There is a place for what is put in, but it was moved or taken out already where the change takes it from: by the hunk that is its
    /// source.
    case halfMoved(isSource: Bool)
  }

  /// One round over all hunks.
  struct Round {
    var decisions: [Decision] = []
    var sequence: ElementSequence
    /// Where the hunks were expected.
    var expected: [Int] = []
    /// A hunk is not where it should be.
    var hasMoved = false

    /// The list as the round makes it, once that was asked.
    var entries: [ElementSequence.Entry]?

    /// Whether a hunk is applied, or was.
    func isSettled(_ number: Int) -> Bool {
      switch decisions[number] {
      case .fits, .alreadyApplied: true
      default: false
      }
    }

    func fits(_ number: Int) -> Bool {
      if case .fits = decisions[number] { true } else { false }
    }

    /// The element of the target that a hunk edits.
    func owned(_ number: Int) -> Int? {
      guard case .edits(let position, _) = decisions[number] else { return nil }
      return sequence.original(position)
    }

    /// Whether anything is done.
    var changesSomething: Bool {
      decisions.contains {
        switch $0 {
        case .fits, .forced, .edits: true
        case .alreadyApplied, .missing, .unclear, .halfMoved: false
        }
      }
    }

    /// Whether a hunk has nothing to do in the second round, and says so.
    func agrees(with second: Round, _ number: Int) -> Bool {
      switch (decisions[number], second.decisions[number]) {
      case (.fits, .alreadyApplied), (.forced, .alreadyApplied), (.alreadyApplied, .alreadyApplied): true
      case (.missing, .missing), (.unclear, .unclear): true
      case (.halfMoved(let isSource), .halfMoved(let staysSource)): isSource == staysSource
      // There is no place for it, be it that the list has none or that what it puts has gone from where it was.
      case (.halfMoved(isSource: false), .missing), (.missing, .halfMoved(isSource: false)): true
      case (.edits, .edits): owned(number) == second.owned(number)
      default: false
      }
    }

    /// The round in which nothing is done.
    var withdrawn: Round {
      var round = self
      round.decisions = decisions.map {
        switch $0 {
        case .fits, .forced, .edits: .unclear
        case .alreadyApplied, .missing, .unclear, .halfMoved: $0
        }
      }
      round.hasMoved = true
      round.entries = nil
      return round
    }
  }
}
