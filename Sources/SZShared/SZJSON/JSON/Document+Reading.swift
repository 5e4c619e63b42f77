extension Document {
  /// How a document is read.
  public struct ReadOptions: Sendable {
    /// Hash every value with this; nil to save the time.
    public var hashing: Hashing?
    /// Members of one name are let through, and the last one counts.
    public var allowsDuplicates: Bool
    /// Comments and commas before closing brackets are let through.
    public var allowsComments: Bool
    /// Says of an array's first element that the elements need not be hashed until a hash is asked for; nil: all are hashed at
    /// once. Only arrays are asked about that stand in no other array, and have more than a few elements.
    public var comesLate: (@Sendable (Document, Node) -> Bool)?

    public init(hashing: Hashing? = nil, allowsDuplicates: Bool = false, allowsComments: Bool = false) {
      self.allowsComments = allowsComments
      self.hashing = hashing
      self.allowsDuplicates = allowsDuplicates
    }
  }

  /// Reads one JSON text, RFC 8259: UTF-8 checked, any depth, a byte order mark let through. Linear in the size.
  /// - Throws: the first violation.
  public static func read(_ source: SourceBytes, _ options: ReadOptions = ReadOptions()) throws(JSONError)
    -> Document
  {
    var builder = DocumentBuilder(source, options)
    let isRelaxed = try run(source.view, options.allowsComments, into: &builder)
    return Document(
      source: source, hashing: options.hashing, tape: builder.finished(), isRelaxed: isRelaxed,
      late: builder.late())
  }

  /// Reads one JSON text that is probably much like that of `reference`, which was read with the same options: what both
  /// have costs a fraction of reading it.
  /// - Throws: the first violation.
  public static func read(_ source: SourceBytes, _ options: ReadOptions, reference: Document)
    throws(JSONError)
    -> Document
  {
    var options = options
    options.hashing = reference.hashing
    var builder = IncrementalBuilder(source, reference: reference, options)
    // What is copied from the reference may hold comments.
    let isRelaxed = try run(source.view, options.allowsComments, into: &builder) || reference.isRelaxed
    return Document(
      source: source, hashing: reference.hashing, tape: builder.finished(), isRelaxed: isRelaxed,
      late: builder.late)
  }

  /// Answers whether there was something that the strict grammar does not have.
  @inline(__always) private static func run<Sink: TokenSink>(
    _ bytes: ByteView, _ allowsComments: Bool, into sink: inout Sink
  ) throws(JSONError) -> Bool {
    guard bytes.count < Word.largestOffset else { throw JSONError(.tooLarge, at: Word.largestOffset) }
    let start = try Encoding.check(bytes)
    var grammar = Grammar(allowsComments: allowsComments)
    let first = try skip(bytes, from: start, allowsComments)
    if first >= bytes.count { throw JSONError(.empty, at: bytes.count) }
    let end = try grammar.run(bytes, from: first, isFinal: true, into: &sink)
    let rest = try skip(bytes, from: end, allowsComments)
    if rest < bytes.count { throw JSONError(.trailingContent, at: rest) }
    return grammar.isRelaxed || first != Lexer.skipWhitespace(bytes, from: start)
      || rest != Lexer.skipWhitespace(bytes, from: end)
  }

  /// The first index from `start` that is no white space, and in no comment where there may be some.
  private static func skip(_ bytes: ByteView, from start: Int, _ allowsComments: Bool) throws(JSONError)
    -> Int
  {
    var index = Lexer.skipWhitespace(bytes, from: start)
    while allowsComments {
      let end = try CommentText.end(bytes, from: index, isFinal: true)
      if end == index { break }
      index = Lexer.skipWhitespace(bytes, from: end)
    }
    return index
  }

  /// Reads text that the program made itself: all such text is read here.
  ///
  /// It cannot fail, as such text is put together of whole values that were read, or written by ``JSONWriter``, and of brackets,
  /// commas and colons around them (``ContainerRewrite``). Members of one name, and comments, it has where what it was made of has
  /// them. What is no JSON nevertheless is a mistake of the program, which ends here, before such a text is let out.
  public static func ofOwnText(_ text: [UInt8], hashing: Hashing? = nil) -> Document {
    let options = ReadOptions(hashing: hashing, allowsDuplicates: true, allowsComments: true)
    do { return try read(SourceBytes(text), options) } catch {
      preconditionFailure("a text that the program made is no JSON")
    }
  }

  /// Reads `text`.
  public static func read(_ text: [UInt8], _ options: ReadOptions = ReadOptions()) throws(JSONError)
    -> Document
  {
    try read(SourceBytes(text), options)
  }
}
