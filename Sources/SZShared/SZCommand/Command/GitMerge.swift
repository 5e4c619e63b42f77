internal import SZElements
internal import SZJSON
internal import SZMerge
internal import SZModel

/// `sz-merge --git`: the merge driver.
///
/// The merge runs in a copy of the process, and whatever keeps that from an answer (no JSON, no memory, a signal, a bug) leaves
/// the merge to `git merge-file`: git takes most ends of a driver for a conflict, and would leave one side without a marker.
enum GitMerge {
  /// Runs the merge in a child of this process; the answer is how this one is to end. Nil when the words do not ask for it.
  static func supervise(_ words: [String], _ io: ToolIO) -> Int32? {
    let arranged = arranged(words)
    guard let end = arranged.firstIndex(of: "--"),
      let job = arranged[..<end].firstIndex(of: "--" + MergeCommand.git.long),
      let operands = GitOperands(Array(arranged[(end + 1)...]))
    else { return nil }
    var attempt = arranged
    attempt[job] = "--" + MergeCommand.gitAttempt.long
    let merge = {
      let code = MergeCommand.execute(attempt, io).code.rawValue
      SignalCleanup.removeAll()
      return code
    }
    let ending = ChildProcess.apart(merge) ?? .code(merge())
    if case .code(let code) = ending, code == 0 || code == 1 { return code }
    defer { try? io.errors.flush() }
    return mergeLines(operands, io) ?? markWhole(operands, io)
  }

  /// The last words behind `--git` are git's, whatever they look like.
  static func arranged(_ words: [String]) -> [String] {
    let names = [MergeCommand.git, MergeCommand.gitAttempt].map { "--" + $0.long }
    let end = words.count - GitOperands.count
    guard end > 0, let job = words.firstIndex(where: names.contains), job < end,
      !words[..<end].contains("--")
    else { return words }
    return words[..<end] + ["--"] + words[end...]
  }

  /// Merges in this process.
  /// - Throws: whatever keeps it from a result; the file of our side is then as it was.
  static func run(_ arguments: ParsedArguments, _ io: ToolIO) throws(Failure) -> ExitCode {
    do { return try attempt(arguments, io) } catch {
      guard case .notJSON(let input, let reason) = error else { throw error }
      let view = input.source.view
      // Conflicts that git looks at once more, as rerere does, are no news.
      if Mistake.behind(reason, in: view, start: Encoding.start(view)) == .conflictMarker { return .trouble }
      let message = Diagnostics.message(error, spec: MergeCommand.spec) ?? ""
      io.say(message.prefix { !$0.isNewline } + "; merged as text\n")
      return .trouble
    }
  }

  private static func attempt(_ arguments: ParsedArguments, _ io: ToolIO) throws(Failure) -> ExitCode {
    try checkOptions(arguments)
    guard let operands = GitOperands(arguments.operands) else {
      throw .usage(.missingOperands([MergeCommand.git.operands], taken: []))
    }
    var options = try MergeArguments.options(arguments)
    let policy = try policy(options.conflicts, arguments, operands)
    options.conflicts = .mark
    options.schema = try ModelInput.read(arguments, io, MergeCommand.spec).map { Schema($0) }
    try MergeArguments.checkTombstone(arguments, options.schema?.model)
    var sides: [Input] = []
    for file in [operands.original, operands.theirs, operands.ours] {
      do { sides.append(Input(name: operands.name, source: try io.read(file).source)) } catch {
        guard case .file(_, let problem) = error else { throw error }
        throw .file(operands.name, problem)
      }
    }
    let versions = try originals(sides)
    let inputs = try MergeInputs(
      arguments, options, io, given: [versions[0], sides[1], sides[2]])
    var merge = try inputs.merge(options)
    try inputs.check(merge)
    var open = merge.conflicts.filter(\.isOpen)
    if !open.isEmpty, let text = GitLines.standing(merge, operands, inputs) {
      return try write(text, operands, io, .success)
    }
    if !open.isEmpty, let policy {
      options.conflicts = policy
      merge = try inputs.merge(options)
      try inputs.check(merge)
      open = merge.conflicts.filter(\.isOpen)
    }
    if open.isEmpty {
      let text = inputs.edits(merge).applied(to: inputs.current.bytes)
      try check(text, inputs)
      for version in versions.dropFirst() {
        let other = try MergeInputs(arguments, options, io, given: [version, sides[1], sides[2]])
        let merge = try other.merge(options)
        try other.check(merge)
        guard !merge.conflicts.contains(where: \.isOpen),
          other.edits(merge).applied(to: other.current.bytes) == text
        else { throw .told("\(operands.name): contested where its original has conflicts; merged as text") }
      }
      describe(merge.conflicts.count, operands, arguments, io)
      let lines = versions.count == 1 ? GitLines.alike(text, operands, inputs) : nil
      if lines ?? text == inputs.current.bytes.array(0..<inputs.current.bytes.count) { return .success }
      return try write(lines ?? text, operands, io, .success)
    }
    if !operands.isVirtual {
      for line in inputs.lines(of: open, in: merge) { io.say("\(MergeCommand.spec.name): \(line)\n") }
    }
    return try write(marked(merge, inputs, operands, io), operands, io, .no)
  }

  /// What cannot stand behind `--git`: git says itself where the result goes, how a conflict looks, and who settles it.
  public static let refused =
    [
      MergeCommand.report, MergeCommand.resolve, MergeCommand.resolver,
      MergeCommand.resolverTimeout, MergeCommand.exitCode, MergeCommand.asChange, MergeCommand.only,
      MergeCommand.ignore, MergeCommand.markBase, MergeCommand.markerSize, MergeCommand.labelCurrent,
      MergeCommand.labelPristine, MergeCommand.labelEdited, ModelOptions.printModel, .inPlace, .output,
      LineOption.deletesAnyway,
    ] + LineOption.common + OutputLayout.options

  /// Who settles conflicts without a marker; nil where nobody does, and in the merge of several ancestors, which git makes without its own
  /// `-X`, too.
  private static func policy(
    _ policy: MergeOptions.ConflictPolicy, _ arguments: ParsedArguments, _ operands: GitOperands
  ) throws(Failure) -> MergeOptions.ConflictPolicy? {
    // Nothing written would be one side, without a word.
    if policy == .fail { throw .usage(.conflicting("--git", "--conflicts=fail")) }
    if !arguments.has(MergeCommand.conflicts) || policy == .mark || operands.isVirtual { return nil }
    return policy
  }

  private static func checkOptions(_ arguments: ParsedArguments) throws(Failure) {
    for option in refused where arguments.has(option) {
      throw .usage(.conflicting("--git", "--" + option.long))
    }
  }

  /// The texts that count as the original. One that holds conflicts stands for several: without what is between the markers, so
  /// that both sides have changed it, and with either half, by which the answer must be the same.
  private static func originals(_ sides: [Input]) throws(Failure) -> [Input] {
    let original = sides[0]
    let text = original.source.view.array(0..<original.source.count)
    func version(_ text: [UInt8]) throws(Failure) -> Input {
      if text.contains(where: { $0 > 0x20 }) { return Input(name: original.name, source: SourceBytes(text)) }
      return Input(name: original.name, source: SourceBytes(try empty(sides)))
    }
    let isJSON = (try? Document.read(original.source, .init(allowsComments: true))) != nil
    guard !isJSON, let marked = MarkedText(text) else {
      return [text.contains { $0 > 0x20 } ? original : try version([])]
    }
    return [try version(marked.agreed), try version(marked.ours), try version(marked.theirs)]
  }

  /// What both sides began with where there was nothing: objects only, for two lists would become one with the elements of both.
  private static func empty(_ sides: [Input]) throws(Failure) -> [UInt8] {
    var kinds: [Document.Kind] = []
    for side in sides.dropFirst() {
      do {
        let document = try Document.read(side.source, .init(allowsDuplicates: true, allowsComments: true))
        kinds.append(document.kind(document.root))
      } catch { throw .notJSON(side, error) }
    }
    switch (kinds[0], kinds[1]) {
    case (.object, .object): return Array("{}".utf8)
    default:
      throw .told("\(sides[0].name): there is no original, and a side is no object; merged as text")
    }
  }

  /// Nothing is let out that is no JSON.
  private static func check(_ text: [UInt8], _ inputs: MergeInputs) throws(Failure) {
    let options = Document.ReadOptions(allowsDuplicates: true, allowsComments: true)
    guard (try? Document.read(text, options)) != nil else {
      throw .told("\(inputs.inputs[2].name): the result would be no JSON; merged as text")
    }
  }

  private static func describe(
    _ settled: Int, _ operands: GitOperands, _ arguments: ParsedArguments, _ io: ToolIO
  ) {
    if settled == 0 || operands.isVirtual || arguments.has(.quiet) { return }
    let words = "\(settled) conflict\(settled == 1 ? "" : "s") resolved"
    io.say("\(MergeCommand.spec.name): \(operands.name): \(words)\n")
  }

  private static func marked(
    _ merge: MergeResult, _ inputs: MergeInputs, _ operands: GitOperands, _ io: ToolIO
  ) -> [UInt8] {
    func rendering(_ party: Party, _ label: String) -> ConflictMarkers.Rendering {
      inputs.rendering(merge, for: party, label: label)
    }
    let style = io.isProcess ? GitProgram.conflictStyle() : .merge
    return ConflictMarkers.text(
      current: rendering(.current, operands.oursLabel),
      pristine: style == .merge ? nil : rendering(.pristine, operands.originalLabel),
      edited: rendering(.edited, operands.theirsLabel), size: operands.markerSize,
      isZealous: style == .zdiff3)
  }

  private static func write(
    _ text: [UInt8], _ operands: GitOperands, _ io: ToolIO, _ code: ExitCode
  ) throws(Failure) -> ExitCode {
    do {
      try Destination(file: operands.ours, isDurable: false, io).write { output throws(SystemError) in
        try output.write(text)
      }
    } catch {
      switch error {
      case .file(_, let problem): throw .file(operands.name, problem)
      case .notReplaced(_, let problem): throw .notReplaced(operands.name, problem)
      default: throw error
      }
    }
    return code
  }

  /// Leaves the merge to git. What it makes of the lines is written whole or not at all: on a full disk git would leave an empty file.
  /// Files that may be too much to hold are left to it altogether.
  private static func mergeLines(_ operands: GitOperands, _ io: ToolIO) -> Int32? {
    let sizes = [operands.ours, operands.theirs].map { (try? io.read($0).source.count) ?? 0 }
    if sizes[0] + sizes[1] > 1 << 26 { return GitProgram.mergeText(operands) }
    switch GitProgram.mergedText(operands) {
    case .clean(let text):
      if GitLines.repeatsMember(text, operands, io) { return nil }
      return (try? write(text, operands, io, .success)).map { _ in 0 }
    case .conflicts(let text): return (try? write(text, operands, io, .no)).map { _ in 1 }
    case .impossible: return nil
    }
  }

  /// The last way out, where git cannot merge either: both sides, whole, between markers. Binary files stay as they are, which is
  /// what git does with them.
  private static func markWhole(_ operands: GitOperands, _ io: ToolIO) -> Int32 {
    // What a driver answers that has not merged anything; a git that knows it stops there.
    let nothing: Int32 = 255
    guard let ours = try? io.read(operands.ours) else { return nothing }
    // Without the other side there is nothing to join, but nobody is to take ours for the result.
    let theirs = try? io.read(operands.theirs)
    let sides = [ours, theirs].map { $0?.source.view.array(0..<($0?.source.count ?? 0)) ?? [] }
    if sides.contains(where: { $0.contains(0) }) { return 1 }
    func marker(_ sign: Character, _ label: String) -> [UInt8] {
      Array((String(repeating: sign, count: operands.markerSize) + label + "\n").utf8)
    }
    func whole(_ lines: [UInt8]) -> [UInt8] { lines.last ?? 0x0A == 0x0A ? lines : lines + [0x0A] }
    let text =
      marker("<", " " + operands.oursLabel) + whole(sides[0]) + marker("=", "") + whole(sides[1])
      + marker(">", " " + operands.theirsLabel)
    return (try? write(text, operands, io, .no)) == nil || theirs == nil ? nothing : 1
  }
}
