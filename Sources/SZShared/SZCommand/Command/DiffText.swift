internal import SZFormats
internal import SZJSON
internal import SZModel
internal import SZOperations
internal import SZPatch

/// What `sz-diff` prints of a change, in the format that is asked for.
struct DiffText {
  let change: ChangeTree
  /// The same for readers.
  let shown: ChangeTree
  /// The documents, nil for one that is not there.
  let readOld: ReadDocument?
  let readNew: ReadDocument?
  /// Under a model, the entities of both.
  let pairs: EntityPairs?
  let options: DiffOptions
  var reading = ReadingOptions()
  /// Whether the text format ends with a line that counts.
  var hasSummary = true

  private var old: Document? { readOld?.document }
  private var new: Document? { readNew?.document }

  /// What stands in the place of a document that is not there.
  private static var nothing: Document { JSONWriter.value { $0.appendNull() }.document }

  /// What a format cannot say, at a byte offset in NEW.
  struct Inexpressible: Error {
    let offset: Int
    let reason: String
  }

  func text(
    _ format: DiffFormat, _ arguments: ParsedArguments, isTerminal: Bool, _ io: ToolIO
  ) throws(Inexpressible) -> [UInt8] {
    switch format {
    case .sz:
      let layout = arguments.value(DiffCommand.layout).flatMap(ChangeWriter.AttributeLayout.init) ?? .grouped
      let text = ChangeWriter.text(change, layout: layout)
      return (arguments.has(DiffCommand.stamp) ? DiffText.stamp(arguments).stamped(text) : text) + [0x0A]
    case .jsonPatch: return try jsonPatch(tests: arguments.has(DiffCommand.test)) + [0x0A]
    case .mergePatch: return try mergePatch() + [0x0A]
    case .text:
      if shown.isEmpty { return [] }
      var styling = reading.styling
      styling.colors = DiffText.wantsColors(arguments, isTerminal: isTerminal, io)
      return TextFormat.text(values, styling, hasSummary: hasSummary)
    case .markdown: return MarkdownFormat.text(values, reading.styling, limit: reading.limit)
    case .values, .brief:
      let form: ValueLines.Form =
        format == .values ? .json : arguments.has(ReadingOptions.tsv) ? .tabs : .brief
      let text = ValueLines.text(values, from: readOld, to: readNew, form)
      return isTerminal || format == .brief ? TerminalText.safe(text) : text
    case .changes, .keys:
      // Of one alone, the change says all.
      guard let old = old ?? new, let new = new ?? self.old else { return [] }
      let text = EntityLines.text(
        shown, from: old, to: new, format == .keys ? .keys : .values, pairs?.schema)
      return isTerminal ? TerminalText.safe(text) : text
    }
  }

  /// What the options of a command line say of how a change was made.
  private static func stamp(_ arguments: ParsedArguments) -> ChangeStamp {
    var options: [(name: String, value: Value)] = []
    for (name, option) in [("exactNumbers", Option.exactNumbers), ("unordered", DiffCommand.unordered)]
    where arguments.has(option) {
      options.append((name, JSONWriter.value { $0.append(true) }))
    }
    let lists = [
      ("key", KeyOption.option), ("set", DiffCommand.set), ("only", DiffCommand.only),
      ("ignore", DiffCommand.ignore), ("tolerance", ToleranceOption.option),
    ]
    for (name, option) in lists where arguments.has(option) {
      let value = JSONWriter.value { writer in
        writer.beginArray()
        for text in arguments.values(option) { writer.append(string: text.utf8) }
        writer.endArray()
      }
      options.append((name, value))
    }
    if let model = arguments.value(ModelOptions.model) {
      options.append(("model", Value(jsonString: Array(model.utf8))))
    }
    return ChangeStamp(options: options)
  }

  /// The values that change.
  private var values: [ValueChange] {
    let all = ValueChanges.of(shown, from: old, to: new)
    return reading.shown.isEmpty ? all : all.filter { reading.shown.contains(ShownChanges($0)) }
  }

  private static func wantsColors(_ arguments: ParsedArguments, isTerminal: Bool, _ io: ToolIO) -> Bool {
    let wanted = arguments.has(DiffCommand.color) ? arguments.value(DiffCommand.color) ?? "always" : "auto"
    let isPlain = io.variable("NO_COLOR").map { !$0.isEmpty } ?? false || io.variable("TERM") == "dumb"
    return wanted == "always" || wanted == "auto" && isTerminal && !isPlain
  }

  private func jsonPatch(tests: Bool) throws(Inexpressible) -> [UInt8] {
    guard new != nil else {
      throw Inexpressible(offset: 0, reason: "a JSON Patch cannot say that there is no document any more")
    }
    guard let old else {
      // Its operations are those of a change of the whole.
      return JSONPatchText.text(
        change, from: DiffText.nothing, tests: tests, exactNumbers: options.exactNumbers)
    }
    let plain = pairs == nil ? change : Differ.change(from: old, to: result(old), DiffOptions())
    return JSONPatchText.text(plain, from: old, tests: tests, exactNumbers: options.exactNumbers)
  }

  private func mergePatch() throws(Inexpressible) -> [UInt8] {
    guard let new else {
      throw Inexpressible(offset: 0, reason: "a merge patch cannot say that there is no document any more")
    }
    let isWhole = pairs == nil && options.ignored.isEmpty && options.only.isEmpty && options.sets.isEmpty
    let result = isWhole && !options.unordered ? new : old.map { self.result($0) } ?? new
    do { return try MergePatch.text(from: old ?? DiffText.nothing, to: result) } catch {
      let path = PathText.path(to: error.node, in: result)
      throw Inexpressible(
        // In what the change makes of OLD it may stand elsewhere than in NEW.
        offset: result === new ? new.start(error.node) : 0,
        reason: "a merge patch cannot say that \(path) becomes null, which removes it")
    }
  }

  /// What the change makes of OLD, of which paths and rules may have left something out.
  private func result(_ old: Document) -> Document {
    var patch = PatchOptions(exactNumbers: options.exactNumbers, allowsDangling: true)
    patch.isLiteral = true
    let applied =
      pairs.flatMap { try? Patcher.apply(change, to: old, patch, under: $0.schema) }
      ?? Patcher.apply(change, to: old, patch)
    return applied.base.edited(by: applied.edits, hashing: old.hashing)
  }
}
