internal import SZFormats
internal import SZJSON
internal import SZLines
internal import SZModel
internal import SZPatch

/// `sz-diff --lines`: what changed between two sets of entities, a change a line.
struct DiffLines {
  private let arguments: ParsedArguments
  private let io: ToolIO
  private let inputs: LineInputs
  private let options: DiffOptions
  private let reading: ReadingOptions
  private let tolerances: [Tolerance]
  private let format: DiffFormat
  /// For the places of entities in both inputs.
  private var numbers: [LineNumbers]
  /// How much has changed, of the whole and of the portion at hand.
  private var statistics = (whole: ChangeStatistics(), portion: ChangeStatistics())

  /// What makes no sense for lines.
  static let excluded: [Option] =
    [
      DiffCommand.git, DiffCommand.test, DiffCommand.stamp, ReadingOptions.limit,
    ] + OutputLayout.options
  private static let formats: [DiffFormat] = [.sz, .text, .brief, .values, .changes, .keys]

  static func run(_ arguments: ParsedArguments, _ io: ToolIO) throws(Failure) -> ExitCode {
    do throws(UsageError) {
      let format = DiffFormat(arguments)
      if !formats.contains(format) { throw .unsuited("--format=\(format.rawValue)", to: "--lines") }
    } catch { throw .usage(error) }
    if arguments.operands == ["-", "-"] { throw .usage(.standardInputTwice) }
    var lines = try DiffLines(arguments, io)
    return try lines.run()
  }

  private init(_ arguments: ParsedArguments, _ io: ToolIO) throws(Failure) {
    (self.arguments, self.io) = (arguments, io)
    format = DiffFormat(arguments)
    var options = try DiffCommand.options(arguments)
    do throws(UsageError) {
      reading = try ReadingOptions(arguments)
      tolerances = try ToleranceOption.tolerances(arguments)
    } catch { throw .usage(error) }
    let model = try ModelInput.read(arguments, io, DiffCommand.spec)
    if !arguments.has(DiffCommand.quiet) {
      var roles = FileRoles(io)
      for operand in arguments.operands { roles.reads(operand) }
      roles.readsModel(arguments)
      try roles.writesResult(arguments, of: nil)
    }
    inputs = try LineInputs(arguments.operands, keys: options.lineKeys, model, arguments, io)
    if case .plain(let key)? = inputs.key { options.identifyLines(by: key) }
    self.options = options
    numbers = inputs.sets.map { LineNumbers($0) }
  }

  private mutating func run() throws(Failure) -> ExitCode {
    let result = Spool()
    var hasChanges = false
    var skips = LineSkips()
    let hashing = Hashing(exactNumbers: options.exactNumbers, unordered: options.unordered)
    if let line = try inputs.options(hashing, arguments) {
      var run = LineRun(line, inputs, DiffCommand.spec, arguments, io)
      while let portion = run.next() {
        let spool = Spool()
        guard let found = try changes(in: portion, run.reader, spool, &skips) else {
          try run.split(portion)
          continue
        }
        hasChanges = hasChanges || found
        statistics.whole += statistics.portion
        do { try result.append(spool) } catch { throw .file("<stdout>", error) }
        if hasChanges, arguments.has(DiffCommand.quiet) { break }
      }
      run.end()
    }
    skips.tell(inputs.inputs, DiffCommand.spec, io)
    let isAsked = arguments.has(DiffCommand.exitCode) || arguments.has(DiffCommand.quiet)
    let answer: ExitCode = !skips.isEmpty || isAsked && hasChanges ? .no : .success
    if arguments.has(DiffCommand.quiet) { return answer }
    let total = arguments.has(DiffCommand.stat) ? statistics.whole.text : []
    try Destination(arguments, inPlace: nil, io).write { output throws(SystemError) in
      try output.write(total)
      try result.move(to: output)
    }
    return answer
  }

  /// Writes what changed in a portion of the entities; answers whether anything did, or nil where the portion is too large.
  private mutating func changes(
    in portion: IndexPortion, _ reader: LineReader, _ spool: Spool, _ skips: inout LineSkips
  ) throws(Failure) -> Bool? {
    var hasChanges = false
    statistics.portion = ChangeStatistics()
    do throws(LineError) {
      var comparison = try LineComparison(reader, old: 0, new: 1, portion)
      while let event = try comparison.next() {
        guard case .pair(let old, let new, _) = event else { return nil }
        let pair = LinePair(
          old: try reader.element(old, of: 0), new: try reader.element(new, of: 1),
          oldLine: old, newLine: new)
        do throws(Failure) {
          guard let text = try text(pair) else { continue }
          hasChanges = true
          if arguments.has(DiffCommand.quiet) { break }
          do { try spool.append(text) } catch { throw .file("<stdout>", error) }
        } catch { throw LineError(.stopped(error), input: 0, at: 0) }
      }
      skips = LineSkips(comparison.reader)
    } catch { throw .line(error, inputs.inputs) }
    return hasChanges
  }

  /// Two versions of one entity, each in an array of its own.
  private struct LinePair {
    let old: Document
    let new: Document
    let oldLine: LineSet.Line?
    let newLine: LineSet.Line?
  }

  /// What is printed of an entity; nil where it has not changed.
  private mutating func text(_ pair: LinePair) throws(Failure) -> [UInt8]? {
    let originals = (
      old: read(pair.old, pair.oldLine, of: 0), new: read(pair.new, pair.newLine, of: 1)
    )
    var (old, new) = originals
    var pairs = try self.pairs(pair.old, pair.new, originals)
    if !tolerances.isEmpty {
      let tolerated = ToleratedDocument(new.document, since: old.document, tolerances, options, pairs)
      new = new.read(ReadDocument(tolerated, of: new.document))
      pairs = try self.pairs(old.document, new.document, originals)
    }
    if !reading.masked.isEmpty {
      (old, new) = (masked(old), masked(new))
      pairs = try self.pairs(old.document, new.document, originals)
    }
    let compared = SelectedComparison(from: old.document, to: new.document, options, pairs)
    let change = compared.change
    if change.isEmpty { return nil }
    if arguments.has(DiffCommand.quiet) { return [] }
    if arguments.has(DiffCommand.stat) {
      statistics.portion += ChangeStatistics(compared.shown)
      return []
    }
    var printed = DiffText(
      change: change, shown: compared.shown, readOld: old.read, readNew: new.read, pairs: pairs,
      options: options, reading: reading)
    printed.hasSummary = false
    let isTerminal = io.outputIsTerminal && !arguments.has(.output)
    do {
      let text = try printed.text(format, arguments, isTerminal: isTerminal, io)
      // The change of the one element, without the array around it.
      if format == .sz { return Array(text.dropFirst().dropLast(2)) + [0x0A] }
      return text
    } catch { throw .told(error.reason) }
  }

  /// A version of an entity, and where in its input it is.
  private struct Version {
    let read: ReadDocument
    let input: Input

    var document: Document { read.document }

    func read(_ read: ReadDocument) -> Version {
      var read = read
      read.origin = input.origin
      return Version(read: read, input: input)
    }
  }

  private mutating func read(_ document: Document, _ line: LineSet.Line?, of number: Int) -> Version {
    // Only the format that has places needs them; a message counts again.
    let origin = line.map { line in
      format == .values
        ? numbers[number].position(of: line.range.lowerBound) : SourcePosition(line: 1, column: 1)
    }
    let input = Input(name: inputs.inputs[number].name, source: document.source, origin: origin)
    return Version(read: ReadDocument(document), input: input).read(ReadDocument(document))
  }

  private func masked(_ version: Version) -> Version {
    let (document, offsets) = MaskedDocument.of(version.document, reading.masked, Hashing())
    return version.read(version.read.with(document, offsets))
  }

  /// The entities of both documents under a model.
  private func pairs(
    _ old: Document, _ new: Document, _ versions: (old: Version, new: Version)
  ) throws(Failure) -> EntityPairs? {
    guard let schema = inputs.schema else { return nil }
    do { return try EntityPairs(old, new, schema) } catch {
      let version = error.isInNew ? versions.new : versions.old
      throw .unfitting(version.input, error.isInNew ? new : old, error.error)
    }
  }
}

extension DiffOptions {
  /// What may identify lines: what was asked for, else the names by which elements are told apart.
  var lineKeys: [IdentityKey] {
    let placed = placedKeys.filter { $0.path.isOfElements }.map(\.key)
    if !placed.isEmpty { return placed }
    return names.areOwn ? names.named : LineKey.defaults
  }

  /// Makes this the key of lines in an array of them.
  mutating func identifyLines(by key: IdentityKey) {
    placedKeys.removeAll { $0.path.isOfElements }
    placedKeys.insert((JSONPath.root, key), at: 0)
  }
}
