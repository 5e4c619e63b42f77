/// What came of one input of a streaming tool.
package struct StreamOutcome {
  package var changeCount = 0
  package var warningCount = 0
  package var firstWarning: SourcePosition?
  /// Whether a text directly behind this one would run together with it.
  package var endsOpen = false
  /// What ended the reading early.
  package var failure: StreamFailure?
}

/// Runs a converter over one input.
enum StreamRun {
  static func edit<Converter: StringConverter>(
    _ source: ByteSource, to output: Output?, windowSize: Int, _ converter: Converter, _ places: StreamPlaces
  ) -> StreamOutcome {
    if places.only.isEmpty, places.ignored.isEmpty {
      return edit(source, output, windowSize, converter, EveryString(), places)
    }
    let tracker = PathTracker(only: places.only, ignored: places.ignored)
    return edit(source, output, windowSize, converter, tracker, places)
  }

  private static func edit<Converter: StringConverter, Selector: StringSelector>(
    _ source: ByteSource, _ output: Output?, _ windowSize: Int, _ converter: Converter, _ selector: Selector,
    _ places: StreamPlaces
  ) -> StreamOutcome {
    var outcome = StreamOutcome()
    do {
      var editor = try StreamEditor(
        source, to: output, windowSize: windowSize, converter, selector, convertsNames: places.includesNames,
        allowsComments: places.allowsComments)
      do { try editor.run() } catch { outcome.failure = error }
      outcome.changeCount = editor.changeCount
      outcome.warningCount = editor.warningCount
      outcome.firstWarning = editor.firstWarning
      outcome.endsOpen = editor.endsOpen
    } catch { outcome.failure = .input(error) }
    return outcome
  }
}

/// Which strings of a stream a tool may change.
package struct StreamPlaces: Sendable {
  package var only: [JSONPath] = []
  package var ignored: [JSONPath] = []
  package var includesNames = false
  /// Whether the texts may hold comments.
  package var allowsComments = false

  package init() {}

  /// What `--only`, `--ignore` and `--keys` say.
  package init(_ arguments: ParsedArguments) throws(UsageError) {
    only = try StreamPlaces.paths(arguments, .streamOnly)
    ignored = try StreamPlaces.paths(arguments, .streamIgnore)
    includesNames = arguments.has(.keys)
    allowsComments = arguments.has(.comments)
  }

  private static func paths(_ arguments: ParsedArguments, _ option: Option) throws(UsageError) -> [JSONPath] {
    var paths: [JSONPath] = []
    for text in arguments.values(option) {
      let path = try PathOption.path(text, option: "--" + option.long)
      if path.countsFromEnd {
        throw .invalidValue(
          option: "--" + option.long, value: text,
          expected: "paths that count from the front, as a stream does not know where an array ends")
      }
      if path.asksForValues {
        throw .invalidValue(
          option: "--" + option.long, value: text,
          expected:
            "paths without conditions, as a stream has not seen what stands behind the place it judges")
      }
      paths.append(path)
    }
    return paths
  }
}
