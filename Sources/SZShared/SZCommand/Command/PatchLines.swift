internal import SZFormats
internal import SZJSON
internal import SZLines
internal import SZModel
internal import SZOperations
internal import SZPatch

/// `sz-patch --lines`: applies changes of entities, one a line, to a set of them.
///
/// All lines are checked first; what becomes of those that change is kept, and written when all fit.
struct PatchLines {
  private let arguments: ParsedArguments
  private let io: ToolIO
  private let selection: PatchSelection
  private let changes: LineChanges
  private let inputs: LineInputs
  private let options: PatchOptions
  private var numbers: LineNumbers
  private var changeNumbers: LineNumbers

  static let excluded: [Option] =
    [
      PatchCommand.purge, PatchCommand.to, PatchCommand.asChange, PatchCommand.compose, PatchCommand.delegate,
      PatchCommand.delegateTimeout,
    ] + PathEditOptions.all + OutputLayout.options

  static func run(_ arguments: ParsedArguments, _ io: ToolIO) throws(Failure) -> ExitCode {
    if let format = arguments.value(PatchCommand.format), format != PatchForm.Name.sz.rawValue {
      throw .usage(.unsuited("--format=\(format)", to: "--lines"))
    }
    var lines = try PatchLines(arguments, io)
    return try lines.run()
  }

  private init(_ arguments: ParsedArguments, _ io: ToolIO) throws(Failure) {
    (self.arguments, self.io) = (arguments, io)
    do throws(UsageError) { selection = try PatchSelection(arguments) } catch { throw .usage(error) }
    let model = try ModelInput.read(arguments, io, PatchCommand.spec)
    let (changeName, targetName) = try PatchInputs.names(arguments, hasNoChange: false)
    try PatchInputs.checkFiles(arguments, io, changeName, targetName)
    changes = try LineChanges(try io.read(changeName ?? "-", isSpooled: true), arguments)
    changeNumbers = LineNumbers(changes.set)
    // Last, as nobody else edits it until the result stands in its place.
    if arguments.has(.inPlace) { try io.lock(targetName, PatchCommand.spec, isQuiet: arguments.has(.quiet)) }
    let target = try io.read(targetName, isSpooled: true)
    var options = PatchOptions(
      policy: arguments.has(PatchCommand.force) ? .force : .reject,
      exactNumbers: arguments.has(.exactNumbers),
      // What another line has, this one cannot know.
      allowsDangling: arguments.value(ModelOptions.dangling) != "refuse")
    options.hasDefaults = !arguments.has(ModelOptions.noDefaults)
    self.options = options
    let first = try changes.firstKey()
    inputs = try LineInputs(
      [target], keys: first.map { [$0] } ?? LineKey.defaults, model, arguments,
      needsKey: first != nil || arguments.has(LineOption.shard))
    numbers = LineNumbers(inputs.sets[0])
  }

  private mutating func run() throws(Failure) -> ExitCode {
    var result = LineResult()
    var skips = LineSkips()
    let line = try inputs.options(Hashing(exactNumbers: options.exactNumbers), arguments)
    if let line {
      var run = LineRun(line, inputs, PatchCommand.spec, arguments, io)
      (result, skips) = try run.all { portion, reader throws(Failure) in try patched(portion, reader) }
    }
    try describe(result)
    skips.tell(inputs.inputs, PatchCommand.spec, io)
    let isFitting = result.misfitCount == 0
    let isWritten = (isFitting || arguments.has(PatchCommand.skip)) && !arguments.has(PatchCommand.check)
    let beside = try companions(result)
    if isWritten {
      let output = LineOutput(arguments: arguments, io: io, companions: beside)
      try output.write(result, inputs.sets[0], line?.shard, named: arguments.operands.first)
    } else {
      for companion in beside { try companion.commit() }
    }
    return isFitting && skips.isEmpty ? .success : .no
  }

  /// What the changes of a portion of the entities come to; nil where the portion is too large.
  private mutating func patched(
    _ portion: IndexPortion, _ reader: LineReader
  ) throws(Failure) -> (LineResult, LineEditing)? {
    guard let edits = try changes.edits(in: portion, reader) else { return nil }
    var result = LineResult.ofPortion
    do throws(LineError) {
      var editing = LineEditing(reader, target: 0, edits, portion)
      while let event = try editing.next() {
        guard case .edit(let line, let position) = event else { return nil }
        let target = try reader.element(line, of: 0, isHashed: false)
        do throws(Failure) { try apply(position, to: target, line, &result) } catch {
          throw LineError(.stopped(error), input: 0, at: 0)
        }
      }
      return (result, editing)
    } catch { throw .line(error, inputs.inputs) }
  }

  /// Applies the change at `position` to the array that has the line or nothing.
  private mutating func apply(
    _ position: Int, to target: Document, _ line: LineSet.Line?, _ result: inout LineResult
  ) throws(Failure) {
    let changeLine = changes.set.line(at: position)
    guard let whole = try changes.change(at: changeLine) else { return }
    let change = SelectedChange(whole, by: selection.selection, on: target, inputs.schema).change
    let patch = try applied(change, to: target, line)
    result.appliedCount += patch.appliedCount
    result.alreadyAppliedCount += patch.alreadyAppliedCount
    result.misfitCount += patch.misfits.count
    do throws(SystemError) {
      try tell(patch, line, changeLine, result)
      if !patch.misfits.isEmpty, arguments.has(PatchCommand.rejects) {
        let text = Rejects.text(
          change, rejected: patch.rejected, moves: patch.moves, replacements: patch.replacements)
        try result.rejects.append(Array(text.dropFirst().dropLast()) + [0x0A])
      }
      if !patch.edits.isEmpty || patch.base !== target {
        try result.take(patch.base.edited(by: patch.edits), line, change: position)
      }
    } catch { throw .file("<stdout>", error) }
  }

  private func applied(
    _ change: ChangeTree, to target: Document, _ line: LineSet.Line?
  ) throws(Failure) -> PatchResult {
    let tolerances = selection.tolerances
    let tolerated =
      tolerances.isEmpty
      ? nil : ToleratedDocument(target: target, of: change, tolerances, exactNumbers: options.exactNumbers)
    let document = tolerated?.document ?? target
    let result: PatchResult
    if let schema = inputs.schema {
      do { result = try Patcher.apply(change, to: document, options, under: schema) } catch {
        let offset = line.map { $0.range.lowerBound + document.start(error.node) - 1 } ?? 0
        throw .unusable(inputs.inputs[0], offset: offset, reason: error.words { _ in "this line" })
      }
    } else {
      result = Patcher.apply(change, to: document, options)
    }
    return tolerated?.original(result, target, tolerances, inputs.schema) ?? result
  }

  /// Says what does not fit, what was done elsewhere, and what a person should know.
  private mutating func tell(
    _ patch: PatchResult, _ line: LineSet.Line?, _ changeLine: LineSet.Line, _ result: LineResult
  ) throws(SystemError) {
    if patch.misfits.isEmpty, patch.consequences.isEmpty, patch.notes.isEmpty { return }
    let change = changeNumbers.position(of: changeLine.range.lowerBound)
    let origin = line.map { numbers.position(of: $0.range.lowerBound) }
    let input = Input(
      name: line == nil ? changes.input.name : inputs.inputs[0].name, source: patch.base.source,
      origin: origin)
    var positions = SourcePositions(input.source.view)
    func place(_ offset: Int) -> String {
      origin == nil
        ? "\(input.name):\(change.line):\(change.column)" : Diagnostics.located(input, offset, &positions)
    }
    for misfit in patch.misfits {
      let own = misfit.inElement
      try result.messages.append(line: "\(place(misfit.offset)): \(own.message)")
      try report(result) {
        own.write(to: &$0)
      } _: {
        (origin?.line, change.line)
      }
    }
    for consequence in patch.consequences {
      if patch.misfits.isEmpty, !arguments.has(.quiet) {
        try result.messages.append(line: "\(place(consequence.offset)): \(consequence.message)")
      }
      try report(result) {
        consequence.write(to: &$0)
      } _: {
        (origin?.line, change.line)
      }
    }
    if arguments.has(.quiet) { return }
    for note in patch.notes { try result.messages.append(line: "\(place(1)): \(note)") }
  }

  /// Adds an entry to the report: an object, with the lines that it is about in front.
  private func report(
    _ result: LineResult, _ entry: (inout JSONWriter) -> Void, _ lines: () -> (target: Int?, change: Int)
  ) throws(SystemError) {
    var writer = JSONWriter()
    entry(&writer)
    let (target, change) = lines()
    let head = (target.map { "\"line\":\($0)," } ?? "") + "\"changeLine\":\(change),"
    try result.report.append(
      [UInt8(ascii: "{")] + Array(head.utf8) + writer.text.dropFirst() + [UInt8(ascii: ",")])
  }

  private func describe(_ result: LineResult) throws(Failure) {
    do { try result.messages.say(by: PatchCommand.spec.name, io) } catch { throw .file("<stderr>", error) }
    if arguments.has(.quiet) { return }
    let (done, already) = (result.appliedCount, result.alreadyAppliedCount)
    let name = inputs.inputs[0].name
    if already > 0, done == 0, result.misfitCount == 0 {
      io.say("\(PatchCommand.spec.name): \(name): already applied\n")
    } else if already > 0 {
      let all = done + already + result.misfitCount
      io.say("\(PatchCommand.spec.name): \(name): \(already) of \(all) parts were already applied\n")
    }
  }

  private func companions(_ result: LineResult) throws(Failure) -> [Companion] {
    var companions: [Companion] = []
    if let file = arguments.value(PatchCommand.report) {
      let text: [UInt8]
      do {
        let entries = try result.report.contents()
        text = [UInt8(ascii: "[")] + entries.view.array(0..<max(0, entries.count - 1)) + Array("]\n".utf8)
      } catch { throw .file(file, error) }
      companions.append(try Companion(file, text, io))
    }
    if let file = arguments.value(PatchCommand.rejects), !arguments.has(PatchCommand.check) {
      // Those of an earlier run would be taken for what is left to do now.
      if result.misfitCount == 0 { return companions + [Companion(removing: file, io)] }
      do {
        let text = try result.rejects.contents()
        companions.append(try Companion(file, text.view.array(0..<text.count), io))
      } catch let failure as Failure { throw failure } catch { throw .file(file, SystemError.outOfMemory) }
    }
    return companions
  }

}

extension Misfit {
  /// The same, told in the only element of the array.
  fileprivate var inElement: Misfit {
    guard pointer.hasPrefix("/0") else { return self }
    var misfit = self
    misfit.pointer = String(pointer.dropFirst(2))
    return misfit
  }
}
