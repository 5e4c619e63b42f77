public import SZJSON

/// A document, and the one in whose text people look for its values: itself, unless something in it is masked or tolerated.
public struct ReadDocument: Sendable {
  public let document: Document
  public let original: Document
  public let offsets: ReplacedOffsets
  /// Where the only element of the array that it is stands in the text that people look into; nil where the document is that.
  public var origin: SourcePosition?

  public init(_ document: Document) { self.init(document, of: document, ReplacedOffsets()) }

  /// What `tolerated` is made of is `original`.
  public init(_ tolerated: ToleratedDocument, of original: Document) {
    self.init(tolerated.document, of: original, tolerated.offsets)
  }

  private init(_ document: Document, of original: Document, _ offsets: ReplacedOffsets) {
    (self.document, self.original, self.offsets) = (document, original, offsets)
  }

  /// The same with other values in some places, whose `offsets` are those of the document that it is now.
  public func with(_ document: Document, _ offsets: ReplacedOffsets) -> ReadDocument {
    var read = ReadDocument(document, of: original, offsets.after(self.offsets))
    read.origin = origin
    return read
  }
}
