internal import SZElements
internal import SZJSON
internal import SZLines
internal import SZMerge
internal import SZModel

/// `sz-merge --lines`: joins two edits of a set of entities, an entity a line.
///
/// What EDITED changed is found as `sz-diff` finds it; each entity of that is merged by itself with what CURRENT has of it.
struct MergeLines {
  private let arguments: ParsedArguments
  private let io: ToolIO
  private let inputs: LineInputs
  private let options: MergeOptions
  private var numbers: [LineNumbers]

  static let excluded: [Option] =
    [
      MergeCommand.resolve, MergeCommand.resolver, MergeCommand.resolverTimeout, MergeCommand.markBase,
      MergeCommand.markerSize, MergeCommand.labelCurrent, MergeCommand.labelPristine,
      MergeCommand.labelEdited, MergeCommand.git, MergeCommand.gitAttempt,
    ] + OutputLayout.options

  /// `options` are those of the command line.
  static func run(_ arguments: ParsedArguments, _ options: MergeOptions, _ io: ToolIO) throws(Failure)
    -> ExitCode
  {
    if options.conflicts == .mark { throw .usage(.unsuited("--conflicts=mark", to: "--lines")) }
    _ = try MergeUsage.checkedLayout(arguments, options)
    try MergeUsage.checkRoles(arguments, io)
    var lines = try MergeLines(arguments, options, io)
    return try lines.run()
  }

  private init(_ arguments: ParsedArguments, _ options: MergeOptions, _ io: ToolIO) throws(Failure) {
    (self.arguments, self.io) = (arguments, io)
    var files: [Input] = []
    for (number, name) in arguments.operands.enumerated() {
      // Last, as nobody else edits it until the result stands in its place.
      if number == 2, arguments.has(.inPlace) {
        try io.lock(name, MergeCommand.spec, isQuiet: arguments.has(.quiet))
      }
      files.append(try io.read(name, isSpooled: true))
    }
    inputs = try LineInputs(files, keys: options.comparison.lineKeys, options.schema?.model, arguments)
    var options = options
    options.schema = inputs.schema
    // What another line has, this one cannot know.
    options.allowsDangling = arguments.value(ModelOptions.dangling) != "refuse"
    if case .plain(let key)? = inputs.key {
      options.placedKeys.removeAll { $0.path.isOfElements }
      options.placedKeys.insert((JSONPath.root, key), at: 0)
    }
    self.options = options
    numbers = inputs.sets.map { LineNumbers($0) }
  }

  private mutating func run() throws(Failure) -> ExitCode {
    var result = LineResult()
    var skips = LineSkips()
    let line = try inputs.options(Hashing(exactNumbers: options.exactNumbers), arguments)
    if let line {
      var run = LineRun(line, inputs, MergeCommand.spec, arguments, io)
      (result, skips) = try run.all { portion, reader throws(Failure) in try merged(portion, reader) }
    }
    try describe(result)
    skips.tell(inputs.inputs, MergeCommand.spec, io)
    let beside = try companions(result)
    if result.openCount > 0 {
      for companion in beside { try companion.commit() }
      return .no
    }
    try write(result, line?.shard, beside: beside)
    return !skips.isEmpty || arguments.has(MergeCommand.exitCode) && result.settledCount > 0 ? .no : .success
  }

  /// What EDITED changed in a portion of the entities, and what it comes to; nil where the portion is too large.
  private mutating func merged(
    _ portion: IndexPortion, _ reader: LineReader
  ) throws(Failure) -> (LineResult, LineEditing)? {
    do throws(LineError) {
      guard let (pairs, reader) = try edited(portion, reader) else { return nil }
      var edits = LineEdits(reader.options)
      for number in 0..<pairs.count {
        edits.append(pairs.hash(number), at: number)
        if edits.isOverfull { return nil }
      }
      // No two lines of one file had one identity.
      _ = edits.seal { _, _ in false }
      var result = LineResult.ofPortion
      var editing = LineEditing(reader, target: 2, edits, portion)
      while let event = try editing.next() {
        guard case .edit(let line, let number) = event else { return nil }
        let (old, new) = pairs.lines(number, inputs.sets[0], inputs.sets[1])
        do throws(Failure) {
          try merge(Three(pristine: old, edited: new, current: line), number, &result)
        } catch {
          throw LineError(.stopped(error), input: 0, at: 0)
        }
      }
      return (result, editing)
    } catch { throw .line(error, inputs.inputs) }
  }

  /// The pairs of lines of PRISTINE and EDITED that differ.
  private func edited(
    _ portion: IndexPortion, _ reader: LineReader
  ) throws(LineError) -> (LinePairs, LineReader)? {
    let pairs = LinePairs()
    var comparison = try LineComparison(reader, old: 0, new: 1, portion)
    do {
      while let event = try comparison.next() {
        guard case .pair(let old, let new, let hash) = event else { return nil }
        try pairs.append(hash, old: old, new: new)
      }
      try pairs.finish()
    } catch let error as LineError { throw error } catch let error as SystemError {
      throw LineError(.stopped(Failure.file("<stdout>", error)), input: 0, at: 0)
    } catch { throw LineError(.stopped(error), input: 0, at: 0) }
    return (pairs, comparison.reader)
  }

  /// Merges one entity, of which each of the inputs has a line or none.
  private mutating func merge(
    _ lines: Three<LineSet.Line?>, _ number: Int, _ result: inout LineResult
  ) throws(Failure) {
    let given = Party.allCases.map { input(lines[$0], of: $0) }
    let versions = try MergeInputs(arguments, options, io, given: given)
    let merge = try versions.merge(options)
    try versions.check(merge)
    let isChange = arguments.has(MergeCommand.asChange) && !merge.isOpen
    let text = isChange ? try versions.change(by: merge, options) : []
    do throws(SystemError) {
      try tell(merge, versions, lines, &result)
      if merge.isOpen { return }
      let edits = versions.edits(merge)
      if edits.isEmpty { return }
      if text.count > 2 { try result.rejects.append(Array(text.dropFirst().dropLast()) + [0x0A]) }
      try result.take(versions.current.edited(by: edits), lines.current, change: number)
    } catch { throw .file("<stdout>", error) }
  }

  /// A line as a document of its own: an array with it, or with nothing.
  private func input(_ line: LineSet.Line?, of party: Party) -> Input {
    let name = inputs.inputs[party.number].name
    let brackets = (UInt8(ascii: "["), UInt8(ascii: "]"))
    let view = inputs.sets[party.number].source.view
    return Input(name: name, source: SourceBytes(view, line?.range ?? 0..<0, around: brackets))
  }

  /// Says what is in conflict.
  private mutating func tell(
    _ merge: MergeResult, _ versions: MergeInputs, _ lines: Three<LineSet.Line?>, _ result: inout LineResult
  ) throws(SystemError) {
    if !arguments.has(.quiet) {
      for note in versions.uncompared(merge) { try result.messages.append(line: note) }
    }
    if merge.conflicts.isEmpty { return }
    let open = merge.conflicts.filter(\.isOpen)
    result.openCount += open.count
    result.settledCount += merge.conflicts.count - open.count
    let places = Three { party in
      lines[party].map { numbers[party.number].position(of: $0.range.lowerBound) }
    }
    for line in versions.placed(places).lines(of: open, in: merge) { try result.messages.append(line: line) }
    guard arguments.has(MergeCommand.report) else { return }
    for entry in ConflictReport.entries(merge) {
      try result.report.append(LineConflict.text(entry.text, places) + Array(",\n ".utf8))
    }
  }

  private func describe(_ result: LineResult) throws(Failure) {
    let name = MergeCommand.spec.name
    do { try result.messages.say(by: name, io) } catch { throw .file("<stderr>", error) }
    if result.settledCount == 0 || arguments.has(.quiet) { return }
    let conflicts = "\(result.settledCount) conflict\(result.settledCount == 1 ? "" : "s") resolved"
    io.say("\(name): \(inputs.inputs[2].name): \(conflicts)\n")
  }

  private func companions(_ result: LineResult) throws(Failure) -> [Companion] {
    guard let file = arguments.value(MergeCommand.report) else { return [] }
    let text: [UInt8]
    do {
      let entries = try result.report.contents()
      let all = entries.view.array(0..<max(0, entries.count - 3))
      text = Array((all.isEmpty ? "[" : "[\n ").utf8) + all + Array((all.isEmpty ? "]\n" : "\n]\n").utf8)
    } catch { throw .file(file, error) }
    return [try Companion(file, text, io)]
  }

  private func write(_ result: LineResult, _ shard: Shard?, beside companions: [Companion]) throws(Failure) {
    if arguments.has(MergeCommand.asChange) {
      return try Destination(arguments, inPlace: nil, io).write(beside: companions) {
        output throws(SystemError) in
        try result.rejects.move(to: output)
      }
    }
    let output = LineOutput(arguments: arguments, io: io, companions: companions)
    try output.write(result, inputs.sets[2], shard, named: arguments.operands[2])
  }
}

/// An entry of a merge's report about an entity that is a line, of which the merge knew nothing but an array with it.
enum LineConflict {
  /// The entry with the places of the lines: its pointers lead into what is on them.
  static func text(_ entry: [UInt8], _ places: Three<SourcePosition?>) -> [UInt8] {
    let document = Document.ofOwnText(entry)
    var edits = SourceEdits()
    let origin = places.current ?? places.edited ?? places.pristine
    var own = SourcePosition(line: 1, column: 1)
    func number(_ node: Document.Node) -> Int {
      DecimalNumber(document.bytes, document.range(node)).integer ?? 1
    }
    var nodes: (line: Document.Node, column: Document.Node)?
    for (name, value) in document.members(document.root) {
      switch document.string(name) {
      case "pointers":
        for (_, pointer) in document.members(value) {
          let range = document.range(pointer)
          // A quote, and the step into the array.
          if document.bytes.equals(range.lowerBound..<range.lowerBound + 3, Array("\"/0".utf8)) {
            edits.replace(range.lowerBound + 1..<range.lowerBound + 3, with: [UInt8]())
          }
        }
      case "line":
        own.line = number(value)
        nodes = (value, value)
      case "column":
        own.column = number(value)
        nodes = nodes.map { ($0.line, value) }
      default: break
      }
    }
    guard let nodes, let origin else { return edits.applied(to: document.bytes) }
    // Of an entity that CURRENT has not, the place is that of its line where there is one.
    let place = places.current == nil ? origin : own.inText(at: origin)
    var lines: [String] = []
    for party in Party.allCases {
      if let place = places[party] { lines.append("\"\(party.rawValue)\":\(place.line)") }
    }
    edits.replace(document.range(nodes.line), with: Array("\(place.line)".utf8))
    edits.replace(
      document.range(nodes.column),
      with: Array("\(place.column),\"lines\":{\(lines.joined(separator: ","))}".utf8))
    return edits.applied(to: document.bytes)
  }
}
