internal import SZElements
internal import SZFormats
internal import SZJSON
internal import SZMerge
internal import SZModel
internal import SZPatch

/// The three documents of a merge and, with `--resolve`, what has been said about their conflicts.
struct MergeInputs {
  /// In the order of the operands.
  private(set) var inputs: [Input]
  let pristine: Document
  /// EDITED, as far as the paths leave it.
  let edited: Document
  private let whole: Document
  /// The paths that leave something of it out; nil when it is what was read.
  private let paths: SelectedVersion.Paths?
  let current: Document
  private let tolerated: ToleratedVersions
  private let report: (input: Input, document: Document)?

  /// Reads the operands.
  /// - Throws: what cannot be read, and what is no JSON.
  ///
  /// `given` are documents that have been read already, of a merge in git: comments are let through.
  init(
    _ arguments: ParsedArguments, _ options: MergeOptions, _ io: ToolIO, given: [Input]? = nil
  ) throws(Failure) {
    var inputs = given ?? []
    let answers = try arguments.value(MergeCommand.resolve).map { name throws(Failure) in try io.read(name) }
    if given == nil {
      for (number, name) in arguments.operands.enumerated() {
        // Last, as nobody else edits it until the result stands in its place.
        if number == 2, arguments.has(.inPlace) {
          try io.lock(name, MergeCommand.spec, isQuiet: arguments.has(.quiet))
        }
        inputs.append(try io.read(name))
      }
    }
    let read = Document.ReadOptions(
      hashing: Hashing(exactNumbers: options.exactNumbers),
      allowsDuplicates: arguments.has(.allowDuplicateKeys),
      allowsComments: arguments.has(.comments) || given != nil)
    func document(_ result: Result<Document, JSONError>, _ input: Input) throws(Failure) -> Document {
      do { return try result.get() } catch { throw .notJSON(input, error) }
    }
    do { pristine = try Document.read(inputs[0].source, read) } catch { throw .notJSON(inputs[0], error) }
    let versions = DocumentPair.read(inputs[1].source, inputs[2].source, read, reference: pristine)
    whole = try document(versions.0, inputs[1])
    current = try document(versions.1, inputs[2])
    paths = try SelectedVersion.Paths(arguments)
    let selected: Document
    if let paths {
      let text: SourceBytes
      do { text = try SelectedVersion.text(of: whole, since: pristine, paths, options) } catch {
        throw .unfitting(inputs[error.isInNew ? 1 : 0], error.isInNew ? whole : pristine, error.error)
      }
      do { selected = try Document.read(text, read, reference: pristine) } catch {
        throw .notJSON(inputs[1], error)
      }
    } else {
      selected = whole
    }
    let tolerances: [Tolerance]
    do { tolerances = try ToleranceOption.tolerances(arguments) } catch { throw .usage(error) }
    tolerated = ToleratedVersions(
      Three(pristine: pristine, edited: selected, current: current), tolerances, options)
    edited = selected
    self.inputs = inputs
    if let answers {
      do {
        report = (answers, try Document.read(answers.source, .init(allowsComments: read.allowsComments)))
      } catch { throw .notJSON(answers, error) }
    } else {
      report = nil
    }
  }

  /// Merges the documents. What keeps the merge from being made is left for ``check(_:)``, as answers may do away with it.
  /// - Throws: a report that is none of theirs.
  func merge(_ options: MergeOptions) throws(Failure) -> MergeResult {
    let documents = tolerated.documents
    var options = options
    if paths != nil, let schema = options.schema, let hashing = whole.hashing {
      options.namedInVain = References.namedInVain(whole, schema, hashing)
    }
    var merge = Merger.merge(documents, options, try entities(documents, options))
    if let report {
      do {
        var reader = try ConflictReportReader(report.document, exactNumbers: options.exactNumbers)
        merge = try reader.resolving(merge)
      } catch {
        throw .unusable(report.input, offset: report.document.start(error.node), reason: error.reason)
      }
    }
    return merge
  }

  /// - Throws: what keeps a merge from being made: identities that are not unique where a key was given for them, and entities that would
  ///   stand twice.
  func check(_ merge: MergeResult) throws(Failure) {
    guard let problem = merge.problem else { return }
    throw .unusable(
      inputs[problem.party.number], offset: tolerated.offset(problem.node, problem.party),
      reason: problem.reason)
  }

  /// The entities of the documents under a model.
  private func entities(
    _ documents: Three<Document>, _ options: MergeOptions
  ) throws(Failure) -> MergedEntities? {
    guard let schema = options.schema else { return nil }
    let entities: MergedEntities
    do { entities = try MergedEntities(documents, schema, tombstone: options.tombstone) } catch {
      throw .unfitting(inputs[error.party.number], documents[error.party], error.error)
    }
    return entities
  }

  /// What to say of objects that EDITED changed and the model keeps from being compared.
  func uncompared(_ merge: MergeResult) -> [String] {
    paths == nil ? EmbeddedNotes.notes(merge.uncompared, edited, inputs[1]) : []
  }

  /// What to say of paths and keys that name nothing in any of the documents.
  func unused(_ options: MergeOptions, _ arguments: ParsedArguments) -> [String] {
    let placed: [(Option, [JSONPath])] = [
      (MergeCommand.unit, options.units.map(\.path)), (MergeCommand.policy, options.policies.map(\.path)),
      (MergeCommand.set, options.sets),
    ]
    return UnusedPaths.notes(MergeCommand.only, paths?.only ?? [], [whole, pristine])
      + UnusedPaths.notes(MergeCommand.ignore, paths?.ignored ?? [], [whole, pristine, current])
      + UnusedPaths.notes(ToleranceOption.option, tolerated.tolerances.map(\.path), [current, edited])
      + placed.flatMap { UnusedPaths.notes($0, $1, [current, edited, pristine]) }
      + UnusedKeys.notes(options.comparison, [current, edited, pristine])
      + RootNotes.notes(arguments, options.schema, [current, edited, pristine]) + unusedNewest(options)
  }

  /// What to say of a timestamp that no object has.
  private func unusedNewest(_ options: MergeOptions) -> [String] {
    guard case .newest(let name) = options.conflicts else { return [] }
    let path = JSONPath(anywhere: name.characters)
    let isThere = UnusedPaths.notes(MergeCommand.conflicts, [path], [current, edited]).isEmpty
    return isThere
      ? []
      : ["--conflicts \(options.conflicts.text): no object has that member, so EDITED wins every conflict"]
  }

  /// The edits by which CURRENT becomes the result.
  func edits(_ merge: MergeResult) -> SourceEdits { tolerated.result(merge.edits) }

  /// The text in which the open conflicts are resolved for a side, with marks around them.
  func rendering(
    _ merge: MergeResult, for party: Party, label: String
  ) -> ConflictMarkers.Rendering {
    ConflictMarkers.Rendering(
      tolerated.original(merge.rendering(for: party)), of: current.bytes, label: label)
  }

  /// The change from CURRENT to the result, in its own format.
  func change(by merge: MergeResult, _ options: MergeOptions) throws(Failure) -> [UInt8] {
    let merged = current.edited(by: edits(merge), hashing: current.hashing)
    // Both were looked through when they were merged.
    let pairs = options.schema.flatMap { try? EntityPairs(current, merged, $0) }
    return ChangeWriter.text(Differ.change(from: current, to: merged, options.comparison, pairs))
  }

  /// The same, of lines that stand at these places.
  func placed(_ places: Three<SourcePosition?>) -> MergeInputs {
    MergeInputs(
      self,
      zip(inputs, Party.allCases).map { input, party in
        Input(name: input.name, source: input.source, origin: places[party])
      })
  }

  private init(_ other: MergeInputs, _ inputs: [Input]) {
    self = other
    self.inputs = inputs
  }

  /// What to say of conflicts: where each is, at which path, and what it is between.
  func lines(of conflicts: [Conflict], in merge: MergeResult) -> [String] {
    var places = inputs.map { SourcePositions($0.source.view) }
    return zip(conflicts, ConflictReport.entries(merge, conflicts)).map { conflict, entry in
      let path = String(decoding: entry.path, as: UTF8.self)
      return "\(located(conflict, &places)): \(conflict.message(at: path))"
    }
  }

  /// `file:line:column` of a conflict: in CURRENT, or in EDITED where CURRENT has nothing; `places` are those in the inputs.
  private func located(_ conflict: Conflict, _ places: inout [SourcePositions]) -> String {
    if let offset = tolerated.offset(of: conflict, .current) {
      return Diagnostics.located(inputs[2], offset, &places[2])
    }
    if paths != nil { return inputs[1].name }
    return tolerated.offset(of: conflict, .edited).map { Diagnostics.located(inputs[1], $0, &places[1]) }
      ?? inputs[2].name
  }
}

extension Conflict {
  /// The conflict in words, without the file, at the path that the report has.
  fileprivate func message(at path: String) -> String {
    "conflict \(kind.rawValue) at \(path): edited \(Conflict.words(edited)), current \(Conflict.words(current))"
  }

  private static func words(_ side: Side) -> String {
    if side.isAbsent { return "nothing" }
    var writer = JSONWriter()
    side.write(to: &writer)
    return ShortText.beginning(writer.text)
  }
}
