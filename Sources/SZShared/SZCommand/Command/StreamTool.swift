public import SZJSON

/// What the streaming tools have in common: operands, `-i`, `-o`, `--check` and `--count`.
public struct StreamTool {
  public static let options: [Option] = [
    .keys, .streamOnly, .streamIgnore, .comments, .skipInvalid, .wouldChange, .list, .count, .inPlace,
    .output,
  ]
  public static let exitCodes = [
    "done", "--check: something would change; else --skip-invalid: a line was no JSON",
    "trouble: usage, an unreadable or malformed input, a failed write",
  ]

  private let spec: CommandSpec
  private let arguments: ParsedArguments
  private let io: ToolIO
  /// Whether inputs are sequences of JSON texts, which must not run together.
  private let isJSON: Bool
  /// The words for what draws a warning.
  private let warning: String

  public init(
    _ spec: CommandSpec, _ arguments: ParsedArguments, _ io: ToolIO, isJSON: Bool = true, warning: String = ""
  ) {
    self.spec = spec
    self.arguments = arguments
    self.io = io
    self.isJSON = isJSON
    self.warning = warning
  }

  /// Runs `edit` over every operand; its output is nil when nothing is to be written.
  public func run(_ edit: (ByteSource, Output?) -> StreamOutcome) throws(Failure) -> ExitCode {
    let isInPlace = arguments.has(.inPlace)
    try checkUsage()
    let operands = arguments.operands.isEmpty ? ["-"] : arguments.operands
    let shared = isInPlace || arguments.has(.wouldChange) ? nil : try Destination(arguments, inPlace: nil, io)
    // The files that have been converted in place, under whatever name.
    var converted: Set<FileIdentity> = []
    var changes = 0
    var skipped = 0
    var hadTrouble = false
    var endsOpen = false
    var unreached: (only: Set<Int>, ignored: Set<Int>)?
    for (number, operand) in operands.enumerated() {
      do throws(Failure) {
        if isInPlace, let file = FileIdentity(path: io.path(operand)), converted.contains(file) { continue }
        if isInPlace { try io.lock(operand, spec) }
        defer { io.unlock(operand) }
        let source = try io.open(operand)
        source.isContinuation = number > 0 && !isInPlace
        if endsOpen, isJSON, let shared {
          do { try shared.output.write("\n") } catch { throw shared.failure(error) }
        }
        let outcome = isInPlace ? try editInPlace(operand, source, edit) : edit(source, shared?.output)
        changes += outcome.changeCount
        skipped += outcome.skippedCount
        try describeChanges(outcome, source.name)
        describeSkipped(outcome, source.name)
        endsOpen = outcome.endsOpen
        warn(outcome, source.name)
        if let failure = outcome.failure { throw words(failure, source, shared) }
        let (only, ignored) = (Set(outcome.unreached.only), Set(outcome.unreached.ignored))
        unreached = (
          unreached?.only.intersection(only) ?? only, unreached?.ignored.intersection(ignored) ?? ignored
        )
        if isInPlace, let file = FileIdentity(path: io.path(operand)) { converted.insert(file) }
      } catch {
        // What follows a broken text would be read as its end, and a file is replaced whole or not at all.
        if !canGoOn(after: error) {
          say(count: changes)
          throw error
        }
        if let message = Diagnostics.message(error, spec: spec) { io.say(message) }
        hadTrouble = true
      }
    }
    if let shared { try shared.write { _ throws(SystemError) in } }
    say(count: changes)
    if hadTrouble { return .trouble }
    if let unreached { say(unreached) }
    return (arguments.has(.wouldChange) ? changes : skipped) > 0 ? .no : .success
  }

  private func checkUsage() throws(Failure) {
    try checkOptions()
    if let mistake = arguments.separateSuffix, FileState(path: io.path(arguments.operands[0])) == nil {
      throw .usage(mistake)
    }
    if arguments.has(.wouldChange) { return }
    var roles = FileRoles(io)
    let operands = arguments.operands.isEmpty ? ["-"] : arguments.operands
    for operand in operands { roles.reads(operand, mayBeReplaced: true) }
    // One that is named twice is converted once.
    var named: Set<FileIdentity> = []
    for operand in operands {
      if arguments.has(.inPlace), let file = FileIdentity(path: io.path(operand)),
        !named.insert(file).inserted
      {
        continue
      }
      try roles.writesResult(arguments, of: operand)
    }
  }

  private func checkOptions() throws(Failure) {
    if arguments.has(.list), !arguments.has(.wouldChange) { throw .usage(.needs("--list", "--check")) }
    guard arguments.has(.inPlace) || arguments.has(.wouldChange) else { return }
    if arguments.has(.inPlace), arguments.has(.output) {
      throw .usage(.conflicting("--in-place", "--output"))
    }
    for option in [Option.inPlace, .output] where arguments.has(.wouldChange) && arguments.has(option) {
      throw .usage(.conflicting("--check", "--" + option.long))
    }
    if arguments.has(.inPlace), arguments.operands.isEmpty || arguments.operands.contains("-") {
      throw .usage(.needs("--in-place", "a file to edit"))
    }
  }

  private func canGoOn(after failure: Failure) -> Bool {
    if arguments.has(.inPlace) || arguments.has(.wouldChange) { return true }
    if arguments.has(.output) { return false }
    if case .file(let name, _) = failure { return name != "<stdout>" }
    return false
  }

  /// Replaces one file; one in which nothing changes is left alone.
  private func editInPlace(
    _ operand: String, _ source: ByteSource, _ edit: (ByteSource, Output?) -> StreamOutcome
  ) throws(Failure) -> StreamOutcome {
    let suffix = arguments.value(.inPlace)
    let destination = try Destination(file: operand, backupSuffix: suffix, isEdit: true, io)
    let outcome = edit(source, destination.output)
    // A file that needs nothing keeps its backup too: what that holds may be all that is left of the original.
    if outcome.failure == nil, outcome.changeCount > 0 {
      try destination.write { _ throws(SystemError) in }
    }
    return outcome
  }

  private func words(_ failure: StreamFailure, _ source: ByteSource, _ shared: Destination?) -> Failure {
    switch failure {
    case .notJSON(let reason, let position, let mistake):
      .badStream(name: source.name, position, reason, mistake)
    case .input(let error): .file(source.name, error)
    case .output(let error): shared?.failure(error) ?? .file(source.name, error)
    }
  }

  private func warn(_ outcome: StreamOutcome, _ name: String) {
    guard let first = outcome.firstWarning else { return }
    let more = outcome.warningCount > 1 ? ", and \(outcome.warningCount - 1) more" : ""
    io.say("\(spec.name): \(name):\(first.line):\(first.column): warning: \(warning)\(more)\n")
  }

  /// With `--check`, says where the input would change first, or prints its name.
  private func describeChanges(_ outcome: StreamOutcome, _ name: String) throws(Failure) {
    guard arguments.has(.wouldChange), let first = outcome.firstChange else { return }
    if arguments.has(.list) {
      do { try io.output.write(name.systemBytes + [0x0A]) } catch { throw .file("<stdout>", error) }
      return
    }
    let more = outcome.changeCount > 1 ? ", and \(outcome.changeCount - 1) more" : ""
    io.say("\(spec.name): \(name):\(first.line):\(first.column): this string would change\(more)\n")
  }

  /// Says how many lines were no JSON, and what is wrong with the first.
  private func describeSkipped(_ outcome: StreamOutcome, _ name: String) {
    guard let (reason, position) = outcome.firstSkipped else { return }
    let count = outcome.skippedCount
    let lines =
      count == 1
      ? "1 line is no JSON and passed as it is"
      : "\(count) lines are no JSON and passed as they are"
    io.say(
      "\(spec.name): \(name):\(position.line):\(position.column): \(Diagnostics.words(reason, nil)); \(lines)\n"
    )
  }

  /// Says which paths led nowhere in any of the inputs.
  private func say(_ unreached: (only: Set<Int>, ignored: Set<Int>)) {
    for (option, numbers) in [(Option.streamOnly, unreached.only), (.streamIgnore, unreached.ignored)] {
      let texts = arguments.values(option)
      for number in numbers.sorted() {
        io.say("\(spec.name): \(UnusedPaths.words(option, texts[number]))\n")
      }
    }
  }

  private func say(count: Int) {
    if arguments.has(.count) {
      io.say("\(spec.name): \(count) \(count == 1 ? "string" : "strings") changed\n")
    }
  }
}
