extension Document {
  /// The document with edits applied, read again; without any it is this one. What stood twice in it, and comments, it still has.
  ///
  /// The edits must leave JSON, which is what an engine promises of its own. Linear in the result.
  public func edited(by edits: SourceEdits, hashing: Hashing? = nil) -> Document {
    if edits.isEmpty, hashing == nil { return self }
    return .ofOwnText(edits.applied(to: bytes), hashing: hashing)
  }

  /// The document with other texts in the place of some values, none of which is in another, in the order of the text; read again with the
  /// same hashing. Linear in the document.
  public func replacing(_ texts: [(node: Node, text: [UInt8])]) -> (
    document: Document, offsets: ReplacedOffsets
  ) {
    var edits = SourceEdits()
    for (node, text) in texts { edits.replace(range(node), with: text) }
    let offsets = ReplacedOffsets(texts.map { (range: range($0.node), length: $0.text.count) })
    return (edited(by: edits, hashing: hashing), offsets)
  }
}
