internal import SZJSON
internal import SZLines
internal import SZModel

/// The inputs of a run over lines: versions of one set of entities, and what identifies these.
struct LineInputs {
  let inputs: [Input]
  let sets: [LineSet]
  /// Under a model, one whose root is the entity of the lines.
  let schema: Schema?
  /// Nil where there is no line to tell it by.
  let key: LineKey?

  /// Reads the inputs called `names`, of which the first that has lines says what identifies them, unless `keys` or a model do.
  init(
    _ names: [String], keys: [IdentityKey], _ model: Model?, _ arguments: ParsedArguments, _ io: ToolIO
  ) throws(Failure) {
    var inputs: [Input] = []
    for name in names { inputs.append(try io.read(name, isSpooled: true)) }
    try self.init(inputs, keys: keys, model, arguments)
  }

  init(
    _ inputs: [Input], keys: [IdentityKey], _ model: Model?, _ arguments: ParsedArguments,
    needsKey: Bool = true
  ) throws(Failure) {
    self.inputs = inputs
    var sets: [LineSet] = []
    for input in inputs { sets.append(try LineInputs.set(input, arguments)) }
    self.sets = sets
    guard let (number, first) = try LineInputs.firstLine(sets, inputs, arguments) else {
      // Of lines that come from elsewhere the first key says who they are.
      if let model {
        let nothing = JSONWriter.value { writer in
          writer.beginObject()
          writer.endObject()
        }
        (schema, key) = try LineInputs.declared(model, nothing.document, inputs[0], at: 0, arguments)
      } else {
        (schema, key) = (nil, keys.first.map { LineKey.plain($0) })
      }
      return
    }
    let input = inputs[number]
    guard let model else {
      schema = nil
      guard let found = LineKey(of: first.document, keys) else {
        if !needsKey {
          key = nil
          return
        }
        let names = keys.map(\.text).joined(separator: ", ")
        throw .unusable(
          input, offset: first.line.range.lowerBound,
          reason:
            "an entity a line is identified by \(names), of which this one has none; --key NAME names another"
        )
      }
      key = found
      return
    }
    let offset = first.line.range.lowerBound
    (schema, key) = try LineInputs.declared(model, first.document, input, at: offset, arguments)
  }

  /// How lines are read, as the command line says; nil where there are none.
  func options(_ hashing: Hashing, _ arguments: ParsedArguments) throws(Failure) -> LineOptions? {
    guard let key else { return nil }
    var options = LineOptions(key: key, hashing: hashing)
    options.allowsDuplicates = arguments.has(.allowDuplicateKeys)
    options.skipsInvalid = arguments.has(LineOption.skipInvalid)
    options.deletesAnyway = arguments.has(LineOption.deletesAnyway)
    do throws(UsageError) {
      options.shard = try LineOption.shard(arguments)
      options.memory = try LineOption.memory(arguments)
    } catch { throw .usage(error) }
    return options
  }

  /// An input as a set of entities: its lines, or the elements of the one array that it is.
  private static func set(_ input: Input, _ arguments: ParsedArguments) throws(Failure) -> LineSet {
    do throws(JSONError) {
      if arguments.has(LineOption.lines) { return try LineSet(lines: input.source) }
      let document = try Document.read(
        input.source, .init(allowsDuplicates: arguments.has(.allowDuplicateKeys)))
      if document.kind(document.root) == .array { return LineSet(elements: document) }
    } catch { throw .notJSON(input, error) }
    throw .unusable(
      input, offset: 0,
      reason: "--shard deals out the elements of an array, or the lines of NDJSON with --lines")
  }

  /// The first line of the inputs that is JSON.
  private static func firstLine(
    _ sets: [LineSet], _ inputs: [Input], _ arguments: ParsedArguments
  ) throws(Failure) -> (Int, (line: LineSet.Line, document: Document))? {
    for (number, set) in sets.enumerated() {
      var cursor = set.cursor
      while let line = cursor.next() {
        do throws(LineError) {
          let document = try set.document(
            line, input: number, allowsDuplicates: arguments.has(.allowDuplicateKeys))
          if document.kind(document.root) == .object || !arguments.has(LineOption.skipInvalid) {
            return (number, (line, document))
          }
        } catch {
          if arguments.has(LineOption.skipInvalid) { continue }
          throw .line(error, inputs)
        }
      }
    }
    return nil
  }

  /// What a model says of the lines: the entity that their first one is.
  private static func declared(
    _ model: Model, _ document: Document, _ input: Input, at offset: Int, _ arguments: ParsedArguments
  ) throws(Failure) -> (Schema, LineKey) {
    let schema = Schema(model)
    func unusable(_ reason: String) -> Failure {
      .unusable(input, offset: offset, reason: reason)
    }
    if case .tables? = model.root {
      throw unusable(
        "under this model a document is a dump by table, and no line is one; --root ENTITY says what a line is"
      )
    }
    let declared: Rules.Declared?
    do { declared = try RootChoice(schema, [document]).declared(document, schema) } catch {
      throw unusable(error.error.words { _ in "" })
    }
    guard case .entity(let entity, _)? = declared else {
      throw unusable("a line is an object of an entity of the model, and this is none")
    }
    if schema[entity].key == nil {
      throw unusable("'\(schema[entity].name)' has no identity by which lines could be told apart")
    }
    if !arguments.has(LineOption.lines) {
      if case .entity(let set)? = model.root, set.isOrdered {
        throw unusable("the array of '\(schema[entity].name)' is ordered, and shards of it have no order")
      }
      if let roaming = schema.roamingEntity(below: entity) {
        throw unusable(
          "'\(roaming)' could move from one element to another, which no shard sees; --lines takes each by itself"
        )
      }
    }
    var rooted = model
    rooted.root = .entity(Model.EntitySet(entity: schema[entity].name))
    let own = Schema(rooted)
    guard let ownSet = own.rootSet else { throw unusable("a line is an object of an entity of the model") }
    return (own, .declared(own, ownSet))
  }
}
