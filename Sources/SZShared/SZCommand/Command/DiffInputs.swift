internal import SZFormats
internal import SZJSON
internal import SZModel
internal import SZPatch

/// What `sz-diff` compares: two documents, of which one may be nothing.
struct DiffInputs {
  /// One of the two documents.
  struct Version {
    let input: Input
    let read: ReadDocument

    init(input: Input, document: Document) { (self.input, read) = (input, ReadDocument(document)) }

    init(input: Input, read: ReadDocument) { (self.input, self.read) = (input, read) }

    var document: Document { read.document }
  }

  let old: Version?
  let new: Version?

  private init(old: Version?, new: Version?) { (self.old, self.new) = (old, new) }

  /// Reads both documents, as ``DocumentPair`` does. One called `/dev/null` is nothing.
  ///
  /// Elements that an identity is likely to match are compared as they stand, and need no hashes: not where `hashesAll`, nor where
  /// arrays have no order.
  init(
    _ arguments: ParsedArguments, _ options: DiffOptions, _ io: ToolIO, hashesAll: Bool
  ) throws(Failure) {
    let names = arguments.operands
    if names == ["-", "-"] { throw .usage(.standardInputTwice) }
    func input(_ name: String) throws(Failure) -> Input? {
      name == PatchInputs.nothing ? nil : try io.read(name)
    }
    let (first, second) = (try input(names[0]), try input(names[1]))
    var read = Document.ReadOptions(
      hashing: Hashing(exactNumbers: options.exactNumbers, unordered: options.unordered),
      allowsDuplicates: arguments.has(.allowDuplicateKeys), allowsComments: arguments.has(.comments))
    if !hashesAll, !options.unordered {
      let names = options.names
      read.comesLate = { names.areLikelyToIdentify($0, from: $1, count: 31) }
    }
    guard let old = first, let new = second else {
      func version(_ input: Input?) throws(Failure) -> Version? {
        guard let input else { return nil }
        do { return Version(input: input, document: try Document.read(input.source, read)) } catch {
          throw .notJSON(input, error)
        }
      }
      self.init(old: try version(first), new: try version(second))
      return
    }
    if arguments.has(DiffCommand.quiet), !arguments.has(ModelOptions.model),
      DocumentPair.areSame(old.source, new.source)
    {
      // Nothing in it will be compared.
      var unhashed = read
      unhashed.hashing = nil
      do {
        let both = try Document.read(old.source, unhashed)
        self.init(old: Version(input: old, document: both), new: Version(input: new, document: both))
        return
      } catch {
        throw .notJSON(old, error)
      }
    }
    let results = DocumentPair.read(old.source, new.source, read)
    self.init(
      old: Version(input: old, document: try DiffInputs.document(results.0, old)),
      new: Version(input: new, document: try DiffInputs.document(results.1, new)))
  }

  private static func document(_ result: Result<Document, JSONError>, _ input: Input) throws(Failure)
    -> Document
  {
    do { return try result.get() } catch { throw .notJSON(input, error) }
  }

  /// Those that there are.
  var versions: [Version] { [old, new].compactMap { $0 } }

  /// The documents, of which NEW has OLD's text for numbers that count as equal.
  func tolerated(
    _ tolerances: [Tolerance], _ options: DiffOptions, _ model: Model?
  ) throws(Failure) -> DiffInputs {
    guard !tolerances.isEmpty, let old, let new else { return self }
    let pairs = try pairs(under: model)
    let tolerated = ToleratedDocument(
      new.document, since: old.document, tolerances, options, pairs)
    return DiffInputs(
      old: old, new: Version(input: new.input, read: ReadDocument(tolerated, of: new.document)))
  }

  /// The documents with a hash in the place of what must not be seen.
  func masked(_ paths: [JSONPath]) -> DiffInputs {
    if paths.isEmpty { return self }
    let hashing = Hashing()
    func masked(_ version: Version?) -> Version? {
      version.map { version in
        let (document, offsets) = MaskedDocument.of(version.document, paths, hashing)
        return Version(input: version.input, read: version.read.with(document, offsets))
      }
    }
    return DiffInputs(old: masked(old), new: masked(new))
  }

  /// The entities of the documents under a model.
  func pairs(under model: Model?) throws(Failure) -> EntityPairs? {
    guard let model, let old = versions.first, let new = versions.last else { return nil }
    do { return try EntityPairs(old.document, new.document, Schema(model)) } catch {
      let version = error.isInNew ? new : old
      throw .unfitting(version.input, version.document, error.error)
    }
  }
}
