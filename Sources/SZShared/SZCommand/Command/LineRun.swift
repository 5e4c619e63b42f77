internal import SZJSON
internal import SZLines

/// One run over lines: portion by portion, as many as the memory for the index asks for.
struct LineRun {
  let reader: LineReader
  private var portions: IndexPortions
  private let meter: LineMeter?
  private let progress: LineProgress?
  private let inputs: [Input]

  /// An index is made of the first input.
  init(
    _ options: LineOptions, _ inputs: LineInputs, _ spec: CommandSpec, _ arguments: ParsedArguments,
    _ io: ToolIO
  ) {
    self.inputs = inputs.inputs
    portions = IndexPortions([inputs.sets[0]], memory: options.memory)
    let size = inputs.sets.reduce(0) { $0 + $1.source.count }
    meter = LineMeter(spec, arguments, total: size, io)
    meter?.total = size * portions.count
    var options = options
    progress = meter?.progress
    options.progress = progress
    reader = LineReader(inputs.sets, options)
  }

  mutating func next() -> IndexPortion? { portions.next() }

  /// Has a portion done again as two.
  mutating func split(_ portion: IndexPortion) throws(Failure) {
    if portions.split(portion) { return }
    throw .told("\(inputs[0].name): an index of its lines needs more memory than --memory allows")
  }

  func end() {
    if let progress { meter?.end(progress.done) }
  }

  /// What all portions come to, and the lines that were passed over. `result` answers with what becomes of one, nil where it is too large
  /// and is done again as two.
  mutating func all(
    _ result: (IndexPortion, LineReader) throws(Failure) -> (LineResult, LineEditing)?
  ) throws(Failure) -> (result: LineResult, skips: LineSkips) {
    var all = (result: LineResult(), skips: LineSkips())
    while let portion = next() {
      guard let (found, editing) = try result(portion, reader) else {
        try split(portion)
        continue
      }
      all.skips = LineSkips(editing.reader)
      do { try all.result.add(found, editing.shardLines) } catch { throw .file("<stdout>", error) }
    }
    end()
    return all
  }
}

/// Lines that were passed over.
struct LineSkips {
  private let skipped: [(count: Int, first: LineError?)]

  init() { skipped = [] }

  init(_ reader: LineReader) { skipped = reader.skipped }

  var isEmpty: Bool { skipped.allSatisfy { $0.count == 0 } }

  /// Says of each input how many there were, and what is wrong with the first.
  func tell(_ inputs: [Input], _ spec: CommandSpec, _ io: ToolIO) {
    for (count, first) in skipped {
      guard let first else { continue }
      let input = inputs[first.input]
      let place = Diagnostics.placed(input, first.offset)
      io.say(
        "\(spec.name): \(place): \(Diagnostics.words(first, input))\n\(spec.name): \(input.name): \(count) line\(count == 1 ? "" : "s") passed over\n"
      )
    }
  }
}
