public import SZJSON
public import SZModel

/// What came of one input of a streaming tool.
public struct StreamOutcome {
  public var changeCount = 0
  /// Where the first change is; nil when there is none.
  public var firstChange: SourcePosition?
  public var warningCount = 0
  public var firstWarning: SourcePosition?
  /// Whether a text directly behind this one would run together with it.
  public var endsOpen = false
  /// The lines that were passed because they are no JSON.
  public var skippedCount = 0
  /// What is wrong with the first of them, and where.
  public var firstSkipped: (reason: JSONError.Reason, position: SourcePosition)?
  /// The numbers of the paths of `--only` and of `--ignore` that led nowhere.
  public var unreached: (only: [Int], ignored: [Int]) = ([], [])
  /// What ended the reading early.
  public var failure: StreamFailure?
}

/// Runs a converter over one input.
enum StreamRun {
  static func edit<Converter: StringConverter>(
    _ route: StreamRoute, _ converter: Converter, _ places: StreamPlaces
  ) -> StreamOutcome {
    if places.only.isEmpty, places.ignored.isEmpty { return edit(route, converter, EveryString(), places) }
    let tracker = PathTracker(only: places.only, ignored: places.ignored)
    return edit(route, converter, tracker, places)
  }

  private static func edit<Converter: StringConverter, Selector: StringSelector>(
    _ route: StreamRoute, _ converter: Converter, _ selector: Selector, _ places: StreamPlaces
  ) -> StreamOutcome {
    var outcome = StreamOutcome()
    do {
      var editor = try StreamEditor(route, converter, selector, places)
      do {
        try editor.run(skipsInvalid: places.skipsInvalid)
      } catch { outcome.failure = error }
      outcome.unreached = editor.unreached
      outcome.changeCount = editor.changeCount
      if editor.changeCount > 0 { outcome.firstChange = editor.firstChange }
      outcome.warningCount = editor.warningCount
      outcome.firstWarning = editor.firstWarning
      outcome.endsOpen = editor.endsOpen || editor.endsAsWord
      outcome.skippedCount = editor.skippedLines.count
      outcome.firstSkipped = editor.skippedLines.first
    } catch { outcome.failure = .input(error) }
    return outcome
  }
}

/// Which strings of a stream a tool may change, and whether the lines between them must be JSON.
public struct StreamPlaces: Sendable {
  public var only: [JSONPath] = []
  public var ignored: [JSONPath] = []
  public var includesNames = false
  /// Whether the texts may hold comments.
  public var allowsComments = false
  /// Each line is read on its own, and passed as it is when it is no JSON.
  public var skipsInvalid = false

  public init() {}
}
