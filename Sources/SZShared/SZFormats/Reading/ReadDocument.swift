public import SZJSON

/// A document, and the one in whose text people look for its values: itself, unless something in it is masked.
public struct ReadDocument: Sendable {
  public let document: Document
  public let original: Document
  public let offsets: MaskedOffsets

  public init(_ document: Document, of original: Document? = nil, offsets: MaskedOffsets = MaskedOffsets()) {
    (self.document, self.original, self.offsets) = (document, original ?? document, offsets)
  }
}
